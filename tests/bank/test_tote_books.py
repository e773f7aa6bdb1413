"""The tote in the books: debts are paid back out of winnings, the forgotten win nothing, and the audit finds errors."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, insert, update

from bot import bank
from bot.bank import tote
from bot.bank.accounts import Account, balance_of, marker, wallet
from bot.bank.ledger import (
    BankError,
    Journal,
    KeyReusedError,
    Memo,
    OverdrawnError,
    Reason,
    SettledError,
    move,
)
from bot.bank.tote import Bet, EnoughBetsError, FrozenError, Pool, Race, Returned, StakeError
from bot.db.schema import accounts, frozen_wallets, movements, tote_bets, tote_sums
from tests.bank.books import ANN, BEN, CAT, GUILD, HOUSE, NOW, put_table, shown
from tests.databases import write

RACE = Race(GUILD, "T", 1)
RED, BLUE = '["red"]', '["blue"]'


@pytest.fixture(autouse=True)
def _race(db: Connection) -> None:
    put_table(db, GUILD, "T")
    tote.open_race(db, RACE, ["red", "blue", "white"], 10)


def bet(
    db: Connection, user: int, combination: str, stake: int, key: str = "", pool: Pool = Pool.WIN
) -> bool:
    return tote.bet(db, Bet(RACE, user, pool, combination, stake, key or f"{user}{combination}{stake}"), NOW)


def settle(db: Connection, *order: str) -> bool:
    done = tote.settle(db, RACE, [[horse] for horse in order], NOW)
    assert bank.audit(db) == []
    return done


def balance(db: Connection, account: Account) -> int:
    return balance_of(db, account) or 0


def lend(db: Connection, user: int, amount: int) -> None:
    move(db, marker(GUILD, user), wallet(GUILD, user), amount, Memo(f"lent {user}", Reason.LOAN, NOW))


def test_what_is_won_first_pays_back_what_is_owed(db: Connection) -> None:
    bet(db, ANN, RED, 100)
    bet(db, BEN, BLUE, 300)
    lend(db, ANN, 1000)
    settle(db, "red", "blue")
    # 400 - 40 = 360 for Ann: all of it goes on to the house, and her wallet keeps what it held.
    assert balance(db, wallet(GUILD, ANN)) == 5000 - 100 + 1000
    assert balance(db, marker(GUILD, ANN)) == -1000 + 360


def test_nothing_of_a_refund_is_paid_back(db: Connection) -> None:
    bet(db, ANN, RED, 100)
    lend(db, ANN, 30)
    settle(db, "white", "blue")
    assert balance(db, marker(GUILD, ANN)) == -30
    assert balance(db, wallet(GUILD, ANN)) == 5030


def test_what_a_forgotten_person_wins_is_the_houses(db: Connection) -> None:
    bet(db, ANN, RED, 100)
    bet(db, BEN, BLUE, 100)
    tote.close(db, RACE)
    bank.forget(db, ANN, NOW)
    before = balance(db, HOUSE)
    settle(db, "red", "blue")
    assert balance(db, HOUSE) - before == 200


def test_what_a_person_has_bet_on_a_race_that_is_not_off_goes_with_them(db: Connection) -> None:
    bet(db, ANN, RED, 100)
    bet(db, BEN, RED, 30)
    before = balance(db, HOUSE)

    assert bank.forget(db, ANN, NOW) == (RACE.table,)

    assert balance(db, HOUSE) - before == 5000
    report = tote.report(db, RACE)
    assert report is not None
    assert report.pools[Pool.WIN].gross == 30
    assert bank.audit(db) == []


def test_what_a_forgotten_person_bet_on_a_horse_that_does_not_run_is_the_houses(db: Connection) -> None:
    bet(db, ANN, RED, 100)
    bet(db, BEN, RED, 30)
    bet(db, BEN, BLUE, 50)
    # Who was forgotten before Paddock gave back what is bet on races that are not off yet.
    db.execute(update(tote_bets).where(tote_bets.c.user_id == ANN).values(user_id=None))
    before = balance(db, HOUSE)

    tote.scratch(db, RACE, ["blue", "white"], NOW)

    assert balance(db, HOUSE) - before == 100
    assert balance(db, wallet(GUILD, BEN)) == 5000 - 50
    assert bank.audit(db) == []
    settle(db, "white", "blue")
    assert balance(db, wallet(GUILD, BEN)) == 5000


def test_a_slip_says_why_its_stake_went_back(db: Connection) -> None:
    def why(user: int) -> list[Returned | None]:
        return [slip.returned for slip in tote.slips(db, RACE, user)]

    bet(db, ANN, RED, 100)
    bet(db, ANN, BLUE, 50)
    bet(db, BEN, BLUE, 30)
    bet(db, CAT, RED, 30)
    tote.return_to(db, RACE, CAT, NOW)
    tote.scratch(db, RACE, ["blue", "white"], NOW)
    assert why(CAT) == [Returned.SEATED], "though their horse does not run either"
    assert why(ANN) == [Returned.SCRATCHED, None]
    tote.return_to(db, RACE, ANN, NOW)
    assert why(ANN) == [Returned.SCRATCHED, Returned.SEATED]
    tote.refund(db, RACE, NOW)
    assert (why(ANN), why(BEN)) == ([Returned.SCRATCHED, Returned.SEATED], [Returned.NOT_RUN])


def test_the_house_adds_nothing_to_a_pool_of_a_race_that_is_broken_off(db: Connection) -> None:
    """Of the pairs behind the leader two are level: half the pool is less than the stake on one."""
    for second, stake in (("blue", 900), ("white", 20)):
        pair = tote.combination(Pool.EXACTA, ["red", second], ["red", "blue", "white"])
        bet(db, ANN, pair, stake, pool=Pool.EXACTA)
    bet(db, BEN, RED, 100)
    bet(db, BEN, BLUE, 50)
    before = balance(db, HOUSE)

    tote.settle(db, RACE, [["red"], ["blue", "white"]], NOW, is_broken_off=True)

    assert {slip.returned for slip in tote.slips(db, RACE, ANN)} == {Returned.MINUS_POOL}
    assert balance(db, wallet(GUILD, ANN)) == 5000
    assert [(slip.paid, slip.returned) for slip in tote.slips(db, RACE, BEN)] == [(135, None), (0, None)]
    assert balance(db, HOUSE) - before == 15
    assert bank.audit(db) == []


def test_a_key_bets_once_and_never_for_another_bet(db: Connection) -> None:
    assert bet(db, ANN, RED, 100, "a")
    assert not bet(db, ANN, RED, 100, "a")
    for user, stake in ((BEN, 100), (ANN, 101)):
        with pytest.raises(KeyReusedError):
            bet(db, user, RED, stake, "a")
    assert balance(db, RACE.account(Pool.WIN)) == 100


@pytest.mark.parametrize(
    ("stake", "error"),
    [*((stake, StakeError) for stake in (0, -1, tote.MOST + 1, 2**80)), (5001, OverdrawnError)],
)
def test_only_coins_that_the_wallet_holds_are_staked_and_as_many_as_the_books_can_hold(
    db: Connection, stake: int, error: type[BankError]
) -> None:
    with pytest.raises(error):
        bet(db, ANN, RED, stake)


def test_a_pool_takes_no_more_than_the_books_can_hold_and_pays_all_of_it(db: Connection) -> None:
    for user in (ANN, BEN):
        journal = Journal.begin(db, [wallet(GUILD, user)], {})
        journal.move(HOUSE, wallet(GUILD, user), tote.MOST, Memo(f"rich {user}", Reason.OPENING, NOW))
        journal.write()
    bet(db, ANN, RED, tote.MOST - 1)
    with pytest.raises(StakeError):
        write(db, bet, BEN, BLUE, 2)
    bet(db, BEN, BLUE, 1)

    settle(db, "blue", "red")

    # 10**15, less a tenth, on one coin: 9 * 10**14
    assert balance(db, wallet(GUILD, BEN)) == 5000 + tote.MOST - 1 + 9 * 10**14


def test_one_person_makes_fifty_bets_on_a_race(db: Connection) -> None:
    for number in range(tote.MOST_BETS):
        bet(db, ANN, RED, 1, f"k{number}")
    with pytest.raises(EnoughBetsError):
        bet(db, ANN, RED, 1, "one more")


def test_nothing_is_staked_out_of_a_frozen_wallet_and_what_it_has_won_comes_to_it(db: Connection) -> None:
    bet(db, ANN, RED, 100, "a")
    db.execute(insert(frozen_wallets).values(guild_id=GUILD, user_id=ANN, words="", at=NOW))
    with pytest.raises(FrozenError):
        bet(db, ANN, RED, 100, "b")
    assert not bet(db, ANN, RED, 100, "a")
    settle(db, "white", "red")
    assert balance(db, wallet(GUILD, ANN)) == 5000


def test_a_race_is_settled_once_or_refunded_and_counts_nothing_that_was_given_back(db: Connection) -> None:
    bet(db, ANN, RED, 100)
    bet(db, BEN, BLUE, 300)
    bet(db, BEN, RED, 50)
    bet(db, CAT, BLUE, 70)
    tote.return_to(db, RACE, CAT, NOW)

    for is_first in (True, False):
        assert settle(db, "red", "blue") is is_first
        # 450 - 45 = 405 on 150: 2.70 a coin.
        assert shown(db, bank.By.TOTE) == [(1, ANN, 170), (2, BEN, 135 - 350)]
        assert balance(db, wallet(GUILD, ANN)) == 5000 + 170
    with pytest.raises(SettledError):
        tote.refund(db, RACE, NOW)


def test_the_audit_finds_sums_and_coins_that_are_not_those_of_the_bets(db: Connection) -> None:
    bet(db, ANN, RED, 100)
    db.execute(update(tote_sums).values(stake=90))
    assert bank.audit(db, GUILD) == [
        "win of race 1 at table T counts 90 coins on a combination, but its bets add up to 100.",
        "tote:1:T:1:win holds 100 coins, but 90 are bet.",
    ]
    assert bank.audit(db, GUILD + 1) == []


def test_the_audit_finds_coins_that_a_race_has_left_behind(db: Connection) -> None:
    bet(db, ANN, RED, 100)
    settle(db, "red", "blue")
    ends = {"source": "house:1", "target": "tote:1:T:1:win"}
    db.execute(insert(movements).values(ends | {"amount": 7, "reason": "x", "at": NOW, "key": "late"}))
    for account, change in (("house:1", -7), ("tote:1:T:1:win", 7)):
        this = update(accounts).where(accounts.c.account_id == account)
        db.execute(this.values(balance=accounts.c.balance + change))
    assert bank.audit(db)[0] == "tote:1:T:1:win holds 7 coins, but 0 are bet."
