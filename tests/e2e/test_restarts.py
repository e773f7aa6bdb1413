"""A restart in every phase of every game, at tables of people whose names are full of markup, mentions and emoji.

The names are part of it since every message of every game is swept here for whom it pings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.client import Paddock
from bot.shards import Shards
from bot.tables import seat_commands
from bot.tables.loading import load
from bot.tables.reading import open_in
from bot.ui.screens import Screens
from sandbox import Sandbox, UserClient
from sandbox.client import RefusedByDiscord
from sandbox.client.message import SeenMessage
from tests.e2e.conftest import connected
from tests.e2e.eavesdropping import all_heard, states
from tests.e2e.full_tables import MOST_SEATS, PEOPLE
from tests.e2e.players import (
    PATIENCE,
    NoWayThere,
    all_posted,
    answered,
    deciding,
    final_of,
    hurry,
    is_asking,
    length,
    lobby_of,
    lobby_shows,
    open_table,
    posts_at,
    press,
    press_at_random,
    question,
    table_id,
    told,
)
from tests.e2e.shortcuts import asked_always, desk_at, running, standing_of

pytestmark = pytest.mark.e2e

NAMES = ("**@everyone** <@1>", "`_Ben_` ||🐎|| <#3>", "@here <@&2> ~~x~~ [a](b)", *PEOPLE[3:])

PHASES: Mapping[str, tuple[Mapping[str, Any], Sequence[str]]] = {
    "jockey": ({"rounds": 5}, ("betting", "racing", "keeping")),
    "turfe": ({}, ("betting", "racing")),
    "jumpyjack": ({"guessing": True, "target": 30}, ("predicting", "racing", "guessing")),
    "sulkydrom": ({"goal": "minor"}, ("stacking", "turning", "driving")),
    "newmarket": (
        {"deals": 30, "calling": "manual", "window": 120},
        ("backing", "choosing", "offering", "bidding", "leading", "calling"),
    ),
}
"""With which options, and every phase in which somebody decides."""


@pytest.mark.parametrize("game", PHASES)
async def test_a_restart_in_any_phase_loses_nothing_and_old_controls_work_once(
    sandbox: Sandbox, database: Path, game: str
) -> None:
    options, phases = PHASES[game]
    luck = Random(game)
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(sandbox.user(name)) for name in NAMES[: MOST_SEATS[game]]]
        async with connected(sandbox, database) as bot:
            await asked_always(bot, *people)
            table = await running(sandbox, bot, game, people, **options)
            before = await asked_at(sandbox, bot, table, people)
        for phase in (*phases[1:], None):
            async with connected(sandbox, database) as bot:
                await decide_with_what_stands(bot, table, people, before, luck)
                if phase:
                    await take_orders_back(bot, table, people)
                    while not await comes_to(bot, table, phase):
                        await hurry(bot, table)
                        table = await running(sandbox, bot, game, people, **options)
                    before = await asked_at(sandbox, bot, table, people)
                else:
                    assert not [post for post in await posts_at(bot, table) if post.problem]
    for person in people:
        assert_pings_only_the_seated(person, people)


async def comes_to(bot: Paddock, table: str, phase: str) -> bool:
    """Play on to a phase in which a seat can decide; whether there was one, for what was pressed may have ended it."""
    try:
        await hurry(bot, table, lambda view: view.phase == phase)
    except NoWayThere:
        return False
    return bool((await standing_of(bot, table)).match.able())


async def take_orders_back(bot: Paddock, table: str, people: Sequence[UserClient]) -> None:
    """Take back standing orders that were pressed by chance: what they order would be done at once."""
    for seat in (await bot.tables.database.read(load, table)).seats:
        for kind in seat.orders:
            await bot.tables.step(seat_commands.order, table, int(people[seat.number].id), kind, None)


async def asked_at(
    sandbox: Sandbox, bot: Paddock, table: str, people: Sequence[UserClient]
) -> tuple[UserClient, int, SeenMessage]:
    """Return one who is asked, since when, and the message that asks; whoever a board pings has to be asked alone."""
    standing = await standing_of(bot, table)
    number = standing.match.able()[0]
    since = standing.asked[number]
    message = await desk_at(
        people[number], table, lambda desk: any(c.startswith(f"p:{table}:{since}:") for c in deciding(desk))
    )
    await all_posted()
    await all_heard(sandbox, people[0])
    public = standing.view(None).to_act
    pinged = {people[public[0]].id} if len(public) == 1 else set()
    board = await people[0].wait_message(lambda m: "My desk" in m.labels, PATIENCE)
    assert {user["id"] for user in board.raw["mentions"]} <= pinged, board.text
    return people[number], since, message


async def decide_with_what_stands(
    bot: Paddock,
    table: str,
    people: Sequence[UserClient],
    before: tuple[UserClient, int, SeenMessage],
    luck: Random,
) -> None:
    """Press on the very message of an earlier run until it decides; then press on it again, which does nothing."""
    person, since, message = before
    seat = people.index(person)
    assert (await standing_of(bot, table)).asked[seat] == since
    while (await standing_of(bot, table)).asked.get(seat) == since:
        now = person.seen(message.id) or await question(person, table)
        assert now
        if is_asking(now):
            with suppress(RefusedByDiscord):  # the press before has decided, and it changed under the finger
                await press_at_random(person, now, luck)
            await answered(person, now)
    old = [b["custom_id"] for b in message.buttons if f":{since}:" in b["custom_id"]]
    await all_posted()
    rows = await length(bot, table)
    for control in old[:1]:
        assert await told(await press(person, message, control, force=True))
    assert await length(bot, table) == rows


def assert_pings_only_the_seated(person: UserClient, people: Sequence[UserClient]) -> None:
    """Whatever names are like, a message pings at most one of the seated: in public under a board, or to a rematch."""
    seen = list(states(person))
    assert seen
    for message in seen:
        assert not message.raw["mention_everyone"]
        assert not message.raw["mention_roles"]
        pinged = [user["id"] for user in message.raw["mentions"]]
        assert len(pinged) <= 1
        assert {*pinged} <= {each.id for each in people}
        is_rematch = "press **Join** to play again" in message.text
        is_board = any(b["custom_id"].endswith(":desk") for b in message.buttons)
        assert not pinged or is_rematch or is_board, message.text


async def test_lobbies_and_results_of_an_earlier_run_take_presses(sandbox: Sandbox, database: Path) -> None:
    async with sandbox.user(NAMES[0]) as ana, sandbox.user("Ben") as ben:
        async with connected(sandbox, database):
            table = await open_table(ana)
            lobby = await lobby_of(ben, table)
            await all_posted()
        async with connected(sandbox, database) as bot:
            await press(ben, lobby, "Join")
            await press(ana, await lobby_shows(ana, table, f"<@{ben.id}>"), "Start")
            await lobby_shows(ana, table, "The race is on")
            await hurry(bot, table)
            final = await final_of(ana, table)
            await all_posted()
        async with connected(sandbox, database) as bot:
            assert "You have a seat at the rematch" in await told(await press(ana, final, "Rematch"))
            assert f"<@{ana.id}> starts it" in await told(await press(ben, final, "Rematch"))
            fresh = await ana.wait_message(lambda m: "Join" in m.labels and table_id(m) != table, PATIENCE)
            assert len(await bot.tables.database.read(open_in, int(sandbox.guild.id))) == 1
            assert f"1. <@{ana.id}> · host" in fresh.text
        for person in (ana, ben):
            assert_pings_only_the_seated(person, (ana, ben))


async def test_desks_that_a_run_before_may_have_sent_are_known_before_anything_can_change(
    sandbox: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[bool, int]] = []
    doubt = Screens.doubt_desks

    async def noted(screens: Screens, shards: Shards | None) -> None:
        seen.append((bool(screens._tables._listeners), len(sandbox.gateway.sessions)))
        await doubt(screens, shards)

    monkeypatch.setattr(Screens, "doubt_desks", noted)
    async with connected(sandbox, database):
        assert seen == [(False, 0)]
