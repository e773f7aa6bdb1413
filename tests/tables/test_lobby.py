"""Before the race: sitting down, standing up, what the host chooses, and which tables are found."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from bot.outbox import LOBBY
from bot.servers import Pace
from bot.tables import (
    Refusal,
    Refused,
    Status,
    day_commands,
    guild_commands,
    lobby_commands,
)
from bot.tables.deadlines import LOBBY_CLOSES_AFTER
from bot.tables.lobby_commands import Manner
from bot.tables.playing_hours import PlayingHours
from bot.tables.reading import open_in, run_in
from engines import catalog
from tests.tables.playing import ANA, BEN, CLEO, GUILD, PEOPLE, TableRig


async def test_whoever_opens_a_table_is_its_host_in_the_first_seat(rig: TableRig) -> None:
    table = await rig.table(await rig.lobby(people=1))

    assert table.status is Status.LOBBY
    assert table.host_id == ANA.user_id
    assert [(seat.number, seat.user_id, seat.name) for seat in table.seats] == [(0, *ANA)]


async def test_each_table_has_a_secret_and_an_id_of_its_own(rig: TableRig) -> None:
    tables = [await rig.table(await rig.lobby(people=1)) for _ in range(3)]

    assert len({table.secret for table in tables}) == len({table.table_id for table in tables}) == 3
    assert all(len(table.secret) == 32 for table in tables)


async def test_a_table_keeps_the_edition_it_was_opened_with(rig: TableRig) -> None:
    table = await rig.table(await rig.lobby())

    assert table.edition == json.loads(catalog.game("jockey").edition.model_dump_json())


async def test_people_take_the_next_free_seat(rig: TableRig) -> None:
    table = await rig.table(await rig.lobby(people=3))

    assert [seat.user_id for seat in table.seats] == [person.user_id for person in PEOPLE[:3]]


async def test_the_salt_grows_with_every_join(rig: TableRig) -> None:
    table_id = await rig.lobby(people=1)
    opened = (await rig.table(table_id)).salt
    await rig.tables.step(lobby_commands.join, table_id, BEN, 77)
    await rig.tables.step(lobby_commands.leave, table_id, BEN.user_id)
    await rig.tables.step(lobby_commands.join, table_id, CLEO, 78)

    assert (await rig.table(table_id)).salt == (*opened, "77", "78")


async def test_whoever_leaves_leaves_no_gap(rig: TableRig) -> None:
    table_id = await rig.lobby(people=3, computers=1)
    await rig.tables.step(lobby_commands.leave, table_id, BEN.user_id)
    table = await rig.table(table_id)

    assert [(seat.number, seat.name) for seat in table.seats] == [(0, "Ana"), (1, "Cleo"), (2, "Tin 0")]


async def test_when_the_host_leaves_the_next_person_is_host(rig: TableRig) -> None:
    table_id = await rig.lobby(people=1, computers=1)
    await rig.tables.step(lobby_commands.join, table_id, BEN, 77)
    await rig.tables.step(lobby_commands.leave, table_id, ANA.user_id)
    table = await rig.table(table_id)

    assert table.host_id == BEN.user_id
    assert [(seat.number, seat.name) for seat in table.seats] == [(0, "Tin 0"), (1, "Ben")]


async def test_when_a_guest_leaves_the_host_stays(rig: TableRig) -> None:
    table_id = await rig.lobby(people=2)
    await rig.tables.step(lobby_commands.leave, table_id, BEN.user_id)

    assert (await rig.table(table_id)).host_id == ANA.user_id


async def test_with_the_last_person_the_lobby_closes_also_where_computer_players_sit(
    rig: TableRig,
) -> None:
    table_id = await rig.lobby(people=1, computers=2)
    await rig.tables.step(lobby_commands.leave, table_id, ANA.user_id)

    assert (await rig.table(table_id)).status is Status.CANCELLED
    assert not (await rig.everything())["deadlines"]


async def test_the_computer_player_that_sat_down_last_goes_home_first(rig: TableRig) -> None:
    table_id = await rig.lobby(people=1, computers=2)
    await rig.tables.step(lobby_commands.join, table_id, BEN, 77)
    await rig.tables.step(lobby_commands.remove_computer, table_id, ANA.user_id)

    assert (await rig.table(table_id)).names == ("Ana", "Tin 0", "Ben")


async def test_computer_players_at_one_table_have_different_names_even_if_two_sit_down_at_once(
    rig: TableRig,
) -> None:
    table_id = await rig.lobby(people=1)
    names = ("Ana", "Abacus", "Piston", "Lever")
    await asyncio.gather(
        *(rig.tables.step(lobby_commands.add_computer, table_id, ANA.user_id, *names) for _ in range(3))
    )

    assert sorted((await rig.table(table_id)).names) == ["Abacus", "Ana", "Lever", "Piston"]


async def test_every_computer_player_of_a_table_sits_down_with_another_temper(rig: TableRig) -> None:
    table_id, drawn = await rig.lobby(people=1), set[tuple[str, ...]]()
    for _ in range(12):
        for number in range(3):
            await rig.tables.step(lobby_commands.add_computer, table_id, ANA.user_id, f"Tin {number}")
        drawn.add(tuple(await agents(rig, table_id)))
        for _ in range(3):
            await rig.tables.step(lobby_commands.remove_computer, table_id, ANA.user_id)

    assert {tuple(sorted(each)) for each in drawn} == {("bold", "careful", "contrary")}
    assert len(drawn) > 1, "which of them comes first is drawn"


async def test_where_there_are_more_computer_players_than_tempers_each_is_there_as_often_as_can_be(
    rig: TableRig,
) -> None:
    seated = Counter(await agents(rig, await rig.lobby(people=1, computers=5)))

    assert sorted(seated.values()) == [1, 2, 2]


async def test_a_game_without_tempers_has_steady_computer_players(rig: TableRig) -> None:
    table_id = await rig.race(1, computers=3, game="turfe", edition=None)

    assert await agents(rig, table_id) == ["steady"] * 3


async def agents(rig: TableRig, table_id: str) -> list[str]:
    """Name the computer players of a table in the order of their seats."""
    return [seat.agent for seat in (await rig.table(table_id)).seats if seat.agent]


async def test_the_host_chooses_options_and_seats(rig: TableRig) -> None:
    table_id = await rig.lobby(people=2)
    await rig.tables.step(lobby_commands.set_options, table_id, ANA.user_id, {"rounds": 3}, 2)
    table = await rig.table(table_id)

    assert (table.options, table.capacity) == ({"rounds": 3}, 2)


@pytest.mark.parametrize("people", [1, 2])
async def test_a_cancelled_lobby_is_closed_and_costs_nothing(rig: TableRig, people: int) -> None:
    table_id = await rig.lobby(people)
    await rig.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=False)

    assert (await rig.table(table_id)).status is Status.CANCELLED
    assert not (await rig.everything())["movements"]


async def test_every_change_of_a_lobby_asks_for_its_message_to_be_redrawn(rig: TableRig) -> None:
    table_id = await rig.lobby(people=1)
    seen = [(await rig.requested(table_id))[LOBBY]]
    for change in (
        rig.tables.step(lobby_commands.join, table_id, BEN, 77),
        rig.tables.step(lobby_commands.add_computer, table_id, ANA.user_id, "Tin"),
        rig.tables.step(lobby_commands.remove_computer, table_id, ANA.user_id),
        rig.tables.step(lobby_commands.set_options, table_id, ANA.user_id, {"rounds": 2}, 4),
        rig.tables.step(lobby_commands.leave, table_id, BEN.user_id),
        rig.tables.step(lobby_commands.leave, table_id, ANA.user_id),
    ):
        await change
        seen.append((await rig.requested(table_id))[LOBBY])

    assert seen == [1, 2, 3, 4, 5, 6, 7]
    assert rig.told == [table_id] * 7


async def test_a_lobby_closes_half_an_hour_after_it_was_opened(rig: TableRig) -> None:
    table_id = await rig.lobby()
    await rig.tables.step(lobby_commands.leave, table_id, BEN.user_id)

    assert (await rig.everything())["deadlines"] == [
        (table_id, "lobby", rig.time + LOBBY_CLOSES_AFTER, rig.time)
    ]


async def test_tables_are_listed_by_server_and_by_who_sits_there(rig: TableRig) -> None:
    first, second, third = await rig.lobby(1), await rig.race(2), await rig.lobby(2)
    await rig.tables.step(day_commands.cancel, third, ANA.user_id, may_manage=False)

    assert {table.table_id for table in await rig.tables.database.read(open_in, GUILD)} == {
        first,
        second,
    }
    assert [table.table_id for table in await rig.tables.database.read(open_in, GUILD, BEN.user_id)] == [
        second
    ]
    assert await rig.tables.database.read(open_in, GUILD + 1) == []


async def test_by_a_place_a_race_is_meant_that_runs_there_or_the_one_that_was_over_last(
    rig: TableRig,
) -> None:
    async def race() -> str:
        rig.pass_minutes(1)
        table_id = await rig.race(2)
        await rig.tables.step(guild_commands.note_channel, table_id, 55, instead_of=None)
        return table_id

    async def meant() -> list[str]:
        return [table.table_id for table in await rig.tables.database.read(run_in, GUILD, 55)]

    await rig.set_up_server(most_hosted=5)
    await rig.race(2)
    cancelled = await race()
    await rig.tables.step(day_commands.cancel, cancelled, ANA.user_id, may_manage=False)
    assert await meant() == [cancelled]
    for _ in range(2):
        finished = await race()
        await rig.play_out(finished, Random(1))
    assert await meant() == [finished]
    one, two, three = [await race() for _ in range(3)]
    assert await meant() == [three, two, finished], "two are enough to know that it is not clear"
    await rig.tables.step(day_commands.cancel, three, ANA.user_id, may_manage=False)
    await rig.tables.step(day_commands.cancel, two, ANA.user_id, may_manage=False)
    assert await meant() == [one, three], "of those that are over the one that began last is meant"
    assert await rig.tables.database.read(run_in, GUILD + 1, 55) == []


async def test_two_people_who_want_the_last_seat_do_not_both_get_it(rig: TableRig) -> None:
    table_id = await rig.lobby(people=2, capacity=3)
    answers = await asyncio.gather(
        *(rig.tables.step(lobby_commands.join, table_id, person, person.user_id) for person in PEOPLE[2:]),
        return_exceptions=True,
    )

    assert answers.count(True) == 1
    assert {answer.reason for answer in answers if isinstance(answer, Refused)} == {Refusal.FULL}
    assert len((await rig.table(table_id)).seats) == 3


@pytest.mark.parametrize(
    "changed",
    [
        {"hints": True},
        {"hints": False},
        {"pace": Pace.QUICK},
        {"hours": PlayingHours.read("18:00-23:00 UTC")},
    ],
)
async def test_another_manner_of_play_asks_the_others_anew(rig: TableRig, changed: dict[str, Any]) -> None:
    table_id = await rig.lobby(people=3, computers=1)
    seen = await rig.terms(table_id)
    await rig.tables.step(
        lobby_commands.set_manner, table_id, ANA.user_id, Manner(None, None, None)._replace(**changed)
    )

    assert [seat.ready for seat in (await rig.table(table_id)).seats] == [True, False, False, True]
    with pytest.raises(Refused) as refused:
        await rig.tables.step(lobby_commands.say_ready, table_id, BEN.user_id, seen)
    assert refused.value.reason is Refusal.TERMS_CHANGED


async def test_who_joins_on_terms_that_have_just_changed_is_asked_for_their_ready(rig: TableRig) -> None:
    table_id = await rig.lobby()
    seen = await rig.terms(table_id)
    await rig.tables.step(lobby_commands.set_manner, table_id, ANA.user_id, Manner(None, Pace.QUICK, None))
    await rig.tables.step(lobby_commands.join, table_id, CLEO, rig.interaction(), seen)
    await rig.tables.step(
        lobby_commands.join, table_id, PEOPLE[3], rig.interaction(), await rig.terms(table_id)
    )
    assert [seat.ready for seat in (await rig.table(table_id)).seats] == [True, False, False, True]
