"""Losses of users whose data were erased since are in nobody's tote profit; the coins stay in the wallets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from alembic import command
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, func, select, update

from bot import bank
from bot.bank import tote
from bot.bank.accounts import house, wallet
from bot.bank.ledger import Memo, Reason
from bot.bank.standings import By, Since, counts_again
from bot.bank.standings.taken_back import share_taken
from bot.bank.tote import Bet, Pool, Race
from bot.db import Database
from bot.db.migrate import migrations
from bot.db.schema import standings, tote_bets
from bot.tables import erasure
from tests import coins
from tests.bank.conftest import put_result, put_table
from tests.bank.test_standings import ANN, BEN, CAT, DAN, DAY, GUILD, NOW, race_on, values
from tests.counting import counting
from tests.databases import on_both, reading, writing

EVE = 55


def kept(db: Connection) -> list[tuple[Any, ...]]:
    """Return all sums in which something is counted."""
    found = db.execute(select(standings))
    return sorted(tuple(row)[:10] for row in found if row.games or row.paid or row.bets)


def forget(db: Connection, user: int) -> None:
    """Have somebody's data erased; the books agree before and after, and counting anew changes nothing."""
    assert bank.audit(db) == []
    bank.forget(db, user, NOW)
    assert bank.audit(db) == []
    before = kept(db)
    counts_again(db, GUILD)
    assert kept(db) == before


def test_who_loses_all_to_a_friend_and_is_erased_brings_that_friend_no_profit(
    db: Connection,
) -> None:
    for cycle in range(2):
        bets = {ANN: ("red", 4500), BEN: ("blue", 100)}
        race_on(db, f"T{cycle}", bets, "blue", now=NOW + cycle * DAY)
        held = bank.balance(db, GUILD, BEN).wallet
        assert (1, BEN, 4040) in values(db, By.TOTE)

        forget(db, ANN)

        for since in (Since.ALL, Since.MONTH):
            assert values(db, By.TOTE, since) == [(1, BEN, 0)]
            assert values(db, By.TOTE, since, "jockey") == [(1, BEN, 0)]
        assert bank.balance(db, GUILD, BEN).wallet == held, "coins stay where they are"
    assert values(db, By.TOTE, Since.TODAY, now=NOW + DAY) == [(1, BEN, 0)]


def test_a_gain_comes_from_all_losses_in_proportion(db: Connection) -> None:
    # 1200 - 120 are paid to 400: 2.70 a coin. Cat and Dan have won 170 and 510, of 800 that others lost.
    bets = {ANN: ("red", 200), BEN: ("red", 600), CAT: ("blue", 100), DAN: ("blue", 300)}
    race_on(db, "T", bets, "blue")
    assert values(db, By.TOTE) == [(1, DAN, 510), (2, CAT, 170), (3, ANN, -200), (4, BEN, -600)]

    forget(db, ANN)
    # Three quarters of it came from Ben: 382.5 and 127.5, in whole coins.
    assert values(db, By.TOTE) == [(1, DAN, 382), (2, CAT, 127), (3, BEN, -600)]

    forget(db, CAT)
    assert values(db, By.TOTE) == [(1, DAN, 382), (2, BEN, -600)], "who has won has given nothing"

    forget(db, BEN)
    assert values(db, By.TOTE) == [(1, DAN, 0)]


def test_only_pools_in_which_somebody_erased_has_lost_count_for_less(db: Connection) -> None:
    race_on(db, "T", {ANN: ("red", 100), BEN: ("blue", 100)}, "red", number=1)
    race_on(db, "T", {ANN: ("red", 100), BEN: ("blue", 100)}, "blue", number=2)
    race_on(db, "T", {CAT: ("red", 100), BEN: ("blue", 100)}, "blue", number=3)
    forget(db, ANN)
    # Lost to Ann, won from Ann, won from Cat.
    assert values(db, By.TOTE) == [(1, BEN, -100 + 0 + 80), (2, CAT, -100)]


def test_a_season_counts_less_for_what_was_lost_in_it(db: Connection) -> None:
    race_on(db, "T", {ANN: ("red", 100), BEN: ("blue", 100)}, "blue", number=1)
    bank.standings.start(db, GUILD, "", NOW)
    race_on(db, "T", {ANN: ("red", 200), BEN: ("blue", 100), CAT: ("red", 50)}, "blue", number=2)
    assert values(db, By.TOTE, Since.SEASON) == [(1, BEN, 215), (2, CAT, -50), (3, ANN, -200)]
    forget(db, ANN)
    assert values(db, By.TOTE, Since.SEASON) == [(1, BEN, 43), (2, CAT, -50)]
    assert values(db, By.TOTE) == [(1, BEN, 43), (2, CAT, -50)]


def test_sums_of_past_days_that_were_deleted_stay_deleted(db: Connection) -> None:
    race_on(db, "T", {ANN: ("red", 100), BEN: ("blue", 100)}, "blue")
    while passed := bank.standings.some_passed(db, NOW + 99 * DAY):
        bank.standings.forget_passed(db, *passed)
    assert bank.audit(db) == []
    bank.forget(db, ANN, NOW)
    assert bank.audit(db) == []
    assert values(db, By.TOTE) == [(1, BEN, 0)]
    assert {row.span for row in db.execute(select(standings.c.span))} == {"all"}


def test_a_race_that_is_settled_after_a_bettor_was_erased_brings_nobody_what_they_lost(
    db: Connection,
) -> None:
    race = Race(GUILD, "T", 1)
    put_table(db, GUILD, "T")
    tote.open_race(db, race, ("red", "blue"), 10)
    for user, horse, stake in ((ANN, "red", 300), (BEN, "blue", 100), (CAT, "red", 100)):
        made = Bet(
            race, user, Pool.WIN, tote.combination(Pool.WIN, [horse], ("red", "blue")), stake, f"{user}"
        )
        tote.bet(db, made, NOW)
    tote.close(db, race)
    forget(db, ANN)

    tote.settle(db, race, [["blue"], ["red"]], NOW)

    assert bank.balance(db, GUILD, BEN).wallet == 5000 + 350
    assert values(db, By.TOTE) == [(1, BEN, 87), (2, CAT, -100)]
    forget(db, CAT)
    assert values(db, By.TOTE) == [(1, BEN, 0)]


def test_the_largest_pools_are_divided_to_the_coin(db: Connection) -> None:
    for user in (ANN, BEN, CAT):
        memo = Memo(f"much {user}", Reason.GRANT, NOW)
        coins.credit(db, house(GUILD), wallet(GUILD, user), 10**15, memo)
        put_result(db, GUILD, user)
    lost, third, stake = 299_999_999_999_999, 400_000_000_000_001, 299_999_999_999_993
    race_on(db, "T", {ANN: ("red", lost), CAT: ("red", third), BEN: ("blue", stake)}, "blue")
    ((_, _, gain), *_) = values(db, By.TOTE)
    forget(db, ANN)
    assert values(db, By.TOTE) == [(1, BEN, gain * third // (lost + third)), (2, CAT, -third)]


@given(st.lists(st.integers(1, 10**15), min_size=1, max_size=6), st.integers(0, 10**16), st.data())
def test_the_more_losers_are_erased_the_less_is_counted_and_in_the_end_nothing(
    losses: list[int], gain: int, data: st.DataObject
) -> None:
    taken = [share_taken(gain, sum(losses), sum(losses[:erased])) for erased in range(len(losses) + 1)]
    assert taken == sorted(taken)
    assert (taken[0], taken[-1]) == (0, gain)
    erased = data.draw(st.integers(0, len(losses)))
    left = gain - taken[erased]
    assert left * sum(losses) <= gain * sum(losses[erased:]), (
        "never more than what the others lost in proportion"
    )


class Killed(Exception):
    """The process dies."""


class Dying:
    """A store that writes so often."""

    def __init__(self, store: Database, times: int) -> None:
        self._database, self._left = store, times
        self.read = store.read

    async def write(self, work: Callable[..., Any], *arguments: Any) -> Any:
        if self._left == 0:
            raise Killed
        self._left -= 1
        return await self._database.write(work, *arguments)


async def test_the_books_agree_wherever_an_erasure_is_broken_off(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.db.pages.AT_ONCE", 1)
    with writing(store) as db:
        for number in range(3):
            race_on(db, f"T{number}", {ANN: ("red", 100), BEN: ("blue", 100)}, "blue")
            put_table(db, GUILD, f"T{number}", "finished")
    await erasure.begin(store, ANN, NOW)

    def name(_: str, number: int) -> str:
        return f"Player {number + 1}"

    for pieces in (1, 2):
        with pytest.raises(Killed):
            await erasure.forget_past(Dying(store, 1), ANN, name)  # type: ignore[arg-type]
        with reading(store) as db:
            bets = db.scalar(select(func.count()).where(tote_bets.c.user_id == ANN))
            assert bets == 3 - pieces
            assert bank.audit(db) == []
            assert values(db, By.TOTE) == [(1, BEN, 3 * 80), (2, ANN, -300)]
    await erasure.forget_past(store, ANN, name)
    with pytest.raises(Killed):
        await _erase_and_die(store, name)
    with reading(store) as db:
        assert bank.audit(db) == []
        assert values(db, By.TOTE) == [(1, BEN, 3 * 80), (2, ANN, -300)]

    with writing(store) as db:
        erasure.erase(db, ANN, NOW, name)
        assert bank.audit(db) == []
        assert values(db, By.TOTE) == [(1, BEN, 0)]
        counts_again(db, GUILD)
        assert values(db, By.TOTE) == [(1, BEN, 0)]


async def _erase_and_die(store: Database, name: erasure.Naming) -> None:
    with writing(store) as db:
        erasure.erase(db, ANN, NOW, name)
        raise Killed


@on_both
async def test_the_upgrade_takes_back_what_was_erased_before(no_database_url: str) -> None:
    store = await Database.open(no_database_url)
    with writing(store) as db:
        race_on(db, "T", {ANN: ("red", 300), BEN: ("blue", 100), CAT: ("red", 100)}, "blue", number=1)
        race_on(db, "T", {EVE: ("red", 100), BEN: ("blue", 100)}, "blue", number=2, now=NOW + 40 * DAY)
        bank.standings.start(db, GUILD, "", NOW)
        race_on(db, "S", {ANN: ("red", 70), DAN: ("blue", 100)}, "blue", game="turfe")
        unchanged = {tuple(row[:4]): row.tote_profit for row in db.execute(select(standings))}
        bank.forget(db, ANN, NOW)
        bank.forget(db, EVE, NOW)
        right = kept(db)
        for guild, span, game, user in [row[:4] for row in right]:
            mine = (standings.c.guild_id == guild, standings.c.span == span, standings.c.game == game)
            told = unchanged[guild, span, game, user]
            db.execute(update(standings).where(*mine, standings.c.user_id == user).values(tote_profit=told))
        assert kept(db) != right
        db.exec_driver_sql("UPDATE paddock_version SET version_num = '0035'")
        _upgrade(db)
        assert kept(db) == right
        assert bank.audit(db) == []
    await store.close()


def _upgrade(db: Connection) -> None:
    config = migrations()
    config.attributes["connection"] = db
    command.upgrade(config, "0036")


async def test_an_erasure_asks_as_often_for_many_races_lost_as_for_one(store: Database) -> None:
    asked = {}
    for user, races in ((ANN, 1), (CAT, 30)):
        with writing(store) as db:
            for number in range(races):
                race_on(db, f"T{user}", {user: ("red", 10), BEN: ("blue", 10)}, "blue", number=number + 1)
        with counting(store) as statements:
            await store.write(bank.forget, user, NOW)
        asked[races] = len(statements.statements)
    assert asked[1] == asked[30]
