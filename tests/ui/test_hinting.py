"""Hints at a table: who gets one, who is refused and why, and that nobody else hears of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.messages.layouts.desk_layout import desk_layout
from bot.tables import Refusal, Refused, day_commands, lobby_commands, seat_commands
from bot.texts import DEFAULT
from bot.ui.clicks.dispatch import Clicks
from bot.ui.hinting import hint
from engines import catalog
from tests.games.race_days import race_day
from tests.tables.playing import ANA, BEN, TableRig
from tests.ui.clicks.test_clicks import Pressed, desk_place
from tests.ui.limits import require_sendable
from tests.ui.screens.test_calls import begun
from tests.ui.wall import Painted, Wall, clicks_on, controls, painted, render_pool, wall

__all__ = ["painted", "render_pool", "wall"]


@pytest.fixture
def clicks(painted: Painted) -> Clicks:
    return clicks_on(painted)


async def asked_by(painted: Painted, table_id: str, user_id: int) -> str:
    """Ask for a hint."""
    return hint(await painted.screens.snapshots.load(table_id), user_id, DEFAULT)


async def refusal(painted: Painted, table_id: str, user_id: int) -> Refusal:
    """Ask for a hint, and return why there is none."""
    with pytest.raises(Refused) as refused:
        await asked_by(painted, table_id, user_id)
    return refused.value.reason


def has_button(layout: Any, table_id: str) -> bool:
    """Whether a desk offers a hint."""
    return f"p:{table_id}:0:hint" in controls(layout)


async def test_a_press_is_answered_for_whoever_pressed_and_changes_nothing(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id = await begun(painted, people=1, computers=2)
    (desk,) = wall.desks(ANA.user_id)
    assert has_button(desk, table_id)
    before, posted = await rig.everything(), dict(wall.messages)
    press = Pressed(ANA.user_id, f"p:{table_id}:0:hint", desk_place(wall, ANA.user_id))
    await clicks.take(press)

    (said,) = press.said
    assert said.startswith("💡 Your hand holds most for ")
    assert await rig.everything() == before
    assert wall.messages == posted


async def test_several_people_have_no_button_and_are_refused_until_their_host_allows_it(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id = await begun(painted, people=2)
    assert not has_button(wall.desks(BEN.user_id)[0], table_id)
    press = Pressed(BEN.user_id, f"p:{table_id}:0:hint", desk_place(wall, BEN.user_id))
    await clicks.take(press)
    assert press.said == ["There are no hints at this table: <@100> can allow them with `/race hints`."]
    await rig.tables.step(lobby_commands.allow_hints, table_id, ANA.user_id, is_allowed=True)
    await painted.paint(table_id)
    assert has_button(wall.desks(BEN.user_id)[-1], table_id)
    assert any("Hints are allowed" in layout.text for layout in wall.public())
    assert (await asked_by(painted, table_id, BEN.user_id)).startswith("💡 Your hand holds most for ")


async def test_whoever_has_nothing_to_decide_is_told_so(rig: TableRig, painted: Painted) -> None:
    lobby = await rig.lobby(people=1)
    assert await refusal(painted, lobby, ANA.user_id) is Refusal.NOT_STARTED
    table_id = await rig.race(people=2)
    await rig.tables.step(lobby_commands.allow_hints, table_id, ANA.user_id, is_allowed=True)
    assert await refusal(painted, table_id, 999) is Refusal.NOT_SEATED
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    assert await refusal(painted, table_id, ANA.user_id) is Refusal.PAUSED
    await rig.tables.step(day_commands.resume, table_id, ANA.user_id)
    await rig.play_until(table_id, "racing", Random(1))
    (seat,) = (await rig.standing(table_id)).asked
    waiting = (await rig.table(table_id)).seats[1 - seat].user_id
    assert await refusal(painted, table_id, waiting) is Refusal.NOT_YOUR_TURN
    await rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
    assert await refusal(painted, table_id, BEN.user_id) is Refusal.PLAYED_FOR
    await rig.play_out(table_id, Random(1))
    assert await refusal(painted, table_id, ANA.user_id) is Refusal.CLOSED


async def test_who_has_handed_a_seat_over_gets_no_hint_for_it(rig: TableRig, painted: Painted) -> None:
    table_id = await rig.race(people=1, computers=2)
    await rig.hand_over(table_id, ANA.user_id, BEN.user_id)
    assert await refusal(painted, table_id, ANA.user_id) is Refusal.HANDED_OVER
    assert await asked_by(painted, table_id, BEN.user_id)


async def test_where_the_steady_player_fails_there_is_no_hint(
    rig: TableRig, painted: Painted, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await rig.race(people=1, computers=2)

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("engines.jockey.steady.best_bet", fail)
    assert await asked_by(painted, table_id, ANA.user_id) == DEFAULT.table.no_hint


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_desk_with_a_hint_is_one_that_discord_takes(game: str) -> None:
    for moment in race_day(3, 5, game=game, hints=True)[:-1:7]:
        snapshot = moment.snapshot
        assert snapshot.standing is not None
        for seat in snapshot.table.seats:
            layout = desk_layout(snapshot, seat, {}, has_place=True)
            require_sendable(layout)
            assert has_button(layout, snapshot.table.table_id) is (seat.number in snapshot.standing.asked)


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_hint_stands_beside_what_tells_more(game: str) -> None:
    for moment in race_day(3, 5, game=game, hints=True)[:-1:7]:
        snapshot = moment.snapshot
        assert snapshot.standing is not None
        for seat in snapshot.standing.asked:
            layout = desk_layout(snapshot, snapshot.table.seats[seat], {}, has_place=True)
            (row,) = (row for row in layout.controls if DEFAULT.table.hint in map(label_of, row))
            assert [*map(label_of, row)][-2:] == [DEFAULT.table.hint, DEFAULT.table.more]


def label_of(control: object) -> str:
    """Return what stands on a button; nothing of a select."""
    return str(getattr(control, "label", ""))
