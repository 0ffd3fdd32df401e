"""Compiles the engine's core and its words with mypyc, if it may and can; the same files run uncompiled.

BRANCHLINE_PURE=1 leaves it uncompiled. Without a C compiler or Python's headers that happens by itself.
"""

import os
import shlex
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import setup

ENGINE = Path("src/branchline/engine")
COMPILED = ("core", "words")


def compiler_is_here():
    """Whether C can be compiled; said beforehand, since a build that breaks off says it in pages."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if sys.platform == "win32":
        return True  # setuptools looks for it in its own way
    return bool(shutil.which(compiler)) and (Path(sysconfig.get_path("include")) / "Python.h").exists()


def compiled_engine():
    """The extension modules, each of which may fail to build without harm."""
    if os.environ.get("BRANCHLINE_PURE") or not compiler_is_here():
        return []
    from mypyc.build import mypycify  # noqa: PLC0415 - not there in a pure build

    found = [file for folder in COMPILED for file in (ENGINE / folder).rglob("*.py")]
    files = sorted(str(file) for file in found if file.name != "__init__.py")
    extensions = mypycify([*files], opt_level="3", debug_level="0", group_name="branchline")
    for extension in extensions:
        extension.optional = True
        # The functions of the core call each other; let the C compiler inline them.
        extension.extra_compile_args.append("-fno-semantic-interposition")
    return extensions


setup(ext_modules=compiled_engine())
