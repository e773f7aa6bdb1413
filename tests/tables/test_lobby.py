"""Before the race: sitting down, standing up, what the host chooses, and which tables are found."""

from __future__ import annotations

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
from tests.tables.playing import ANA, BEN, CLEO, GUILD, PEOPLE
from tests.tables.rules import Rules


def test_whoever_opens_a_table_is_its_host_in_the_first_seat(rules: Rules) -> None:
    table = rules.table(rules.lobby(people=1))

    assert table.status is Status.LOBBY
    assert table.host_id == ANA.user_id
    assert [(seat.number, seat.user_id, seat.name) for seat in table.seats] == [(0, *ANA)]


def test_each_table_has_a_secret_and_an_id_of_its_own(rules: Rules) -> None:
    tables = [rules.table(rules.lobby(people=1)) for _ in range(3)]

    assert len({table.secret for table in tables}) == len({table.table_id for table in tables}) == 3
    assert all(len(table.secret) == 32 for table in tables)


def test_a_table_keeps_the_edition_it_was_opened_with(rules: Rules) -> None:
    table = rules.table(rules.lobby())

    assert table.edition == json.loads(catalog.game("jockey").edition.model_dump_json())


def test_people_take_the_next_free_seat(rules: Rules) -> None:
    table = rules.table(rules.lobby(people=3))

    assert [seat.user_id for seat in table.seats] == [person.user_id for person in PEOPLE[:3]]


def test_the_salt_grows_with_every_join(rules: Rules) -> None:
    table_id = rules.lobby(people=1)
    opened = rules.table(table_id).salt
    rules.tables.step(lobby_commands.join, table_id, BEN, 77)
    rules.tables.step(lobby_commands.leave, table_id, BEN.user_id)
    rules.tables.step(lobby_commands.join, table_id, CLEO, 78)

    assert rules.table(table_id).salt == (*opened, "77", "78")


def test_whoever_leaves_leaves_no_gap(rules: Rules) -> None:
    table_id = rules.lobby(people=3, computers=1)
    rules.tables.step(lobby_commands.leave, table_id, BEN.user_id)
    table = rules.table(table_id)

    assert [(seat.number, seat.name) for seat in table.seats] == [(0, "Ana"), (1, "Cleo"), (2, "Tin 0")]


def test_when_the_host_leaves_the_next_person_is_host(rules: Rules) -> None:
    table_id = rules.lobby(people=1, computers=1)
    rules.tables.step(lobby_commands.join, table_id, BEN, 77)
    rules.tables.step(lobby_commands.leave, table_id, ANA.user_id)
    table = rules.table(table_id)

    assert table.host_id == BEN.user_id
    assert [(seat.number, seat.name) for seat in table.seats] == [(0, "Tin 0"), (1, "Ben")]


def test_when_a_guest_leaves_the_host_stays(rules: Rules) -> None:
    table_id = rules.lobby(people=2)
    rules.tables.step(lobby_commands.leave, table_id, BEN.user_id)

    assert rules.table(table_id).host_id == ANA.user_id


def test_with_the_last_person_the_lobby_closes_also_where_computer_players_sit(
    rules: Rules,
) -> None:
    table_id = rules.lobby(people=1, computers=2)
    rules.tables.step(lobby_commands.leave, table_id, ANA.user_id)

    assert rules.table(table_id).status is Status.CANCELLED
    assert not rules.everything()["deadlines"]


def test_the_computer_player_that_sat_down_last_goes_home_first(rules: Rules) -> None:
    table_id = rules.lobby(people=1, computers=2)
    rules.tables.step(lobby_commands.join, table_id, BEN, 77)
    rules.tables.step(lobby_commands.remove_computer, table_id, ANA.user_id)

    assert rules.table(table_id).names == ("Ana", "Tin 0", "Ben")


def test_every_computer_player_of_a_table_sits_down_with_another_temper(rules: Rules) -> None:
    table_id, drawn = rules.lobby(people=1), set[tuple[str, ...]]()
    for _ in range(12):
        for number in range(3):
            rules.tables.step(lobby_commands.add_computer, table_id, ANA.user_id, f"Tin {number}")
        drawn.add(tuple(agents(rules, table_id)))
        for _ in range(3):
            rules.tables.step(lobby_commands.remove_computer, table_id, ANA.user_id)

    assert {tuple(sorted(each)) for each in drawn} == {("bold", "careful", "contrary")}
    assert len(drawn) > 1, "which of them comes first is drawn"


def test_where_there_are_more_computer_players_than_tempers_each_is_there_as_often_as_can_be(
    rules: Rules,
) -> None:
    seated = Counter(agents(rules, rules.lobby(people=1, computers=5)))

    assert sorted(seated.values()) == [1, 2, 2]


def test_a_game_without_tempers_has_steady_computer_players(rules: Rules) -> None:
    table_id = rules.race(1, computers=3, game="turfe", edition=None)

    assert agents(rules, table_id) == ["steady"] * 3


def agents(rules: Rules, table_id: str) -> list[str]:
    """Name the computer players of a table in the order of their seats."""
    return [seat.agent for seat in rules.table(table_id).seats if seat.agent]


def test_the_host_chooses_options_and_seats(rules: Rules) -> None:
    table_id = rules.lobby(people=2)
    rules.tables.step(lobby_commands.set_options, table_id, ANA.user_id, {"rounds": 3}, 2)
    table = rules.table(table_id)

    assert (table.options, table.capacity) == ({"rounds": 3}, 2)


@pytest.mark.parametrize("people", [1, 2])
def test_a_cancelled_lobby_is_closed_and_costs_nothing(rules: Rules, people: int) -> None:
    table_id = rules.lobby(people)
    rules.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=False)

    assert rules.table(table_id).status is Status.CANCELLED
    assert not rules.everything()["movements"]


def test_every_change_of_a_lobby_asks_for_its_message_to_be_redrawn(rules: Rules) -> None:
    table_id = rules.lobby(people=1)
    seen = [rules.requested(table_id)[LOBBY]]
    changes: list[tuple[Any, ...]] = [
        (lobby_commands.join, BEN, 77),
        (lobby_commands.add_computer, ANA.user_id, "Tin"),
        (lobby_commands.remove_computer, ANA.user_id),
        (lobby_commands.set_options, ANA.user_id, {"rounds": 2}, 4),
        (lobby_commands.leave, BEN.user_id),
        (lobby_commands.leave, ANA.user_id),
    ]
    for command, *facts in changes:
        rules.tables.step(command, table_id, *facts)
        seen.append(rules.requested(table_id)[LOBBY])

    assert seen == [1, 2, 3, 4, 5, 6, 7]
    assert rules.told == [table_id] * 7


def test_a_lobby_closes_half_an_hour_after_it_was_opened(rules: Rules) -> None:
    table_id = rules.lobby()
    rules.tables.step(lobby_commands.leave, table_id, BEN.user_id)

    assert rules.everything()["deadlines"] == [
        (table_id, "lobby", rules.time + LOBBY_CLOSES_AFTER, rules.time)
    ]


def test_tables_are_listed_by_server_and_by_who_sits_there(rules: Rules) -> None:
    first, second, third = rules.lobby(1), rules.race(2), rules.lobby(2)
    rules.tables.step(day_commands.cancel, third, ANA.user_id, may_manage=False)

    assert {table.table_id for table in rules.tables.database.read(open_in, GUILD)} == {
        first,
        second,
    }
    assert [table.table_id for table in rules.tables.database.read(open_in, GUILD, BEN.user_id)] == [second]
    assert rules.tables.database.read(open_in, GUILD + 1) == []


def test_by_a_place_a_race_is_meant_that_runs_there_or_the_one_that_was_over_last(
    rules: Rules,
) -> None:
    def race() -> str:
        rules.pass_minutes(1)
        table_id = rules.race(2)
        rules.tables.step(guild_commands.note_channel, table_id, 55, instead_of=None)
        return table_id

    def meant() -> list[str]:
        return [table.table_id for table in rules.tables.database.read(run_in, GUILD, 55)]

    rules.set_up_server(most_hosted=5)
    rules.race(2)
    cancelled = race()
    rules.tables.step(day_commands.cancel, cancelled, ANA.user_id, may_manage=False)
    assert meant() == [cancelled]
    for _ in range(2):
        finished = race()
        rules.play_out(finished, Random(1))
    assert meant() == [finished]
    one, two, three = [race() for _ in range(3)]
    assert meant() == [three, two, finished], "two are enough to know that it is not clear"
    rules.tables.step(day_commands.cancel, three, ANA.user_id, may_manage=False)
    rules.tables.step(day_commands.cancel, two, ANA.user_id, may_manage=False)
    assert meant() == [one, three], "of those that are over the one that began last is meant"
    assert rules.tables.database.read(run_in, GUILD + 1, 55) == []


@pytest.mark.parametrize(
    "changed",
    [
        {"hints": True},
        {"hints": False},
        {"pace": Pace.QUICK},
        {"hours": PlayingHours.read("18:00-23:00 UTC")},
    ],
)
def test_another_manner_of_play_asks_the_others_anew(rules: Rules, changed: dict[str, Any]) -> None:
    table_id = rules.lobby(people=3, computers=1)
    seen = rules.terms(table_id)
    rules.tables.step(
        lobby_commands.set_manner, table_id, ANA.user_id, Manner(None, None, None)._replace(**changed)
    )

    assert [seat.ready for seat in rules.table(table_id).seats] == [True, False, False, True]
    with pytest.raises(Refused) as refused:
        rules.tables.step(lobby_commands.say_ready, table_id, BEN.user_id, seen)
    assert refused.value.reason is Refusal.TERMS_CHANGED


def test_who_joins_on_terms_that_have_just_changed_is_asked_for_their_ready(rules: Rules) -> None:
    table_id = rules.lobby()
    seen = rules.terms(table_id)
    rules.tables.step(lobby_commands.set_manner, table_id, ANA.user_id, Manner(None, Pace.QUICK, None))
    rules.tables.step(lobby_commands.join, table_id, CLEO, rules.interaction(), seen)
    rules.tables.step(lobby_commands.join, table_id, PEOPLE[3], rules.interaction(), rules.terms(table_id))
    assert [seat.ready for seat in rules.table(table_id).seats] == [True, False, False, True]
