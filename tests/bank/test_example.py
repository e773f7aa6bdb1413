"""The example of docs/money.md, coin by coin."""

from __future__ import annotations

from sqlalchemy import select

from bot import bank
from bot.bank import Balance
from bot.bank.ledger import Memo, Reason
from bot.db.schema import movements
from tests import coins

ANN, BEN = 11, 22


def test_the_example_of_the_documentation_moves_as_it_says(db):
    house = bank.accounts.house(1)
    coins.charge(db, bank.accounts.wallet(1, ANN), house, 3500, Memo("ann", Reason.DEBT, 0))
    coins.credit(db, house, bank.accounts.wallet(1, BEN), 1000, Memo("ben", Reason.PAY_OUT, 0))
    bank.buy_in(db, 1, "K7QH2M", [ANN, BEN, None], 2000, now=0)
    bank.pay_out(db, 1, "K7QH2M", [5200, -700, 1500], 0)
    told = select(movements.c.source, movements.c.target, movements.c.amount)
    table = told.where(movements.c.table_id == "K7QH2M").order_by(movements.c.movement_id)
    assert [tuple(row) for row in db.execute(table)] == [
        ("marker:1:11", "wallet:1:11", 500),
        ("wallet:1:11", "escrow:1:K7QH2M", 2000),
        ("wallet:1:22", "escrow:1:K7QH2M", 2000),
        ("house:1", "escrow:1:K7QH2M", 2000),
        ("house:1", "escrow:1:K7QH2M", 700),
        ("escrow:1:K7QH2M", "wallet:1:11", 5200),
        ("wallet:1:11", "marker:1:11", 500),
        ("wallet:1:22", "house:1", 700),
        ("escrow:1:K7QH2M", "house:1", 1500),
    ]
    assert bank.balance(db, 1, ANN) == Balance(4700, 0, 0)
    assert bank.balance(db, 1, BEN) == Balance(3300, 0, 0)
