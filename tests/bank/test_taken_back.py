"""Tote profit, and losses of users whose data were erased since: they are in nobody's profit; coins stay in wallets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection

from bot import bank
from bot.bank import By, Since, tote
from bot.bank.accounts import house, wallet
from bot.bank.ledger import Memo, Reason
from bot.bank.playing import DAY
from bot.bank.standings import board
from bot.bank.standings.profits import counted_of
from bot.bank.tote import Race
from tests import coins
from tests.bank.books import ANN, BEN, CAT, DAN, GUILD, NOW, bet_on, put_result, put_table, race_on, shown
from tests.databases import write


def test_the_tote_has_a_board_of_its_own(db: Connection) -> None:
    race_on(db, "A", {ANN: ("red", 100), BEN: ("blue", 50)}, "blue", game="turfe")
    race_on(db, "B", {ANN: ("red", 60), BEN: ("blue", 40)}, "red", game="turfe")
    # 150 - 15 on 50: 2.70 a coin; 100 - 10 on 60: 1.50.
    assert shown(db, By.TOTE, Since.TODAY, "turfe") == [(1, BEN, 85 - 40), (2, ANN, 30 - 100)]
    assert shown(db, By.PROFIT) == shown(db, By.WINS) == []
    found = board(db, GUILD, By.TOTE, "", Since.ALL, 1, ANN, NOW)
    assert found is not None
    assert [line.games for line in found.lines] == [2, 2]


def test_who_loses_all_to_a_friend_and_is_erased_brings_that_friend_no_profit(db: Connection) -> None:
    for cycle in range(2):
        bets = {ANN: ("red", 4500), BEN: ("blue", 100)}
        race_on(db, f"T{cycle}", bets, "blue", now=NOW + cycle * DAY)
        held = bank.balance(db, GUILD, BEN).wallet
        assert (1, BEN, 4040) in shown(db, By.TOTE)

        bank.forget(db, ANN, NOW)

        for since in (Since.ALL, Since.MONTH):
            assert shown(db, By.TOTE, since) == [(1, BEN, 0)]
            assert shown(db, By.TOTE, since, "jockey") == [(1, BEN, 0)]
        assert bank.balance(db, GUILD, BEN).wallet == held, "coins stay where they are"
    assert shown(db, By.TOTE, Since.TODAY, now=NOW + DAY) == [(1, BEN, 0)]
    assert bank.audit(db) == []


def test_a_gain_comes_from_all_losses_in_proportion(db: Connection) -> None:
    # 1200 - 120 are paid to 400: 2.70 a coin. Cat and Dan have won 170 and 510, of 800 that others lost.
    bets = {ANN: ("red", 200), BEN: ("red", 600), CAT: ("blue", 100), DAN: ("blue", 300)}
    race_on(db, "T", bets, "blue")
    assert shown(db, By.TOTE) == [(1, DAN, 510), (2, CAT, 170), (3, ANN, -200), (4, BEN, -600)]

    bank.forget(db, ANN, NOW)
    # Three quarters of it came from Ben: 382.5 and 127.5, in whole coins.
    assert shown(db, By.TOTE) == [(1, DAN, 382), (2, CAT, 127), (3, BEN, -600)]

    bank.forget(db, CAT, NOW)
    assert shown(db, By.TOTE) == [(1, DAN, 382), (2, BEN, -600)], "who has won has given nothing"

    bank.forget(db, BEN, NOW)
    assert shown(db, By.TOTE) == [(1, DAN, 0)]


def test_only_pools_in_which_somebody_erased_has_lost_count_for_less(db: Connection) -> None:
    race_on(db, "T", {ANN: ("red", 100), BEN: ("blue", 100)}, "red", number=1)
    race_on(db, "T", {ANN: ("red", 100), BEN: ("blue", 100)}, "blue", number=2)
    race_on(db, "T", {CAT: ("red", 100), BEN: ("blue", 100)}, "blue", number=3)
    bank.forget(db, ANN, NOW)
    # Lost to Ann, won from Ann, won from Cat.
    assert shown(db, By.TOTE) == [(1, BEN, -100 + 0 + 80), (2, CAT, -100)]


def test_a_season_counts_less_for_what_was_lost_in_it(db: Connection) -> None:
    race_on(db, "T", {ANN: ("red", 100), BEN: ("blue", 100)}, "blue", number=1)
    bank.standings.start(db, GUILD, "", NOW)
    race_on(db, "T", {ANN: ("red", 200), BEN: ("blue", 100), CAT: ("red", 50)}, "blue", number=2)
    assert shown(db, By.TOTE, Since.SEASON) == [(1, BEN, 215), (2, CAT, -50), (3, ANN, -200)]
    bank.forget(db, ANN, NOW)
    assert shown(db, By.TOTE, Since.SEASON) == [(1, BEN, 43), (2, CAT, -50)]
    assert shown(db, By.TOTE) == [(1, BEN, 43), (2, CAT, -50)]


def test_a_race_that_is_settled_after_a_bettor_was_erased_brings_nobody_what_they_lost(
    db: Connection,
) -> None:
    race = Race(GUILD, "T", 1)
    put_table(db, GUILD, "T")
    bet_on(db, race, {ANN: ("red", 300), BEN: ("blue", 100), CAT: ("red", 100)})
    tote.close(db, race)
    bank.forget(db, ANN, NOW)

    tote.settle(db, race, [["blue"], ["red"]], NOW)

    assert bank.balance(db, GUILD, BEN).wallet == 5000 + 350
    assert shown(db, By.TOTE) == [(1, BEN, 87), (2, CAT, -100)]
    bank.forget(db, CAT, NOW)
    assert shown(db, By.TOTE) == [(1, BEN, 0)]


def test_the_stakes_of_somebody_who_is_erased_while_the_race_is_run_count_as_lost_also_if_they_win(
    db: Connection,
) -> None:
    race = Race(GUILD, "T", 1)
    put_table(db, GUILD, "T")
    bet_on(db, race, {ANN: ("blue", 300), BEN: ("blue", 100), CAT: ("red", 100)})
    tote.close(db, race)
    bank.forget(db, ANN, NOW)
    tote.settle(db, race, [["blue"], ["red"]], NOW)
    # 500 - 50 on 400: 1.10 a coin. Ben has won 10, of 400 lost, of which Cat lost 100.
    assert shown(db, By.TOTE) == [(1, BEN, 2), (2, CAT, -100)]


def test_the_largest_pools_are_divided_to_the_coin(db: Connection) -> None:
    for user in (ANN, BEN, CAT):
        coins.credit(db, house(GUILD), wallet(GUILD, user), 10**15, Memo(f"much {user}", Reason.GRANT, NOW))
        put_result(db, GUILD, user)
    lost, third, stake = 299_999_999_999_999, 400_000_000_000_001, 299_999_999_999_993
    race_on(db, "T", {ANN: ("red", lost), CAT: ("red", third), BEN: ("blue", stake)}, "blue")
    ((_, _, gain), *_) = shown(db, By.TOTE)
    bank.forget(db, ANN, NOW)
    assert shown(db, By.TOTE) == [(1, BEN, gain * third // (lost + third)), (2, CAT, -third)]


@given(st.lists(st.integers(1, 10**15), min_size=1, max_size=6), st.integers(0, 10**16), st.data())
def test_the_more_losers_are_erased_the_less_is_counted_and_in_the_end_nothing(
    losses: list[int], gain: int, data: st.DataObject
) -> None:
    counted = [counted_of(gain, sum(losses), sum(losses[:erased])) for erased in range(len(losses) + 1)]
    assert counted == sorted(counted, reverse=True)
    assert (counted[0], counted[-1]) == (gain, 0)
    erased = data.draw(st.integers(0, len(losses)))
    left = counted[erased]
    assert left * sum(losses) <= gain * sum(losses[erased:]), (
        "never more than what the others lost in proportion"
    )


class Killed(Exception):
    """The process dies."""


def test_an_erasure_that_is_broken_off_changes_nobodys_profit(db: Connection) -> None:
    for number in range(3):
        race_on(db, f"T{number}", {ANN: ("red", 100), BEN: ("blue", 100)}, "blue")
    before = shown(db, By.TOTE)

    def killed(db: Connection) -> None:
        bank.forget(db, ANN, NOW)
        raise Killed

    write(db, bank.forget_bets, ANN, ["T0", "T1"])  # an erasure begins with bets of tables that are over
    with pytest.raises(Killed):
        write(db, killed)
    assert shown(db, By.TOTE) == before == [(1, BEN, 3 * 80), (2, ANN, -300)]
    write(db, bank.forget, ANN, NOW)
    assert shown(db, By.TOTE) == [(1, BEN, 0)]
    assert bank.audit(db) == []
