"""The money on a table: buy-ins, pay-outs, loans, what is given back, and what newcomers cannot lose to others."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from bot import bank
from bot.bank import Balance, Receipt
from bot.bank.accounts import house
from bot.bank.ledger import BankError, KeyReusedError, Memo, Reason, SettledError
from bot.db.schema import movements
from tests import coins
from tests.bank.books import ANN, BEN, CAT, GUILD, NOW, balances, lose, put_result, put_table, wallet, win
from tests.exported import kept_in_books

TABLE = "K7QH2M"


@pytest.fixture(autouse=True)
def running(db):
    put_table(db, GUILD, TABLE)
    put_table(db, GUILD, "OTHER")


def buy_in(db, *users: int | None, amount: int = 2000) -> None:
    bank.buy_in(db, GUILD, TABLE, users, amount, now=NOW)


def pay_out(db, *finals: int) -> list[Receipt]:
    """Pay a table out, which is over then; the books have to be in order."""
    paid = bank.pay_out(db, GUILD, TABLE, finals, NOW)
    put_table(db, GUILD, TABLE, "finished")
    assert bank.audit(db, GUILD) == []
    return paid


def receipt(seat: int, user: int | None, **facts: int) -> Receipt:
    return Receipt(seat, user, **dict.fromkeys(Receipt._fields[2:], 0) | facts)


def test_the_example_of_the_documentation_moves_as_it_says(db):
    coins.charge(db, wallet(ANN), house(GUILD), 3500, Memo("ann", Reason.DEBT, 0))
    win(db, BEN, 1000)
    buy_in(db, ANN, BEN, None)
    pay_out(db, 5200, -700, 1500)
    told = select(movements.c.source, movements.c.target, movements.c.amount)
    table = told.where(movements.c.table_id == TABLE).order_by(movements.c.movement_id)
    assert [tuple(row) for row in db.execute(table)] == [
        ("marker:1:11", "wallet:1:11", 500),
        ("wallet:1:11", f"escrow:1:{TABLE}", 2000),
        ("wallet:1:22", f"escrow:1:{TABLE}", 2000),
        ("house:1", f"escrow:1:{TABLE}", 2000),
        ("house:1", f"escrow:1:{TABLE}", 700),
        (f"escrow:1:{TABLE}", "wallet:1:11", 5200),
        ("wallet:1:11", "marker:1:11", 500),
        ("wallet:1:22", "house:1", 700),
        (f"escrow:1:{TABLE}", "house:1", 1500),
    ]
    assert balances(db, ANN, BEN) == [Balance(4700, 0, 0), Balance(3300, 0, 0)]


def test_buy_ins_lie_in_escrow_count_as_in_play_and_move_once(db):
    for _ in range(2):
        buy_in(db, ANN, None, BEN)
        assert balances(db, ANN, BEN) == [Balance(3000, 0, 2000)] * 2
    assert bank.balance(db, GUILD, ANN).worth == 5000
    assert bank.audit(db) == []
    for users, amount in [((ANN, BEN, None), 2000), ((ANN, None), 2000), ((ANN, None, BEN), 1)]:
        with pytest.raises(KeyReusedError):
            buy_in(db, *users, amount=amount)


def test_what_a_wallet_lacks_for_the_buy_in_is_lent_and_a_pay_out_pays_it_back_first(db):
    lose(db, ANN, 4500)
    buy_in(db, ANN)
    assert balances(db, ANN) == [Balance(wallet=0, owed=1500, in_play=2000)]
    assert pay_out(db, 2000) == [receipt(0, ANN, paid=2000, repaid=1500, balance=500)]


@pytest.mark.parametrize(
    ("finals", "receipts"),
    [
        (  # the house covers what is missing
            (7000, 500, 0),
            [
                receipt(0, ANN, paid=7000, balance=10_000),
                receipt(1, BEN, paid=500, balance=3500),
                receipt(2, None),
            ],
        ),
        (  # and takes what is left over
            (0, 1000, 9),
            [
                receipt(0, ANN, balance=3000),
                receipt(1, BEN, paid=1000, balance=4000),
                receipt(2, None, paid=9),
            ],
        ),
        (  # what is below zero is taken from the wallet, and lent where that is not enough
            (-1000, -4000, -50),
            [
                receipt(0, ANN, charged=1000, balance=2000),
                receipt(1, BEN, charged=4000, lent=1000, owed=1000),
                receipt(2, None),
            ],
        ),
    ],
)
def test_final_capitals_are_paid_out_or_charged(db, finals, receipts):
    buy_in(db, ANN, BEN, None)
    assert pay_out(db, *finals) == receipts


def test_paying_out_twice_moves_nothing_and_shows_the_same_receipts(db):
    lose(db, ANN, 6000)
    buy_in(db, ANN, BEN, None)
    paid = pay_out(db, 3500, -4000, 1)
    win(db, ANN, 100)
    win(db, BEN, 100)
    held = balances(db, ANN, BEN)
    assert bank.pay_out(db, GUILD, TABLE, [3500, -4000, 1], NOW + 1) == paid
    assert bank.receipts(db, GUILD, TABLE) == paid
    assert balances(db, ANN, BEN) == held
    for finals in ([3500, 1, 1], [3500, 0, 1], [0, -4000, 1], [-3500, -4000, 1]):
        with pytest.raises(KeyReusedError):
            bank.pay_out(db, GUILD, TABLE, finals, NOW)


@pytest.mark.parametrize(("users", "finals"), [((ANN, BEN), [1]), ((ANN, BEN), [1, 2, 3]), ((), [])])
def test_there_are_as_many_capitals_as_seats_that_bought_in(db, users, finals):
    if users:
        buy_in(db, *users)
    with pytest.raises(BankError, match=f"{len(users)} seats"):
        bank.pay_out(db, GUILD, TABLE, finals, NOW)


def test_a_cancelled_table_gives_every_coin_back_and_takes_its_loans_back(db):
    lose(db, ANN, 4500)
    lose(db, BEN, 5200)
    before = balances(db, ANN, BEN)
    buy_in(db, ANN, None, BEN)
    for _ in range(2):
        bank.give_back(db, GUILD, TABLE, NOW)
        assert balances(db, ANN, BEN) == before == [Balance(500, 0, 0), Balance(0, 200, 0)]
    put_table(db, GUILD, TABLE, "cancelled")
    assert bank.audit(db) == []


def test_giving_back_takes_no_more_than_is_still_owed_for_this_table(db):
    lose(db, ANN, 4500)
    buy_in(db, ANN)
    bank.buy_in(db, GUILD, "OTHER", [ANN], 300, now=NOW)
    win(db, ANN, 1700)
    bank.give_back(db, GUILD, TABLE, NOW)
    # 1800 were lent, 1700 of it are paid back: of 2000 coins 100 go on to the house.
    assert balances(db, ANN) == [Balance(wallet=1900, owed=0, in_play=300)]


def test_giving_back_leaves_alone_what_was_lent_at_another_table(db):
    lose(db, ANN, 4500)
    buy_in(db, ANN)
    bank.buy_in(db, GUILD, "OTHER", [ANN], 300, now=NOW)
    bank.give_back(db, GUILD, TABLE, NOW)
    assert balances(db, ANN) == [Balance(wallet=500, owed=300, in_play=300)]


def test_a_table_is_either_paid_out_or_given_back(db):
    bank.give_back(db, GUILD, TABLE, NOW)
    assert kept_in_books(db, ANN)["movements"] == [], "nobody had paid"
    buy_in(db, ANN)
    pay_out(db, 0)
    with pytest.raises(SettledError, match="already paid out"):
        bank.give_back(db, GUILD, TABLE, NOW)
    bank.buy_in(db, GUILD, "OTHER", [ANN], 300, now=NOW)
    bank.give_back(db, GUILD, "OTHER", NOW)
    with pytest.raises(SettledError, match="already given back"):
        bank.pay_out(db, GUILD, "OTHER", [300], NOW)


# ------------------------------------------------------------------------------------ kept from others


@pytest.mark.parametrize(
    ("veterans", "before", "users", "after", "finals", "kept"),
    [
        pytest.param([BEN], 0, [ANN, BEN], 0, [0, 200], [0, 100], id="a newcomer loses to nobody"),
        pytest.param([], 0, [ANN, BEN, CAT], 0, [0, 210, 90], [0, 100, 90], id="nor to another newcomer"),
        pytest.param([ANN], 0, [ANN, BEN], 0, [0, 200], [0, 200], id="and wins from others"),
        pytest.param([BEN], 0, [ANN, BEN], 60, [40, 160], [40, 160], id="up to what they have earned"),
        pytest.param([BEN], 0, [ANN, BEN], 60, [0, 200], [0, 160], id="and no more than that"),
        pytest.param(
            [BEN, CAT],
            0,
            [ANN, BEN, CAT, None],
            0,
            [40, 180, 80, 100],
            [40, 120, 80, 100],
            id="in proportion",
        ),
        pytest.param(
            [ANN, BEN], -4700, [ANN, BEN], 0, [-300, 500], [-300, 400], id="what is lent below zero"
        ),
        pytest.param([ANN, BEN], -4940, [ANN, BEN], 0, [0, 200], [0, 160], id="what is lost of a loan"),
        pytest.param([ANN, BEN], -4940, [ANN, BEN], 0, [80, 120], [80, 100], id="first of all"),
    ],
)
def test_only_coins_of_ones_own_are_lost_to_others(db, veterans, before, users, after, finals, kept):
    for user in veterans:
        put_result(db, GUILD, user)
    if before:
        lose(db, ANN, -before)
    buy_in(db, *users, amount=100)
    if after:
        win(db, ANN, after)
    assert bank.kept_from_others(db, GUILD, TABLE, finals) == kept
    pay_out(db, *kept)
    for user in users:
        if user is not None:
            put_result(db, GUILD, user)
    assert bank.kept_from_others(db, GUILD, TABLE, finals) == kept, "the same once it is paid"


def test_what_somebody_loses_who_was_erased_meanwhile_goes_to_nobody(db):
    for user in (ANN, BEN):
        put_result(db, GUILD, user)
    buy_in(db, ANN, BEN, amount=100)
    bank.forget(db, ANN, NOW)
    assert bank.kept_from_others(db, GUILD, TABLE, [0, 200]) == [0, 100]


def test_what_newcomers_have_earned_goes_to_others_once(db):
    put_result(db, GUILD, BEN)
    buy_in(db, ANN, BEN, amount=100)
    win(db, ANN, 150)
    bank.buy_in(db, GUILD, "OTHER", [ANN, BEN], 100, now=NOW)
    paid = 0
    for table in (TABLE, "OTHER"):
        finals = bank.kept_from_others(db, GUILD, table, [0, 200])
        bank.pay_out(db, GUILD, table, finals, NOW)
        paid += finals[1] - 100
    assert 0 < paid <= 150


def test_no_loan_makes_anybody_rich(db):
    for number in range(8):
        table = f"LOAN{number}"
        put_table(db, GUILD, table)
        bank.buy_in(db, GUILD, table, [ANN, BEN], 1000, now=NOW)
        finals = bank.kept_from_others(db, GUILD, table, [0, 2000])
        bank.pay_out(db, GUILD, table, finals, NOW)
        put_result(db, GUILD, ANN)  # who loses coins of their own from the second table on, and then loans
    assert balances(db, ANN, BEN) == [Balance(0, 3000, 0), Balance(9000, 0, 0)]
