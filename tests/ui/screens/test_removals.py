"""What has made room for something newer is removed, however often Discord, the database or the process fails."""

from __future__ import annotations

import asyncio
import threading
from contextvars import Context
from typing import Any

import pytest
from sqlalchemy import update

from bot.cluster.ownership import Ownership
from bot.db.errors import DatabaseBusy
from bot.db.schema import outbox
from bot.messages.layout import MessageLayout
from bot.outbox import Forbidden, Posted, Retryable
from bot.shards import Shards
from bot.tables import day_commands
from bot.ui.screens import removals
from bot.ui.screens.removals import Removals
from tests.databases import writing
from tests.tables.playing import ANA, BEN, TableRig
from tests.ui.clicks.test_clicks import Pressed
from tests.ui.screens import test_desks_in_doubt
from tests.ui.screens.test_desks_in_doubt import (
    _impatient,
    calm,
    restarted,
    sent_while_nothing_can_be_removed,
)
from tests.ui.screens.test_opened_desks import post_of, steady
from tests.ui.wall import Painted, Wall, clicks_on, painted, render_pool
from tests.waiting import PATIENCE, until

wall = test_desks_in_doubt.wall
__all__ = ["_impatient", "painted", "render_pool", "steady", "wall"]

OLD = Posted(1, 2)


@pytest.fixture
def old(wall: Wall) -> Posted:
    """Have a message stand that is to be removed, and Discord in trouble."""
    wall.messages[OLD] = MessageLayout(("old",))
    wall.trouble["delete"] = Retryable("503")
    return OLD


async def written(rig: TableRig) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in (await rig.everything())["removals"]]


async def is_nothing_written(rig: TableRig) -> bool:
    return not await written(rig)


def another_run(painted: Painted, process: Ownership | None = None) -> Removals:
    """Begin another run on the same database."""
    rig = painted.rig
    return Removals(rig.database, painted.wall, process or Ownership(rig.database))  # type: ignore[arg-type]


async def test_a_desk_that_has_made_room_is_removed_by_the_next_run_where_discord_did_not_before(
    painted: Painted, wall: Any
) -> None:
    table_id, before = await sent_while_nothing_can_be_removed(painted, wall)
    await painted.screens.removals.close()
    wall.trouble.clear()
    after = restarted(painted, wall)
    await after.screens.doubt_desks(None)
    await after.paint(table_id)
    assert len(wall.places(ANA.user_id)) == 2
    await after.screens.removals.resume()
    await until(lambda: before not in wall.messages)
    assert len(wall.places(ANA.user_id)) == 1
    await until(lambda: is_nothing_written(painted.rig))


async def test_what_goes_at_once_is_never_written_down(painted: Painted, wall: Wall, old: Posted) -> None:
    wall.trouble.clear()
    with writing(painted.rig.database):  # nobody else could write meanwhile
        await asyncio.create_task(painted.screens.removals.remove(old), context=Context())
    assert old not in wall.messages


async def test_what_may_not_be_removed_is_not_kept(painted: Painted, wall: Wall, old: Posted) -> None:
    await painted.screens.removals.remove(old)
    assert len(await written(painted.rig)) == 1
    wall.trouble["delete"] = Forbidden("not yours")
    await until(lambda: is_nothing_written(painted.rig))
    assert old in wall.messages


async def test_what_a_living_process_removes_is_left_to_it(painted: Painted, wall: Wall, old: Posted) -> None:
    rig = painted.rig
    living = Ownership(rig.database, Shards.parse("0/2"))
    other = Ownership(rig.database, Shards.parse("1/2"))
    other.others = frozenset({living.id})
    first, second = another_run(painted, living), another_run(painted, other)
    await first.remove(old)
    await first.close()
    wall.trouble.clear()
    await second.resume()
    assert [row[-1] for row in await written(rig)] == [living.id]

    other.others = frozenset()
    await second.resume()
    await until(lambda: old not in wall.messages)
    await until(lambda: is_nothing_written(rig))


async def test_what_is_removed_while_it_is_written_down_is_not_kept(
    painted: Painted, wall: Wall, old: Posted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(removals, "A_MOMENT", 0.01)
    wall.trouble.clear()
    delete_message, may_go, is_writing = wall.delete, asyncio.Event(), threading.Event()

    async def takes_long(place: Posted) -> None:
        await may_go.wait()
        await delete_message(place)

    write_down = removals.removals.write_down

    is_gone = threading.Event()

    def when_it_is_gone(*row: Any) -> None:
        is_writing.set()
        is_gone.wait(PATIENCE)
        write_down(*row)

    wall.delete = takes_long  # type: ignore[method-assign]
    monkeypatch.setattr(removals.removals, "write_down", when_it_is_gone)
    removing = asyncio.create_task(painted.screens.removals.remove(old))
    await until(is_writing.is_set)
    may_go.set()
    await until(lambda: old not in wall.messages)
    await asyncio.sleep(0.01)
    is_gone.set()
    await removing
    await until(lambda: is_nothing_written(painted.rig))
    await until(lambda: not painted.screens.removals._left)


async def test_what_could_be_neither_removed_nor_written_down_is_said_to_whoever_posts_and_tried_on(
    painted: Painted, wall: Wall, old: Posted, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as fails:
        fails.setattr(removals.removals, "write_down", busy)
        with pytest.raises(DatabaseBusy):
            await painted.screens.removals.remove(old)
    wall.trouble.clear()
    await until(lambda: old not in wall.messages)


async def test_a_row_that_could_not_be_forgotten_is_forgotten_later_and_the_message_not_asked_for_again(
    painted: Painted, wall: Wall, old: Posted, monkeypatch: pytest.MonkeyPatch
) -> None:
    await painted.screens.removals.remove(old)
    gone: list[Posted] = []
    with monkeypatch.context() as fails:
        fails.setattr(removals.removals, "forget", busy)
        fails.setattr(wall, "delete", lambda place: later(gone, place))
        await until(lambda: gone)
        await asyncio.sleep(0.05)
        assert len(await written(painted.rig)) == 1
        assert gone == [old]
    await until(lambda: is_nothing_written(painted.rig))


def busy(*_: object) -> None:
    raise DatabaseBusy("locked")


async def later(gone: list[Posted], place: Posted) -> None:
    gone.append(place)


async def test_an_old_desk_that_is_pressed_before_it_goes_is_not_the_live_one(
    painted: Painted, wall: Any
) -> None:
    table_id, before = await sent_while_nothing_can_be_removed(painted, wall)
    (live,) = [place for place in wall.places(ANA.user_id) if place != before]
    await clicks_on(painted).take(Pressed(ANA.user_id, f"p:{table_id}:0:desk", before))
    await calm(painted, table_id)
    await painted.screens.removals.close()
    wall.trouble.clear()
    after = restarted(painted, wall)
    await after.screens.doubt_desks(None)
    await after.screens.removals.resume()
    await until(lambda: before not in wall.messages)
    await calm(after, table_id)
    assert wall.places(ANA.user_id) == [live]
    assert (await post_of(after.rig, table_id, ANA.user_id)).posted == live


async def killed_before_the_newer_was_noted(rig: TableRig, before: Posted, table_id: str) -> None:
    """Have the database say what it does if a process is killed after it wrote a removal down, and noted no more."""
    mine = outbox.c.table_id == table_id, outbox.c.user_id == ANA.user_id, outbox.c.kind == "desk"
    with writing(rig.database) as db:
        db.execute(update(outbox).where(*mine).values(**before._asdict(), requested=outbox.c.requested + 1))


async def left_by_a_kill(painted: Painted, wall: Any) -> tuple[Painted, str, Posted, Posted]:
    """Begin a run after one that was killed before it noted the newer desk of a table that rests; Discord is well."""
    table_id, before = await sent_while_nothing_can_be_removed(painted, wall)
    (newer,) = [place for place in wall.places(ANA.user_id) if place != before]
    await painted.screens.removals.close()
    wall.trouble.clear()
    await painted.rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    await killed_before_the_newer_was_noted(painted.rig, before, table_id)
    after = restarted(painted, wall)
    await after.screens.doubt_desks(None)
    return after, table_id, before, newer


async def test_a_desk_that_a_kill_left_as_the_live_one_is_not_removed_before_the_newer_is_found(
    painted: Painted, wall: Any
) -> None:
    after, table_id, before, newer = await left_by_a_kill(painted, wall)
    await after.screens.removals.resume()
    await asyncio.sleep(0.1)
    assert before in wall.messages
    assert await is_nothing_written(after.rig), "it would go at some other start, newer or not"

    await calm(after, table_id)
    assert wall.places(ANA.user_id) == [newer]
    assert (await post_of(after.rig, table_id, ANA.user_id)).posted == newer
    assert await is_nothing_written(after.rig)


async def test_the_newer_desk_tells_that_a_table_which_rested_was_called_off(
    painted: Painted, wall: Any
) -> None:
    after, table_id, _, newer = await left_by_a_kill(painted, wall)
    await after.screens.removals.resume()
    await calm(after, table_id)
    for person in (ANA, BEN):
        await after.rig.tables.step(day_commands.vote_to_stop, table_id, person.user_id)
    await calm(after, table_id)
    assert wall.places(ANA.user_id) == [newer]
    assert not wall.messages[newer].controls


async def test_a_desk_that_is_still_to_be_removed_is_not_gone_on_in(painted: Painted, wall: Any) -> None:
    table_id, before = await sent_while_nothing_can_be_removed(painted, wall)
    (newer,) = [place for place in wall.places(ANA.user_id) if place != before]
    await painted.rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    await killed_before_the_newer_was_noted(painted.rig, before, table_id)  # as it is where noting it failed
    await calm(painted, table_id)
    assert (await post_of(painted.rig, table_id, ANA.user_id)).posted == newer
    wall.trouble.clear()
    await until(lambda: wall.places(ANA.user_id) == [newer])


async def test_a_press_on_a_desk_that_is_still_to_be_removed_does_not_go_on_in_it(
    painted: Painted, wall: Any
) -> None:
    table_id, before = await sent_while_nothing_can_be_removed(painted, wall)
    (newer,) = [place for place in wall.places(ANA.user_id) if place != before]
    await killed_before_the_newer_was_noted(painted.rig, before, table_id)
    await clicks_on(painted).take(Pressed(ANA.user_id, f"p:{table_id}:0:desk", before))
    assert (await post_of(painted.rig, table_id, ANA.user_id)).is_due
    await calm(painted, table_id)
    assert (await post_of(painted.rig, table_id, ANA.user_id)).posted == newer
    wall.trouble.clear()
    await until(lambda: wall.places(ANA.user_id) == [newer])
