"""The tote in the books: debts are paid back out of winnings, the forgotten win nothing, and the audit finds errors."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import bank
from bot.bank import tote
from bot.bank.accounts import Account, house, marker, wallet
from bot.bank.ledger import Journal, KeyReusedError, Memo, OverdrawnError, Reason, SettledError, move
from bot.bank.tote import Bet, FrozenError, Pool, Race, Returned, StakeError
from bot.store.schema import accounts, frozen_wallets, movements, standings, tote_bets, tote_sums

GUILD, ANN, BEN, NOW = 1, 11, 22, 1_789_000_000_000
RACE = Race(GUILD, "T", 1)
RED, BLUE = '["red"]', '["blue"]'


@pytest.fixture(autouse=True)
async def _race(db: AsyncConnection, put_table: Any) -> None:
    await put_table(db, GUILD, "T")
    await tote.open_race(db, RACE, ["red", "blue", "white"], 10)


async def bet(db: AsyncConnection, user: int, combination: str, stake: int, key: str) -> bool:
    return await tote.bet(db, Bet(RACE, user, Pool.WIN, combination, stake, key), NOW)


async def balance(db: AsyncConnection, account: Account) -> int:
    found = await db.scalar(select(accounts.c.balance).where(accounts.c.account_id == account.id))
    return int(found or 0)


async def test_what_is_won_first_pays_back_what_is_owed(db: AsyncConnection) -> None:
    await bet(db, ANN, RED, 100, "a")
    await bet(db, BEN, BLUE, 300, "b")
    await move(db, marker(GUILD, ANN), wallet(GUILD, ANN), 1000, Memo("lent", Reason.LOAN, NOW))

    await tote.settle(db, RACE, [["red"], ["blue"]], NOW)

    # 400 - 40 = 360 for Ann: all of it goes on to the house, and her wallet keeps what it held.
    assert await balance(db, wallet(GUILD, ANN)) == 5000 - 100 + 1000
    assert await balance(db, marker(GUILD, ANN)) == -1000 + 360
    assert await bank.audit(db) == []


async def test_no_more_is_paid_back_than_is_owed_and_nothing_of_a_refund(db: AsyncConnection) -> None:
    await bet(db, ANN, RED, 100, "a")
    await bet(db, BEN, RED, 100, "b")
    for user, owed in ((ANN, 30), (BEN, 5000)):
        await move(db, marker(GUILD, user), wallet(GUILD, user), owed, Memo(f"lent {user}", Reason.LOAN, NOW))

    await tote.settle(db, RACE, [["white"], ["blue"]], NOW)
    assert await balance(db, marker(GUILD, ANN)) == -30
    assert await balance(db, wallet(GUILD, ANN)) == 5030
    assert await bank.audit(db) == []


async def test_what_a_forgotten_person_wins_is_the_houses(db: AsyncConnection) -> None:
    await bet(db, ANN, RED, 100, "a")
    await bet(db, BEN, BLUE, 100, "b")
    await tote.close(db, RACE)
    await bank.forget(db, ANN, NOW)
    before = await balance(db, house(GUILD))

    await tote.settle(db, RACE, [["red"], ["blue"]], NOW)

    assert await balance(db, house(GUILD)) - before == 200
    assert await bank.audit(db) == []


async def test_what_a_person_has_bet_on_a_race_that_is_not_off_goes_with_them(db: AsyncConnection) -> None:
    await bet(db, ANN, RED, 100, "a")
    await bet(db, BEN, RED, 30, "b")
    before = await balance(db, house(GUILD))

    assert await bank.forget(db, ANN, NOW) == (RACE.table,)

    assert await balance(db, house(GUILD)) - before == 5000
    report = await tote.report(db, RACE)
    assert report is not None
    assert report.pools[Pool.WIN].gross == 30
    assert await bank.audit(db) == []


async def test_what_a_forgotten_person_bet_on_a_horse_that_does_not_run_is_the_houses(
    db: AsyncConnection,
) -> None:
    await bet(db, ANN, RED, 100, "a")
    await bet(db, BEN, RED, 30, "b")
    await bet(db, BEN, BLUE, 50, "c")
    # Who was forgotten before Paddock gave back what is bet on races that are not off yet.
    await db.execute(update(tote_bets).where(tote_bets.c.user_id == ANN).values(user_id=None))
    before = await balance(db, house(GUILD))

    await tote.scratch(db, RACE, ["blue", "white"], NOW)

    assert await balance(db, house(GUILD)) - before == 100
    assert await balance(db, wallet(GUILD, BEN)) == 5000 - 50
    assert await bank.audit(db) == []
    await tote.settle(db, RACE, [["white"], ["blue"]], NOW)
    assert await balance(db, wallet(GUILD, BEN)) == 5000
    told = await bank.audit(db)  # whoever is forgotten leaves no wallet behind, and here Ann's is there
    assert all(f"The sums of {ANN} in" in each for each in told)


async def test_a_slip_says_why_its_stake_went_back(db: AsyncConnection) -> None:
    async def why(user: int) -> list[Returned | None]:
        return [slip.returned for slip in await tote.slips(db, RACE, user)]

    await bet(db, ANN, RED, 100, "a")
    await bet(db, ANN, BLUE, 50, "b")
    await bet(db, BEN, BLUE, 30, "c")
    await tote.scratch(db, RACE, ["blue", "white"], NOW)
    assert await why(ANN) == [Returned.SCRATCHED, None]
    await tote.return_to(db, RACE, ANN, NOW)
    assert await why(ANN) == [Returned.SCRATCHED, Returned.SEATED]
    await tote.refund(db, RACE, NOW)
    assert (await why(ANN), await why(BEN)) == ([Returned.SCRATCHED, Returned.SEATED], [Returned.NOT_RUN])


async def test_the_house_adds_nothing_to_a_pool_of_a_race_that_is_broken_off(db: AsyncConnection) -> None:
    """Of the pairs behind the leader two are level: half the pool is less than the stake on one."""
    for key, second, stake in (("a", "blue", 900), ("b", "white", 20)):
        combination = tote.combination(Pool.EXACTA, ["red", second], ["red", "blue", "white"])
        made = tote.Bet(RACE, ANN, Pool.EXACTA, combination, stake, key)
        await tote.bet(db, made, NOW)
    await bet(db, BEN, RED, 100, "c")
    await bet(db, BEN, BLUE, 50, "d")
    before = await balance(db, house(GUILD))

    await tote.settle(db, RACE, [["red"], ["blue", "white"]], NOW, is_broken_off=True)

    assert {slip.returned for slip in await tote.slips(db, RACE, ANN)} == {Returned.MINUS_POOL}
    assert await balance(db, wallet(GUILD, ANN)) == 5000
    assert [(slip.paid, slip.returned) for slip in await tote.slips(db, RACE, BEN)] == [
        (135, None),
        (0, None),
    ]
    assert await balance(db, house(GUILD)) - before == 15
    assert await bank.audit(db) == []


async def test_who_took_a_seat_is_told_so_though_their_horse_does_not_run_either(db: AsyncConnection) -> None:
    await bet(db, ANN, RED, 100, "a")
    await bet(db, BEN, BLUE, 30, "b")
    await tote.return_to(db, RACE, ANN, NOW)
    await tote.scratch(db, RACE, ["blue", "white"], NOW)
    (slip,) = await tote.slips(db, RACE, ANN)
    assert slip.returned is Returned.SEATED


async def test_a_key_bets_once_and_never_for_another_bet(db: AsyncConnection) -> None:
    assert await bet(db, ANN, RED, 100, "a")
    assert not await bet(db, ANN, RED, 100, "a")
    with pytest.raises(KeyReusedError):
        await bet(db, BEN, RED, 100, "a")
    assert await balance(db, RACE.account(Pool.WIN)) == 100


@pytest.mark.parametrize("stake", [0, -1, tote.MOST + 1, 2**80])
async def test_only_stakes_that_the_books_can_hold_are_taken(db: AsyncConnection, stake: int) -> None:
    with pytest.raises(StakeError):
        await bet(db, ANN, RED, stake, "a")


async def test_a_pool_takes_no_more_than_the_books_can_hold_and_pays_all_of_it(db: AsyncConnection) -> None:
    for user in (ANN, BEN):
        journal = await Journal.begin(db, [wallet(GUILD, user)], {})
        journal.move(house(GUILD), wallet(GUILD, user), tote.MOST, Memo(f"rich {user}", Reason.OPENING, NOW))
        await journal.write()
    await bet(db, ANN, RED, tote.MOST - 1, "a")
    with pytest.raises(StakeError):
        await bet(db, BEN, BLUE, 2, "b")
    await db.execute(tote_bets.delete().where(tote_bets.c.key == "b"))  # as the caller's rollback would
    await bet(db, BEN, BLUE, 1, "c")

    await tote.settle(db, RACE, [["blue"], ["red"]], NOW)

    # 10**15, less a tenth, on one coin: 9 * 10**14
    assert await balance(db, wallet(GUILD, BEN)) == 5000 + tote.MOST - 1 + 9 * 10**14
    assert await bank.audit(db) == []


async def test_nothing_is_lent_for_a_bet(db: AsyncConnection) -> None:
    with pytest.raises(OverdrawnError):
        await bet(db, ANN, RED, 5001, "a")


async def test_nothing_is_staked_out_of_a_frozen_wallet_and_what_it_has_won_comes_to_it(
    db: AsyncConnection,
) -> None:
    await bet(db, ANN, RED, 100, "a")
    await db.execute(insert(frozen_wallets).values(guild_id=GUILD, user_id=ANN, words="", at=NOW))
    with pytest.raises(FrozenError):
        await bet(db, ANN, RED, 100, "b")
    assert not await bet(db, ANN, RED, 100, "a")
    await tote.settle(db, RACE, [["white"], ["red"]], NOW)
    assert await balance(db, wallet(GUILD, ANN)) == 5000


async def test_a_race_is_settled_or_refunded_and_never_both(db: AsyncConnection) -> None:
    await bet(db, ANN, RED, 100, "a")
    await tote.settle(db, RACE, [["red"], ["blue"]], NOW)
    with pytest.raises(SettledError):
        await tote.refund(db, RACE, NOW)
    await tote.settle(db, RACE, [["red"], ["blue"]], NOW)
    assert await balance(db, wallet(GUILD, ANN)) == 5000


async def test_the_audit_finds_sums_and_coins_that_are_not_those_of_the_bets(db: AsyncConnection) -> None:
    await bet(db, ANN, RED, 100, "a")
    assert await bank.audit(db) == []
    await db.execute(update(tote_sums).values(stake=90))
    assert await bank.audit(db, GUILD) == [
        "win of race 1 at table T counts 90 coins on a combination, but its bets add up to 100.",
        "tote:1:T:1:win holds 100 coins, but 90 are bet.",
    ]
    assert await bank.audit(db, GUILD + 1) == []


async def test_the_audit_finds_coins_that_a_race_has_left_behind(db: AsyncConnection) -> None:
    await bet(db, ANN, RED, 100, "a")
    await tote.settle(db, RACE, [["red"], ["blue"]], NOW)
    moved = {
        "source": "house:1",
        "target": "tote:1:T:1:win",
        "amount": 7,
        "reason": "x",
        "at": NOW,
        "key": "late",
    }
    await db.execute(insert(movements).values(moved))
    for account, change in (("house:1", -7), ("tote:1:T:1:win", 7)):
        this = update(accounts).where(accounts.c.account_id == account)
        await db.execute(this.values(balance=accounts.c.balance + change))
    assert (await bank.audit(db))[0] == "tote:1:T:1:win holds 7 coins, but 0 are bet."


async def test_a_settled_race_tells_what_it_has_brought_each_and_counts_nothing_that_was_given_back(
    db: AsyncConnection,
) -> None:
    await bet(db, ANN, RED, 100, "a")
    await bet(db, BEN, BLUE, 300, "b")
    await bet(db, BEN, RED, 50, "c")
    await bet(db, 33, BLUE, 70, "d")
    await tote.return_to(db, RACE, 33, NOW)

    assert await tote.settle(db, RACE, [["red"], ["blue"]], NOW) is True
    told = (standings.c.span == "all", standings.c.game == "")
    won = dict((await db.execute(select(standings.c.user_id, standings.c.tote_profit).where(*told))).all())

    # 450 - 45 = 405 on 150: 2.70 a coin.
    assert won == {ANN: 170, BEN: 135 - 350}
    assert await tote.settle(db, RACE, [["red"], ["blue"]], NOW) is False, "and is noted once"
    assert await balance(db, wallet(GUILD, ANN)) == 5000 + 170
