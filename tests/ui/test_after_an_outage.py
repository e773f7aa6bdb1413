"""After an absence: clocks are put right in words, tables that are about to run out first, and no picture twice."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.messages.layout import MessageLayout
from bot.outbox import Post, Posted, urgency, worker
from bot.outbox.lookups import due_tables
from bot.outbox.notes import Notes
from bot.outbox.urgency import Urgency
from bot.outbox.worker import OutboxWorker
from bot.pictures.pool import Pictures
from bot.tables import deadlines, marking
from bot.tables.deadlines import MINUTE
from bot.ui.clicks.dispatch import Clicks
from bot.ui.screens.screen_posts import ScreenPosts
from tests.databases import reading, writing
from tests.tables.playing import ANA, BEN, CLEO, TableRig
from tests.ui.clicks.test_clicks import Pressed, clicks, desk_place
from tests.ui.screens.test_boards import clock_of, racing
from tests.ui.screens.test_calls import begun, off
from tests.ui.wall import Painted, Wall, painted, render_pool, wall

__all__ = ["clicks", "painted", "render_pool", "wall"]

PHASES = {
    "jockey": "racing",
    "turfe": "racing",
    "jumpyjack": "racing",
    "sulkydrom": "driving",
    "newmarket": "backing",
}


async def stood_still(rig: TableRig, table_id: str, minutes: int = 10) -> None:
    """Have all clocks of a table set later, as after an outage."""
    rig.pass_minutes(minutes)
    with writing(rig.database) as db:
        deadlines.shift(db, minutes * MINUTE, now=rig.time)
        marking.show_moved(db, [table_id])


@pytest.mark.parametrize("is_restarted", [False, True])
@pytest.mark.parametrize("game", PHASES)
async def test_clocks_that_stood_still_are_put_right_and_no_picture_is_drawn_or_sent_again(
    rig: TableRig,
    painted: Painted,
    wall: Wall,
    render_pool: Pictures,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    is_restarted: bool,
) -> None:
    table_id = await begun(painted, game)
    await rig.play_until(table_id, PHASES[game], Random(4))
    await painted.paint(table_id)
    before, sent = dict(wall.messages), dict(wall.pictures)
    monkeypatch.setattr(ScreenPosts, "_drawn", _undrawable)
    await stood_still(rig, table_id)
    if is_restarted:
        painted = Painted(rig.restarted(), wall, render_pool)
    await painted.paint(table_id)

    assert wall.messages.keys() == before.keys()
    assert wall.pictures == sent
    second = f"<t:{await clock_of(rig, table_id)}:R>"
    changed = [layout.text for place, layout in wall.messages.items() if layout.text != before[place].text]
    assert changed
    assert all(second in text for text in changed)
    assert await painted.problems(table_id) == []


async def _undrawable(_: object, __: object, layout: MessageLayout) -> MessageLayout:
    assert not layout.drawings, "nothing has to be drawn"
    return layout


async def test_a_desk_on_which_something_moved_gets_its_new_picture(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id, luck = await off(painted, people=2)
    ((seat, _),) = (await rig.standing(table_id)).asked.items()
    place = desk_place(wall, (ANA, BEN)[seat].user_id)
    sent = wall.pictures[place]
    await rig.decide(table_id, luck)
    await painted.paint(table_id)

    assert wall.pictures.get(place, sent + 1) > sent


async def test_a_refused_press_on_a_desk_sends_no_picture_again(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, _ = await off(painted, people=2)
    ((seat, asked),) = (await rig.standing(table_id)).asked.items()
    user = (ANA, BEN)[1 - seat].user_id
    place = desk_place(wall, user)
    sent = wall.pictures[place]
    press = Pressed(user, f"p:{table_id}:{asked}:play.red+10", place)
    await clicks.take(press)

    assert press.said
    assert wall.pictures[place] == sent


async def test_a_desk_whose_slip_is_filled_in_is_drawn_as_it_is_then(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id = await begun(painted, people=2)
    place = desk_place(wall, ANA.user_id)
    sent = wall.pictures[place]
    await clicks.take(Pressed(ANA.user_id, f"p:{table_id}:1:bet.horse", place, "red"))

    assert wall.pictures[place] == sent + 1


async def test_a_server_that_wants_pictures_again_gets_them(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    await rig.set_up_server(pictures=False)
    table_id = await racing(painted)
    await rig.set_up_server(pictures=True)
    await stood_still(rig, table_id)
    await painted.paint(table_id)

    ((seat, _),) = (await rig.standing(table_id)).asked.items()
    assert wall.messages[desk_place(wall, (ANA, BEN)[seat].user_id)].drawings


async def test_a_board_whose_seat_has_a_new_name_is_drawn_anew_by_a_run_that_knows_of_no_picture(
    rig: TableRig, painted: Painted, wall: Wall, render_pool: Pictures
) -> None:
    table_id = await racing(painted)
    (place,) = (place for place, layout in wall.messages.items() if layout in wall.boards())
    sent = wall.pictures[place]
    await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
    await Painted(rig.restarted(), wall, render_pool).paint(table_id)

    assert wall.pictures[place] >= sent


# ------------------------------------------------------------------------------------------- who goes first


async def test_tables_whose_clock_runs_out_next_are_brought_up_to_date_first(rig: TableRig) -> None:
    await rig.set_up_server(most_hosted=4)
    tables = [await rig.lobby() for _ in range(4)]
    for minutes, table_id in zip((30, 10, 20), tables, strict=False):
        with writing(rig.database) as db:
            due = {"turn:0": rig.time + minutes * MINUTE}
            deadlines.change(db, table_id, [deadlines.Clock.LOBBY], due, now=rig.time)
    with writing(rig.database) as db:
        deadlines.change(db, tables[3], [deadlines.Clock.LOBBY], {}, now=rig.time)
    with reading(rig.database) as db:
        due = due_tables(db)

    assert due == [tables[1], tables[2], tables[0], tables[3]]


class Order:
    """Tells which tables are shown, in what hurry, in order; what it shows is noted where the worker looks."""

    def __init__(self, rig: TableRig) -> None:
        self.notes = Notes(rig.database)
        self.shown: list[tuple[str, Urgency]] = []

    async def show(self, post: Post, _: object) -> None:
        self.shown.append((post.table_id, urgency.current()))
        await self.notes.note(post, Posted(1, 1))


async def all_shown(rig: TableRig, outbox: OutboxWorker) -> None:
    async with asyncio.timeout(60):
        while await _due(rig):  # noqa: ASYNC110 - what is waited for happens in the database
            await asyncio.sleep(0.005)
    await outbox.close()


async def _due(rig: TableRig) -> list[str]:
    with reading(rig.database) as db:
        return due_tables(db)


async def test_what_an_absence_left_behind_is_in_no_hurry_and_a_table_on_which_something_happens_is(
    rig: TableRig,
) -> None:
    left = [await rig.lobby() for _ in range(3)]
    order = Order(rig)
    outbox = OutboxWorker(rig.database, order.show, lambda: rig.time, notes=order.notes)
    await outbox.resume()
    outbox.post_soon(left[-1])
    await all_shown(rig, outbox)

    hurries = dict(order.shown)
    assert hurries.pop(left[-1]) is Urgency.FOLLOWS
    assert set(hurries.values()) == {Urgency.MADE_UP}
    assert len(order.shown) == len(left)


async def test_a_table_that_is_asked_for_does_not_wait_behind_all_others(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "MADE_UP_AT_ONCE", 1)
    left = [await rig.lobby() for _ in range(2)]
    order, go = Order(rig), asyncio.Event()
    show = order.show

    async def slow(post: Post, look: object) -> None:
        if urgency.current() is Urgency.MADE_UP:
            await go.wait()
        await show(post, look)

    order.show = slow  # type: ignore[method-assign]
    outbox = OutboxWorker(rig.database, order.show, lambda: rig.time, notes=order.notes)
    await outbox.resume()
    fresh = await rig.lobby()
    outbox.post_soon(fresh)
    async with asyncio.timeout(60):
        while not order.shown:  # noqa: ASYNC110 - a plain list grows, nothing tells
            await asyncio.sleep(0.005)
    assert [table_id for table_id, _ in order.shown] == [fresh]
    go.set()
    await all_shown(rig, outbox)
    assert {table_id for table_id, _ in order.shown} == {fresh, *left}
