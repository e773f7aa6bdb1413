"""Where a lobby stands: in its channel, or in the thread of the race of which it is the rematch."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from bot.outbox import LOBBY
from bot.servers import Pace
from bot.tables import guild_commands, lobby_commands
from bot.tables.deadlines import Clock
from bot.tables.lobby_commands import Manner
from bot.tables.playing_hours import PlayingHours
from engines import catalog
from tests.tables.playing import ANA, BEN, CHANNEL, CLEO, HERE, TableRig
from tests.tables.test_guild_commands import change
from tests.ui.wall import THREAD, Painted, Wall, painted, render_pool, wall

__all__ = ["painted", "render_pool", "wall"]


async def stands_in(rig: TableRig, table_id: str) -> int | None:
    (lobby,) = [post for post in await rig.posts(table_id) if post.key == LOBBY]
    return lobby.posted.channel_id if lobby.posted else None


async def rematch(rig: TableRig) -> str:
    """Open the rematch of a race that was run in the thread, with both who were there."""
    before = await rig.race()
    await rig.tables.step(guild_commands.note_channel, before, THREAD, instead_of=None)
    await rig.play_out(before, Random(1))
    fresh = await rig.tables.rematch(before, ANA, HERE, 77, thread_id=THREAD)
    await rig.tables.step(lobby_commands.join, fresh.table_id, BEN, 78)
    return fresh.table_id


async def test_a_lobby_of_which_a_kill_left_no_note_is_looked_for_in_its_channel_though_the_race_runs(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await rig.race()
    await rig.tables.step(guild_commands.note_channel, table_id, THREAD, instead_of=None)

    await painted.paint(table_id)

    assert await stands_in(rig, table_id) == CHANNEL


async def test_a_rematch_stands_in_the_thread_before_and_after_its_start(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await rematch(rig)
    await rig.tables.start(table_id, ANA.user_id, 79)

    await painted.paint(table_id)

    assert await stands_in(rig, table_id) == THREAD


async def test_a_rematch_that_nobody_starts_closes_where_it_stands(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await rematch(rig)
    await painted.paint(table_id)
    await rig.run_out(table_id, Clock.LOBBY)
    await painted.paint(table_id)
    assert await stands_in(rig, table_id) == THREAD
    assert sum("Nobody started this table" in layout.text for layout in wall.messages.values()) == 1


async def test_whoever_played_before_is_called_to_a_rematch_once(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    before = await rig.race(people=3)
    await rig.tables.step(guild_commands.note_channel, before, THREAD, instead_of=None)
    await rig.play_out(before, Random(1))
    fresh = await rig.tables.rematch(before, ANA, HERE, 77, thread_id=THREAD)
    await painted.paint(fresh.table_id)
    (lobby,) = [layout for layout in wall.messages.values() if "to play again" in layout.text]
    assert f"<@{BEN.user_id}> and <@{CLEO.user_id}>: press **Join**" in lobby.text
    assert [user for user, _ in wall.heard if user != ANA.user_id] == [BEN.user_id, CLEO.user_id]

    await rig.tables.step(lobby_commands.join, fresh.table_id, BEN, 78)
    await painted.paint(fresh.table_id)
    (lobby,) = [layout for layout in wall.messages.values() if "to play again" in layout.text]
    assert f"<@{CLEO.user_id}>: press **Join**" in lobby.text
    assert not lobby.pings


async def lobby_of(rig: TableRig, painted: Painted, wall: Wall, table_id: str) -> list[str]:
    """Post a lobby as it is now, and return its lines."""
    await painted.paint(table_id)
    (lobby,) = [layout for place, layout in wall.messages.items() if place.channel_id == CHANNEL]
    return lobby.text.splitlines()


def changed(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line.startswith("**Changed:**")]


async def test_a_lobby_names_what_has_changed_since_everybody_agreed(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await rig.lobby(people=3, rounds=1)
    assert changed(await lobby_of(rig, painted, wall, table_id)) == []
    await rig.tables.step(lobby_commands.set_options, table_id, ANA.user_id, {"rounds": 3}, 6)
    lines = await lobby_of(rig, painted, wall, table_id)
    assert changed(lines) == ["**Changed:** Rounds: 1 → 3."]
    assert lines[lines.index(*changed(lines)) + 1].startswith("**Not everybody has agreed")

    await rig.tables.step(lobby_commands.say_ready, table_id, BEN.user_id, await rig.terms(table_id))
    hours = PlayingHours.read("18:00-23:00 Europe/Berlin")
    await rig.tables.step(
        lobby_commands.set_manner, table_id, ANA.user_id, Manner(hours, Pace.QUICK, hints=True)
    )
    assert changed(await lobby_of(rig, painted, wall, table_id)) == [
        "**Changed:** Rounds: 1 → 3; Playing hours: at any time → 18:00-23:00 Europe/Berlin; "
        "Pace of computer players: as the server has set it → quick, 1 second a move; "
        "Hints: as usual: for somebody who plays without other people → allowed to everybody."
    ], "Cleo has agreed to none of it"

    for person in (BEN, CLEO):
        await rig.tables.step(lobby_commands.say_ready, table_id, person.user_id, await rig.terms(table_id))
    assert changed(await lobby_of(rig, painted, wall, table_id)) == []
    await rig.tables.step(lobby_commands.set_options, table_id, ANA.user_id, {"rounds": 2}, 6)
    assert changed(await lobby_of(rig, painted, wall, table_id)) == ["**Changed:** Rounds: 3 → 2."]


async def test_a_lobby_names_the_price_and_the_tote_that_its_server_has_changed(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await rig.lobby(people=2, rounds=1)
    await change(rig, by=CLEO.user_id, buy_ins={"jockey": 50}, tote=False)
    assert changed(await lobby_of(rig, painted, wall, table_id)) == [
        "**Changed:** Stakes: 1,000 coins a seat → 50 coins a seat; The tote is closed."
    ]


@pytest.mark.parametrize("game", catalog.GAMES)
async def test_every_option_of_a_game_is_named_where_it_has_changed(
    rig: TableRig, painted: Painted, wall: Wall, game: str
) -> None:
    rules = catalog.game(game)
    before = rules.options({}).model_dump(mode="json")
    table_id = await rig.lobby(people=2, game=game, options=before, capacity=max(rules.seats))
    other = {
        "jockey": {"rounds": 2},
        "turfe": {"races": 3},
        "jumpyjack": {"target": 24, "double": "landing", "teams": 2, "guessing": True},
        "sulkydrom": {"goal": "major", "lane_change": "diagonal", "horses": ["A", None, "C"]},
        "newmarket": {"deals": 3, "minutes": 30, "calling": "manual", "window": 5},
    }[game]
    after = rules.options(other).model_dump(mode="json")
    await rig.tables.step(lobby_commands.set_options, table_id, ANA.user_id, after, max(rules.seats))
    (line,) = changed(await lobby_of(rig, painted, wall, table_id))
    assert line.count("→") == sum(before[option] != value for option, value in after.items()) >= len(other)
