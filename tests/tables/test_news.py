"""What a step tells the keeper of its table: enough to read less, nobody's cards, and only by who knows the table."""

from __future__ import annotations

import json
from random import Random

from bot.outbox import Posted, posts_of
from bot.outbox.outcomes import note_shown
from bot.tables.race_commands import Answer
from tests.counting import counting
from tests.databases import reading, writing
from tests.tables.playing import TableRig, sampled


async def moved(rig: TableRig, other: TableRig, table_id: str) -> str:
    """Have another process make a move at a table that this one knows; return what it tells of that."""
    await rig.tables.read.with_standing(table_id)
    await other.decide(table_id, Random(3))
    return other.words[-1]


async def statements(rig: TableRig, table_id: str) -> list[str]:
    """Return from what is read to know a table."""
    with counting(rig.database) as counted:
        await rig.tables.read.with_standing(table_id)
    return [each.split("FROM")[1].split()[0] for each in counted.statements]


async def test_who_hears_of_a_move_reads_its_rows_and_nothing_else_of_the_table(rig: TableRig) -> None:
    table_id, other = await rig.race(people=2), rig.restarted()
    rig.tables.read.hear(table_id, await moved(rig, other, table_id))

    assert await statements(rig, table_id) == ["tables", "log"]
    assert await rig.table(table_id) == await other.table(table_id)
    with reading(rig.database) as db:
        heard, _ = rig.tables.read.known_in(db, table_id)
        read, _ = rig.restarted().tables.read.known_in(db, table_id)
    assert heard == read


async def test_a_word_that_was_lost_costs_a_reading(rig: TableRig) -> None:
    table_id, other = await rig.race(people=2), rig.restarted()
    await moved(rig, other, table_id)
    await other.decide(table_id, Random(4))
    rig.tables.read.hear(table_id, other.words[-1])

    assert await statements(rig, table_id) == ["tables", "tables", "seats", "deadlines", "servers", "log"]


async def test_a_word_that_somebody_else_made_up_is_passed_over(rig: TableRig) -> None:
    table_id, other = await rig.race(people=2), rig.restarted()
    word = await moved(rig, other, table_id)
    length = (await other.table(table_id)).length
    made_up = word.replace(f'"length":{length}', f'"length":{length + 1}')
    assert made_up != word

    for each in (made_up, word.partition(" ")[2], "nothing", "", "é {}"):
        rig.tables.read.hear(table_id, each)
    assert len(await statements(rig, table_id)) == 6


async def test_a_word_is_of_the_table_of_which_it_was_told_and_of_no_other(rig: TableRig) -> None:
    table_id, unknown, other = await rig.race(people=2), "NOSUCH", rig.restarted()
    word = await moved(rig, other, table_id)

    assert rig.tables.read.hear(unknown, word) is None
    assert rig.restarted().tables.read.hear(table_id, word) is None


async def test_what_changes_more_than_log_and_clocks_is_read(rig: TableRig) -> None:
    table_id, other = await rig.race(people=2), rig.restarted()
    await rig.tables.read.with_standing(table_id)
    (seat,) = {*(await rig.standing(table_id)).asked} - {1}
    user_id = (await rig.table(table_id)).seats[seat].user_id
    assert user_id is not None
    await other.tables.seats.stand_up(table_id, user_id)
    rig.tables.read.hear(table_id, other.words[-1])

    assert "seats" in await statements(rig, table_id)


async def test_a_word_names_nothing_of_what_was_played(rig: TableRig) -> None:
    table_id, other = await rig.race(people=2), rig.restarted()
    facts = json.loads((await moved(rig, other, table_id)).partition(" ")[2])

    assert facts.keys() == {"after", "length", "clocks"}


async def test_whose_desk_was_pressed_is_told_where_the_keeper_is_to_show_it(rig: TableRig) -> None:
    table_id, other = await rig.race(people=2), rig.restarted()
    with writing(rig.database) as db:
        for post in posts_of(db, table_id).values():
            note_shown(db, post, Posted(post.user_id or 1, post.user_id or 1))
    for has_keeper in (True, False):
        other.has_keeper = has_keeper
        table, standing = await rig.tables.read.with_standing(table_id)
        assert standing is not None
        number, asked = min(standing.asked.items())
        user_id, action = table.seats[number].user_id, sampled(standing, number, Random(1))
        assert user_id is not None

        answered = await other.tables.race.answer(
            table_id, user_id, asked, lambda *_, action=action: Answer(action), user_id
        )

        assert answered.is_left_to_keeper is has_keeper
        assert rig.tables.read.hear(table_id, other.words[-1]) == user_id
