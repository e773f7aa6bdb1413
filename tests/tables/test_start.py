"""The start: what it needs, what fixes the luck, and the coins it takes."""

from __future__ import annotations

from hashlib import sha256

import pytest

from bot.outbox import BOARD, LOBBY, call_of, desk_of
from bot.tables import Status, lobby_commands
from engines.core import commitment
from tests.tables.playing import ANA, BEN, PEOPLE
from tests.tables.rules import Rules

OPENING = 5000


def test_the_salt_has_every_join_and_the_start_in_their_order(rules: Rules) -> None:
    table_id = rules.lobby(people=1)
    opened = rules.table(table_id).salt
    rules.tables.step(lobby_commands.join, table_id, BEN, 123456789012345678)
    rules.tables.start(table_id, ANA.user_id, 234567890123456789)

    assert rules.table(table_id).salt == (*opened, "123456789012345678", "234567890123456789")


def test_the_commitment_shown_in_the_lobby_holds_at_the_end(rules: Rules) -> None:
    table_id = rules.lobby()
    shown = commitment(rules.table(table_id).secret)
    rules.start(table_id)
    secret = rules.table(table_id).secret

    assert shown == sha256(secret).hexdigest()


def test_the_luck_follows_from_secret_and_salt(rules: Rules) -> None:
    table_id = rules.race()
    table = rules.table(table_id)

    expected = sha256(table.secret + "\n".join(table.salt).encode()).digest()
    assert rules.standing(table_id).match.seed == expected


def test_a_race_has_a_thread_of_its_own_time(rules: Rules) -> None:
    table_id = rules.lobby()
    rules.pass_minutes(3)
    rules.start(table_id)
    table = rules.table(table_id)

    assert (table.status, table.started_at) == (Status.RUNNING, table.created_at + 180_000)


def test_everybody_is_asked_for_a_bet_at_once(rules: Rules) -> None:
    standing = rules.standing(rules.race(people=2, computers=2))

    assert standing.asked == {0: 1, 1: 1, 2: 1, 3: 1}


def test_the_lobby_clock_stops_at_the_start_and_the_seats_clocks_begin(rules: Rules) -> None:
    rules.race(people=2, computers=1)

    assert {row.kind: row.due_at - rules.time for row in rules.everything()["deadlines"]} == {
        "turn:0": 180_000,
        "turn:1": 180_000,
        "half:0": 90_000,
        "half:1": 90_000,
    }


@pytest.mark.parametrize(("people", "computers"), [(2, 0), (3, 0), (2, 3)])
@pytest.mark.parametrize("rounds", [1, 2])
def test_every_seat_pays_a_thousand_a_round_into_escrow(
    rules: Rules, people: int, computers: int, rounds: int
) -> None:
    table_id = rules.race(people, computers, rounds)
    table = rules.table(table_id)
    (escrow,) = [row for row in rules.everything()["accounts"] if row.kind == "escrow"]

    assert (table.stakes, table.buy_in) == (True, 1000 * rounds)
    assert (escrow.owner, escrow.balance) == (table_id, 1000 * rounds * (people + computers))
    assert rules.worth(people) == [(OPENING - 1000 * rounds, 0, 1000 * rounds)] * people
    assert rules.audit() == []


@pytest.mark.parametrize("computers", [1, 5])
def test_alone_with_computer_players_no_coins_move(rules: Rules, computers: int) -> None:
    table_id = rules.race(people=1, computers=computers)

    assert rules.table(table_id).stakes is False
    assert not rules.everything()["movements"]


def test_at_the_start_lobby_board_and_desks_are_wanted_and_people_are_called(
    rules: Rules,
) -> None:
    table_id = rules.race(people=2, computers=2)

    users = [person.user_id for person in PEOPLE[:2]]
    due = {post.key for post in rules.posts(table_id) if post.is_due}
    assert due == {LOBBY, BOARD, *map(desk_of, users), *map(call_of, users)}
