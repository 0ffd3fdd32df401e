"""The command line: one file a command."""

from __future__ import annotations

import sys

import click

from branchline.cli.bench import bench
from branchline.cli.play import play
from branchline.cli.replay import replay
from branchline.cli.simulate import simulate
from branchline.cli.titles import titles
from branchline.cli.verify import verify
from branchline.engine.errors import BranchlineError

INTERRUPTED = 130


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="branchline")
def cli() -> None:
    """Railway board games on one engine: play, simulate, replay, verify."""


for command in (titles, play, simulate, replay, verify, bench):
    cli.add_command(command)


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
        click.echo("interrupted", err=True)
        code = INTERRUPTED
    except OSError as problem:
        code = _complain(f"{problem.filename or 'file'}: {problem.strerror or problem}")
    sys.exit(code)


def _complain(sentence: str) -> int:
    click.echo(f"branchline: {sentence}", err=True)
    return 2
