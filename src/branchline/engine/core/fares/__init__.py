"""Ways to pay: a set of one colour, stand-ins of any cards, pairs, the price of a harbour."""
