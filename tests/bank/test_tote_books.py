"""The tote in the books: debts are paid back out of winnings, the forgotten win nothing, and the audit finds errors."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, insert, select, update

from bot import bank
from bot.bank import tote
from bot.bank.accounts import Account, house, marker, wallet
from bot.bank.ledger import Journal, KeyReusedError, Memo, OverdrawnError, Reason, SettledError, move
from bot.bank.tote import Bet, FrozenError, Pool, Race, Returned, StakeError
from bot.db.schema import accounts, frozen_wallets, movements, tote_bets, tote_sums
from tests.bank.books import put_table, shown

GUILD, ANN, BEN, NOW = 1, 11, 22, 1_789_000_000_000
RACE = Race(GUILD, "T", 1)
RED, BLUE = '["red"]', '["blue"]'


@pytest.fixture(autouse=True)
def _race(db: Connection) -> None:
    put_table(db, GUILD, "T")
    tote.open_race(db, RACE, ["red", "blue", "white"], 10)


def bet(db: Connection, user: int, combination: str, stake: int, key: str) -> bool:
    return tote.bet(db, Bet(RACE, user, Pool.WIN, combination, stake, key), NOW)


def balance(db: Connection, account: Account) -> int:
    found = db.scalar(select(accounts.c.balance).where(accounts.c.account_id == account.id))
    return int(found or 0)


def test_what_is_won_first_pays_back_what_is_owed(db: Connection) -> None:
    bet(db, ANN, RED, 100, "a")
    bet(db, BEN, BLUE, 300, "b")
    move(db, marker(GUILD, ANN), wallet(GUILD, ANN), 1000, Memo("lent", Reason.LOAN, NOW))

    tote.settle(db, RACE, [["red"], ["blue"]], NOW)

    # 400 - 40 = 360 for Ann: all of it goes on to the house, and her wallet keeps what it held.
    assert balance(db, wallet(GUILD, ANN)) == 5000 - 100 + 1000
    assert balance(db, marker(GUILD, ANN)) == -1000 + 360
    assert bank.audit(db) == []


def test_no_more_is_paid_back_than_is_owed_and_nothing_of_a_refund(db: Connection) -> None:
    bet(db, ANN, RED, 100, "a")
    bet(db, BEN, RED, 100, "b")
    for user, owed in ((ANN, 30), (BEN, 5000)):
        move(db, marker(GUILD, user), wallet(GUILD, user), owed, Memo(f"lent {user}", Reason.LOAN, NOW))

    tote.settle(db, RACE, [["white"], ["blue"]], NOW)
    assert balance(db, marker(GUILD, ANN)) == -30
    assert balance(db, wallet(GUILD, ANN)) == 5030
    assert bank.audit(db) == []


def test_what_a_forgotten_person_wins_is_the_houses(db: Connection) -> None:
    bet(db, ANN, RED, 100, "a")
    bet(db, BEN, BLUE, 100, "b")
    tote.close(db, RACE)
    bank.forget(db, ANN, NOW)
    before = balance(db, house(GUILD))

    tote.settle(db, RACE, [["red"], ["blue"]], NOW)

    assert balance(db, house(GUILD)) - before == 200
    assert bank.audit(db) == []


def test_what_a_person_has_bet_on_a_race_that_is_not_off_goes_with_them(db: Connection) -> None:
    bet(db, ANN, RED, 100, "a")
    bet(db, BEN, RED, 30, "b")
    before = balance(db, house(GUILD))

    assert bank.forget(db, ANN, NOW) == (RACE.table,)

    assert balance(db, house(GUILD)) - before == 5000
    report = tote.report(db, RACE)
    assert report is not None
    assert report.pools[Pool.WIN].gross == 30
    assert bank.audit(db) == []


def test_what_a_forgotten_person_bet_on_a_horse_that_does_not_run_is_the_houses(
    db: Connection,
) -> None:
    bet(db, ANN, RED, 100, "a")
    bet(db, BEN, RED, 30, "b")
    bet(db, BEN, BLUE, 50, "c")
    # Who was forgotten before Paddock gave back what is bet on races that are not off yet.
    db.execute(update(tote_bets).where(tote_bets.c.user_id == ANN).values(user_id=None))
    before = balance(db, house(GUILD))

    tote.scratch(db, RACE, ["blue", "white"], NOW)

    assert balance(db, house(GUILD)) - before == 100
    assert balance(db, wallet(GUILD, BEN)) == 5000 - 50
    assert bank.audit(db) == []
    tote.settle(db, RACE, [["white"], ["blue"]], NOW)
    assert balance(db, wallet(GUILD, BEN)) == 5000
    assert bank.audit(db) == []


def test_a_slip_says_why_its_stake_went_back(db: Connection) -> None:
    def why(user: int) -> list[Returned | None]:
        return [slip.returned for slip in tote.slips(db, RACE, user)]

    bet(db, ANN, RED, 100, "a")
    bet(db, ANN, BLUE, 50, "b")
    bet(db, BEN, BLUE, 30, "c")
    tote.scratch(db, RACE, ["blue", "white"], NOW)
    assert why(ANN) == [Returned.SCRATCHED, None]
    tote.return_to(db, RACE, ANN, NOW)
    assert why(ANN) == [Returned.SCRATCHED, Returned.SEATED]
    tote.refund(db, RACE, NOW)
    assert (why(ANN), why(BEN)) == ([Returned.SCRATCHED, Returned.SEATED], [Returned.NOT_RUN])


def test_the_house_adds_nothing_to_a_pool_of_a_race_that_is_broken_off(db: Connection) -> None:
    """Of the pairs behind the leader two are level: half the pool is less than the stake on one."""
    for key, second, stake in (("a", "blue", 900), ("b", "white", 20)):
        combination = tote.combination(Pool.EXACTA, ["red", second], ["red", "blue", "white"])
        made = tote.Bet(RACE, ANN, Pool.EXACTA, combination, stake, key)
        tote.bet(db, made, NOW)
    bet(db, BEN, RED, 100, "c")
    bet(db, BEN, BLUE, 50, "d")
    before = balance(db, house(GUILD))

    tote.settle(db, RACE, [["red"], ["blue", "white"]], NOW, is_broken_off=True)

    assert {slip.returned for slip in tote.slips(db, RACE, ANN)} == {Returned.MINUS_POOL}
    assert balance(db, wallet(GUILD, ANN)) == 5000
    assert [(slip.paid, slip.returned) for slip in tote.slips(db, RACE, BEN)] == [
        (135, None),
        (0, None),
    ]
    assert balance(db, house(GUILD)) - before == 15
    assert bank.audit(db) == []


def test_who_took_a_seat_is_told_so_though_their_horse_does_not_run_either(db: Connection) -> None:
    bet(db, ANN, RED, 100, "a")
    bet(db, BEN, BLUE, 30, "b")
    tote.return_to(db, RACE, ANN, NOW)
    tote.scratch(db, RACE, ["blue", "white"], NOW)
    (slip,) = tote.slips(db, RACE, ANN)
    assert slip.returned is Returned.SEATED


def test_a_key_bets_once_and_never_for_another_bet(db: Connection) -> None:
    assert bet(db, ANN, RED, 100, "a")
    assert not bet(db, ANN, RED, 100, "a")
    with pytest.raises(KeyReusedError):
        bet(db, BEN, RED, 100, "a")
    assert balance(db, RACE.account(Pool.WIN)) == 100


@pytest.mark.parametrize("stake", [0, -1, tote.MOST + 1, 2**80])
def test_only_stakes_that_the_books_can_hold_are_taken(db: Connection, stake: int) -> None:
    with pytest.raises(StakeError):
        bet(db, ANN, RED, stake, "a")


def test_a_pool_takes_no_more_than_the_books_can_hold_and_pays_all_of_it(db: Connection) -> None:
    for user in (ANN, BEN):
        journal = Journal.begin(db, [wallet(GUILD, user)], {})
        journal.move(house(GUILD), wallet(GUILD, user), tote.MOST, Memo(f"rich {user}", Reason.OPENING, NOW))
        journal.write()
    bet(db, ANN, RED, tote.MOST - 1, "a")
    with pytest.raises(StakeError):
        bet(db, BEN, BLUE, 2, "b")
    db.execute(tote_bets.delete().where(tote_bets.c.key == "b"))  # as the caller's rollback would
    bet(db, BEN, BLUE, 1, "c")

    tote.settle(db, RACE, [["blue"], ["red"]], NOW)

    # 10**15, less a tenth, on one coin: 9 * 10**14
    assert balance(db, wallet(GUILD, BEN)) == 5000 + tote.MOST - 1 + 9 * 10**14
    assert bank.audit(db) == []


def test_nothing_is_lent_for_a_bet(db: Connection) -> None:
    with pytest.raises(OverdrawnError):
        bet(db, ANN, RED, 5001, "a")


def test_nothing_is_staked_out_of_a_frozen_wallet_and_what_it_has_won_comes_to_it(
    db: Connection,
) -> None:
    bet(db, ANN, RED, 100, "a")
    db.execute(insert(frozen_wallets).values(guild_id=GUILD, user_id=ANN, words="", at=NOW))
    with pytest.raises(FrozenError):
        bet(db, ANN, RED, 100, "b")
    assert not bet(db, ANN, RED, 100, "a")
    tote.settle(db, RACE, [["white"], ["red"]], NOW)
    assert balance(db, wallet(GUILD, ANN)) == 5000


def test_a_race_is_settled_or_refunded_and_never_both(db: Connection) -> None:
    bet(db, ANN, RED, 100, "a")
    tote.settle(db, RACE, [["red"], ["blue"]], NOW)
    with pytest.raises(SettledError):
        tote.refund(db, RACE, NOW)
    tote.settle(db, RACE, [["red"], ["blue"]], NOW)
    assert balance(db, wallet(GUILD, ANN)) == 5000


def test_the_audit_finds_sums_and_coins_that_are_not_those_of_the_bets(db: Connection) -> None:
    bet(db, ANN, RED, 100, "a")
    assert bank.audit(db) == []
    db.execute(update(tote_sums).values(stake=90))
    assert bank.audit(db, GUILD) == [
        "win of race 1 at table T counts 90 coins on a combination, but its bets add up to 100.",
        "tote:1:T:1:win holds 100 coins, but 90 are bet.",
    ]
    assert bank.audit(db, GUILD + 1) == []


def test_the_audit_finds_coins_that_a_race_has_left_behind(db: Connection) -> None:
    bet(db, ANN, RED, 100, "a")
    tote.settle(db, RACE, [["red"], ["blue"]], NOW)
    moved = {
        "source": "house:1",
        "target": "tote:1:T:1:win",
        "amount": 7,
        "reason": "x",
        "at": NOW,
        "key": "late",
    }
    db.execute(insert(movements).values(moved))
    for account, change in (("house:1", -7), ("tote:1:T:1:win", 7)):
        this = update(accounts).where(accounts.c.account_id == account)
        db.execute(this.values(balance=accounts.c.balance + change))
    assert bank.audit(db)[0] == "tote:1:T:1:win holds 7 coins, but 0 are bet."


def test_a_settled_race_tells_what_it_has_brought_each_and_counts_nothing_that_was_given_back(
    db: Connection,
) -> None:
    bet(db, ANN, RED, 100, "a")
    bet(db, BEN, BLUE, 300, "b")
    bet(db, BEN, RED, 50, "c")
    bet(db, 33, BLUE, 70, "d")
    tote.return_to(db, RACE, 33, NOW)

    assert tote.settle(db, RACE, [["red"], ["blue"]], NOW) is True

    # 450 - 45 = 405 on 150: 2.70 a coin.
    won = [(1, ANN, 170), (2, BEN, 135 - 350)]
    assert shown(db, bank.By.TOTE) == won
    assert tote.settle(db, RACE, [["red"], ["blue"]], NOW) is False, "and is noted once"
    assert shown(db, bank.By.TOTE) == won
    assert balance(db, wallet(GUILD, ANN)) == 5000 + 170
