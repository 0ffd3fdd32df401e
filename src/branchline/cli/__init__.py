"""The command line: one file a command."""

from __future__ import annotations

import gc
import sys
from importlib import import_module

import click

from branchline.cli.words import shown, words
from branchline.engine.errors import BranchlineError

INTERRUPTED = 130
COMMANDS = ("titles", "play", "serve", "backup", "restore", "simulate", "replay", "verify", "bench")


class Commands(click.Group):
    """Commands that are loaded when they are asked for: the server takes a second to import."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, from the module of this name."""
        if cmd_name not in COMMANDS:
            return None
        gc.disable()  # what is imported stays: looking for garbage in it again and again takes a tenth of the start
        try:
            command: click.Command = getattr(import_module(f"branchline.cli.{cmd_name}"), cmd_name)
        except ModuleNotFoundError as problem:
            raise click.ClickException(words("needs_server", problem=str(problem))) from None
        finally:
            gc.enable()
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]}, help=words("help"))
@click.version_option(package_name="branchline")
def cli() -> None:
    """Railway board games on one engine: play, serve, simulate, replay, verify."""


def main() -> None:
    """Run a command; whatever is wrong with the input is said in a sentence, with exit code 2."""
    try:
        code = cli.main(standalone_mode=False)
    except BranchlineError as problem:
        code = _complain(str(problem))
    except click.ClickException as problem:
        problem.show()
        code = 2
    except (click.Abort, KeyboardInterrupt):
        click.echo(words("interrupted"), err=True)
        code = INTERRUPTED
    except OSError as problem:
        code = _complain(f"{problem.filename or 'file'}: {problem.strerror or problem}")
    sys.exit(code)


def _complain(sentence: str) -> int:
    click.echo("branchline: " + "\n".join(map(shown, sentence.split("\n"))), err=True)
    return 2
