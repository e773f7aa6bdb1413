"""The command line: `paddock run`, `simulate`, `verify` and the rest.

Each command lives in its own module of `bot.cli` and is imported only when it is called, so that
`paddock simulate` never loads Discord. Bad input ends with exit code 2 and one line on standard error.
"""

from __future__ import annotations

import errno
import io
import sys
from collections.abc import Sequence

import click

from bot.cli.lazy import LazyGroup
from bot.cli.lines import clear

COMMANDS = {
    "run": "Serve Discord with a DISCORD_TOKEN, or open the sandbox without one.",
    "sandbox": "Open a local stand-in for Discord and play in the browser.",
    "simulate": "Let computer players play whole games and write their race logs.",
    "lengths": "Measure how long a quick, a usual and a long game take.",
    "replay": "Tell a race log as a story, line by line.",
    "verify": "Check a race log: commitment, seed, and every event byte for byte.",
    "render": "Draw the pictures of a race log.",
    "bench": "Measure the engines, the database or the bot on this machine.",
    "soak": "Let whole tables play while the bot is killed and troubled.",
    "bank": "Look after the bank's books.",
    "backup": "Copy the database while the bot runs.",
    "migrate-data": "Copy all data to another database: from a SQLite file to PostgreSQL, or back.",
}
"""Every command with its line of help; `bot.cli.<name>` holds the command itself."""

FULL = {errno.EDQUOT, errno.EIO, errno.ENOSPC}
"""Errors of a disk that takes no more output."""


@click.group(
    cls=LazyGroup, package="bot.cli", lines=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="paddock", prog_name="paddock")
def paddock() -> None:
    """Horse-racing board and card games for a Discord server."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 done, 1 the check failed or the world did, 2 the input or a setting is wrong.

    Where the reader of the output goes away (`paddock replay … | head`) click ends the command without a word.
    Letters that the terminal does not know are shown as question marks.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        code = _called(arguments)
    except OSError as error:
        if error.errno not in FULL or error.filename:
            raise
        click.echo(f"paddock: The output cannot be written: {error.strerror}.", err=True)
        sys.exit(1)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as error:
        click.echo(clear(f"paddock: {error.format_message()}"), err=True)
        sys.exit(error.exit_code if isinstance(error, click.UsageError) else 1)
    sys.exit(code if isinstance(code, int) else 0)


def _called(arguments: Sequence[str] | None) -> object:
    try:
        return paddock.main(arguments, prog_name="paddock", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as help_wanted:
        click.echo(help_wanted.format_message())
        return 0


if __name__ == "__main__":
    main()
