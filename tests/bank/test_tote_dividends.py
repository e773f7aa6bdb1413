"""What pools pay: examples worked by hand in `tests/golden/tote/`, and what holds of every pool there can be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, select

from bot import bank
from bot.bank import tote
from bot.bank.ledger import OPENING
from bot.bank.tote import Bet, NoSuchBet, Odds, Pool, Race, Returned
from bot.bank.tote.pools import written
from bot.db.schema import accounts
from tests.bank.books import put_table

GUILD, NOW = 1, 1_789_000_000_000
EXAMPLES = [
    (file.stem, example)
    for file in sorted((Path(__file__).parents[1] / "golden" / "tote").glob("*.json"))
    for example in json.loads(file.read_text(encoding="utf-8"))
]
worked = pytest.mark.parametrize(
    "example",
    [example for _, example in EXAMPLES],
    ids=[f"{name}: {each['what']}" for name, each in EXAMPLES],
)


def combination(pool: Pool, named: str) -> str:
    return written(pool, named.split(","))


def steps(dividend: str) -> int:
    """Read a dividend such as 2.25 as twentieths of a coin."""
    whole, hundredths = dividend.split(".")
    return (int(whole) * 100 + int(hundredths)) // 5


def stakes_of(pool: Pool, bets: list[Any]) -> dict[str, int]:
    stakes: dict[str, int] = {}
    for named, stake in bets:
        key = combination(pool, named)
        stakes[key] = stakes.get(key, 0) + stake
    return stakes


@worked
def test_a_pool_pays_what_was_worked_out_by_hand(example: dict[str, Any]) -> None:
    pool = Pool(example["pool"])
    stakes = stakes_of(pool, example["bets"])
    found = tote.dividends(pool, stakes, example["finish"], example["runners"], example["takeout"])

    assert found.is_refunded == example["refunded"]
    assert found.paid == {combination(pool, key): steps(paid) for key, paid in example["dividends"].items()}
    payouts = [tote.payout(stake, found.of(combination(pool, named))) for named, stake in example["bets"]]
    assert payouts == example["payouts"]
    assert sum(stakes.values()) - sum(payouts) == example["house"]


@worked
def test_the_books_move_what_was_worked_out_by_hand(db: Connection, example: dict[str, Any]) -> None:
    put_table(db, GUILD, "T")
    pool, race = Pool(example["pool"]), Race(GUILD, "T", 1)
    named = sorted({horse for bet, _ in example["bets"] for horse in bet.split(",")})
    others = [f"other {number}" for number in range(example["runners"] - len(named))]
    tote.open_race(db, race, [*named, *others], example["takeout"])
    for user, (bet, stake) in enumerate(example["bets"], 1):
        tote.bet(db, Bet(race, user, pool, combination(pool, bet), stake, f"k{user}"), NOW)
    house = _balance(db, "house:1")

    tote.close(db, race)
    tote.settle(db, race, example["finish"], NOW)

    for user, ((_, stake), payout) in enumerate(zip(example["bets"], example["payouts"], strict=True), 1):
        assert _balance(db, f"wallet:1:{user}") == OPENING - stake + payout
        (slip,) = tote.slips(db, race, user)
        assert (slip.paid, slip.returned) == (payout, Returned.NO_WINNER if example["refunded"] else None)
    assert _balance(db, "house:1") - house == example["house"]
    assert bank.audit(db) == []


def _balance(db: Connection, account: str) -> int:
    return int(db.execute(select(accounts.c.balance).where(accounts.c.account_id == account)).scalar_one())


# ------------------------------------------------------------------------------------- what always holds

HORSES = "abcdefghi"


@st.composite
def races(draw: st.DrawFn) -> tuple[Pool, dict[str, int], list[list[str]], int, int]:
    """Draw a pool, its stakes, an order of finish with dead heats, runners, and a takeout."""
    runners = draw(st.integers(2, 9))
    running = HORSES[:runners]
    pool = draw(st.sampled_from([*Pool]))
    some = st.sampled_from(tote.every(pool, running))
    coins = st.one_of(st.integers(1, 50), st.integers(1, tote.MOST // 100))
    stakes = draw(st.dictionaries(some, coins, min_size=1, max_size=20))
    order = draw(st.permutations(running))
    cuts = sorted(draw(st.sets(st.integers(1, runners - 1), min_size=1)))
    groups = [[*order[start:end]] for start, end in zip([0, *cuts], [*cuts, runners], strict=True)]
    return pool, stakes, groups, runners, draw(st.integers(0, 20))


@given(races())
def test_stakes_are_payouts_and_the_house_s_share_whatever_happens(race: Any) -> None:
    pool, stakes, finish, runners, rate = race
    found = tote.dividends(pool, stakes, finish, runners, rate)
    paid = {each: tote.payout(stake, found.of(each)) for each, stake in stakes.items()}
    gross = sum(stakes.values())
    house = gross - sum(paid.values())

    assert all(dividend >= tote.STEPS for dividend in found.paid.values())
    if found.is_refunded:
        assert paid == stakes
        return
    assert house >= 0 or tote.STEPS in found.paid.values(), "the house adds for the least dividend alone"
    if tote.STEPS not in found.paid.values():
        assert house >= tote.takeout(gross, rate)
    assert all(paid[each] >= stakes[each] for each in found.paid)
    assert max(stake * found.of(each) for each, stake in stakes.items()) < 2**63


@given(races(), st.data())
def test_a_pool_pays_the_odds_it_had_where_nothing_is_shared(race: Any, data: st.DataObject) -> None:
    """Live odds are no estimate: of Win, Exacta and Quinella they come true, of Place they hold between the two."""
    pool, stakes, finish, runners, rate = race
    alone = [[horse] for group in finish for horse in group]
    paid = tote.dividends(pool, stakes, alone, runners, rate)
    live = tote.odds(pool, stakes, runners, rate)
    assert live.keys() == stakes.keys()
    for each, dividend in paid.paid.items():
        assert live[each].least <= dividend <= live[each].most
        assert pool is Pool.PLACE or live[each].least == live[each].most


def test_the_odds_of_the_worked_pools() -> None:
    win = {"a": 400, "b": 350, "c": 250}
    assert tote.odds(Pool.WIN, win, 6, 10) == {"a": Odds(45, 45), "b": Odds(51, 51), "c": Odds(72, 72)}
    # a with b: 1 + (900 - 800) / 2 / 500 = 1.10; beside a horse that nobody backed: 1 + (900 - 500) / 500 = 1.80
    place = tote.odds(Pool.PLACE, {"a": 500, "b": 300, "c": 200}, 6, 10)
    assert place["a"] == Odds(22, 36)


def test_only_what_runs_and_only_as_many_as_the_pool_names_is_a_bet() -> None:
    assert tote.combination(Pool.QUINELLA, ["b", "a"], "abc") == tote.combination(
        Pool.QUINELLA, ["a", "b"], "abc"
    )
    assert tote.combination(Pool.EXACTA, ["b", "a"], "abc") != tote.combination(
        Pool.EXACTA, ["a", "b"], "abc"
    )
    for pool, horses in (
        (Pool.WIN, ["x"]),
        (Pool.WIN, ["a", "b"]),
        (Pool.EXACTA, ["a", "a"]),
        (Pool.PLACE, []),
    ):
        with pytest.raises(NoSuchBet):
            tote.combination(pool, horses, "abc")
