"""Runs the bot until somebody stops it: settings in, exit code out."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.backoff import Backoff
from bot.client import Paddock
from bot.db import Database, DatabaseUnusable
from bot.db.backend import sole_use
from bot.db.errors import DatabaseBusy
from bot.editions import read_folder
from bot.games import titles
from bot.health import Health, served
from bot.ledger_audit import audit_ledger
from bot.logs import error_line
from bot.metrics.counted import REGISTRY
from bot.metrics.stored import Clocks
from bot.metrics.watching import Watched, client_watched, process_watched
from bot.process_options import DEFAULTS, ProcessOptions
from bot.supervised import told_to_systemd
from engines import catalog
from engines.core import Unreadable
from render.parts import typefaces

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

FIRST_WAIT = 1.0
LONGEST_WAIT = 60.0
"""Seconds between tries to open the database, and to reach Discord: doubled each time."""

JSON = "application/json"
"""The content type by which discord.py knows JSON; it compares the whole header."""


class NoGateway(Exception):
    """The API named no gateway. The message is one sentence for the operator."""


PASSING = (
    NoGateway,
    OSError,
    TimeoutError,
    aiohttp.ClientError,
    discord.HTTPException,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
)
"""Trouble outside of the program that may be over in a while."""


NO_FRIBIDI = "Pillow finds no FriBiDi here. Install libfribidi0 (Debian), fribidi (others), and start again."


class BotError(Exception):
    """A setting that the operator has to change before the bot can run. The message is one sentence."""


def point_to(api_url: str) -> None:
    """Have discord.py speak to the Discord API at this address."""
    Route.BASE = api_url


async def gateway_of(api_url: str) -> yarl.URL:
    """Ask an API for its gateway: discord.py falls back to a default after an invalid session.

    Raises `NoGateway` for an answer without one, and `BotError` for a proxy that discord.py cannot read.
    """
    async with aiohttp.ClientSession() as session, session.get(f"{api_url}/gateway") as answer:
        answer.raise_for_status()
        try:
            gateway = yarl.URL((await answer.json(content_type=None))["url"])
        except (ValueError, TypeError, LookupError):
            raise NoGateway(
                f"GET {answer.url.path}: {answer.status} without the address of a gateway"
            ) from None
        content_type = answer.headers.get(aiohttp.hdrs.CONTENT_TYPE, "")
    if content_type != JSON:
        raise BotError(
            f"DISCORD_API_URL: answers there have the content type {content_type!r}, and discord.py reads only "
            f"{JSON!r}. Set the proxy to pass Discord's header on unchanged."
        )
    return gateway


async def run_bot(
    token: str,
    api_url: str,
    database_url: str,
    editions: Path | None = None,
    health_address: tuple[str, int] | None = None,
    options: ProcessOptions = DEFAULTS,
) -> None:
    """Serve Discord until SIGTERM or SIGINT, with the operator's own editions from a folder if there is one.

    Health and metrics are served at `health_address`; without one nobody is told. Trouble that may pass is waited
    for. Raises `BotError` and `DatabaseUnusable` for what the operator has to change, and `ShardsTaken` where another
    process serves the same shards.
    """
    _take_editions(editions)
    if not typefaces.SHAPES:
        log.warning("names in Arabic, Hindi and the like are drawn letter by letter: %s", NO_FRIBIDI)
    gc.freeze()  # all that was imported stays for good: whoever looks for rubbish need not go through it
    stopped = asyncio.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sign, stopped.set)
    health = Health()
    async with AsyncExitStack() as opened:
        opened.enter_context(told_to_systemd())
        if health_address:
            await opened.enter_async_context(process_watched(health.undone))
            try:
                await opened.enter_async_context(served(health, REGISTRY, health_address))
            except (OSError, UnicodeError) as error:  # the latter of a host that no name can be
                reason = error.strerror if isinstance(error, OSError) else "no host is called that"
                raise BotError(f"PADDOCK_HEALTH cannot be served there ({reason}).") from None
        try:
            await _unless(stopped, opened.enter_async_context(sole_use(database_url)))
            database = await _unless(stopped, _opened(database_url))
        except _Stopped:
            return
        try:
            is_up = asyncio.Event()
            async with _looked_after(database, is_up):
                await _serve(
                    database, token, api_url, stopped, health, options, is_up, is_watched=bool(health_address)
                )
        finally:
            await database.close()


class _Stopped(Exception):
    """The bot is told to stop before it serves."""


async def _unless(stopped: asyncio.Event, work: Coroutine[Any, Any, Answer]) -> Answer:
    """Do some work; break it off and raise `_Stopped` if the bot is told to stop first."""
    doing, stopping = asyncio.create_task(work), asyncio.create_task(stopped.wait())
    try:
        await asyncio.wait({doing, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            return doing.result()
        raise _Stopped
    finally:
        for task in (doing, stopping):
            task.cancel()
        await asyncio.gather(doing, stopping, return_exceptions=True)


async def _opened(database_url: str) -> Database:
    """Open the database, however long another program keeps it."""
    backoff = Backoff(FIRST_WAIT, LONGEST_WAIT)
    while True:
        try:
            return await Database.open(database_url)
        except DatabaseBusy as busy:
            wait = backoff.pause()
            log.warning("%s Trying again in %.0f s.", busy, wait)
            await asyncio.sleep(wait)


def _take_editions(folder: Path | None) -> None:
    try:
        own = {} if folder is None else read_folder(folder)
    except Unreadable as error:
        raise BotError(f"PADDOCK_EDITIONS: {error}") from None
    catalog.adopt(own)
    for _, problem in titles.problems():
        log.warning(problem)
    if own:
        log.info("own editions: %s", ", ".join(own))


@asynccontextmanager
async def _looked_after(database: Database, is_up: asyncio.Event) -> AsyncIterator[None]:
    """Look through the books beside everything else once the bot `is_up`: the more games, the longer that takes."""
    books = asyncio.create_task(audit_ledger(database, is_up), name="books")
    try:
        yield
    finally:
        books.cancel()
        await asyncio.gather(books, return_exceptions=True)


async def _serve(
    database: Database,
    token: str,
    api_url: str,
    stopped: asyncio.Event,
    health: Health,
    options: ProcessOptions,
    is_up: asyncio.Event,
    *,
    is_watched: bool,
) -> None:
    backoff = Backoff(FIRST_WAIT, LONGEST_WAIT)
    while not stopped.is_set():
        bot = Paddock(database, options)
        health.pending = partial(_what_is_pending, bot)
        async with client_watched(watched(bot)) if is_watched else nullcontext():
            trouble = await _serve_until(stopped, bot, token, api_url, is_up)
        if stopped.is_set():
            return
        if trouble and not isinstance(trouble, (*PASSING, DatabaseUnusable)):
            raise trouble
        if bot.resumed.is_set():
            backoff.over()
        wait = backoff.pause()
        reason = str(trouble) if isinstance(trouble, NoGateway) else trouble and error_line(trouble)
        log.warning("the bot cannot go on (%s); trying again in %.0f s", reason, wait)
        await _pause(stopped, wait)


def watched(bot: Paddock) -> Watched:
    """Say where the metrics find what nobody tells of a client."""
    return Watched(
        shards=lambda: bot.shards,
        render_workers=lambda: len(bot.pictures.pids),
        database=bot.database,
        clocks=Clocks(bot.time.now, lambda: bot.heartbeat.running, bot.tables.games.present),
    )


def _what_is_pending(bot: Paddock) -> Sequence[str]:
    """Name what is not taken up: steps of the start, and shards that hear nobody."""
    still = bot.heartbeat.still
    return (*bot.startup.pending, *(f"shard {number}" for number in sorted(still.numbers if still else ())))


async def _serve_until(
    stopped: asyncio.Event, bot: Paddock, token: str, api_url: str, is_up: asyncio.Event
) -> BaseException | None:
    """Serve with one client until the bot is told to stop or the client cannot go on; return why not.

    `is_up` is set once everything is taken up.
    """
    async with bot:
        running = asyncio.create_task(connect(bot, token, api_url), name="discord")
        stopping = asyncio.create_task(stopped.wait(), name="stop")
        taking_up = asyncio.create_task(_told(bot.resumed, is_up), name="up")
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            log.info("stopping")
        await bot.stop()
        for task in (running, stopping, taking_up):
            task.cancel()
        outcome, *_ = await asyncio.gather(running, stopping, taking_up, return_exceptions=True)
    return bot.ousted or outcome


async def _told(event: asyncio.Event, other: asyncio.Event) -> None:
    await event.wait()
    if not other.is_set():
        gc.freeze()  # the tables that were taken up stay as well
        other.set()


async def connect(bot: Paddock, token: str, api_url: str) -> None:
    """Serve the Discord at this address until the bot is stopped or cannot go on."""
    try:
        point_to(api_url)
        DiscordWebSocket.DEFAULT_GATEWAY = await gateway_of(api_url)
        await bot.start(token)
    except discord.LoginFailure:
        raise BotError(
            "Discord does not know this DISCORD_TOKEN; copy it anew from the developer portal."
        ) from None


async def _pause(stopped: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await stopped.wait()
