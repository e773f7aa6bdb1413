from __future__ import annotations

from itertools import chain

import pytest
from sqlalchemy import delete, text, update

from bot import bank
from bot.bank.ledger import Memo, Reason
from bot.db.schema import accounts, movements
from tests.bank.books import ANN, GUILD, HOUSE, NOW, put_table, wallet


def win(db) -> None:
    bank.ledger.move(db, HOUSE, wallet(ANN), 100, Memo("win", Reason.PAY_OUT, NOW))


def test_empty_books_are_in_order(db):
    assert bank.audit(db) == []


def test_a_balance_that_is_not_what_the_movements_say_is_found(db):
    win(db)
    mine = accounts.c.account_id == bank.accounts.wallet(GUILD, ANN).id
    db.execute(update(accounts).where(mine).values(balance=5101))
    assert bank.audit(db) == [
        "wallet:1:11 holds 5101 coins, but its movements add up to 5100.",
        "The balances of guild 1 add up to 1 coins instead of 0.",
    ]


def test_a_lost_movement_is_found(db):
    win(db)
    db.execute(delete(movements).where(movements.c.key == "win"))
    assert bank.audit(db) == [
        "house:1 holds -5100 coins, but its movements add up to -5000.",
        "wallet:1:11 holds 5100 coins, but its movements add up to 5000.",
    ]


@pytest.mark.sqlite
def test_an_account_on_the_wrong_side_of_zero_is_found(db):
    win(db)
    db.execute(text("PRAGMA ignore_check_constraints = ON"))
    mine = movements.c.key == "win"
    db.execute(update(movements).where(mine).values(source="wallet:1:11", target="house:1", amount=5001))
    db.execute(
        update(accounts).values(balance=1).where(accounts.c.account_id == "house:1"),
    )
    db.execute(update(accounts).values(balance=-1).where(accounts.c.account_id == "wallet:1:11"))
    db.execute(text("PRAGMA ignore_check_constraints = OFF"))
    assert bank.audit(db) == ["wallet:1:11 holds -1 coins, on the wrong side of zero."]


def test_coins_left_on_a_table_that_is_over_are_found(db):
    bank.buy_in(db, GUILD, "T", [ANN], 100, now=NOW)
    assert bank.audit(db) == ["escrow:1:T holds 100 coins, but the table is missing."]
    put_table(db, GUILD, "T", "cancelled")
    assert bank.audit(db) == ["escrow:1:T holds 100 coins, but the table is cancelled."]
    put_table(db, GUILD, "T", "running")
    assert bank.audit(db) == []


def test_a_movement_between_guilds_is_found(db):
    win(db)
    bank.ledger.move(
        db, bank.accounts.house(2), bank.accounts.wallet(2, ANN), 100, Memo("far", Reason.PAY_OUT, NOW)
    )
    db.execute(update(movements).where(movements.c.key == "far").values(source="house:1"))
    assert "Movement far crosses from one guild to another." in bank.audit(db)


def test_the_books_of_every_guild_together_are_all_the_books(db):
    win(db)
    for guild in (1, 2, 3):
        memo = Memo(f"opening {guild}", Reason.PAY_OUT, NOW)
        bank.ledger.move(db, bank.accounts.house(guild), bank.accounts.wallet(guild, ANN), 100, memo)
        mine = accounts.c.account_id == bank.accounts.wallet(guild, ANN).id
        db.execute(update(accounts).where(mine).values(balance=accounts.c.balance + guild))
    crossing = accounts.c.account_id == bank.accounts.house(3).id
    db.execute(update(accounts).where(crossing).values(guild_id=4))

    found = [bank.audit(db, guild) for guild in bank.guilds(db)]

    assert len(found) == 4
    assert all(found)
    assert sorted(chain.from_iterable(found)) == sorted(bank.audit(db))
