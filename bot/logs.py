"""What the process says about itself, on standard error: a line an event, and no private fact at any level.

Libraries log what passes through them: parameters of statements, payloads of requests, results in the repr of a task.
So only our own packages say what they like. Of a library a warning is told by its fixed words, with numbers filled in
and everything else left out; below a warning it says nothing. Of an error its type and its way through the code are
told, and its words only where they are known to hold nothing of anybody's. That holds for both forms of a line: one
to read, and one of JSON for whatever gathers the logs of many processes.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping
from enum import Enum, StrEnum
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

import aiohttp
import discord
import structlog
import yarl
from discord.app_commands import CommandSyncFailure
from structlog.typing import EventDict

from bot.db.errors import DatabaseUnusable
from bot.outbox import PostError
from bot.tables import Refused
from engines.core import IllegalAction

log = logging.getLogger(__name__)

OURS = frozenset({"bot", "engines", "render", "sandbox"})
"""Packages whose lines are made to be read, and hold nothing private."""

LEFT_OUT = "…"
"""In place of what a library would fill into a line."""

PRIVATE_IN_PATHS = re.compile(r"(?<=/interactions/)[^/]+/[^/]+|(?<=/webhooks/)[^/]+/[^/]+|\d{5,}")
"""The ids in a request's path, and the tokens of interactions and webhooks."""

NAMED_IN_COMMANDS = re.compile(
    r"^ *In (command|group|parameter) '([^']*)'|^ *(?:In )?([\w.]+): ", re.MULTILINE
)
"""What discord.py's account of refused commands names: a command, an option, a field."""

CONNECTION_TROUBLE = (OSError, aiohttp.ClientError, discord.DiscordException)
"""Trouble that discord.py sees and mends itself: a warning in one line, not an error with a traceback."""

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


class LogFormat(StrEnum):
    """What a line of the log looks like."""

    PLAIN = "plain"
    """To be read: time, level, logger, words; below an error its way through the code."""
    JSON = "json"
    """An object a line: timestamp (UTC), level, logger, message, process; if known table, shard, error, traceback."""


CONTEXT = ("table", "shard")
"""What structlog's context variables may say of where a line comes from; nothing else of them is written."""


def log_format(setting: str | None, stream: TextIO) -> LogFormat:
    """Return the form that is set; if none is, the one for whoever reads: somebody at a terminal, or a program."""
    if setting:
        return LogFormat(setting)
    return LogFormat.PLAIN if stream.isatty() else LogFormat.JSON


def set_up_logging(level: str, stream: TextIO | None = None, form: LogFormat = LogFormat.PLAIN) -> None:
    """Log to standard error what our packages say from this level on, and warnings of others in their fixed words.

    Whatever Python itself would print of an error or a warning goes the same way.
    """
    handler = LogHandler(stream, form)
    logging.basicConfig(level=max(logging.WARNING, logging.getLevelName(level)), handlers=[handler])
    for ours in OURS:
        logging.getLogger(ours).setLevel(level)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
    if handler in logging.getLogger().handlers:
        _take_what_python_prints()


class LogHandler(logging.StreamHandler[TextIO]):
    """Writes lines of ours, and redacted warnings of libraries, whatever level the loggers are set to."""

    def __init__(self, stream: TextIO | None = None, form: LogFormat = LogFormat.PLAIN) -> None:
        super().__init__(stream)
        self._form = form
        self.addFilter(lambda record: _is_ours(record) or record.levelno >= logging.WARNING)
        self.setFormatter(
            structlog.stdlib.ProcessorFormatter(
                use_get_message=False,  # it would fill in everything
                pass_foreign_args=True,
                processors=[
                    structlog.contextvars.merge_contextvars,
                    structlog.stdlib.add_logger_name,
                    _TIMES[form],
                    redact,
                    _RENDERERS[form],
                ],
            )
        )

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        """Say that a line could not be written; logging itself would print everything that was to be in it."""
        lost = f"a line of {record.name} could not be logged ({record.module}, line {record.lineno})"
        if self._form is LogFormat.JSON:
            lost = json.dumps({"level": "error", "logger": __name__, "message": lost})
        sys.stderr.write(f"{lost}\n")


def redact(_logger: object, _name: str, event: EventDict) -> EventDict:
    """Keep of a line what may be written: the only place where that is decided."""
    record: logging.LogRecord = event["_record"]
    args, error = event["positional_args"], event["exc_info"][1] if event.get("exc_info") else None
    told = {key: event[key] for key in ("timestamp", "logger", *CONTEXT) if key in event}
    level = "warning" if _passes(record.name, error) else record.levelname.lower()
    told |= {"level": level, "message": _words(record, args), "process": record.process}
    if error is not None:
        told["error"] = error_line(error)
        if not _passes(record.name, error):
            told["traceback"] = list(way_of(error))
    return told


def level_of(record: logging.LogRecord) -> str:
    """Return the level at which a record is told: a library calls an error what is only a warning to us."""
    error = record.exc_info[1] if record.exc_info else None
    return "warning" if _passes(record.name, error) else record.levelname.lower()


def _is_ours(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] in OURS


def _passes(logger: str, error: BaseException | None) -> bool:
    return logger.startswith("discord.") and isinstance(error, CONNECTION_TROUBLE)


def _words(record: logging.LogRecord, args: Any) -> str:
    """Fill a line in: one of ours with plain values, one of a library with numbers alone.

    Of a library's line that comes filled in, only where it was written is told.
    """
    if _is_ours(record):
        return str(record.msg) % _each(args, _plain) if args else str(record.msg)
    if args and isinstance(record.msg, str):
        return str(record.msg % _each(args, _number))
    first_line = str(record.msg).partition("\n")[0]
    where = f"{record.module}.{record.funcName}, line {record.lineno}"
    return first_line if first_line in FIXED else f"{LEFT_OUT} ({where})"


def _each(args: Any, made: Callable[[object], object]) -> Any:
    if isinstance(args, Mapping):
        return {name: made(value) for name, value in args.items()}
    return tuple(made(value) for value in args) if isinstance(args, tuple) else (made(args),)


def _plain(value: object) -> object:
    """Tell an error by its line, and what has no plain form by its type."""
    if isinstance(value, BaseException):
        return error_line(value)
    if value is None or isinstance(value, str | int | float | Enum | Path):
        return value
    return type(value).__name__


def _number(value: object) -> object:
    return value if value is None or isinstance(value, int | float) else _LeftOut()


class _LeftOut:
    def __repr__(self) -> str:
        return LEFT_OUT


def _as_line(_logger: object, _name: str, told: EventDict) -> str:
    """Write a line to be read, and the way of an error below it."""
    said = told["message"]
    beside = " ".join(
        f"{key}={told[key]}" for key in CONTEXT if key in told and f"{key} {told[key]}" not in said
    )
    line = f"{told['timestamp']} {told['level'].upper()} {told['logger']}: {said}"
    line += f" [{beside}]" if beside else ""
    if "error" in told and "traceback" not in told:
        return f"{line} ({told['error']})"
    return "\n".join([line, *told.get("traceback", ())])


_TIMES: Mapping[LogFormat, Any] = {
    LogFormat.PLAIN: structlog.processors.TimeStamper(fmt="%Y-%m-%d %H:%M:%S.%f", utc=False),
    LogFormat.JSON: structlog.processors.TimeStamper(fmt="iso", utc=True),
}
_RENDERERS: Mapping[LogFormat, Any] = {
    LogFormat.PLAIN: _as_line,
    LogFormat.JSON: structlog.processors.JSONRenderer(),
}


# ------------------------------------------------------------------------------------------------ errors


def error_line(error: BaseException) -> str:
    """Name an error by its type, and say what it says if that is known to be nobody's secret."""
    name, words = type(error).__name__, words_of(error)
    if isinstance(error, DatabaseUnusable | PostError):
        return words
    return f"{name}: {words}" if words else name


def words_of(error: BaseException) -> str:
    """Return what an error says, as far as it cannot hold a private fact; empty for every error that is not listed."""
    match error:
        case DatabaseUnusable() | PostError() | discord.ConnectionClosed() | aiohttp.ClientConnectorError():
            return str(error)
        case CommandSyncFailure():
            return f"{_refused_request(error)} {_refused_command(error)}".strip()
        case discord.HTTPException():
            return _refused_request(error)
        case aiohttp.ClientResponseError():
            return f"{error.request_info.method} {_path(error.request_info.url)} {error.status}"
        case Refused() | IllegalAction():
            return str(error.reason)
        case OSError() if error.strerror:
            return error.strerror
    of_database = getattr(error, "orig", error)  # what SQLAlchemy raises has what the database said in it
    return str(getattr(of_database, "sqlite_errorname", "") or getattr(of_database, "sqlstate", "") or "")


def _refused_request(error: discord.HTTPException) -> str:
    """Return method, path, status and Discord's code."""
    asked, told = error.response, f"{error.status} {error.code}"
    return f"{asked.method} {_path(asked.url)} {told}" if isinstance(asked, aiohttp.ClientResponse) else told


def _path(url: yarl.URL) -> str:
    """Return the path of a request without ids and tokens, which may be private."""
    return PRIVATE_IN_PATHS.sub(LEFT_OUT, url.path)


def _refused_command(error: CommandSyncFailure) -> str:
    """Return the commands, options and fields that Discord named, without what it says of their values."""
    return ", ".join(" ".join(found).strip() for found in NAMED_IN_COMMANDS.findall(str(error)))


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
