"""Who asks for more than a person can: told when to come again, and nobody else waits because of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import count
from random import Random
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.client import Paddock
from bot.outbox import Posted
from bot.slash_commands import add_commands
from bot.ui import limits as module
from bot.ui.limits import (
    AT_A_TIME,
    COMMANDS,
    FORGET_FROM,
    OF_A_PERSON,
    OF_A_SERVER,
    Bucket,
    Cost,
    Limit,
    RateLimits,
    cost_of_control,
)
from tests.tables.playing import ANA, BEN, CHANNEL, GUILD, TableRig, sampled
from tests.ui.clicks.test_clicks import Pressed
from tests.waiting import PATIENCE


def click(user: int, custom_id: str, *values: str, guild: int | None = None) -> Any:
    press: Any = Pressed(user, custom_id, Posted(CHANNEL, 2), *values, guild=guild)
    everything = discord.Permissions.all()
    press.token, press.channel_id, press.channel, press.guild = "", CHANNEL, None, None
    press.permissions, press.app_permissions, press.guild_locale = everything, everything, "en-US"
    return press


HUMAN = 5
"""Presses a second of somebody who is quick."""


@pytest.fixture
async def bot(rig: TableRig) -> AsyncIterator[Paddock]:
    made = Paddock(rig.database)
    yield made
    await made.stop()


def test_as_many_as_are_allowed_go_at_once_and_then_one_after_the_other() -> None:
    bucket, taken = Bucket(Limit(3, 2)), []
    for now in range(10):
        for _ in range(5):
            if not bucket.wait(7, now):
                bucket.take(7, now)
                taken.append(now)
    assert taken == [0, 0, 0, 2, 4, 6, 8]


def test_whoever_has_to_wait_is_told_for_how_long_and_asking_again_makes_it_no_longer() -> None:
    bucket = Bucket(Limit(1, 10))
    bucket.take(7, 0)
    assert [bucket.wait(7, now) for now in (0, 4, 4, 9.5, 10)] == [10, 6, 6, 0.5, 0]


def test_nobody_waits_for_somebody_else() -> None:
    limits = RateLimits(lambda: 0)
    while not limits.wait(Cost.DATA, 1, None):
        pass
    assert limits.wait(Cost.DATA, 2, None) == 0


def test_what_costs_one_thing_does_not_count_as_another() -> None:
    limits = RateLimits(lambda: 0)
    while not limits.wait(Cost.REPLAY, 1, GUILD):
        pass
    assert limits.wait(Cost.PLAY, 1, GUILD) == 0


def test_a_whole_server_posts_no_more_than_it_may_and_other_servers_do_not_notice() -> None:
    limits, people = RateLimits(lambda: 0), count(1)
    taken = 0
    while not limits.wait(Cost.OPEN, next(people), GUILD):
        taken += 1
    assert taken == OF_A_SERVER[Cost.OPEN].at_once
    assert limits.wait(Cost.OPEN, next(people), GUILD + 1) == 0


def test_what_a_server_is_refused_is_not_counted_for_the_person() -> None:
    limits, people = RateLimits(lambda: 0), count(1)
    while not limits.wait(Cost.OPEN, next(people), GUILD):
        pass
    ana = next(people)
    for _ in range(100):
        assert limits.wait(Cost.OPEN, ana, GUILD)
    assert limits.wait(Cost.OPEN, ana, GUILD + 1) == 0


def test_somebody_quick_who_plays_for_an_hour_never_waits() -> None:
    times = iter(range(10**6))
    limits = RateLimits(lambda: next(times) / HUMAN)
    assert not any(limits.wait(Cost.PLAY, 1, GUILD) for _ in range(3600 * HUMAN))


@pytest.mark.parametrize("cost", Cost)
def test_every_cost_is_bounded_and_nobody_waits_longer_than_a_minute(cost: Cost) -> None:
    limit = OF_A_PERSON[cost]
    assert limit.at_once >= 5
    assert 0 < limit.seconds <= 60


def test_people_who_asked_for_nothing_lately_are_forgotten() -> None:
    bucket = Bucket(Limit(2, 1))
    for user in range(100 * FORGET_FROM):
        bucket.take(user, user / 100)
    assert len(bucket) <= 2 * FORGET_FROM


async def test_every_command_is_told_what_it_costs(bot: Paddock) -> None:
    add_commands(bot.services)
    named = {
        command.qualified_name
        for command in bot.tree.walk_commands()
        if isinstance(command, app_commands.Command)
    }
    told = {name for name in named if name in COMMANDS or name.rpartition(" ")[0] in COMMANDS}
    assert named - told == set()
    assert {name for name in COMMANDS if not any(each.startswith(name) for each in named)} == set()


@pytest.mark.parametrize(
    ("custom_id", "cost"),
    [
        ("p:K7QH2M:41:play.red+10", Cost.PLAY),
        ("p:K7QH2M:0:join", Cost.PLAY),
        ("p:K7QH2M:0:back", Cost.PLAY),
        ("p:K7QH2M:0:desk", Cost.READ),
        ("p:K7QH2M:0:rematch", Cost.OPEN),
        ("s:privacy.export", Cost.DATA),
        ("s:privacy.erase", Cost.READ),
        ("s:privacy.erase.now", Cost.DATA),
        ("s:settings.pictures.off", Cost.SETTINGS),
        ("s:preferences.always", Cost.READ),
        ("s:nights.in.7", Cost.PLAY),
        ("s:nights.start.7", Cost.ROUND),
        ("s:nights.on.7.2", Cost.ROUND),
        ("of somebody else", Cost.READ),
        ("", Cost.READ),
    ],
)
def test_a_control_costs_what_it_takes(custom_id: str, cost: Cost) -> None:
    assert cost_of_control(custom_id) is cost


def test_a_press_that_opens_many_tables_costs_as_much_as_many_that_open_one() -> None:
    assert OF_A_PERSON[Cost.ROUND].seconds >= 12 * OF_A_PERSON[Cost.OPEN].seconds
    assert OF_A_PERSON[Cost.ROUND].at_once < OF_A_PERSON[Cost.OPEN].at_once


async def test_whoever_presses_too_often_is_told_when_to_press_again_and_nothing_is_done(
    bot: Paddock, rig: TableRig
) -> None:
    bot.admission.rate_limits = RateLimits(lambda: 0)
    for _ in range(OF_A_PERSON[Cost.DATA].at_once):
        await bot.on_interaction(click(ANA.user_id, "s:privacy.export"))
    before = await rig.everything()
    press = click(ANA.user_id, "s:privacy.erase.now")

    await asyncio.create_task(bot.on_interaction(press))

    assert press.said == ["Too much at once: wait 60 seconds and try again."]
    assert await rig.everything() == before


async def test_a_command_counts_like_a_press(bot: Paddock) -> None:
    add_commands(bot.services)
    bot.admission.rate_limits = RateLimits(lambda: 0)
    said: list[Any] = []
    for _ in range(OF_A_PERSON[Cost.REPLAY].at_once + 1):
        used = click(ANA.user_id, "", guild=GUILD)
        used.type, used.command = (
            discord.InteractionType.application_command,
            bot.tree.get_command("race").get_command("replay"),
        )  # type: ignore[union-attr]
        said.append(await bot.tree.interaction_check(used))
    assert said == [True] * OF_A_PERSON[Cost.REPLAY].at_once + [False]
    assert "wait 10 seconds" in used.said[0]


async def test_a_flood_of_one_person_lets_the_press_of_another_through_in_between(
    bot: Paddock, rig: TableRig
) -> None:
    table_id = await rig.race()
    standing = await rig.standing(table_id)
    flood = [click(ANA.user_id, f"p:{table_id}:1:bet.horse", "red") for _ in range(60)]
    bet = click(BEN.user_id, f"p:{table_id}:{standing.asked[1]}:bet.horse", "red")
    assert sampled(standing, 1, Random(1))
    ended: list[int] = []

    async def pressed(press: Any) -> None:
        await bot.on_interaction(press)
        ended.append(press.user.id)

    tasks = [asyncio.create_task(pressed(press)) for press in (*flood, bet)]
    await asyncio.gather(*tasks)

    assert ended.index(BEN.user_id) <= 2 * AT_A_TIME


async def test_a_person_has_only_a_few_presses_under_way_at_a_time(bot: Paddock) -> None:
    at_work, most = 0, 0

    async def press() -> None:
        nonlocal at_work, most
        assert await bot.admission.admits(click(ANA.user_id, "s:privacy"))
        at_work += 1
        most = max(most, at_work)
        try:
            await asyncio.sleep(0)
        finally:
            at_work -= 1

    tasks = [asyncio.create_task(press()) for _ in range(20)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    tasks[-1].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)

    assert most == AT_A_TIME


@pytest.mark.parametrize("is_play", [True, False])
async def test_whose_turn_does_not_come_in_time_is_told_so_and_nothing_is_done(
    bot: Paddock, rig: TableRig, monkeypatch: pytest.MonkeyPatch, is_play: bool
) -> None:
    monkeypatch.setattr(module, "IN_LINE", 0.01)
    table_id = await rig.race()
    asked = (await rig.standing(table_id)).asked[0]
    custom_id = f"p:{table_id}:{asked}:bet.horse" if is_play else "s:privacy"
    stuck = asyncio.Event()

    async def never_answered() -> None:
        assert await bot.admission.admits(click(ANA.user_id, custom_id, "red"))
        await stuck.wait()

    under_way = [asyncio.create_task(never_answered()) for _ in range(AT_A_TIME)]
    await asyncio.sleep(0)
    before = await rig.everything()
    press = click(ANA.user_id, custom_id, "red")

    async with asyncio.timeout(PATIENCE):
        await asyncio.create_task(bot.on_interaction(press))

    assert press.said == ["What you asked for before is still being done: try again in a moment."]
    assert await rig.everything() == before
    stuck.set()
    await asyncio.gather(*under_way)
    again = click(ANA.user_id, custom_id, "red")
    await asyncio.create_task(bot.on_interaction(again))
    assert again.said != press.said


async def test_whoever_has_pictures_and_files_made_can_play_meanwhile(rig: TableRig, bot: Paddock) -> None:
    add_commands(bot.services)
    table_id = await rig.race()
    asked = (await rig.standing(table_id)).asked[0]
    made = asyncio.Event()

    async def replay() -> None:
        used = click(ANA.user_id, "", guild=GUILD)
        used.type = discord.InteractionType.application_command
        used.command = bot.tree.get_command("race").get_command("replay")
        assert await bot.tree.interaction_check(used)
        await made.wait()

    under_way = [asyncio.create_task(replay()) for _ in range(AT_A_TIME)]
    await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        await bot.on_interaction(click(ANA.user_id, f"p:{table_id}:{asked}:bet.horse", "red"))
    assert not any(task.done() for task in under_way)
    made.set()
    await asyncio.gather(*under_way)
