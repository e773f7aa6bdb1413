"""What is said in private to whoever wants to know more: of their desk, of a lobby's money."""

from __future__ import annotations

import threading
from random import Random
from typing import Any

import pytest

from bot.outbox import Posted
from bot.tables import Standing, race_commands
from bot.tables.table import Taken
from bot.ui.screens.screen_posts import FEW
from engines import catalog
from engines.core import Row
from tests.tables.playing import ANA, BEN, CLEO, GUILD, PEOPLE, TableRig, sampled
from tests.ui.clicks.test_clicks import Pressed, clicks, desk_place
from tests.ui.wall import Painted, Wall, controls, painted, render_pool, wall

__all__ = ["clicks", "painted", "render_pool", "wall"]

games = pytest.mark.parametrize("game", catalog.GAMES)


@games
async def test_more_on_a_desk_says_in_private_what_the_desk_leaves_out(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Any, game: str
) -> None:
    table_id = await rig.race(people=3, game=game, edition=None)
    await painted.paint(table_id)
    standing = await rig.standing(table_id)
    for number in standing.asked:
        user_id = PEOPLE[number].user_id
        assert f"p:{table_id}:0:more" in controls(wall.desks(user_id)[-1])
        press: Any = Pressed(user_id, f"p:{table_id}:0:more", desk_place(wall, user_id))
        await clicks.take(press)
        (told,) = press.said
        assert "When your time is up, the table decides." in told
        assert "`/race rules`" in told
    assert (await rig.standing(table_id)).length == standing.length


async def test_it_tells_ones_own_hand_and_nobody_elses(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Any
) -> None:
    table_id = await rig.race(people=3, game="turfe", edition=None)
    await rig.play_until(table_id, "racing", Random(2))
    await painted.paint(table_id)
    hands = []
    for user_id in (ANA.user_id, BEN.user_id):
        press: Any = Pressed(user_id, f"p:{table_id}:0:more", desk_place(wall, user_id))
        await clicks.take(press)
        hands += [line for line in press.said[0].splitlines() if line.startswith("**Your hand")]
    assert len(set(hands)) == 2

    stranger: Any = Pressed(12345, f"p:{table_id}:0:more", desk_place(wall, ANA.user_id))
    await clicks.take(stranger)
    assert not any("Your hand" in line for line in stranger.said)


async def test_a_seat_that_is_asked_nothing_is_offered_nothing_more(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await rig.race(people=3)
    await rig.play_until(table_id, "racing", Random(2))
    await painted.paint(table_id)
    (asked,) = (await rig.standing(table_id)).asked
    offered = [f"p:{table_id}:0:more" in controls(wall.desks(person.user_id)[-1]) for person in PEOPLE[:3]]
    assert offered == [number == asked for number in range(3)]


async def test_money_in_a_lobby_says_what_can_be_won(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Any
) -> None:
    table_id = await rig.lobby(people=2)
    await painted.paint(table_id)
    (place,) = wall.messages
    press: Any = Pressed(CLEO.user_id, f"p:{table_id}:0:money", place, guild=GUILD)
    await clicks.take(press)
    (told,) = press.said
    assert told.startswith("1,000 coins a seat; what you lack the house lends.")


async def test_a_long_stretch_is_followed_once_and_not_on_the_event_loop(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, luck = await rig.race(people=3, game="turfe", edition=None), Random(2)
    while True:
        standing = await rig.standing(table_id)
        seat = min(standing.asked)
        if standing.length > 2 * FEW and seat == 0:
            break
        action, asked = sampled(standing, seat, luck), standing.asked[seat]
        is_late = seat == 0 and standing.length > 5
        await rig.tables.step(
            race_commands.act_for, table_id, seat, asked, action, Taken.CLOCK if is_late else None
        )
    own = await painted.screens.snapshots.with_own_turn(table_id, ANA.user_id)
    followed: list[tuple[int, bool]] = []
    after_row = Standing.after_row

    def following(standing: Standing, row: Row) -> Standing:
        followed.append((row.n, threading.current_thread() is threading.main_thread()))
        return after_row(standing, row)

    monkeypatch.setattr(Standing, "after_row", following)
    press: Any = Pressed(ANA.user_id, f"p:{table_id}:0:more", Posted(ANA.user_id, 9))
    await clicks.take(press)
    assert "played" in press.said[0]
    news = [each.row.n for each in own[-1].told][own[-1].own :]
    assert [number for number, _ in followed if number >= news[0]] == news
    assert len(followed) > FEW
    assert not any(on_the_loop for _, on_the_loop in followed)
