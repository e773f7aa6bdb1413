"""Reading race logs for the command line: from files and standard input, with one line for what is wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import click

from engines.core import Unreadable
from engines.verify import Log, logs

LARGEST = 256_000_000
"""Bytes that are read into memory at once: tens of thousands of games."""


def read_text(path: str) -> str:
    """Return the text of a file, of standard input for `-`; raise click.UsageError."""
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise click.UsageError(
                f"{path}: larger than {LARGEST:,} bytes; split it into files of fewer logs"
            )
        return data.decode()
    except OSError as error:
        raise click.UsageError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:
        wrong = "not UTF-8 text" if isinstance(error, UnicodeDecodeError) else error
        raise click.UsageError(f"{path}: {wrong}") from None


def read_logs(path: str) -> Iterator[Log]:
    """Read the logs of a file one after another; raise click.UsageError."""
    text = read_text(path)
    if text.startswith("\ufeff"):
        raise click.UsageError(f"{path}: line 1: a byte order mark; save the race log as UTF-8 without one")
    if "\r" in text:
        line = text[: text.index("\r")].count("\n") + 1
        raise click.UsageError(
            f"{path}: line {line}: ends with CR; the lines of a race log end with LF alone"
        )
    try:
        yield from logs(text)
    except Unreadable as error:
        raise click.UsageError(f"{path}: {error}") from None
