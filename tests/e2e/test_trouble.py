"""Trouble of the world: Discord out of order, lost answers, broken connections, restarts, failing computers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot import startup
from bot.client import Paddock
from bot.db import DatabaseUnusable
from bot.outbox import worker
from bot.servers import read_settings
from bot.tables import clockwork, guild_commands
from bot.tables.outdated import OutdatedTables
from bot.ui.guild.greeter import Greeter
from sandbox import Sandbox, UserClient
from tests.e2e.conftest import connected
from tests.e2e.players import (
    all_posted,
    board_of,
    chosen,
    homeless_since,
    lobby_of,
    lobby_shows,
    open_slip,
    open_table,
    place_bet,
    press,
    start_table,
    until,
)
from tests.e2e.shortcuts import ring, turn_of
from tests.waiting import until as come_about

pytestmark = pytest.mark.e2e


async def test_a_form_that_was_open_when_the_bot_restarted_is_read_like_any_other(
    sandbox: Sandbox, database: Path
) -> None:
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben:
        async with connected(sandbox, database):
            table = await start_table(ana, ben)
            lobby = await open_table(ana)
            stake = await ana.select(await open_slip(ana, table), "How much?", "other")
            options = await press(ana, await lobby_of(ana, lobby), "Options")
            await all_posted()
        async with connected(sandbox, database):
            await ana.submit(stake, {"amount": "700"})
            await chosen(ana, table, "700")
            await ana.submit(options, {"seats": ["4"], "rounds": ["3"]})
            await lobby_shows(ana, lobby, "9 races in 3 rounds · long length")
            await place_bet(ana, table, "blue", "700")
            await place_bet(ben, table)


STEPS = ("servers", "clocks", "posts", "greetings", "rules")


@pytest.mark.parametrize("step", STEPS)
async def test_a_start_of_which_a_step_fails_is_finished_as_soon_as_it_can_be(
    sandbox: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    monkeypatch.setattr(startup, "FIRST_PAUSE", 0.02)
    async with connected(sandbox, database) as bot, sandbox.user("Ana") as ana, sandbox.user("Ben") as ben:
        table = await start_table(ana, ben)
        await all_posted()
        assert bot.startup.pending == ()
    failures = [
        DatabaseUnusable("in use by another program"),
        ZeroDivisionError(),
        DatabaseUnusable("the disk is full"),
    ]
    of, method = {
        "servers": (guild_commands, "follow_guilds"),
        "rules": (OutdatedTables, "end_all"),
        "clocks": (clockwork.Clockwork, "take_up"),
        "posts": (worker.OutboxWorker, "resume"),
        "greetings": (Greeter, "resume"),
    }[step]
    whole = getattr(of, method)

    async def failing(self: Any, *arguments: Any) -> None:
        if failures:
            raise failures.pop()
        await whole(self, *arguments)

    monkeypatch.setattr(of, method, failing)
    async with connected(sandbox, database) as bot, sandbox.user("Ana") as ana:
        assert not failures
        assert bot.startup.pending == ()
        await ring(bot, table, turn_of(0))  # clocks run
        await board_of(ana, "1 of 2 placed")


async def test_while_discord_refuses_the_commands_presses_are_served_and_it_is_told_them_again(
    sandbox: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(startup, "FIRST_PAUSE", 0.02)
    monkeypatch.setattr(startup, "LONGEST_PAUSE", 0.1)
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben:
        async with connected(sandbox, database):
            table = await start_table(ana, ben)
            await all_posted()
        sandbox.faults.fail("PUT", r"/commands$", 400, times=1_000)
        async with connected(sandbox, database, pending=("commands",)) as bot:
            await place_bet(ana, table)
            assert bot.startup.pending == ("commands",)
            sandbox.faults.clear()
            await bot.resumed.wait()
    assert any(line.startswith("start-up: commands: 400 Bad Request") for line in caplog.messages)


async def test_what_discord_tells_of_servers_is_not_lost_on_a_database_that_cannot_be_used(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.backoff.Backoff.pause", lambda *_: 0.02)
    table = await start_table(ana, ben)
    await all_posted()
    failures = [DatabaseUnusable("in use by another program")] * 4
    for name in ("bot_left", "bot_joined"):
        monkeypatch.setattr(guild_commands, name, _failing(getattr(guild_commands, name), failures))
    sandbox.world.remove_bot(sandbox.guild)
    assert await until(bot, lambda: homeless_since(bot, table))
    assert not failures
    failures += [DatabaseUnusable("in use by another program")] * 4
    sandbox.world.add_bot(sandbox.guild)

    async def is_at_home() -> bool:
        return not await homeless_since(bot, table)

    assert await until(bot, is_at_home)
    assert not failures


async def test_the_language_that_discord_has_for_a_server_is_noted_at_a_start_and_when_it_changes(
    sandbox: Sandbox, database: Path
) -> None:
    sandbox.guild.locale = "de"
    async with connected(sandbox, database) as bot:

        async def is_spoken(locale: str) -> bool:
            return (await bot.tables.database.read(read_settings, int(sandbox.guild.id))).spoken == locale

        assert await is_spoken("de")
        sandbox.world.speak(sandbox.guild, "fr")
        await come_about(lambda: is_spoken("fr"))


def _failing(
    whole: Callable[..., Awaitable[None]], failures: list[DatabaseUnusable]
) -> Callable[..., Awaitable[None]]:
    async def failing(*arguments: Any) -> None:
        if failures:
            raise failures.pop()
        await whole(*arguments)

    return failing
