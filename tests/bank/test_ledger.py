from __future__ import annotations

import pytest

from bot import bank
from bot.bank.accounts import escrow, marker
from bot.bank.ledger import BankError, KeyReusedError, Memo, OverdrawnError, Reason, move
from tests import coins
from tests.bank.books import ANN, BEN, GUILD, HOUSE, NOW, OTHER, balances, wallet
from tests.exported import kept_in_books


def memo(key: str, reason: Reason = Reason.PAY_OUT, table: str | None = None) -> Memo:
    return Memo(key, reason, NOW, table)


def holdings(db, *users: int) -> list[tuple[int, int]]:
    return [(held.wallet, held.owed) for held in balances(db, *users)]


def test_a_wallet_opens_with_5000_coins_of_the_house_at_its_first_movement(db):
    assert balances(db, ANN) == [bank.Balance(5000, 0, 0)], "it is shown as it will open"
    assert move(db, HOUSE, wallet(ANN), 100, memo("prize"))
    assert holdings(db, ANN) == [(5100, 0)]
    opening = kept_in_books(db, ANN)["movements"][0]
    assert (opening["reason"], opening["amount"], opening["at"]) == (Reason.OPENING, 5000, NOW)


def test_wallets_of_two_guilds_know_nothing_of_each_other(db):
    move(db, HOUSE, wallet(ANN), 100, memo("prize"))
    assert bank.balance(db, OTHER, ANN) == bank.Balance(5000, 0, 0)
    with pytest.raises(BankError, match="cannot be moved"):
        move(db, wallet(ANN), wallet(ANN, OTHER), 1, memo("smuggled"))


def test_the_same_key_moves_coins_once(db):
    assert move(db, HOUSE, wallet(ANN), 100, memo("prize")) is True
    assert move(db, HOUSE, wallet(ANN), 100, memo("prize")) is False
    assert move(db, HOUSE, wallet(ANN), 100, memo("prize")._replace(now=NOW + 1)) is False
    assert holdings(db, ANN) == [(5100, 0)]


@pytest.mark.parametrize(
    ("target", "amount", "changed"),
    [
        (wallet(BEN), 100, memo("prize")),
        (wallet(ANN), 101, memo("prize")),
        (wallet(ANN), 100, memo("prize", Reason.DEBT)),
        (wallet(ANN), 100, memo("prize", table="T")),
    ],
)
def test_a_key_that_stands_for_something_else_is_refused(db, target, amount, changed):
    move(db, HOUSE, wallet(ANN), 100, memo("prize"))
    with pytest.raises(KeyReusedError, match="prize"):
        move(db, HOUSE, target, amount, changed)
    assert holdings(db, ANN, BEN) == [(5100, 0), (5000, 0)]


@pytest.mark.parametrize(("target", "amount"), [(wallet(ANN), 0), (wallet(ANN), -1), (HOUSE, 1)])
def test_a_movement_is_at_least_one_coin_between_two_accounts(db, target, amount):
    with pytest.raises(BankError, match="cannot be moved"):
        move(db, HOUSE, target, amount, memo("nothing"))


@pytest.mark.parametrize(
    ("source", "target", "amount"),
    [(wallet(ANN), HOUSE, 5001), (escrow(GUILD, "T"), HOUSE, 1), (HOUSE, marker(GUILD, ANN), 1)],
)
def test_no_account_comes_to_stand_on_the_wrong_side_of_zero(db, source, target, amount):
    with pytest.raises(OverdrawnError, match="past zero"):
        move(db, source, target, amount, memo("too much"))
    assert bank.audit(db) == []


@pytest.mark.parametrize(("amount", "held"), [(5300, (0, 300)), (5000, (0, 0))])
def test_a_charge_takes_what_the_wallet_has_and_lends_the_rest_once(db, amount, held):
    charge = (db, wallet(ANN), HOUSE, amount, memo("entry", Reason.DEBT))
    assert coins.charge(*charge) is True
    assert coins.charge(*charge) is False
    assert holdings(db, ANN) == [held]


def test_a_credit_pays_back_what_is_owed_before_the_wallet_keeps_anything(db):
    coins.charge(db, wallet(ANN), HOUSE, 5300, memo("entry", Reason.DEBT, "T"))
    coins.credit(db, HOUSE, wallet(ANN), 200, memo("small prize"))
    assert holdings(db, ANN) == [(0, 100)]
    prize = (db, HOUSE, wallet(ANN), 500, memo("prize"))
    assert coins.credit(*prize) is True
    assert coins.credit(*prize) is False
    assert holdings(db, ANN) == [(400, 0)]
    told = ("reason", "amount", "from", "to", "table_id")
    assert [tuple(each[name] for name in told) for each in kept_in_books(db, ANN)["movements"]] == [
        (Reason.OPENING, 5000, "house", "wallet", None),
        (Reason.LOAN, 300, "marker", "wallet", "T"),
        (Reason.DEBT, 5300, "wallet", "house", "T"),
        (Reason.PAY_OUT, 200, "house", "wallet", None),
        (Reason.REPAYMENT, 200, "wallet", "marker", None),
        (Reason.PAY_OUT, 500, "house", "wallet", None),
        (Reason.REPAYMENT, 100, "wallet", "marker", None),
    ]
