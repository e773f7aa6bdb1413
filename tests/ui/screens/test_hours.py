"""Outside its playing hours a table calls nobody: who is asked then is told when they begin, and boards are silent."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.messages.layouts.lobby_layout import lobby_layout
from bot.messages.snapshot import Snapshot
from bot.outbox import DirectMessagesClosed, PostKind, post_anew
from bot.servers import BoardManner, Pace
from bot.tables import Status, day_commands, seat_commands
from bot.tables.deadlines import Clock
from bot.texts import DEFAULT
from tests.databases import writing
from tests.games.race_days import table
from tests.tables.playing import ANA, BEN, TableRig
from tests.tables.test_hours import EVENINGS, at, moment
from tests.ui.screens.test_calls import asked, follow, heard
from tests.ui.wall import Painted, Wall, painted, render_pool, wall

__all__ = ["painted", "render_pool", "wall"]

NIGHT = "Clocks stand still until"


async def opened(rig: TableRig, painted: Painted, table_id: str) -> None:
    """Have the hours of a table begin."""
    at(rig, 18)
    await rig.run_out(table_id, Clock.OPEN)
    await painted.paint(table_id)


@pytest.mark.parametrize("manner", list(BoardManner))
async def test_whoever_is_asked_outside_hours_is_called_once_they_begin_and_nobody_before(
    rig: TableRig, painted: Painted, wall: Wall, manner: BoardManner
) -> None:
    await rig.set_up_server(boards=manner)
    at(rig, 2)
    table_id, luck = await rig.race_in(EVENINGS, people=3), Random(2)
    await painted.paint(table_id)
    for _ in range(12):
        await rig.decide(table_id, luck)
        wall.below |= set(wall.messages)
        await painted.paint(table_id)
    assert heard(wall) == []
    assert wall.boards()
    called = await asked(rig, table_id)
    assert called

    await opened(rig, painted, table_id)
    assert heard(wall) == sorted(called)
    await painted.paint(table_id)
    assert heard(wall) == []
    assert not await painted.problems(table_id)


async def test_whoever_was_called_within_hours_is_not_called_again_the_next_day(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    at(rig, 22, 59)
    table_id = await rig.race_in(EVENINGS)
    await painted.paint(table_id)
    assert heard(wall) == [ANA.user_id, BEN.user_id]

    await opened(rig, painted, table_id)
    assert heard(wall) == []


async def test_whoever_has_decided_in_the_night_is_not_called_for_it(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    at(rig, 2)
    table_id, luck = await rig.race_in(EVENINGS), Random(2)
    await painted.paint(table_id)
    while (await rig.standing(table_id)).view(None).phase != "racing":
        await rig.decide(table_id, luck)
    await painted.paint(table_id)
    called = await asked(rig, table_id)
    assert len(called) == 1

    await opened(rig, painted, table_id)
    assert heard(wall) == sorted(called)


async def test_what_is_shown_outside_hours_says_until_when_clocks_stand_still_and_when_they_begin_no_more(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    at(rig, 2)
    table_id = await rig.race_in(EVENINGS)
    await painted.paint(table_id)
    begins = moment(rig, 18) // 1000
    shown = [wall.boards()[-1], *wall.desks(ANA.user_id), *wall.desks(BEN.user_id)]
    for layout in shown:
        assert f"{NIGHT} <t:{begins}:t>" in layout.text
        assert f"<t:{begins + 180}:R>" in layout.text

    await opened(rig, painted, table_id)
    shown = [wall.boards()[-1], *wall.desks(ANA.user_id), *wall.desks(BEN.user_id)]
    assert len(shown) == 3
    for layout in shown:
        assert NIGHT not in layout.text
        assert f"<t:{begins + 180}:R>" in layout.text


async def test_within_hours_nothing_is_said_of_them(rig: TableRig, painted: Painted, wall: Wall) -> None:
    at(rig, 19)
    table_id = await rig.race_in(EVENINGS)
    await painted.paint(table_id)

    assert not any(NIGHT in layout.text for layout in wall.messages.values())


async def test_a_reminder_that_was_asked_for_waits_for_hours(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    at(rig, 22, 59)
    table_id = await rig.race_in(EVENINGS)
    await painted.paint(table_id)
    heard(wall)
    at(rig, 23, 1)
    with writing(rig.database) as db:
        post_anew(db, table_id, PostKind.DESK, BEN.user_id)
    await painted.paint(table_id)
    assert heard(wall) == []

    await opened(rig, painted, table_id)
    assert heard(wall) == [BEN.user_id]


async def test_a_line_that_would_ping_comes_without_it_outside_hours(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    at(rig, 2)
    table_id = await rig.race_in(EVENINGS)
    await rig.play_races(table_id, 1, Random(1))
    await painted.paint(table_id)
    await rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
    await follow(rig, table_id)
    await painted.paint(table_id)
    await rig.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
    await painted.paint(table_id)
    assert any("wants to stop" in layout.text for layout in wall.public())
    assert heard(wall) == []

    await opened(rig, painted, table_id)
    assert BEN.user_id in heard(wall)


async def test_whose_place_is_wanted_hears_of_it_when_hours_begin(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    at(rig, 2)
    await rig.set_up_server(most_tables=1)
    table_id = await rig.race_in(EVENINGS)
    await painted.paint(table_id)
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    with pytest.raises(Exception, match="too_many_tables"):
        await rig.lobby()
    await painted.paint(table_id)
    assert heard(wall) == []

    await opened(rig, painted, table_id)
    assert heard(wall) == [ANA.user_id, BEN.user_id]


async def test_who_takes_no_direct_messages_is_pinged_when_hours_begin(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    wall.trouble[str(BEN.user_id)] = DirectMessagesClosed("403 50007")
    at(rig, 2)
    table_id = await rig.race_in(EVENINGS)
    await painted.paint(table_id)
    await painted.paint(table_id)
    assert heard(wall) == []

    await opened(rig, painted, table_id)
    await painted.paint(table_id)
    assert set(heard(wall)) == {ANA.user_id, BEN.user_id}


# ------------------------------------------------------------------------------------------------------- lobbies

LOBBY = Snapshot(replace(table(3, status=Status.LOBBY), options={"rounds": 2}), None, DEFAULT)


def played(**facts: object) -> str:
    """Return the line of a lobby on how it is played."""
    layout = lobby_layout(replace(LOBBY, table=replace(LOBBY.table, **facts)), 0)
    return next(line for line in layout.text.splitlines() if line.startswith("**Played:**"))


def test_a_lobby_says_when_it_is_played_and_at_what_pace() -> None:
    plain = played()

    assert (
        played(hours=EVENINGS, pace=Pace.AT_ONCE) == f"{plain} · 18:00–23:00, UTC · computer players at once"
    )
