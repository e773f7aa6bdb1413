"""Whole games through the tables alone, from the lobby to the payout; and games that are given up."""

from __future__ import annotations

from random import Random

import pytest
from sqlalchemy import select

from bot import bank
from bot.db.schema import results
from bot.outbox import BOARD, desk_of
from bot.tables import Refusal, Refused, Status, day_commands, guild_commands, lobby_commands, race_commands
from bot.tables.deadlines import Clock
from bot.tables.standing import header_of, read_log
from engines.verify import logs, verify
from tests import coins
from tests.databases import reading, writing
from tests.tables.playing import ANA, GUILD, HERE, PEOPLE, TableRig, fill_in

OPENING = 5000


@pytest.mark.parametrize(
    ("people", "computers", "rounds"),
    [(2, 0, 2), (2, 1, 1), (3, 1, 1), (5, 0, 1), (3, 3, 1), (1, 2, 1)],
)
async def test_a_game_ends_with_everybody_paid_what_they_ended_with(
    rig: TableRig, people: int, computers: int, rounds: int
) -> None:
    table_id = await rig.race(people, computers, rounds)
    rig.pass_minutes(30)
    await rig.play_out(table_id, Random(people * 10 + computers))
    table, outcome = await rig.table(table_id), (await rig.standing(table_id)).match.outcome

    assert outcome is not None
    assert (table.status, table.ended_at) == (Status.FINISHED, rig.time)
    assert await rig.audit() == []
    stakes = 1000 * rounds if people > 1 else 0
    for (wallet, owed, in_play), score in zip(await rig.worth(people), outcome.scores, strict=False):
        assert in_play == 0
        assert wallet - owed == OPENING + (score - stakes if stakes else 0)
    with reading(rig.database) as db:
        rows = db.execute(select(results).order_by(results.c.seat)).all()
        receipts = bank.receipts(db, GUILD, table_id)
    assert [(row.seat, row.user_id, row.score) for row in rows] == [
        (seat.number, seat.user_id, outcome.scores[seat.number]) for seat in table.seats
    ]
    assert {row.seat for row in rows if row.place == 1} == set(outcome.winners)
    assert [receipt.final for receipt in receipts if receipt.user] == [
        outcome.scores[seat.number] for seat in table.people if stakes
    ]
    assert [row.kind for row in (await rig.everything())["deadlines"]] == [Clock.THREAD]


async def test_the_log_of_a_game_with_the_packaged_edition_stands_up_to_the_check(
    rig: TableRig,
) -> None:
    table_id = await rig.race(edition=None)
    await rig.play_out(table_id, Random(7))
    table = await rig.table(table_id)
    with reading(rig.database) as db:
        rows = read_log(db, table)

    (log,) = logs("\n".join([header_of(table).line(), *(row.line() for row in rows), ""]))
    assert verify(log)


async def test_after_the_end_nothing_moves_any_more(rig: TableRig) -> None:
    table_id = await rig.race()
    await rig.play_out(table_id, Random(1))
    before = await rig.everything()

    for attempt in (
        rig.tables.step(race_commands.act, table_id, ANA.user_id, 1, {"type": "play", "card": "red+7"}),
        rig.tables.step(
            race_commands.act,
            table_id,
            ANA.user_id,
            before["tables"][0].length,
            {"type": "keep", "cards": []},
        ),
        rig.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=True),
        rig.tables.start(table_id, ANA.user_id, 77),
        rig.tables.step(lobby_commands.join, table_id, PEOPLE[3], 77),
        fill_in(rig.tables, table_id, ANA.user_id, 1, lambda _: {}),
        rig.tables.step(guild_commands.bring_board, table_id, ANA.user_id, HERE),
    ):
        with pytest.raises(Refused) as refused:
            await attempt
        assert refused.value.reason is Refusal.CLOSED

    assert await rig.everything() == before


@pytest.mark.parametrize("rounds", [1, 5], ids=["out of the wallet", "all the wallet has"])
@pytest.mark.parametrize("phase", ["betting", "racing"])
async def test_a_first_race_given_up_in_any_phase_leaves_every_bankroll_as_it_was(
    rig: TableRig, phase: str, rounds: int
) -> None:
    with writing(rig.database) as db:  # Ana is poor, and owes already
        coins.charge(db, bank.accounts.wallet(GUILD, ANA.user_id), bank.accounts.house(GUILD), 5200, _memo())
    before = await rig.worth(3)
    table_id = await rig.race(people=3, computers=1, rounds=rounds)
    await rig.decide(table_id, Random(1))
    await rig.play_until(table_id, phase, Random(1))

    before_that = await rig.requested(table_id)
    was = await rig.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=False)

    table, requested = await rig.table(table_id), await rig.requested(table_id)
    assert was.status is Status.RUNNING
    assert (table.status, table.ended_at) == (Status.CANCELLED, rig.time)
    assert await rig.worth(3) == before
    assert await rig.audit() == []
    assert not (await rig.everything())["results"]
    assert all(requested[key] == before_that[key] + 1 for key in (BOARD, desk_of(ANA.user_id)))


def _memo() -> bank.ledger.Memo:
    return bank.ledger.Memo("fine:ana", bank.ledger.Reason.DEBT, 0)
