"""The rules on packed integers: the one implementation, compiled by mypyc, running uncompiled alike."""
