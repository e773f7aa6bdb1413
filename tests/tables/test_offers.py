"""A seat that is offered: it changes hands with the press of who is named, and not before."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from bot.db.schema import offers
from bot.tables import erasure, seat_commands
from bot.tables.deadlines import DAY
from bot.tables.refusals import Refusal, Refused
from tests.databases import reading, writing
from tests.exported import kept_about
from tests.tables.playing import ANA, BEN, CLEO, PEOPLE
from tests.tables.rules import Rules

DORA = PEOPLE[3]


def refusal(wanted, *facts: Any, **named: Any) -> Refusal:
    with pytest.raises(Refused) as refused:
        wanted(*facts, **named)
    return refused.value.reason


def holders(rules: Rules, table_id: str) -> list[int | None]:
    return [seat.user_id for seat in rules.table(table_id).seats]


def asked(rules: Rules) -> list[int]:
    """Return to whom seats are offered."""
    with reading(rules.database) as db:
        return list(db.scalars(select(offers.c.user_id).order_by(offers.c.seat)))


def test_a_seat_changes_hands_once_who_is_named_accepts(rules: Rules) -> None:
    table_id, step = rules.race(people=2), rules.tables.step
    assert step(seat_commands.offer, table_id, BEN.user_id, CLEO.user_id) == rules.time + DAY
    assert holders(rules, table_id) == [ANA.user_id, BEN.user_id]
    assert refusal(step, seat_commands.accept, table_id, DORA.user_id, 1) is Refusal.OFFER_TO_ANOTHER

    rules.restarted().tables.step(seat_commands.accept, table_id, CLEO.user_id, 1)

    assert holders(rules, table_id) == [ANA.user_id, CLEO.user_id]
    assert asked(rules) == []
    assert refusal(step, seat_commands.accept, table_id, CLEO.user_id, 1) is Refusal.NO_OFFER


def test_a_seat_has_one_offer_which_ends_after_a_day_or_when_either_of_the_two_ends_it(
    rules: Rules,
) -> None:
    table_id, step = rules.race(people=2), rules.tables.step
    step(seat_commands.offer, table_id, BEN.user_id, CLEO.user_id)
    step(seat_commands.offer, table_id, BEN.user_id, DORA.user_id)
    assert asked(rules) == [DORA.user_id]
    assert refusal(step, seat_commands.end_offer, table_id, CLEO.user_id, 1) is Refusal.OFFER_TO_ANOTHER
    assert refusal(step, seat_commands.end_offer, table_id, ANA.user_id, 1) is Refusal.OFFER_TO_ANOTHER
    for either in (BEN, DORA):
        step(seat_commands.offer, table_id, BEN.user_id, DORA.user_id)
        step(seat_commands.end_offer, table_id, either.user_id, 1)
        assert refusal(step, seat_commands.accept, table_id, DORA.user_id, 1) is Refusal.NO_OFFER
    step(seat_commands.offer, table_id, BEN.user_id, DORA.user_id)
    rules.pass_minutes(24 * 60)
    assert refusal(step, seat_commands.accept, table_id, DORA.user_id, 1) is Refusal.NO_OFFER
    assert holders(rules, table_id) == [ANA.user_id, BEN.user_id]


def test_an_offer_ends_when_the_seat_changes_hands_otherwise(rules: Rules) -> None:
    table_id, step = rules.race(people=2), rules.tables.step
    rules.hand_over(table_id, BEN.user_id, CLEO.user_id)
    step(seat_commands.offer, table_id, CLEO.user_id, DORA.user_id)
    step(seat_commands.come_back, table_id, BEN.user_id)
    assert refusal(step, seat_commands.accept, table_id, DORA.user_id, 1) is Refusal.NO_OFFER


def test_who_has_taken_a_seat_meanwhile_accepts_no_other(rules: Rules) -> None:
    table_id, step = rules.race(people=2), rules.tables.step
    for owner in (ANA, BEN):
        step(seat_commands.offer, table_id, owner.user_id, CLEO.user_id)
    step(seat_commands.accept, table_id, CLEO.user_id, 0)
    assert refusal(step, seat_commands.accept, table_id, CLEO.user_id, 1) is Refusal.HAS_A_SEAT
    assert holders(rules, table_id) == [CLEO.user_id, BEN.user_id]


@pytest.mark.parametrize("whose", [BEN, CLEO])
def test_an_offer_is_in_the_export_of_who_is_named_and_goes_with_the_data_of_either(
    rules: Rules, whose
) -> None:
    table_id = rules.race(people=2)
    rules.tables.step(seat_commands.offer, table_id, BEN.user_id, CLEO.user_id)
    with writing(rules.database) as db:
        assert kept_about(db, CLEO.user_id)["offers"] == [table_id]
        erasure.erase(db, rules.tables.games, whose.user_id, rules.time, lambda _, seat: f"Player {seat}")
    assert asked(rules) == []
