"""Several people press in the same moment, in one process and in two: the database puts them in an order."""

from __future__ import annotations

import asyncio
from random import Random

from bot.db import Database
from bot.tables import Opening, Refusal, Refused, day_commands, lobby_commands, luck, race_commands
from bot.tables.luck import PressKind
from tests.databases import reading
from tests.tables.playing import (
    ANA,
    BEN,
    CLEO,
    HERE,
    PEOPLE,
    TableRig,
    draft_of,
    facts,
    fill_in,
    sampled,
)

BET = {"type": "bet", "kind": "place", "horse": "red", "stake": 100}


async def test_two_people_who_want_the_last_seat_do_not_both_get_it(rig: TableRig) -> None:
    table_id = await rig.lobby(people=2, capacity=3)
    answers = await asyncio.gather(
        *(rig.tables.step(lobby_commands.join, table_id, person, person.user_id) for person in PEOPLE[2:]),
        return_exceptions=True,
    )
    assert answers.count(True) == 1
    assert {answer.reason for answer in answers if isinstance(answer, Refused)} == {Refusal.FULL}
    assert len((await rig.table(table_id)).seats) == 3


async def test_computer_players_that_sit_down_at_once_have_different_names(rig: TableRig) -> None:
    table_id = await rig.lobby(people=1)
    names = ("Ana", "Abacus", "Piston", "Lever")
    await asyncio.gather(
        *(rig.tables.step(lobby_commands.add_computer, table_id, ANA.user_id, *names) for _ in range(3))
    )
    assert sorted((await rig.table(table_id)).names) == ["Abacus", "Ana", "Lever", "Piston"]


async def test_nobody_opens_more_tables_than_they_may(rig: TableRig) -> None:
    await rig.set_up_server(most_hosted=3)
    openings = [
        Opening(
            visitor=HERE,
            host=BEN,
            game="jockey",
            options={"rounds": 1},
            capacity=6,
            interaction_id=rig.interaction(),
        )
        for _ in range(6)
    ]
    opened = await asyncio.gather(*map(rig.tables.open, openings), return_exceptions=True)
    assert sum(isinstance(each, Refused) for each in opened) == 3


async def test_a_dead_rematch_is_followed_by_one_other(rig: TableRig) -> None:
    before = await rig.race()
    await rig.play_out(before, Random(1))
    for round_ in range(3):
        fresh = await asyncio.gather(
            *(rig.tables.rematch(before, person, HERE, 77 + round_) for person in (ANA, BEN))
        )
        assert len({table.table_id for table in fresh}) == 1
        await rig.tables.step(day_commands.cancel, fresh[0].table_id, 0, may_manage=True)


async def test_a_start_is_the_last_of_the_luck_and_starts_once(rig: TableRig) -> None:
    table_id, first = await rig.lobby(), rig.interaction()
    starts = [rig.tables.start(table_id, ANA.user_id, first + number) for number in range(5)]
    joins = rig.tables.step(lobby_commands.join, table_id, CLEO, first + 5)
    words = rig.tables.step(lobby_commands.add_words, table_id, BEN.user_id, "me too", first + 6)
    answers = await asyncio.gather(*starts, joins, words, return_exceptions=True)
    table, rows = await rig.table(table_id), await rig.everything()
    with reading(rig.database) as db:
        assert luck.read(db, table)[-1].kind is PressKind.STARTED
    assert answers[:5].count(None) == 1
    assert len([row for row in rows["log"] if row.n == 0]) == 1
    assert len([row for row in rows["movements"] if row.reason == "buy_in"]) == len(table.seats)


async def test_of_many_presses_exactly_one_counts(rig: TableRig) -> None:
    table_id = await rig.race()
    await rig.play_until(table_id, "racing", Random(2))
    standing = await rig.standing(table_id)
    ((seat, asked),) = standing.asked.items()
    actions = [sampled(standing, seat, Random(number)) for number in range(8)]
    answers = await asyncio.gather(
        *(
            rig.tables.step(race_commands.act, table_id, PEOPLE[seat].user_id, asked, action)
            for action in actions
        ),
        return_exceptions=True,
    )
    assert answers.count(None) == 1
    assert [answer.reason for answer in answers if isinstance(answer, Refused)] == [Refusal.STALE] * 7
    assert (await rig.table(table_id)).length == asked + 1


async def test_two_processes_on_one_database_do_not_both_take_a_press(
    new_url: str, steady_luck: None
) -> None:
    stores = [await Database.open(new_url) for _ in range(2)]
    here, there = TableRig(stores[0]), TableRig(stores[1])
    table_id = await here.race()
    await there.standing(table_id)
    answers = await asyncio.gather(
        here.tables.step(race_commands.act, table_id, ANA.user_id, 1, BET),
        there.tables.step(race_commands.act, table_id, ANA.user_id, 1, BET),
        there.tables.step(race_commands.act, table_id, BEN.user_id, 1, BET),
        return_exceptions=True,
    )
    assert answers[2] is None
    assert sorted(map(type, answers[:2]), key=str) == [type(None), Refused]
    assert facts(await here.standing(table_id)) == facts(await there.standing(table_id))
    for store in stores:
        await store.close()


async def test_every_field_of_a_slip_that_is_chosen_is_kept(rig: TableRig) -> None:
    table_id, fields = await rig.race(), "abcdef"
    await asyncio.gather(
        *(
            fill_in(rig.tables, table_id, ANA.user_id, 1, lambda slip, field=field: {**slip, field: 1})
            for field in fields
        )
    )
    assert await draft_of(rig.database, table_id, ANA.user_id, 1) == dict.fromkeys(fields, 1)
