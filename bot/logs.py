"""What the process says about itself, on standard error: a line an event, and no private fact at any level.

Libraries log what passes through them: parameters of statements, payloads of requests, results in the repr of a task.
So only our own packages say what they like. Of a library a warning is told by its fixed words, with numbers filled in
and everything else left out; below a warning it says nothing. Of an error its type and its way through the code are
told, and its words only where they are known to hold nothing of anybody's.
"""

from __future__ import annotations

import logging
import sys
import threading
import traceback
import warnings
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

import aiohttp
import discord

from bot.outbox import PostError
from bot.store.errors import StoreError
from bot.tables import Refused
from engines.core import IllegalAction

log = logging.getLogger(__name__)

OURS = frozenset({"bot", "engines", "render", "sandbox"})
"""Packages whose lines are made to be read, and hold nothing private."""

LEFT_OUT = "…"
"""In place of what a library would fill into a line."""

CONNECTION_TROUBLE = (OSError, aiohttp.ClientError, discord.DiscordException)
"""Trouble that discord.py sees and mends itself: one line, not a traceback."""

FIXED = frozenset(
    {
        "Future exception was never retrieved",
        "Task exception was never retrieved",
        "Task was destroyed but it is pending!",
        "Unclosed client session",
        "Unclosed connection",
        "Unclosed connector",
        "Unhandled exception in event loop",
    }
)
"""First lines of the event loop and its clients that always are the same; what follows them may be anything."""


def set_up_logging(level: str, stream: TextIO | None = None) -> None:
    """Log to standard error what our packages say from this level on, and warnings of others in their fixed words.

    Whatever Python itself would print of an error or a warning goes the same way.
    """
    handler = PlainHandler(stream)
    logging.basicConfig(level=max(logging.WARNING, logging.getLevelName(level)), handlers=[handler])
    for ours in OURS:
        logging.getLogger(ours).setLevel(level)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
    if handler in logging.getLogger().handlers:
        _take_what_python_prints()


class PlainHandler(logging.StreamHandler[TextIO]):
    """Writes what may be read by whoever reads the log, whatever level the loggers are set to."""

    def __init__(self, stream: TextIO | None = None) -> None:
        super().__init__(stream)
        self.addFilter(is_for_the_log)
        self.setFormatter(PlainFormatter())

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        """Say that a line could not be written; logging itself would print everything that was to be in it."""
        sys.stderr.write(
            f"a line of {record.name} could not be logged ({record.module}, line {record.lineno})\n"
        )


def is_for_the_log(record: logging.LogRecord) -> bool:
    """Whether a record is one of ours, or a warning."""
    return _is_ours(record) or record.levelno >= logging.WARNING


def _is_ours(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] in OURS


class PlainFormatter(logging.Formatter):
    """Makes lines of records; of what could hold a private fact nothing is written."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record, and the way of its error through the code."""
        said = _own_words(record) if _is_ours(record) else _fixed_words(record)
        line = f"{self.formatTime(record)} {record.levelname} {record.name}: {said}"
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return line
        if record.name.startswith("discord.") and isinstance(error, CONNECTION_TROUBLE):
            return f"{line} ({error_line(error)})"
        return "\n".join([line, *way_of(error)])


def _own_words(record: logging.LogRecord) -> str:
    """Fill a line of ours in; an error in it is told, and what has no plain form is named by its type."""
    return str(record.msg) % _each(record.args, _plain) if record.args else str(record.msg)


def _plain(value: object) -> object:
    if isinstance(value, BaseException):
        return error_line(value)
    if value is None or isinstance(value, str | int | float | Enum | Path):
        return value
    return type(value).__name__


def _fixed_words(record: logging.LogRecord) -> str:
    """Fill only numbers into a library's line; one that comes filled in is named by where it was written."""
    if record.args and isinstance(record.msg, str):
        return str(record.msg % _each(record.args, _number))
    first_line = str(record.msg).partition("\n")[0]
    where = f"{record.module}.{record.funcName}, line {record.lineno}"
    return first_line if first_line in FIXED else f"{LEFT_OUT} ({where})"


def _number(value: object) -> object:
    return value if value is None or isinstance(value, int | float) else _LeftOut()


class _LeftOut:
    def __repr__(self) -> str:
        return LEFT_OUT


def _each(args: Any, made: Any) -> Any:
    if isinstance(args, Mapping):
        return {name: made(value) for name, value in args.items()}
    return tuple(made(value) for value in args) if isinstance(args, tuple) else (made(args),)


# ------------------------------------------------------------------------------------------------ errors


def error_line(error: BaseException) -> str:
    """Name an error by its type, and say what it says if that is known to be nobody's secret."""
    name, words = type(error).__name__, words_of(error)
    if isinstance(error, StoreError | PostError):
        return words
    return f"{name}: {words}" if words else name


def words_of(error: BaseException) -> str:
    """Return what an error says, as far as it cannot hold a private fact; empty for every error that is not listed."""
    match error:
        case StoreError() | PostError() | discord.ConnectionClosed() | aiohttp.ClientConnectorError():
            return str(error)
        case discord.HTTPException():
            return f"{error.status} {error.code}"
        case aiohttp.ClientResponseError():
            return str(error.status)
        case Refused() | IllegalAction():
            return str(error.reason)
        case OSError() if error.strerror:
            return error.strerror
    of_database = getattr(error, "orig", error)  # what SQLAlchemy raises has what the database said in it
    return str(getattr(of_database, "sqlite_errorname", "") or getattr(of_database, "sqlstate", "") or "")


def way_of(error: BaseException, known: frozenset[int] = frozenset()) -> Iterator[str]:
    """Return the lines of a traceback, without the words of the errors: earlier ones first, as Python tells them."""
    known |= {id(error)}
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if earlier is not None and id(earlier) not in known:
        yield from way_of(earlier, known)
        yield "which led to"
    yield from _frames(error.__traceback__)
    yield error_line(error)
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield "one of them:"
            yield from way_of(each, known)


def _frames(trace: TracebackType | None) -> Iterator[str]:
    yield "Traceback (most recent call last):"
    for frame in traceback.format_tb(trace):
        yield frame.rstrip("\n")


# ------------------------------------------------------------------------------- what Python itself prints


def _take_what_python_prints() -> None:
    """Have warnings, and errors that nobody caught, logged like everything else."""
    warnings.showwarning = _warned
    sys.excepthook = _uncaught
    sys.unraisablehook = _unraisable
    threading.excepthook = _uncaught_in_thread


def _warned(
    message: object, category: type[Warning], filename: str, lineno: int, *_: object, **__: object
) -> None:
    log.warning("Python warns: %s at %s, line %d", category.__name__, filename, lineno)


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    log.critical("ended by an error", exc_info=(kind, error, trace))


def _unraisable(unraisable: sys.UnraisableHookArgs) -> None:
    log.error("an error that could not be raised", exc_info=unraisable.exc_value)


def _uncaught_in_thread(args: threading.ExceptHookArgs) -> None:
    log.error("a thread ended by an error", exc_info=args.exc_value)
