"""Every coin of a soak added up from the database alone, by docs/money.md and nothing that the bot reckons with."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from benches.soak.databases import Read

DAY = 24 * 60 * 60 * 1000
"""Milliseconds."""

MOST_TO_ONE, MOST_RECEIVED, DAILY = 1000, 3000, 250
Bet = tuple[int | None, str, int]
"""Whose it is, on which combination, and how many coins."""

PAIRS = ("exacta", "quinella")
"""Pools in which two horses are named."""


def wrong_coins(read: Read) -> Iterator[str]:
    """Say which coins no movement brought, were given beyond what may be, or were paid to whom they are not due."""
    yield from _wrong_balances(read)
    yield from _wrong_gifts(read)
    for table_id, race, status, rate, runners, finish in read(
        "SELECT table_id, race, status, takeout, runners, finish FROM tote_races"
        " WHERE status IN ('settled', 'refunded')"
    ):
        came = json.loads(finish) if status == "settled" else []
        if any(len(group) > 1 for group in came):
            continue  # it was broken off with horses level, and dead heats are reckoned elsewhere
        order = [group[0] for group in came]
        yield from _wrong_tote(read, table_id, race, rate, len(json.loads(runners)), order)


def coins_moved(read: Read) -> Mapping[str, int]:
    """Count the movements by what they are for."""
    return dict(read("SELECT reason, count(*) FROM movements GROUP BY reason"))


def _wrong_balances(read: Read) -> Iterator[str]:
    """Do every movement again, in its order: nothing is ever on the wrong side of zero, and all comes to nothing."""
    held: Counter[str] = Counter()
    for key, source, target, amount in read(
        "SELECT key, source, target, amount FROM movements ORDER BY movement_id"
    ):
        held[source] -= amount
        held[target] += amount
        for account in (source, target):
            kind = account.partition(":")[0]
            if kind != "house" and (held[account] > 0 if kind == "marker" else held[account] < 0):
                yield f"{account} stood at {held[account]} after {key}"
    for account, balance in read("SELECT account_id, balance FROM accounts"):
        if held[account] != balance:
            yield f"{account} holds {balance} coins, and its movements come to {held[account]}"
    if total := sum(held.values()):
        yield f"all coins together are {total}"


def _wrong_gifts(read: Read) -> Iterator[str]:
    given: defaultdict[str, list[tuple[int, str, int]]] = defaultdict(list)
    for source, target, amount, at in read(
        "SELECT source, target, amount, at FROM movements WHERE reason = 'gift' ORDER BY at"
    ):
        given[target].append((at, source, amount))
        lately = [each for each in given[target] if each[0] > at - DAY]
        if sum(coins for _, _, coins in lately) > MOST_RECEIVED:
            yield f"{target} was given more than {MOST_RECEIVED} coins in a day"
        if sum(coins for _, giver, coins in lately if giver == source) > MOST_TO_ONE:
            yield f"{target} was given more than {MOST_TO_ONE} coins in a day by {source}"
    drawn = read("SELECT target, amount, at FROM movements WHERE reason = 'stipend'")
    for (target, _), times in Counter((target, at // DAY) for target, _, at in drawn).items():
        if times > 1:
            yield f"{target} drew the coins of a day {times} times"
    if any(amount > DAILY for _, amount, _ in drawn):
        yield f"more than {DAILY} coins were drawn at once"


def _wrong_tote(
    read: Read, table_id: str, race: int, rate: int, runners: int, order: Sequence[str]
) -> Iterator[str]:
    """Say who was paid otherwise on a race that is over; without an order of finish all stakes go back."""
    bets: defaultdict[str, list[Bet]] = defaultdict(list)
    for pool, combination, user, stake in read(
        "SELECT pool, combination, user_id, stake FROM tote_bets"
        " WHERE table_id = ? AND race = ? AND NOT returned",
        *(table_id, race),
    ):
        bets[pool].append((user, combination, stake))
    for pool, those in bets.items():
        due: Counter[str] = Counter()
        for (user, _, _), coins in zip(those, _payouts(pool, those, rate, runners, order), strict=True):
            if user is not None:  # what the forgotten have won is the house's
                due[str(user)] += coins
        account = f"%:{table_id}:{race}:{pool}"
        paid = Counter(
            {
                target.rpartition(":")[2]: int(amount)
                for target, amount in read(
                    "SELECT target, sum(amount) FROM movements WHERE source LIKE ?"
                    " AND reason IN ('dividend', 'refund') GROUP BY target",
                    account,
                )
            }
        )
        if {user: coins for user, coins in due.items() if coins} != dict(paid):
            yield f"race {race} at table {table_id}: {pool} was to pay {dict(due)}, and paid {dict(paid)}"


def _payouts(pool: str, bets: Sequence[Bet], rate: int, runners: int, order: Sequence[str]) -> list[int]:
    """Return what each bet on a pool is to be paid; every horse came in alone."""
    stakes: Counter[str] = Counter()
    for _, combination, stake in bets:
        stakes[combination] += stake
    won = [each for each in _winning(pool, runners, order) if stakes[each]]
    if not won:
        return [stake for _, _, stake in bets]
    net = sum(stakes.values()) - sum(stakes.values()) * rate // 100
    profit = net - sum(stakes[each] for each in won) if pool == "place" else 0
    pays = {
        each: max(
            20,
            int(20 * (1 + Fraction(profit, len(won) * stakes[each])))
            if pool == "place"
            else 20 * net // stakes[each],
        )
        for each in won
    }
    return [stake * pays.get(combination, 0) // 20 for _, combination, stake in bets]


def _winning(pool: str, runners: int, order: Sequence[str]) -> list[str]:
    if not order or runners < (2 if pool in {"win", "exacta"} else 3):
        return []
    if pool in PAIRS:
        return [_written(order[:2] if pool == "exacta" else sorted(order[:2]))]
    return [_written([horse]) for horse in order[: 1 if pool == "win" else 3 if runners >= 8 else 2]]


def _written(horses: Sequence[Any]) -> str:
    return json.dumps([*horses], separators=(",", ":"), ensure_ascii=False)
