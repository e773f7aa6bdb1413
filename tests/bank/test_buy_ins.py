from __future__ import annotations

import pytest

from bot import bank
from bot.bank import Balance
from bot.bank.ledger import Memo, Reason
from tests import coins
from tests.bank.books import put_result, put_table
from tests.exported import kept_in_books

GUILD, ANN, BEN, CAT, TABLE = 1, 11, 22, 33, "K7QH2M"
HOUSE = bank.accounts.house(GUILD)
NOW = 1_789_000_000_000


@pytest.fixture(autouse=True)
def running(db):
    put_table(db, GUILD, TABLE)
    put_table(db, GUILD, "OTHER")


def lose(db, user: int, amount: int) -> None:
    """Charge a user for something that has nothing to do with the table."""
    coins.charge(
        db, bank.accounts.wallet(GUILD, user), HOUSE, amount, Memo(f"lose {user} {amount}", Reason.DEBT, NOW)
    )


def win(db, user: int, amount: int) -> None:
    coins.credit(
        db,
        HOUSE,
        bank.accounts.wallet(GUILD, user),
        amount,
        Memo(f"win {user} {amount}", Reason.PAY_OUT, NOW),
    )


def buy_in(db, *users: int | None, amount: int = 2000) -> None:
    bank.buy_in(db, GUILD, TABLE, users, amount, now=NOW)


def balances(db, *users: int) -> list[Balance]:
    return [bank.balance(db, GUILD, user) for user in users]


def test_buy_ins_lie_in_escrow_and_count_as_in_play(db):
    buy_in(db, ANN, None, BEN)
    assert balances(db, ANN, BEN) == [Balance(3000, 0, 2000)] * 2
    assert bank.balance(db, GUILD, ANN).worth == 5000
    assert bank.audit(db) == []


def test_buying_in_twice_moves_nothing_the_second_time(db):
    buy_in(db, ANN, None)
    buy_in(db, ANN, None)
    assert balances(db, ANN) == [Balance(3000, 0, 2000)]


def test_a_table_cannot_be_bought_into_again_by_others_or_for_another_amount(db):
    buy_in(db, ANN, None)
    for users, amount in [((ANN, BEN), 2000), ((ANN,), 2000), ((ANN, None, BEN), 2000), ((ANN, None), 1)]:
        with pytest.raises(bank.ledger.KeyReusedError):
            buy_in(db, *users, amount=amount)


def test_what_a_wallet_lacks_for_the_buy_in_is_lent(db):
    lose(db, ANN, 4500)
    buy_in(db, ANN)
    assert balances(db, ANN) == [Balance(wallet=0, owed=1500, in_play=2000)]


def test_final_capitals_are_paid_out_and_the_house_covers_what_is_missing(db):
    buy_in(db, ANN, BEN)
    paid = bank.pay_out(db, GUILD, TABLE, [7000, 500], NOW)
    assert paid == [
        bank.Receipt(0, ANN, paid=7000, repaid=0, charged=0, lent=0, balance=10_000, owed=0),
        bank.Receipt(1, BEN, paid=500, repaid=0, charged=0, lent=0, balance=3500, owed=0),
    ]
    assert balances(db, ANN, BEN) == [Balance(10_000, 0, 0), Balance(3500, 0, 0)]


def test_the_house_takes_what_the_final_capitals_leave_over(db):
    buy_in(db, ANN, BEN)
    bank.pay_out(db, GUILD, TABLE, [0, 1000], NOW)
    put_table(db, GUILD, TABLE, "finished")
    assert balances(db, ANN, BEN) == [Balance(3000, 0, 0), Balance(4000, 0, 0)]
    assert bank.audit(db) == []


def test_capital_below_zero_is_taken_from_the_wallet_and_lent_where_that_is_not_enough(db):
    buy_in(db, ANN, BEN, None)
    paid = bank.pay_out(db, GUILD, TABLE, [-1000, -4000, -50], NOW)
    assert paid == [
        bank.Receipt(0, ANN, paid=0, repaid=0, charged=1000, lent=0, balance=2000, owed=0),
        bank.Receipt(1, BEN, paid=0, repaid=0, charged=4000, lent=1000, balance=0, owed=1000),
        bank.Receipt(2, None, paid=0, repaid=0, charged=0, lent=0, balance=0, owed=0),
    ]
    put_table(db, GUILD, TABLE, "finished")
    assert bank.audit(db) == []


def test_a_pay_out_pays_back_markers_first(db):
    lose(db, ANN, 6000)
    buy_in(db, ANN)
    [receipt] = bank.pay_out(db, GUILD, TABLE, [3500], NOW)
    assert receipt == bank.Receipt(0, ANN, paid=3500, repaid=3000, charged=0, lent=0, balance=500, owed=0)


def test_a_computer_players_coins_come_from_the_house_and_go_back_to_it(db):
    buy_in(db, None, None)
    paid = bank.pay_out(db, GUILD, TABLE, [9000, 0], NOW)
    assert [(receipt.user, receipt.final) for receipt in paid] == [(None, 9000), (None, 0)]
    put_table(db, GUILD, TABLE, "finished")
    assert bank.audit(db) == []


def test_paying_out_twice_moves_nothing_and_shows_the_same_receipts(db):
    lose(db, ANN, 6000)
    buy_in(db, ANN, BEN, None)
    paid = bank.pay_out(db, GUILD, TABLE, [3500, -4000, 1], NOW)
    win(db, ANN, 100)
    win(db, BEN, 100)
    held = balances(db, ANN, BEN)
    assert bank.pay_out(db, GUILD, TABLE, [3500, -4000, 1], NOW + 1) == paid
    assert bank.receipts(db, GUILD, TABLE) == paid
    assert balances(db, ANN, BEN) == held


@pytest.mark.parametrize("finals", [[3500, 1], [3500, 0], [0, -4000], [-3500, -4000]])
def test_a_table_is_not_paid_out_again_with_other_capitals(db, finals):
    buy_in(db, ANN, BEN)
    bank.pay_out(db, GUILD, TABLE, [3500, -4000], NOW)
    with pytest.raises(bank.ledger.KeyReusedError):
        bank.pay_out(db, GUILD, TABLE, finals, NOW)


@pytest.mark.parametrize("finals", [[], [1], [1, 2, 3]])
def test_there_are_as_many_capitals_as_seats(db, finals):
    buy_in(db, ANN, BEN)
    with pytest.raises(bank.ledger.BankError, match="2 seats"):
        bank.pay_out(db, GUILD, TABLE, finals, NOW)


def test_a_table_nobody_bought_into_cannot_be_paid_out(db):
    with pytest.raises(bank.ledger.BankError, match="0 seats"):
        bank.pay_out(db, GUILD, TABLE, [], NOW)


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


def test_giving_back_takes_no_more_than_is_still_owed(db):
    lose(db, ANN, 4500)
    buy_in(db, ANN)
    win(db, ANN, 1700)
    bank.give_back(db, GUILD, TABLE, NOW)
    assert balances(db, ANN) == [Balance(500 + 1700, 0, 0)]


def test_giving_back_leaves_alone_what_was_lent_at_another_table(db):
    lose(db, ANN, 4500)
    buy_in(db, ANN)
    bank.buy_in(db, GUILD, "OTHER", [ANN], 300, now=NOW)
    bank.give_back(db, GUILD, TABLE, NOW)
    assert balances(db, ANN) == [Balance(wallet=500, owed=300, in_play=300)]


def test_giving_back_what_nobody_paid_is_nothing(db):
    bank.give_back(db, GUILD, TABLE, NOW)
    assert kept_in_books(db, ANN)["movements"] == []


def test_a_table_is_either_paid_out_or_given_back(db):
    buy_in(db, ANN)
    bank.pay_out(db, GUILD, TABLE, [0], NOW)
    with pytest.raises(bank.ledger.SettledError, match="already paid out"):
        bank.give_back(db, GUILD, TABLE, NOW)
    bank.buy_in(db, GUILD, "OTHER", [ANN], 300, now=NOW)
    bank.give_back(db, GUILD, "OTHER", NOW)
    with pytest.raises(bank.ledger.SettledError, match="already given back"):
        bank.pay_out(db, GUILD, "OTHER", [300], NOW)


def test_what_newcomers_lose_goes_to_nobody_who_has_played_longer(db):
    put_result(db, GUILD, BEN)
    buy_in(db, ANN, BEN, amount=100)
    finals = bank.kept_from_others(db, GUILD, TABLE, [0, 200])
    assert finals == [0, 100]
    bank.pay_out(db, GUILD, TABLE, finals, NOW)
    assert balances(db, ANN, BEN) == [Balance(4900, 0, 0), Balance(5000, 0, 0)]
    assert bank.audit(db) == []


def test_what_newcomers_lose_goes_to_no_other_newcomer(db):
    buy_in(db, ANN, BEN, CAT, amount=100)
    assert bank.kept_from_others(db, GUILD, TABLE, [0, 210, 90]) == [0, 100, 90]


def test_newcomers_win_from_those_who_have_played_longer(db):
    put_result(db, GUILD, ANN)
    buy_in(db, ANN, BEN, amount=100)
    assert bank.kept_from_others(db, GUILD, TABLE, [0, 200]) == [0, 200]


def test_newcomers_lose_to_others_what_they_have_earned_and_no_more(db):
    put_result(db, GUILD, BEN)
    buy_in(db, ANN, BEN, amount=100)
    win(db, ANN, 60)
    assert bank.kept_from_others(db, GUILD, TABLE, [40, 160]) == [40, 160]
    assert bank.kept_from_others(db, GUILD, TABLE, [0, 200]) == [0, 160]


def test_what_newcomers_have_earned_goes_to_others_once(db):
    put_result(db, GUILD, BEN)
    buy_in(db, ANN, BEN, amount=100)
    win(db, ANN, 100)
    bank.buy_in(db, GUILD, "OTHER", [ANN, BEN], 100, now=NOW)
    paid = 0
    for table in (TABLE, "OTHER"):
        finals = bank.kept_from_others(db, GUILD, table, [0, 200])
        bank.pay_out(db, GUILD, table, finals, NOW)
        put_table(db, GUILD, table, "finished")
        paid += finals[1] - 100
    assert paid <= 100
    assert bank.audit(db) == []


def test_no_loan_makes_anybody_rich(db):
    for number in range(8):
        table = f"LOAN{number}"
        put_table(db, GUILD, table)
        bank.buy_in(db, GUILD, table, [ANN, BEN], 1000, now=NOW)
        finals = bank.kept_from_others(db, GUILD, table, [0, 2000])
        bank.pay_out(db, GUILD, table, finals, NOW)
        put_table(db, GUILD, table, "finished")
        put_result(db, GUILD, ANN)  # who loses coins of their own from the second table on, and then loans
    assert balances(db, ANN, BEN) == [Balance(0, 3000, 0), Balance(9000, 0, 0)]


def test_what_is_lent_for_capital_below_zero_goes_to_nobody(db):
    for user in (ANN, BEN):
        put_result(db, GUILD, user)
    lose(db, ANN, 4700)
    buy_in(db, ANN, BEN, amount=100)
    # Ann's wallet holds 200 when she has bought in, so that 100 of what she loses are lent.
    assert bank.kept_from_others(db, GUILD, TABLE, [-300, 500]) == [-300, 400]


def test_what_is_kept_from_others_is_the_same_once_it_is_paid(db):
    put_result(db, GUILD, BEN)
    buy_in(db, ANN, BEN, None, amount=100)
    first = bank.kept_from_others(db, GUILD, TABLE, [0, 260, 40])
    bank.pay_out(db, GUILD, TABLE, first, NOW)
    put_result(db, GUILD, ANN)
    assert bank.kept_from_others(db, GUILD, TABLE, [0, 260, 40]) == first


def test_a_gain_comes_from_all_losses_in_proportion(db):
    put_result(db, GUILD, BEN)
    put_result(db, GUILD, CAT)
    buy_in(db, ANN, BEN, CAT, None, amount=100)
    # Three fourths of what is lost are Ann's, so three fourths of Ben's 80 are the house's.
    assert bank.kept_from_others(db, GUILD, TABLE, [40, 180, 80, 100]) == [40, 120, 80, 100]


def test_what_is_lost_of_a_loan_goes_to_nobody_whoever_loses_it(db):
    for user in (ANN, BEN):
        put_result(db, GUILD, user)
    lose(db, ANN, 4940)
    buy_in(db, ANN, BEN, amount=100)
    assert bank.kept_from_others(db, GUILD, TABLE, [0, 200]) == [0, 160]
    assert bank.kept_from_others(db, GUILD, TABLE, [80, 120]) == [80, 100]


def test_what_somebody_loses_who_was_erased_meanwhile_goes_to_nobody(db):
    for user in (ANN, BEN):
        put_result(db, GUILD, user)
    buy_in(db, ANN, BEN, amount=100)
    bank.forget(db, ANN, NOW)
    assert bank.kept_from_others(db, GUILD, TABLE, [0, 200]) == [0, 100]
