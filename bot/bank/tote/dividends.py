"""What a pool pays: takeout, breakage, dead heats, the least dividend, refunds. Whole numbers in, whole numbers out.

A *dividend* is what a coin of stake brings, the coin itself included, in steps of 5 %: twentieths of a coin. Whatever
is not paid is the house's; where the least dividend comes to more than the pool holds, the house adds what is missing
(a *minus pool*). So stakes are always payouts and the house's share together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from bot.bank.tote.pools import Finish, Pool, Share, placed, winning

STEPS: Final = 20
"""A coin has so many steps of a dividend."""

LEAST: Final = STEPS
"""The least dividend of a winning bet, 1.00: the stake itself."""

MOST: Final = 10**15
"""Coins that a bet, and a pool, may come to at most."""

Stakes = Mapping[str, int]
"""The coins on each combination of a pool."""


class Dividends(NamedTuple):
    """What a pool pays."""

    paid: Mapping[str, int]
    """By winning combination on which there are stakes, in twentieths of a coin."""
    is_refunded: bool = False
    """Whether nobody has won, so that every stake goes back whole."""

    def of(self, combination: str) -> int:
        """Return what a coin on a combination brings, in twentieths; 0 for one that has lost."""
        return LEAST if self.is_refunded else self.paid.get(combination, 0)


class Odds(NamedTuple):
    """What a combination would pay as the pool stands, in twentieths of a coin.

    Of Place it depends on who else is placed: the two differ.
    """

    least: int
    most: int


REFUND: Final = Dividends({}, is_refunded=True)
"""What a pool pays of which nothing comes."""


def takeout(gross: int, rate: int) -> int:
    """Return what the house takes of a pool at so many per cent: whole coins, rounded down."""
    return gross * rate // 100


def payout(stake: int, dividend: int) -> int:
    """Return what a bet is paid, in whole coins; the part of a coin that is left over is the house's."""
    return stake * dividend // STEPS


def dividends(pool: Pool, stakes: Stakes, finish: Finish, runners: int, rate: int) -> Dividends:
    """Return what a pool pays after a race in which so many horses ran, at a takeout of so many per cent."""
    if not pool.is_offered(runners):
        return REFUND
    shares = [_backed(share, stakes) for share in winning(pool, finish, runners)]
    shares = [share for share in shares if share.combinations]
    if not shares:
        return REFUND
    gross = sum(stakes.values())
    net = gross - takeout(gross, rate)
    return Dividends(
        _of_profit(net, stakes, shares)
        if pool is Pool.PLACE
        else _of_pool(net, stakes, shares[0].combinations)
    )


def is_minus(stakes: Stakes, paid: Dividends) -> bool:
    """Whether a pool pays more than was staked in it."""
    return sum(payout(stakes[each], dividend) for each, dividend in paid.paid.items()) > sum(stakes.values())


def odds(pool: Pool, stakes: Stakes, runners: int, rate: int) -> Mapping[str, Odds]:
    """Return what every combination with stakes on it would pay, if it won and nothing more were bet."""
    gross = sum(stakes.values())
    net = gross - takeout(gross, rate)
    backed = {combination: stake for combination, stake in stakes.items() if stake}
    if pool is Pool.PLACE:
        return _place_odds(net, backed, runners)
    paid = {combination: _at_least(STEPS * net // stake) for combination, stake in backed.items()}
    return {combination: Odds(dividend, dividend) for combination, dividend in paid.items()}


def _backed(share: Share, stakes: Stakes) -> Share:
    """Leave those out on which nobody has bet: what would be theirs is shared by the others."""
    return share._replace(combinations=tuple(each for each in share.combinations if stakes.get(each)))


def _of_pool(net: int, stakes: Stakes, won: Sequence[str]) -> dict[str, int]:
    """Split the whole pool equally among what has won."""
    return {each: _at_least(STEPS * net // (len(won) * stakes[each])) for each in won}


def _of_profit(net: int, stakes: Stakes, shares: Sequence[Share]) -> dict[str, int]:
    """Give all placed horses their stakes back, and split what is left by places; a dead heat shares its own."""
    profit = net - sum(stakes[each] for share in shares for each in share.combinations)
    places = sum(share.places for share in shares)
    return {
        each: _with_profit(profit * share.places, places * len(share.combinations), stakes[each])
        for share in shares
        for each in share.combinations
    }


def _place_odds(net: int, backed: Stakes, runners: int) -> dict[str, Odds]:
    """Reckon with the others that are most backed, and with those that are least."""
    others = placed(runners) - 1
    ranked = sorted(backed, key=lambda each: backed[each])
    found = {}
    for number, each in enumerate(ranked):
        rest = ranked[:number] + ranked[number + 1 :]
        unbacked = max(runners - len(ranked), 0)
        few = rest[: max(others - unbacked, 0)]
        many = rest[max(len(rest) - others, 0) :]
        found[each] = Odds(*sorted(_beside(net, backed, each, beside) for beside in (many, few)))
    return found


def _beside(net: int, backed: Stakes, combination: str, others: Sequence[str]) -> int:
    profit = net - backed[combination] - sum(backed[each] for each in others)
    return _with_profit(profit, 1 + len(others), backed[combination])


def _with_profit(profit: int, parts: int, stake: int) -> int:
    """Return the dividend that a part of a profit makes for so many coins."""
    return _at_least(LEAST + STEPS * profit // (parts * stake))


def _at_least(dividend: int) -> int:
    return max(LEAST, dividend)
