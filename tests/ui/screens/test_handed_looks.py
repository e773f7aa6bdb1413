"""A look at a table as a step has left it: what would be read, or nothing."""

from __future__ import annotations

from random import Random

import pytest

from bot.outbox import BOARD
from bot.ui.screens.table_looks import TableLook
from engines import catalog
from tests.counting import counting
from tests.tables.playing import TableRig, sampled
from tests.ui.wall import Painted, painted, render_pool, wall

__all__ = ["painted", "render_pool", "wall"]


@pytest.fixture
def handed(painted: Painted) -> list[TableLook | None]:
    """What the screens are handed at every change of a table."""
    looks: list[TableLook | None] = []
    painted.rig.tables.watchers.add(lambda table_id: looks.append(painted.screens.hand_on(table_id)))
    return looks


@pytest.mark.parametrize("game", catalog.GAMES)
async def test_what_a_step_hands_on_is_what_would_be_read(
    painted: Painted, handed: list[TableLook | None], rig: TableRig, game: str
) -> None:
    people = sorted(catalog.game(game).seats)[1]
    more = {} if game == "jockey" else {"edition": None}
    table_id, luck, whole = await rig.race(people=people, game=game, **more), Random(7), 0
    await painted.paint(table_id)
    for _ in range(30):
        if (await rig.standing(table_id)).match.outcome:
            break
        await rig.decide(table_id, luck)
        look = handed[-1]
        with counting(rig.database) as counted:
            used = await painted.screens.look(table_id, look)
        if look is used:
            assert counted.reading == 0
            read = await painted.screens.look(table_id)
            assert look.posts == read.posts
            assert (look.known, look.found, look.moments) == (read.known, read.found, read.moments)
            assert list(look.told) == list(read.told)
            seats = [seat for seat in read.snapshot.table.people if look.due_kinds()]
            assert [dict(look.slip(seat)) for seat in seats] == [dict(read.slip(seat)) for seat in seats]
            whole += 1
        if luck.random() < 0.5:
            await painted.paint(table_id)
    assert whole > 10


async def test_it_shows_what_was_noted_and_not_written_yet(
    painted: Painted, handed: list[TableLook | None], rig: TableRig
) -> None:
    table_id, notes = await rig.race(people=2), painted.screens.notes
    await painted.paint(table_id)
    async with notes.gathering(table_id):
        await rig.decide(table_id, Random(1))
        first = handed[-1]
        assert first
        await notes.note(first.posts[BOARD], told_to=first.snapshot.table.length)
        assert not first.posts[BOARD].is_due
        await rig.decide(table_id, Random(1))
        second = handed[-1]
        assert second
        assert second.posts[BOARD].told_to == first.snapshot.table.length


async def test_it_is_read_where_notes_were_written_or_the_table_was_seen_to_since_the_step(
    painted: Painted, handed: list[TableLook | None], rig: TableRig
) -> None:
    table_id, notes = await rig.race(people=2), painted.screens.notes
    await painted.paint(table_id)
    made = []
    rig.tables.watchers.add(lambda _: made.append(rig.tables.watchers.made))
    await rig.decide(table_id, Random(1))
    assert handed[-1]

    await notes.note(handed[-1].posts[BOARD])
    rig.tables.watchers.tell(table_id, made[-1])
    assert handed[-1] is None

    rig.tables.watchers.tell(table_id, made[-1]._replace(since=None))
    assert handed[-1] is None


@pytest.mark.parametrize("game", catalog.GAMES)
async def test_who_keeps_a_table_and_hears_of_a_move_elsewhere_reads_its_posts_and_the_new_rows(
    painted: Painted, rig: TableRig, game: str
) -> None:
    people = sorted(catalog.game(game).seats)[1]
    more = {} if game == "jockey" else {"edition": None}
    table_id, other, luck, quick = (
        await rig.race(people=people, game=game, **more),
        rig.restarted(),
        Random(7),
        0,
    )
    await painted.paint(table_id)
    for _ in range(12):
        if (await rig.standing(table_id)).match.outcome:
            break
        await other.decide(table_id, luck)
        rig.tables.read.hear(table_id, other.words[-1])
        with counting(rig.database) as counted:
            caught_up = await painted.screens.look(table_id)
        quick += len(counted.statements) == 2
        read = await painted.screens.look(table_id)
        assert caught_up.is_whole
        assert caught_up.posts == read.posts
        assert (caught_up.known, caught_up.found) == (read.known, read.found)
        assert caught_up.moments.items() <= {**caught_up.moments, **read.moments}.items()
        assert list(caught_up.told) == list(read.told)
        await painted.paint(table_id)
    assert quick > 6, "the others are of decisions that arose before, for which somebody may fill in a slip"


async def test_where_somebody_fills_in_a_slip_who_hears_of_a_move_elsewhere_reads_it(
    painted: Painted, rig: TableRig
) -> None:
    table_id, other = await rig.race(people=2), rig.restarted()
    await painted.paint(table_id)
    standing, table = await rig.standing(table_id), await rig.table(table_id)
    (first, since), (second, asked) = sorted(standing.asked.items())
    owner, slip = table.seats[first].user_id, {"kind": "win"}
    assert owner is not None
    await other.tables.race.answer(table_id, owner, since, lambda *_: slip)
    await other.tables.race.act_for(table_id, second, asked, sampled(standing, second, Random(1)))
    rig.tables.read.hear(table_id, other.words[-1])

    look = await painted.screens.look(table_id)

    assert look.snapshot.standing is not None
    assert look.snapshot.standing.length == standing.length + 1
    assert look.drafts == {(owner, since): slip}
