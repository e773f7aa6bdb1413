"""What the process says about itself: warnings and errors can be understood, and nobody's secret is in them."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import aiohttp
import discord
import pytest
from discord import app_commands
from pydantic import BaseModel, ValidationError
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError
from structlog.contextvars import bound_contextvars
from yarl import URL

from bot import logs
from bot.db import Database, DatabaseUnusable
from bot.db.schema import drafts
from bot.logs import LogFormat, LogHandler, error_line, log_format
from bot.outbox import Rejected
from bot.ui.post_errors import sorted_errors
from engines.core import IllegalAction, SharedRefusal
from tests.databases import writing

SECRET = "Anastasia holds red+10"
"""What must not be in a log: a name, a card, a bet."""


class Written:
    """What a log has taken down so far, in whichever form."""

    def __init__(self, caplog: pytest.LogCaptureFixture, form: LogFormat) -> None:
        self._stream = io.StringIO()
        self._caplog = caplog
        self._form = form
        self.handler = LogHandler(self._stream, form)

    def logger(self, name: str) -> logging.Logger:
        """Return a logger that says everything, until the test ends."""
        self._caplog.set_level(logging.DEBUG, name)
        return logging.getLogger(name)

    @property
    def objects(self) -> list[dict[str, Any]]:
        """Every line of JSON."""
        return [json.loads(line) for line in self._stream.getvalue().splitlines()]

    @property
    def text(self) -> str:
        """All that was written, as it is read."""
        if self._form is LogFormat.PLAIN:
            return self._stream.getvalue()
        return "".join(f"{line}\n" for each in self.objects for line in as_read(each))

    @property
    def lines(self) -> list[str]:
        """Every line, without the time."""
        return [line.split(" ", 2)[2] for line in self.text.splitlines()]


def as_read(line: dict[str, Any]) -> Iterator[str]:
    """Return the lines that say the same as an object; nothing in it is left out."""
    at, level, logger, message, _process = (line.pop(key) for key in USUAL)
    trace, error = line.pop("traceback", None), line.pop("error", None)
    assert not line.keys() - {"table", "shard"}
    beside = "".join(f" [{key}={value}]" for key, value in line.items())
    yield f"{at.replace('T', ' ')} {level.upper()} {logger}: {message}{beside}" + (
        f" ({error})" if error and not trace else ""
    )
    yield from trace or ()
    assert not trace or trace[-1] == error or "one of them:" in trace


USUAL = ("timestamp", "level", "logger", "message", "process")
"""What every object says."""


@pytest.fixture(params=LogFormat)
def written(caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest) -> Iterator[Written]:
    """Have everything logged that anybody has to say, at every level."""
    caplog.set_level(logging.DEBUG)
    made = Written(caplog, request.param)
    logging.getLogger().addHandler(made.handler)
    yield made
    logging.getLogger().removeHandler(made.handler)


def test_our_own_lines_are_told_at_every_level(written: Written) -> None:
    for level in (logging.DEBUG, logging.INFO, logging.WARNING):
        written.logger("bot.somewhere").log(level, "table %s: %d posts wait", "ABCDEF", 3)

    assert written.lines == [
        f"{level} bot.somewhere: table ABCDEF: 3 posts wait" for level in ("DEBUG", "INFO", "WARNING")
    ]


@pytest.mark.parametrize(
    "name", ["aiosqlite", "discord.gateway", "asyncio", "sqlalchemy.engine", "PIL", "root", "botany"]
)
def test_libraries_say_nothing_below_a_warning_whatever_their_loggers_are_set_to(
    written: Written, name: str
) -> None:
    for level in (logging.DEBUG, logging.INFO):
        written.logger(name).log(level, SECRET)
        written.logger(name).log(level, "executing %s", SECRET)

    assert written.text == ""


def test_a_librarys_warning_is_told_in_its_own_words_with_nothing_but_numbers_filled_in(
    written: Written,
) -> None:
    written.logger("discord.http").warning(
        "Rate limited: %s %r answered %d. Again in %.2f s.", SECRET, [SECRET], 429, 1.5
    )
    written.logger("discord.http").warning("of %(whom)s, %(count)d times", {"whom": SECRET, "count": 2})
    written.logger("aiohttp").error("it is %s", SECRET)

    assert written.lines == [
        "WARNING discord.http: Rate limited: … … answered 429. Again in 1.50 s.",
        "WARNING discord.http: of …, 2 times",
        "ERROR aiohttp: it is …",
    ]


def test_a_librarys_warning_that_comes_filled_in_is_named_by_where_it_was_written(written: Written) -> None:
    written.logger("asyncio").error(f"Exception in callback {SECRET}")
    written.logger("asyncio").error(f"Task exception was never retrieved\nfuture: {SECRET}")

    where, known = written.lines
    assert where.startswith("ERROR asyncio: … (test_logs.test_a_librarys_warning")
    assert known == "ERROR asyncio: Task exception was never retrieved"


def test_a_line_that_cannot_be_filled_in_is_not_told_with_what_was_to_be_in_it(
    written: Written, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger(), "handlers", [written.handler])  # pytest's own would raise
    written.logger("bot.somewhere").warning("so many: %d", SECRET)

    assert written.text == ""
    error = capsys.readouterr().err
    assert "a line of bot.somewhere could not be logged (test_logs, line " in error
    assert SECRET not in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("written", [LogFormat.JSON], indirect=True)
def test_an_object_says_when_in_which_process_and_where_with_errors_in_fields_of_their_own(
    written: Written,
) -> None:
    with bound_contextvars(table="ABCDEF", shard=3, hand=SECRET):
        written.logger("bot.somewhere").warning("no luck: %s", KeyError(SECRET), exc_info=KeyError(SECRET))
    written.logger("bot.somewhere").info("that is all")

    told, last = written.objects
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z", told.pop("timestamp"))
    assert told == {
        "level": "warning",
        "logger": "bot.somewhere",
        "message": "no luck: KeyError",
        "process": os.getpid(),
        "table": "ABCDEF",
        "shard": 3,
        "error": "KeyError",
        "traceback": ["Traceback (most recent call last):", "KeyError"],
    }
    assert last.keys() == {"timestamp", "level", "logger", "message", "process"}


@pytest.mark.parametrize("written", [LogFormat.PLAIN], indirect=True)
def test_a_line_to_be_read_says_where_it_comes_from_unless_its_words_do(written: Written) -> None:
    with bound_contextvars(table="ABCDEF", shard=3, hand=SECRET):
        written.logger("bot.somewhere").info("table ABCDEF: done")
        written.logger("discord.http").warning("%d requests wait", 2)

    assert written.lines == [
        "INFO bot.somewhere: table ABCDEF: done [shard=3]",
        "WARNING discord.http: 2 requests wait [table=ABCDEF shard=3]",
    ]


def test_whoever_sits_at_a_terminal_reads_lines_and_a_program_objects_unless_it_is_set(
    tmp_path: Path,
) -> None:
    controller, terminal = os.openpty()
    with os.fdopen(terminal, "w") as screen, (tmp_path / "log").open("w") as file:
        assert (log_format(None, screen), log_format(None, file)) == (LogFormat.PLAIN, LogFormat.JSON)
        assert (log_format("json", screen), log_format("plain", file)) == (LogFormat.JSON, LogFormat.PLAIN)
    os.close(controller)


# ------------------------------------------------------------------------------------------------ errors


class Bet(BaseModel):
    horse: int


def invalid() -> ValidationError:
    with pytest.raises(ValidationError) as caught:
        Bet.model_validate({"horse": SECRET})
    assert SECRET in str(caught.value)
    return caught.value


def rejected(status: int = 400) -> discord.HTTPException:
    """Make what Discord answers to a message that it does not take; it may repeat what is in it."""
    errors = {"components": {"0": {"content": {"_errors": [{"code": "X", "message": SECRET}]}}}}
    return discord.HTTPException(
        SimpleNamespace(status=status, reason=SECRET),  # type: ignore[arg-type]
        {"code": 50035, "message": SECRET, "errors": errors},
    )


def refused_request(
    method: str = "POST", path: str = f"/webhooks/1234567/{SECRET}/messages/@original"
) -> discord.HTTPException:
    """Make what Discord answers to a request whose path has a token in it."""
    response = mock.Mock(aiohttp.ClientResponse, method=method, url=URL(f"https://discord.com{path}"))
    response.status, response.reason = 400, SECRET
    errors = {"0": {"options": {"0": {"description": {"_errors": [{"code": "X", "message": SECRET}]}}}}}
    return discord.HTTPException(response, {"code": 50035, "message": SECRET, "errors": errors})


def refused_command() -> discord.HTTPException:
    """Make what discord.py raises where Discord refuses a command."""

    @app_commands.command(name="race", description="a race")
    async def race(_interaction: discord.Interaction, table: str) -> None: ...

    return app_commands.CommandSyncFailure(refused_request("PUT", "/applications/1234567/commands"), [race])


CONNECTION = SimpleNamespace(host="discord.com", port=443, ssl=True, is_ssl=True)

ERRORS: list[tuple[str, Callable[[], BaseException], str]] = [
    ("of the program", lambda: KeyError(SECRET), "KeyError"),
    ("of a value", lambda: ValueError(SECRET), "ValueError"),
    ("of data", invalid, "ValidationError"),
    (
        "of the rules",
        lambda: IllegalAction(SharedRefusal.NOT_YOUR_TURN, card=SECRET),
        "IllegalAction: not_your_turn",
    ),
    ("of Discord", rejected, "HTTPException: 400 50035"),
    ("of a request", refused_request, "HTTPException: POST /webhooks/…/messages/@original 400 50035"),
    (
        "of a command",
        refused_command,
        "PUT /applications/…/commands 400 50035 command race, parameter table, description",
    ),
    ("of the database", lambda: DatabaseUnusable("The disk is full."), "The disk is full."),
    (
        "of a file",
        lambda: FileNotFoundError(2, "No such file or directory", SECRET),
        "FileNotFoundError: No such file",
    ),
    (
        "of the network",
        lambda: aiohttp.ClientConnectorError(CONNECTION, OSError(111, "refused")),
        "discord.com:443",
    ),  # type: ignore[arg-type]
    ("of a group", lambda: ExceptionGroup(SECRET, [ValueError(SECRET)]), "ExceptionGroup"),
]


def fail_over(first: Exception, then: BaseException) -> None:
    try:
        raise first
    except RuntimeError:
        raise then  # noqa: B904 - what came before is told as well


@pytest.mark.parametrize(("error", "words"), [each[1:] for each in ERRORS], ids=[each[0] for each in ERRORS])
def test_of_an_error_its_type_and_way_are_told_and_its_words_only_where_they_are_nobodys(
    written: Written, error: Callable[[], BaseException], words: str
) -> None:
    made = error()
    made.add_note(SECRET)
    with pytest.raises(type(made)):
        fail_over(RuntimeError(SECRET), made)
    written.logger("bot.somewhere").error("table %s: it failed", "ABCDEF", exc_info=made)
    written.logger("aiohttp.server").error("Error handling request", exc_info=made)
    written.logger("bot.somewhere").warning("it failed: %s, %r", made, made)

    assert SECRET not in written.text
    assert written.text.count(words) == 4
    assert (
        "ERROR bot.somewhere: table ABCDEF: it failed\nTraceback (most recent call last):\n" in written.text
    )
    assert "RuntimeError\nwhich led to\nTraceback (most recent call last):\n" in written.text
    assert "raise then" in written.text


def test_trouble_that_discord_py_mends_itself_takes_one_line(written: Written) -> None:
    lost = discord.GatewayNotFound()
    written.logger("discord.client").error("Attempting a reconnect in %.2fs", 3.2, exc_info=lost)

    assert written.lines == ["WARNING discord.client: Attempting a reconnect in 3.20s (GatewayNotFound)"]


async def test_a_statement_that_fails_is_told_without_its_parameters(
    written: Written, tmp_path: Path
) -> None:
    store = await Database.open(f"sqlite:///{tmp_path / 'paddock.db'}")
    draft = {"table_id": SECRET, "user_id": 7, "n": 1, "draft": SECRET}
    with pytest.raises(IntegrityError) as caught, writing(store) as db:
        db.execute(insert(drafts).values(**draft))
    await store.close()

    assert SECRET not in str(caught.value)
    written.logger("bot.somewhere").error("it was not saved", exc_info=caught.value)
    assert SECRET not in written.text
    assert "IntegrityError: SQLITE_CONSTRAINT_FOREIGNKEY" in written.text


async def test_a_message_that_discord_rejects_is_told_by_its_fields_without_what_is_in_them(
    written: Written,
) -> None:
    with pytest.raises(Rejected) as caught, sorted_errors():
        raise rejected()

    assert str(caught.value) == "400 50035 components.0.content"
    assert error_line(caught.value) == "400 50035 components.0.content"


# ------------------------------------------------------------------------------- what Python itself prints

SCRIPT = """
    import asyncio, gc, logging, sys, threading, time, warnings
    from bot.logs import set_up_logging

    SECRET = sys.argv[1]
    set_up_logging("DEBUG")
    for name in ("asyncio", "aiosqlite", "discord", "PIL"):
        logging.getLogger(name).setLevel(logging.DEBUG)

    class Leaving:
        def __del__(self):
            raise ValueError(SECRET)

    async def fail():
        raise ValueError(SECRET)

    async def run():
        loop = asyncio.get_running_loop()
        loop.slow_callback_duration = 0.01
        loop.call_soon(time.sleep, 0.05)
        loop.call_soon(lambda secret: 1 / 0, SECRET)
        waiting = loop.create_future()
        loop.call_soon(lambda result: (time.sleep(0.05), waiting.set_result(None)), SECRET)
        await waiting
        task = asyncio.create_task(fail(), name=SECRET)
        await asyncio.sleep(0.01)
        del task
        gc.collect()

    def in_thread():
        raise ValueError(SECRET)

    asyncio.run(run(), debug=True)
    warnings.simplefilter("always")
    warnings.warn(SECRET)
    thread = threading.Thread(target=in_thread, name=SECRET)
    thread.start()
    thread.join()
    Leaving()
    raise ValueError(SECRET)
"""


def test_whatever_nobody_caught_is_logged_and_not_printed() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(SCRIPT), SECRET],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[1],
        timeout=60,
    )

    assert ran.returncode == 1
    assert ran.stdout == ""
    assert SECRET not in ran.stderr
    assert "Anastasia" not in ran.stderr
    for line in (
        "WARNING asyncio: Executing … took 0.0",
        "ERROR asyncio: … (base_events.default_exception_handler, line ",
        "ZeroDivisionError",
        "ERROR asyncio: Task exception was never retrieved",
        "WARNING bot.logs: Python warns: UserWarning at <string>, line ",
        "ERROR bot.logs: a thread ended by an error",
        "ERROR bot.logs: an error that could not be raised",
        "CRITICAL bot.logs: ended by an error",
    ):
        assert line in ran.stderr


@pytest.mark.parametrize(("level", "told"), [("DEBUG", 4), ("INFO", 3), ("WARNING", 2), ("ERROR", 1)])
def test_the_level_decides_what_our_own_packages_say(
    level: str, told: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    root, stream = logging.getLogger(), io.StringIO()
    for ours in (None, *logs.OURS):
        caplog.set_level(logging.WARNING, ours)  # what is set here is put back afterwards
    monkeypatch.setattr(logs, "_take_what_python_prints", lambda: None)
    monkeypatch.setattr(root, "handlers", [])
    logs.set_up_logging(level, stream)
    for say in ("debug", "info", "warning", "error"):
        getattr(logging.getLogger("bot.somewhere"), say)("ours")
        getattr(logging.getLogger("somewhere.else"), say)("Unclosed connector")

    assert stream.getvalue().count("ours") == told
    assert stream.getvalue().count("Unclosed connector") == min(told, 2)
