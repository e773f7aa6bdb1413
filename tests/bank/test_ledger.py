from __future__ import annotations

import pytest

from bot import bank
from bot.bank.ledger import Memo, Reason
from tests import coins
from tests.exported import kept_in_books

GUILD, ANN, BEN = 1, 11, 22
HOUSE = bank.accounts.house(GUILD)
NOW = 1_789_000_000_000


def memo(key: str, reason: Reason = Reason.PAY_OUT, table: str | None = None) -> Memo:
    return Memo(key, reason, NOW, table)


def holdings(db, *users: int) -> list[tuple[int, int]]:
    found = [bank.balance(db, GUILD, user) for user in users]
    return [(held.wallet, held.owed) for held in found]


def test_a_wallet_opens_with_5000_coins_of_the_house_at_its_first_movement(db):
    assert bank.ledger.move(db, HOUSE, bank.accounts.wallet(GUILD, ANN), 100, memo("prize"))
    assert holdings(db, ANN) == [(5100, 0)]
    opening = kept_in_books(db, ANN)["movements"][0]
    assert (opening["reason"], opening["amount"], opening["at"]) == (Reason.OPENING, 5000, NOW)


def test_who_never_touched_a_coin_is_shown_the_wallet_that_will_open(db):
    assert bank.balance(db, GUILD, ANN) == bank.Balance(wallet=5000, owed=0, in_play=0)


def test_wallets_of_two_guilds_know_nothing_of_each_other(db):
    bank.ledger.move(db, HOUSE, bank.accounts.wallet(GUILD, ANN), 100, memo("prize"))
    assert bank.balance(db, 2, ANN) == bank.Balance(5000, 0, 0)
    with pytest.raises(bank.ledger.BankError, match="cannot be moved"):
        bank.ledger.move(
            db, bank.accounts.wallet(GUILD, ANN), bank.accounts.wallet(2, ANN), 1, memo("smuggled")
        )


def test_the_same_key_moves_coins_once(db):
    move = (db, HOUSE, bank.accounts.wallet(GUILD, ANN), 100, memo("prize"))
    assert bank.ledger.move(*move) is True
    assert bank.ledger.move(*move) is False
    assert holdings(db, ANN) == [(5100, 0)]


def test_a_repeated_movement_may_come_at_another_time(db):
    bank.ledger.move(db, HOUSE, bank.accounts.wallet(GUILD, ANN), 100, memo("prize"))
    later = memo("prize")._replace(now=NOW + 1)
    assert bank.ledger.move(db, HOUSE, bank.accounts.wallet(GUILD, ANN), 100, later) is False


@pytest.mark.parametrize(
    ("target", "amount", "changed"),
    [
        (bank.accounts.wallet(GUILD, BEN), 100, memo("prize")),
        (bank.accounts.wallet(GUILD, ANN), 101, memo("prize")),
        (bank.accounts.wallet(GUILD, ANN), 100, memo("prize", Reason.DEBT)),
        (bank.accounts.wallet(GUILD, ANN), 100, memo("prize", table="T")),
    ],
)
def test_a_key_that_stands_for_something_else_is_refused(db, target, amount, changed):
    bank.ledger.move(db, HOUSE, bank.accounts.wallet(GUILD, ANN), 100, memo("prize"))
    with pytest.raises(bank.ledger.KeyReusedError, match="prize"):
        bank.ledger.move(db, HOUSE, target, amount, changed)
    assert holdings(db, ANN, BEN) == [(5100, 0), (5000, 0)]


@pytest.mark.parametrize("amount", [0, -1])
def test_a_movement_is_at_least_one_coin(db, amount):
    with pytest.raises(bank.ledger.BankError, match="cannot be moved"):
        bank.ledger.move(db, HOUSE, bank.accounts.wallet(GUILD, ANN), amount, memo("nothing"))


def test_no_account_moves_coins_to_itself(db):
    with pytest.raises(bank.ledger.BankError, match="cannot be moved"):
        bank.ledger.move(db, HOUSE, HOUSE, 1, memo("circle"))


@pytest.mark.parametrize(
    ("source", "target", "amount"),
    [
        (bank.accounts.wallet(GUILD, ANN), HOUSE, 5001),
        (bank.accounts.escrow(GUILD, "T"), HOUSE, 1),
        (HOUSE, bank.accounts.marker(GUILD, ANN), 1),
    ],
)
def test_no_account_comes_to_stand_on_the_wrong_side_of_zero(db, source, target, amount):
    with pytest.raises(bank.ledger.OverdrawnError, match="past zero"):
        bank.ledger.move(db, source, target, amount, memo("too much"))
    assert bank.audit(db) == []


def test_a_charge_takes_what_the_wallet_has_and_lends_the_rest(db):
    charge = (db, bank.accounts.wallet(GUILD, ANN), HOUSE, 5300, memo("entry", Reason.DEBT))
    assert coins.charge(*charge) is True
    assert holdings(db, ANN) == [(0, 300)]
    assert coins.charge(*charge) is False
    assert holdings(db, ANN) == [(0, 300)]


def test_a_repeated_charge_lends_nothing_even_if_the_wallet_could_not_pay_it_again(db):
    charge = (db, bank.accounts.wallet(GUILD, ANN), HOUSE, 5000, memo("entry", Reason.DEBT))
    coins.charge(*charge)
    assert coins.charge(*charge) is False
    assert holdings(db, ANN) == [(0, 0)]


def test_a_credit_pays_back_what_is_owed_before_the_wallet_keeps_anything(db):
    coins.charge(db, bank.accounts.wallet(GUILD, ANN), HOUSE, 5300, memo("entry", Reason.DEBT))
    coins.credit(db, HOUSE, bank.accounts.wallet(GUILD, ANN), 200, memo("small prize"))
    assert holdings(db, ANN) == [(0, 100)]
    prize = (db, HOUSE, bank.accounts.wallet(GUILD, ANN), 500, memo("prize"))
    assert coins.credit(*prize) is True
    assert coins.credit(*prize) is False
    assert holdings(db, ANN) == [(400, 0)]


def test_what_is_lent_and_repaid_stands_in_the_books_beside_what_it_was_for(db):
    ann = bank.accounts.wallet(GUILD, ANN)
    coins.charge(db, ann, HOUSE, 5300, memo("entry", Reason.DEBT, "T"))
    coins.credit(db, HOUSE, ann, 500, memo("prize"))
    moved = kept_in_books(db, ANN)["movements"]
    assert [
        (each["reason"], each["amount"], each["from"], each["to"], each["table_id"]) for each in moved
    ] == [
        (Reason.OPENING, 5000, "house", "wallet", None),
        (Reason.LOAN, 300, "marker", "wallet", "T"),
        (Reason.DEBT, 5300, "wallet", "house", "T"),
        (Reason.PAY_OUT, 500, "house", "wallet", None),
        (Reason.REPAYMENT, 300, "wallet", "marker", None),
    ]
