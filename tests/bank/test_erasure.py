"""Somebody has their data erased: their coins go back to the house, and the books still balance."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select

from bot import bank
from bot.bank import Balance
from bot.db.schema import accounts, movements, profits, results
from tests.bank.books import GUILD, NOW, OTHER, balances, lose, put_result, put_table, shown
from tests.exported import kept_in_books

ANN, BEN = 990_000_000_000_000_011, 990_000_000_000_000_022
TABLE = "K7QH2M"


@pytest.fixture(autouse=True)
def running(db):
    put_table(db, GUILD, TABLE)


def written(db) -> str:
    """Everything the books hold, as one text."""
    return repr([[*db.execute(select(each))] for each in (accounts, movements, results, profits)])


def end(db, *finals: int) -> None:
    bank.pay_out(db, GUILD, TABLE, finals, NOW)
    put_table(db, GUILD, TABLE, "finished")


def record(db, users, scores) -> None:
    facts = {"game": "jockey", "users": users, "scores": scores, "merits": scores, "now": NOW}
    bank.record_results(db, GUILD, TABLE, **facts)


def test_wallets_and_debts_go_to_the_house_in_every_guild_and_nothing_leads_back(db):
    lose(db, ANN, 1000)
    lose(db, ANN, 7000, OTHER)
    lose(db, BEN, 1)
    record(db, [ANN, BEN], [2, 1])
    before = len([*db.execute(select(movements))])

    bank.forget(db, ANN, NOW)

    assert str(ANN) not in written(db)
    assert str(BEN) in written(db)
    assert len([*db.execute(select(movements))]) == before + 2, "history stays, two closings are added"
    assert [user for _, user, _ in shown(db, bank.By.WORTH)] == [BEN]
    assert bank.audit(db) == []
    left = written(db)
    bank.forget(db, 990_000_000_000_000_033, NOW)
    assert written(db) == left, "who never had a coin leaves the books as they are"


def test_who_comes_back_is_somebody_new_and_may_go_again(db):
    for _ in range(2):
        lose(db, ANN, 7000)
        bank.forget(db, ANN, NOW)
        assert balances(db, ANN) == [Balance(5000, 0, 0)]
    assert str(ANN) not in written(db)
    assert bank.audit(db) == []


@pytest.mark.parametrize("final", [5200, 0, -700])
def test_what_a_running_table_still_brings_or_costs_is_the_houses(db, final: int):
    bank.buy_in(db, GUILD, TABLE, [ANN, BEN], 6000, now=NOW)
    bank.forget(db, ANN, NOW)
    assert bank.audit(db) == []

    end(db, final, 100)

    assert bank.audit(db) == []
    anns, _ = bank.receipts(db, GUILD, TABLE)
    assert (anns.final, anns.balance, anns.owed) == (final, 0, 0)
    assert [each.final for each in bank.pay_out(db, GUILD, TABLE, [final, 100], NOW)] == [final, 100]
    own = select(accounts.c.owner, accounts.c.balance).where(accounts.c.kind != "house")
    assert {balance for owner, balance in db.execute(own) if owner.startswith("-")} == {0}
    assert str(ANN) not in written(db)


def test_a_buy_in_that_is_given_back_is_the_houses(db):
    bank.buy_in(db, GUILD, TABLE, [BEN, ANN], 6000, now=NOW)
    put_result(db, GUILD, BEN)
    bank.forget(db, ANN, NOW)
    for _ in range(2):
        bank.give_back(db, GUILD, TABLE, NOW)
        put_table(db, GUILD, TABLE, "cancelled")
        assert bank.audit(db) == []
        assert balances(db, BEN) == [Balance(5000, 0, 0)]
        held = select(accounts.c.balance).where(accounts.c.owner.like("-%"))
        assert set(db.execute(held).scalars()) == {0}


def test_what_is_kept_is_told_without_anybody_else(db):
    bank.buy_in(db, GUILD, TABLE, [BEN, ANN], 6000, now=NOW)
    end(db, 100, 5200)
    record(db, [BEN, ANN], [100, 5200])
    lose(db, ANN, 10, OTHER)

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
    assert [each["profit"] for each in kept["profits"]] == [-800]
    assert str(BEN) not in json.dumps(kept)
