"""Somebody has their data erased: their coins go back to the house, and the books still balance."""

from __future__ import annotations

import json
from itertools import count

import pytest
from sqlalchemy import select

from bot import bank
from bot.bank import Balance
from bot.bank.ledger import Memo, Reason
from bot.db.schema import accounts, movements, results
from tests import coins
from tests.bank.books import put_result, put_table, shown
from tests.exported import kept_in_books

ANN, BEN = 990_000_000_000_000_011, 990_000_000_000_000_022
TABLE, NOW = "K7QH2M", 1_789_000_000_000
KEYS = count()


@pytest.fixture(autouse=True)
def running(db):
    put_table(db, 1, TABLE)


def lose(db, user: int, amount: int, guild: int = 1) -> None:
    house, memo = bank.accounts.house(guild), Memo(f"lose {next(KEYS)}", Reason.DEBT, NOW)
    coins.charge(db, bank.accounts.wallet(guild, user), house, amount, memo)


def written(db) -> str:
    """Everything the books hold, as one text."""
    rows = [[*db.execute(select(each))] for each in (accounts, movements, results)]
    return repr(rows)


def end(db, *finals: int) -> None:
    bank.pay_out(db, 1, TABLE, finals, NOW)
    put_table(db, 1, TABLE, "finished")


def test_wallets_and_debts_go_to_the_house_in_every_guild_and_nothing_leads_back(db):
    lose(db, ANN, 1000)
    lose(db, ANN, 7000, guild=2)
    lose(db, BEN, 1)
    bank.record_results(db, 1, TABLE, game="jockey", users=[ANN, BEN], scores=[2, 1], merits=[2, 1], now=NOW)
    before = len([*db.execute(select(movements))])

    bank.forget(db, ANN, NOW)

    assert str(ANN) not in written(db)
    assert str(BEN) in written(db)
    assert len([*db.execute(select(movements))]) == before + 2, "history stays, two closings are added"
    assert [user for _, user, _ in shown(db, bank.By.WORTH)] == [BEN]
    assert bank.audit(db) == []


def test_who_comes_back_is_somebody_new_and_may_go_again(db):
    for _ in range(2):
        lose(db, ANN, 7000)
        bank.forget(db, ANN, NOW)
        assert bank.balance(db, 1, ANN) == Balance(5000, 0, 0)
    assert str(ANN) not in written(db)
    assert bank.audit(db) == []


def test_who_never_had_a_coin_leaves_the_books_as_they_are(db):
    lose(db, BEN, 1)
    before = written(db)
    bank.forget(db, ANN, NOW)
    assert written(db) == before


@pytest.mark.parametrize("final", [5200, 0, -700])
def test_what_a_running_table_still_brings_or_costs_is_the_houses(db, final: int):
    bank.buy_in(db, 1, TABLE, [ANN, BEN], 6000, now=NOW)
    bank.forget(db, ANN, NOW)
    assert bank.audit(db) == []

    end(db, final, 100)

    assert bank.audit(db) == []
    anns, _ = bank.receipts(db, 1, TABLE)
    assert (anns.final, anns.balance, anns.owed) == (final, 0, 0)
    assert [receipt.final for receipt in bank.pay_out(db, 1, TABLE, [final, 100], NOW)] == [final, 100]
    own = select(accounts.c.owner, accounts.c.balance).where(accounts.c.kind != "house")
    assert {balance for owner, balance in db.execute(own) if owner.startswith("-")} == {0}
    assert str(ANN) not in written(db)


def test_a_buy_in_that_is_given_back_is_the_houses(db):
    bank.buy_in(db, 1, TABLE, [BEN, ANN], 6000, now=NOW)
    put_result(db, 1, BEN)
    bank.forget(db, ANN, NOW)
    for _ in range(2):
        bank.give_back(db, 1, TABLE, NOW)
        put_table(db, 1, TABLE, "cancelled")
        assert bank.audit(db) == []
        assert bank.balance(db, 1, BEN) == Balance(5000, 0, 0)
        assert shown(db, bank.By.WORTH)[0][1] == BEN
        held = select(accounts.c.balance).where(accounts.c.owner.like("-%"))
        assert set(db.execute(held).scalars()) == {0}


def test_what_is_kept_is_told_without_anybody_else(db):
    bank.buy_in(db, 1, TABLE, [BEN, ANN], 6000, now=NOW)
    end(db, 100, 5200)
    bank.record_results(
        db, 1, TABLE, game="jockey", users=[BEN, ANN], scores=[100, 5200], merits=[100, 5200], now=NOW
    )
    lose(db, ANN, 10, guild=2)

    kept = kept_in_books(db, ANN)

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
