"""Starting at once: computer players sit down on free seats, and the race begins in the same step."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables import Refusal, Status, lobby_commands
from bot.tables.race_commands import Company
from bot.tables.refusals import Refused, StartRefused
from bot.tables.seat_limits import filled
from engines.core.salt import digest
from tests.tables.playing import ANA, BEN
from tests.tables.rules import Rules

NAMES = ("Tin", "Brass", "Iron", "Zinc", "Lead", "Gold")


def race_now(rules: Rules, table_id: str, seats: int = 4, **more: Any) -> None:
    """Have the host start at once."""
    company = Company(seats, NAMES)
    rules.tables.start(table_id, ANA.user_id, rules.interaction(), company=company, **more)


def test_free_seats_are_taken_by_computer_players_and_the_race_begins(rules: Rules) -> None:
    table_id = rules.lobby(people=1)
    race_now(rules, table_id)
    table = rules.table(table_id)
    assert table.status is Status.RUNNING
    assert table.names[1:] == NAMES[:3]
    assert not table.stakes, "one person alone plays for practice"
    assert rules.standing(table_id).match.game.seats


def test_people_keep_their_seats_and_computer_players_there_are_count(rules: Rules) -> None:
    table_id = rules.lobby(people=2, computers=1)
    race_now(rules, table_id)
    table = rules.table(table_id)
    assert [seat.user_id for seat in table.seats] == [ANA.user_id, BEN.user_id, None, None]
    assert table.names[2:] == ("Tin 0", "Tin")
    assert table.stakes


def test_nobody_sits_down_twice_under_one_name(rules: Rules) -> None:
    table_id = rules.lobby(people=1)
    rules.tables.step(lobby_commands.add_computer, table_id, ANA.user_id, "Brass")
    race_now(rules, table_id)
    assert rules.table(table_id).names[1:] == ("Brass", "Tin", "Iron")


def test_a_start_that_is_refused_seats_nobody_and_its_press_goes_into_the_luck(rules: Rules) -> None:
    table_id = rules.lobby(people=1)
    before = rules.table(table_id)
    with pytest.raises(StartRefused) as refused:
        race_now(rules, table_id, seen=digest(["1"]))
    table = rules.table(table_id)
    assert refused.value.reason is Refusal.OVERTAKEN
    assert (table.status, len(table.seats)) == (Status.LOBBY, 1)
    assert len(table.salt) == len(before.salt) + 1


def test_a_server_without_computer_players_is_asked_for_none(rules: Rules) -> None:
    rules.set_up_server(computers=False)
    table_id = rules.lobby(people=2)
    with pytest.raises(StartRefused) as refused:
        race_now(rules, table_id)
    assert refused.value.reason is Refusal.NO_COMPUTERS
    race_now(rules, table_id, seats=2)
    assert rules.table(table_id).status is Status.RUNNING


def test_only_the_host_starts_at_once(rules: Rules) -> None:
    table_id = rules.lobby(people=2)
    company = Company(4, NAMES)
    with pytest.raises(Refused) as refused:
        rules.tables.start(table_id, BEN.user_id, rules.interaction(), company=company)
    assert refused.value.reason is Refusal.NOT_HOST
    assert len(rules.table(table_id).seats) == 2


@pytest.mark.parametrize(
    ("can_play", "seated", "capacity", "wished", "then"),
    [
        ((2, 3, 4, 5, 6), 1, 6, 4, 4),
        ((2, 3, 4, 5, 6), 5, 6, 4, 5),
        ((2, 3, 4, 5, 6), 1, 3, 4, 3),
        ((4, 6, 8), 1, 8, 5, 6),
        ((4, 6, 8), 7, 7, 4, 7),
        ((2, 3), 1, 6, 4, 3),
        ((), 2, 6, 4, 2),
    ],
)
def test_as_many_sit_down_as_are_wished_and_can_play(
    can_play: tuple[int, ...], seated: int, capacity: int, wished: int, then: int
) -> None:
    assert filled(can_play, seated, capacity, wished) == then
