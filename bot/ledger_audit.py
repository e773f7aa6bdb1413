"""Audits the bank's books once after every start, beside everything else.

Nobody waits for it. It takes time in proportion to the ledger. So it begins when everything is taken up, audits one
server after another, and pauses in between.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from bot import bank
from bot.backoff import Backoff
from bot.db import Database, DatabaseUnusable
from bot.metrics import counted

log = logging.getLogger(__name__)

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

SOON = 60.0
"""Seconds after which the books are looked through even if not everything is taken up yet."""

PAUSE = 99
LONGEST_PAUSE = 5.0
"""How long nothing is done after the books of a server: so many times as long as they took, or seconds, if less.

A press waits while one of their statements is being built, or its rows are read.
"""

FIRST_WAIT = 5.0
LONGEST_WAIT = 300.0
"""Seconds between tries to read books, doubled each time."""


async def audit_ledger(database: Database, is_up: asyncio.Event) -> None:
    """Log an error where the ledger does not add up; the tables go on.

    Wait until the bot `is_up`, at most `SOON`. Retry while the database cannot be read.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(SOON):
            await is_up.wait()
    try:
        problems = await _problems(database)
    except Exception:
        log.exception("the bank's books were not looked through")
        return
    counted.BOOKS.set(problems)
    if problems:
        log.error("the bank's books are not in order, see `paddock bank audit`: %d found", problems)


async def _problems(database: Database) -> int:
    """Count what is wrong, one server's books after another, so that no transaction lasts for long."""
    clock, problems = asyncio.get_running_loop().time, 0
    for guild in await _read(database, bank.guilds):
        began = clock()
        problems += len(await _read(database, bank.audit, guild))
        await asyncio.sleep(min(LONGEST_PAUSE, PAUSE * (clock() - began)))
    return problems


async def _read(
    database: Database,
    books: Callable[Concatenate[Connection, Arguments], Answer],
    *arguments: Arguments.args,
    **named: Arguments.kwargs,
) -> Answer:
    """Read something of the books, as soon as the database can be read."""
    backoff = Backoff(FIRST_WAIT, LONGEST_WAIT)
    while True:
        try:
            return await database.read(books, *arguments, **named)
        except DatabaseUnusable as error:
            pause = backoff.pause()
            log.warning("the bank's books wait; again in %.0f s: %s", pause, error)
            await asyncio.sleep(pause)
