"""Somebody has their data erased: their coins go back to the house, and the books still balance."""

from __future__ import annotations

import json
from itertools import count

import pytest
from sqlalchemy import select

from bot import bank
from bot.bank import Balance
from bot.bank.ledger import Memo, Reason
from bot.store.schema import accounts, movements, results
from tests import coins
from tests.bank.conftest import put_result
from tests.exported import kept_in_books

ANN, BEN = 990_000_000_000_000_011, 990_000_000_000_000_022
TABLE, NOW = "K7QH2M", 1_789_000_000_000
KEYS = count()


@pytest.fixture(autouse=True)
async def running(db, put_table):
    await put_table(db, 1, TABLE)


async def lose(db, user: int, amount: int, guild: int = 1) -> None:
    house, memo = bank.accounts.house(guild), Memo(f"lose {next(KEYS)}", Reason.DEBT, NOW)
    await coins.charge(db, bank.accounts.wallet(guild, user), house, amount, memo)


async def written(db) -> str:
    """Everything the books hold, as one text."""
    rows = [[*await db.execute(select(each))] for each in (accounts, movements, results)]
    return repr(rows)


async def end(db, put_table, *finals: int) -> None:
    await bank.pay_out(db, 1, TABLE, finals, NOW)
    await put_table(db, 1, TABLE, "finished")


async def test_wallets_and_debts_go_to_the_house_in_every_guild_and_nothing_leads_back(db):
    await lose(db, ANN, 1000)
    await lose(db, ANN, 7000, guild=2)
    await lose(db, BEN, 1)
    await bank.record_results(
        db, 1, TABLE, game="jockey", users=[ANN, BEN], scores=[2, 1], merits=[2, 1], now=NOW
    )
    before = len([*await db.execute(select(movements))])

    await bank.forget(db, ANN, NOW)

    assert str(ANN) not in await written(db)
    assert str(BEN) in await written(db)
    assert len([*await db.execute(select(movements))]) == before + 2, "history stays, two closings are added"
    assert [place.user for place in await bank.leaderboard(db, 1, 9)] == [BEN]
    assert await bank.members(db, 1) == 1
    assert await bank.members(db, 2) == 0
    assert await bank.audit(db) == []


async def test_who_comes_back_is_somebody_new_and_may_go_again(db):
    for _ in range(2):
        await lose(db, ANN, 7000)
        await bank.forget(db, ANN, NOW)
        assert await bank.balance(db, 1, ANN) == Balance(5000, 0, 0)
    assert str(ANN) not in await written(db)
    assert await bank.audit(db) == []


async def test_who_never_had_a_coin_leaves_the_books_as_they_are(db):
    await lose(db, BEN, 1)
    before = await written(db)
    await bank.forget(db, ANN, NOW)
    assert await written(db) == before


@pytest.mark.parametrize("final", [5200, 0, -700])
async def test_what_a_running_table_still_brings_or_costs_is_the_houses(db, put_table, final: int):
    await bank.buy_in(db, 1, TABLE, [ANN, BEN], 6000, now=NOW)
    await bank.forget(db, ANN, NOW)
    assert await bank.audit(db) == []

    await end(db, put_table, final, 100)

    assert await bank.audit(db) == []
    anns, _ = await bank.receipts(db, 1, TABLE)
    assert (anns.final, anns.balance, anns.owed) == (final, 0, 0)
    assert [receipt.final for receipt in await bank.pay_out(db, 1, TABLE, [final, 100], NOW)] == [final, 100]
    own = select(accounts.c.owner, accounts.c.balance).where(accounts.c.kind != "house")
    assert {balance for owner, balance in await db.execute(own) if owner.startswith("-")} == {0}
    assert str(ANN) not in await written(db)


async def test_a_buy_in_that_is_given_back_is_the_houses(db, put_table):
    await bank.buy_in(db, 1, TABLE, [BEN, ANN], 6000, now=NOW)
    await put_result(db, 1, BEN)
    await bank.forget(db, ANN, NOW)
    for _ in range(2):
        await bank.give_back(db, 1, TABLE, NOW)
        await put_table(db, 1, TABLE, "cancelled")
        assert await bank.audit(db) == []
        assert await bank.balance(db, 1, BEN) == Balance(5000, 0, 0)
        assert (await bank.leaderboard(db, 1, 9))[0].user == BEN
        held = select(accounts.c.balance).where(accounts.c.owner.like("-%"))
        assert set((await db.execute(held)).scalars()) == {0}


async def test_what_is_kept_is_told_without_anybody_else(db, put_table):
    await bank.buy_in(db, 1, TABLE, [BEN, ANN], 6000, now=NOW)
    await end(db, put_table, 100, 5200)
    await bank.record_results(
        db, 1, TABLE, game="jockey", users=[BEN, ANN], scores=[100, 5200], merits=[100, 5200], now=NOW
    )
    await lose(db, ANN, 10, guild=2)

    kept = await kept_in_books(db, ANN)

    assert [(each["guild_id"], each["kind"], each["balance"]) for each in kept["accounts"]] == [
        (1, "marker", 0),
        (1, "wallet", 4200),
        (2, "wallet", 4990),
    ]
    told = [(each["from"], each["to"], each["amount"], each["reason"]) for each in kept["movements"]]
    assert told == [
        ("house", "wallet", 5000, "opening"),
        ("marker", "wallet", 1000, "loan"),
        ("wallet", "escrow", 6000, "buy_in"),
        ("escrow", "wallet", 5200, "pay_out"),
        ("wallet", "marker", 1000, "repayment"),
        ("house", "wallet", 5000, "opening"),
        ("wallet", "house", 10, "debt"),
    ]
    assert [(each["place"], each["score"]) for each in kept["results"]] == [(1, 5200)]
    assert str(BEN) not in json.dumps(kept)
