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


async def holdings(db, *users: int) -> list[tuple[int, int]]:
    found = [await bank.balance(db, GUILD, user) for user in users]
    return [(held.wallet, held.owed) for held in found]


async def test_a_wallet_opens_with_5000_coins_of_the_house_at_its_first_movement(db):
    assert await bank.ledger.move(db, HOUSE, bank.accounts.wallet(GUILD, ANN), 100, memo("prize"))
    assert await holdings(db, ANN) == [(5100, 0)]
    opening = (await kept_in_books(db, ANN))["movements"][0]
    assert (opening["reason"], opening["amount"], opening["at"]) == (Reason.OPENING, 5000, NOW)


async def test_who_never_touched_a_coin_is_shown_the_wallet_that_will_open(db):
    assert await bank.balance(db, GUILD, ANN) == bank.Balance(wallet=5000, owed=0, in_play=0)
    assert await bank.members(db, GUILD) == 0


async def test_wallets_of_two_guilds_know_nothing_of_each_other(db):
    await bank.ledger.move(db, HOUSE, bank.accounts.wallet(GUILD, ANN), 100, memo("prize"))
    assert await bank.balance(db, 2, ANN) == bank.Balance(5000, 0, 0)
    with pytest.raises(bank.ledger.BankError, match="cannot be moved"):
        await bank.ledger.move(
            db, bank.accounts.wallet(GUILD, ANN), bank.accounts.wallet(2, ANN), 1, memo("smuggled")
        )


async def test_the_same_key_moves_coins_once(db):
    move = (db, HOUSE, bank.accounts.wallet(GUILD, ANN), 100, memo("prize"))
    assert await bank.ledger.move(*move) is True
    assert await bank.ledger.move(*move) is False
    assert await holdings(db, ANN) == [(5100, 0)]


async def test_a_repeated_movement_may_come_at_another_time(db):
    await bank.ledger.move(db, HOUSE, bank.accounts.wallet(GUILD, ANN), 100, memo("prize"))
    later = memo("prize")._replace(now=NOW + 1)
    assert await bank.ledger.move(db, HOUSE, bank.accounts.wallet(GUILD, ANN), 100, later) is False


@pytest.mark.parametrize(
    ("target", "amount", "changed"),
    [
        (bank.accounts.wallet(GUILD, BEN), 100, memo("prize")),
        (bank.accounts.wallet(GUILD, ANN), 101, memo("prize")),
        (bank.accounts.wallet(GUILD, ANN), 100, memo("prize", Reason.DEBT)),
        (bank.accounts.wallet(GUILD, ANN), 100, memo("prize", table="T")),
    ],
)
async def test_a_key_that_stands_for_something_else_is_refused(db, target, amount, changed):
    await bank.ledger.move(db, HOUSE, bank.accounts.wallet(GUILD, ANN), 100, memo("prize"))
    with pytest.raises(bank.ledger.KeyReusedError, match="prize"):
        await bank.ledger.move(db, HOUSE, target, amount, changed)
    assert await holdings(db, ANN, BEN) == [(5100, 0), (5000, 0)]


@pytest.mark.parametrize("amount", [0, -1])
async def test_a_movement_is_at_least_one_coin(db, amount):
    with pytest.raises(bank.ledger.BankError, match="cannot be moved"):
        await bank.ledger.move(db, HOUSE, bank.accounts.wallet(GUILD, ANN), amount, memo("nothing"))


async def test_no_account_moves_coins_to_itself(db):
    with pytest.raises(bank.ledger.BankError, match="cannot be moved"):
        await bank.ledger.move(db, HOUSE, HOUSE, 1, memo("circle"))


@pytest.mark.parametrize(
    ("source", "target", "amount"),
    [
        (bank.accounts.wallet(GUILD, ANN), HOUSE, 5001),
        (bank.accounts.escrow(GUILD, "T"), HOUSE, 1),
        (HOUSE, bank.accounts.marker(GUILD, ANN), 1),
    ],
)
async def test_no_account_comes_to_stand_on_the_wrong_side_of_zero(db, source, target, amount):
    with pytest.raises(bank.ledger.OverdrawnError, match="past zero"):
        await bank.ledger.move(db, source, target, amount, memo("too much"))
    assert await bank.audit(db) == []


async def test_a_charge_takes_what_the_wallet_has_and_lends_the_rest(db):
    charge = (db, bank.accounts.wallet(GUILD, ANN), HOUSE, 5300, memo("entry", Reason.DEBT))
    assert await coins.charge(*charge) is True
    assert await holdings(db, ANN) == [(0, 300)]
    assert await coins.charge(*charge) is False
    assert await holdings(db, ANN) == [(0, 300)]


async def test_a_repeated_charge_lends_nothing_even_if_the_wallet_could_not_pay_it_again(db):
    charge = (db, bank.accounts.wallet(GUILD, ANN), HOUSE, 5000, memo("entry", Reason.DEBT))
    await coins.charge(*charge)
    assert await coins.charge(*charge) is False
    assert await holdings(db, ANN) == [(0, 0)]


async def test_a_credit_pays_back_what_is_owed_before_the_wallet_keeps_anything(db):
    await coins.charge(db, bank.accounts.wallet(GUILD, ANN), HOUSE, 5300, memo("entry", Reason.DEBT))
    await coins.credit(db, HOUSE, bank.accounts.wallet(GUILD, ANN), 200, memo("small prize"))
    assert await holdings(db, ANN) == [(0, 100)]
    prize = (db, HOUSE, bank.accounts.wallet(GUILD, ANN), 500, memo("prize"))
    assert await coins.credit(*prize) is True
    assert await coins.credit(*prize) is False
    assert await holdings(db, ANN) == [(400, 0)]


async def test_what_is_lent_and_repaid_stands_in_the_books_beside_what_it_was_for(db):
    ann = bank.accounts.wallet(GUILD, ANN)
    await coins.charge(db, ann, HOUSE, 5300, memo("entry", Reason.DEBT, "T"))
    await coins.credit(db, HOUSE, ann, 500, memo("prize"))
    moved = (await kept_in_books(db, ANN))["movements"]
    assert [
        (each["reason"], each["amount"], each["from"], each["to"], each["table_id"]) for each in moved
    ] == [
        (Reason.OPENING, 5000, "house", "wallet", None),
        (Reason.LOAN, 300, "marker", "wallet", "T"),
        (Reason.DEBT, 5300, "wallet", "house", "T"),
        (Reason.PAY_OUT, 500, "house", "wallet", None),
        (Reason.REPAYMENT, 300, "wallet", "marker", None),
    ]
