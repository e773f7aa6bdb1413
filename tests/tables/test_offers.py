"""A seat that is offered: it changes hands with the press of who is named, and not before."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from bot.db.schema import offers
from bot.tables import erasure, seat_commands
from bot.tables.deadlines import DAY
from bot.tables.refusals import Refusal, Refused
from tests.databases import reading, writing
from tests.exported import kept_about
from tests.tables.playing import ANA, BEN, CLEO, PEOPLE, TableRig

DORA = PEOPLE[3]


async def refusal(wanted) -> Refusal:
    with pytest.raises(Refused) as refused:
        await wanted
    return refused.value.reason


async def holders(rig: TableRig, table_id: str) -> list[int | None]:
    return [seat.user_id for seat in (await rig.table(table_id)).seats]


async def asked(rig: TableRig) -> list[int]:
    """Return to whom seats are offered."""
    with reading(rig.database) as db:
        return list(db.scalars(select(offers.c.user_id).order_by(offers.c.seat)))


async def test_a_seat_changes_hands_once_who_is_named_accepts(rig: TableRig) -> None:
    table_id, step = await rig.race(people=2), rig.tables.step
    assert await step(seat_commands.offer, table_id, BEN.user_id, CLEO.user_id) == rig.time + DAY
    assert await holders(rig, table_id) == [ANA.user_id, BEN.user_id]
    assert await refusal(step(seat_commands.accept, table_id, DORA.user_id, 1)) is Refusal.OFFER_TO_ANOTHER

    await rig.restarted().tables.step(seat_commands.accept, table_id, CLEO.user_id, 1)

    assert await holders(rig, table_id) == [ANA.user_id, CLEO.user_id]
    assert await asked(rig) == []
    assert await refusal(step(seat_commands.accept, table_id, CLEO.user_id, 1)) is Refusal.NO_OFFER


async def test_a_seat_has_one_offer_which_ends_after_a_day_or_when_either_of_the_two_ends_it(
    rig: TableRig,
) -> None:
    table_id, step = await rig.race(people=2), rig.tables.step
    await step(seat_commands.offer, table_id, BEN.user_id, CLEO.user_id)
    await step(seat_commands.offer, table_id, BEN.user_id, DORA.user_id)
    assert await asked(rig) == [DORA.user_id]
    assert await refusal(step(seat_commands.end_offer, table_id, CLEO.user_id, 1)) is Refusal.OFFER_TO_ANOTHER
    assert await refusal(step(seat_commands.end_offer, table_id, ANA.user_id, 1)) is Refusal.OFFER_TO_ANOTHER
    for either in (BEN, DORA):
        await step(seat_commands.offer, table_id, BEN.user_id, DORA.user_id)
        await step(seat_commands.end_offer, table_id, either.user_id, 1)
        assert await refusal(step(seat_commands.accept, table_id, DORA.user_id, 1)) is Refusal.NO_OFFER
    await step(seat_commands.offer, table_id, BEN.user_id, DORA.user_id)
    rig.pass_minutes(24 * 60)
    assert await refusal(step(seat_commands.accept, table_id, DORA.user_id, 1)) is Refusal.NO_OFFER
    assert await holders(rig, table_id) == [ANA.user_id, BEN.user_id]


async def test_an_offer_ends_when_the_seat_changes_hands_otherwise(rig: TableRig) -> None:
    table_id, step = await rig.race(people=2), rig.tables.step
    await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
    await step(seat_commands.offer, table_id, CLEO.user_id, DORA.user_id)
    await step(seat_commands.come_back, table_id, BEN.user_id)
    assert await refusal(step(seat_commands.accept, table_id, DORA.user_id, 1)) is Refusal.NO_OFFER


async def test_who_has_taken_a_seat_meanwhile_accepts_no_other(rig: TableRig) -> None:
    table_id, step = await rig.race(people=2), rig.tables.step
    for owner in (ANA, BEN):
        await step(seat_commands.offer, table_id, owner.user_id, CLEO.user_id)
    await step(seat_commands.accept, table_id, CLEO.user_id, 0)
    assert await refusal(step(seat_commands.accept, table_id, CLEO.user_id, 1)) is Refusal.HAS_A_SEAT
    assert await holders(rig, table_id) == [CLEO.user_id, BEN.user_id]


@pytest.mark.parametrize("whose", [BEN, CLEO])
async def test_an_offer_is_in_the_export_of_who_is_named_and_goes_with_the_data_of_either(
    rig: TableRig, whose
) -> None:
    table_id = await rig.race(people=2)
    await rig.tables.step(seat_commands.offer, table_id, BEN.user_id, CLEO.user_id)
    with writing(rig.database) as db:
        assert kept_about(db, CLEO.user_id)["offers"] == [table_id]
        erasure.erase(db, rig.tables.games, whose.user_id, rig.time, lambda _, seat: f"Player {seat}")
    assert await asked(rig) == []
