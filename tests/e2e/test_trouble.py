"""Trouble of the world: Discord out of order, lost answers, broken connections, restarts, failing computers."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot import startup
from bot.client import Paddock
from bot.db import DatabaseUnusable
from bot.outbox import worker
from bot.tables import clockwork, computer_players
from bot.tables.guild_commands import GuildCommands
from bot.tables.outdated import OutdatedTables
from bot.texts import DEFAULT
from bot.ui import late_answers
from bot.ui.guild.greeter import Greeter
from engines.agents import agent
from sandbox import Sandbox, UserClient
from tests.e2e.conftest import connected
from tests.e2e.eavesdropping import all_heard
from tests.e2e.players import (
    CHANNEL,
    PATIENCE,
    all_posted,
    asked,
    board_of,
    chosen,
    desk_of,
    fill_in,
    homeless_since,
    hurry,
    length,
    lobby_of,
    lobby_shows,
    open_slip,
    open_table,
    place_bet,
    posts_at,
    press,
    public,
    start,
    start_table,
    until,
)
from tests.e2e.shortcuts import ring, turn_of
from tests.waiting import until as come_about

pytestmark = pytest.mark.e2e

POSTS = r"/channels/\d+/messages$"


@pytest.mark.parametrize("status", [500, 503, 429])
async def test_posts_that_discord_does_not_take_are_made_later_and_once(
    sandbox: Sandbox,
    bot: Paddock,
    ana: UserClient,
    ben: UserClient,
    monkeypatch: pytest.MonkeyPatch,
    status: int,
) -> None:
    monkeypatch.setattr(worker, "FIRST_WAIT", 20)
    table = await open_table(ana, ben)
    sandbox.faults.fail("POST", POSTS, status, times=1 if status == 500 else 4)
    sandbox.faults.fail("PATCH", POSTS.removesuffix("$"), status)
    await start(ana, table)
    for person in (ana, ben):
        await desk_of(person, table, "Your bet, please")
    await board_of(ben, "0 of 2 placed")
    await all_posted()
    await all_heard(sandbox, ben)
    assert len([m for m in ben.messages() if "0 of 2 placed" in m.text]) == 1
    assert len([m for m in ben.direct_messages if "Your desk" in m.text]) == 1
    await place_bet(ana, table)
    assert not [post for post in await posts_at(bot, table) if post.problem]


async def test_a_post_of_which_only_the_answer_was_lost_is_not_made_twice(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "FIRST_WAIT", 20)
    table = await open_table(ana, ben)
    sandbox.faults.fail("POST", POSTS, 503, times=3, after=True)
    await start(ana, table)
    for person in (ana, ben):
        await place_bet(person, table)
    await board_of(ben, "plays a card")
    await all_posted()
    await all_heard(sandbox, ana, ben)
    for person in (ana, ben):
        assert len([m for m in person.direct_messages if "Your desk" in m.text]) == 1
    assert len([m for m in ben.messages() if "will play first" in m.text]) == 1


async def test_whose_answer_discord_did_not_take_reads_what_to_do_in_its_place(
    sandbox: Sandbox, ana: UserClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late_answers, "A_WHILE", 0.05)
    sandbox.faults.fail("PATCH", r"^/webhooks/", 404)
    attempt = await ana.command("race rules", CHANNEL)
    assert (await attempt.answer(PATIENCE)).text == DEFAULT.table.unanswered


@pytest.mark.refused
async def test_a_press_whose_acknowledgement_discord_did_not_take_changes_nothing_and_works_again(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    await place_bet(ben, table)
    desk = await fill_in(ana, table, "red", "100")
    before = await length(bot, table)
    sandbox.faults.fail("POST", r"/callback$", 503, times=5)
    patience, sandbox.services.interactions.patience = sandbox.services.interactions.patience, 0.5
    bet = asked(desk) + ":bet.place"
    failed = await ana.click(desk, bet)
    assert failed.failed
    sandbox.faults.clear()
    sandbox.services.interactions.patience = patience
    assert await length(bot, table) == before
    await press(ana, desk, bet)
    await desk_of(ana, table, "**Your bet:** 100 on Red to place.")


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


async def test_a_connection_that_breaks_in_mid_race_loses_no_press(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    sandbox.gateway.drop()
    await place_bet(ana, table)
    sandbox.gateway.reconnect()
    await place_bet(ben, table)
    view = await public(bot, table)
    first = (ana, ben)[view.to_act[0]]
    desk = await desk_of(first, table, "Your turn: play a card")
    resumed = bot.wait_for("shard_ready", check=lambda _: True, timeout=60)
    sandbox.gateway.invalidate()
    await resumed
    await press(first, desk, desk.buttons[0]["custom_id"])
    await desk_of(first, table, "The others play now")


async def test_for_a_computer_player_that_fails_lots_are_drawn(
    sandbox: Sandbox,
    bot: Paddock,
    ana: UserClient,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def faint(name: str, game: str) -> object:
        if name != "random":
            raise ZeroDivisionError
        return agent(name, game)

    monkeypatch.setattr(computer_players, "agent", faint)
    table = await start_table(ana, computers=1)
    await board_of(ana, "1 of 2 placed")
    await hurry(bot, table, lambda view: len(view.pile) > 3)
    messages = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    failed = (await bot.tables.read.table(table)).seats[1].agent
    assert f"table {table}: computer player {failed} failed; lots are drawn for it" in messages


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
        "servers": (GuildCommands, "follow_guilds"),
        "rules": (OutdatedTables, "end_all"),
        "clocks": (clockwork.Clockwork, "resume"),
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
        monkeypatch.setattr(bot.tables.guilds, name, _failing(getattr(bot.tables.guilds, name), failures))
    sandbox.world.remove_bot(sandbox.guild)
    assert await until(bot, lambda: homeless_since(bot, table))
    assert not failures
    failures += [DatabaseUnusable("in use by another program")] * 4
    sandbox.world.add_bot(sandbox.guild)

    async def is_at_home() -> bool:
        return not await homeless_since(bot, table)

    assert await until(bot, is_at_home)
    assert not failures


async def test_servers_that_discord_names_at_a_start_are_looked_at_together_and_later_ones_as_they_come(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start_table(ana, ben)
    await all_posted()
    await bot.tables.guilds.bot_left(int(sandbox.guild.id))
    fresh = Paddock(bot.database)
    asked: list[int] = []
    monkeypatch.setattr(fresh.server_news, "is_back", asked.append)
    async with fresh:
        await fresh.on_guild_available(bot.guilds[0])
    assert asked == []

    await bot.on_guild_available(bot.guilds[0])

    async def is_at_home() -> bool:
        return not await homeless_since(bot, table)

    assert await until(bot, is_at_home)


async def test_the_language_that_discord_has_for_a_server_is_noted_at_a_start_and_when_it_changes(
    sandbox: Sandbox, database: Path
) -> None:
    sandbox.guild.locale = "de"
    async with connected(sandbox, database) as bot:

        async def is_spoken(locale: str) -> bool:
            return (await bot.tables.read.settings(int(sandbox.guild.id))).spoken == locale

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
