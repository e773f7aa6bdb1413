"""What can be achieved in Newmarket alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.achievements import Ended, Feat, GameFeats, happenings, kept_to
from engines.core import Row, Seat

RACEHORSES: Final = 4


def bets(rows: Sequence[Row]) -> Iterator[tuple[Seat, str]]:
    """Find the racehorse of every stake."""
    return ((event["seat"], event["horse"]) for event in happenings(rows, "backed"))


def has_all(ended: Ended, seat: Seat) -> bool:
    """Whether a seat has claimed every racehorse in one deal."""
    return any(
        len({event["horse"] for event in claims if event["seat"] == seat}) >= RACEHORSES
        for claims, _ in kept_to(ended.rows, "deal_over", "claimed")
    )


FEATS: Final = GameFeats(own=(Feat("newmarket.stable", has_all),), bets=bets)
