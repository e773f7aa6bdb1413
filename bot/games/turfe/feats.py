"""What can be achieved in Turfe alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.achievements import Ended, Feat, GameFeats, happenings
from engines.core import Row, Seat


def bets(rows: Sequence[Row]) -> Iterator[tuple[Seat, str]]:
    """Find the horse of every bet that was named."""
    return ((event["seat"], event["horse"]) for event in happenings(rows, "bet_shown"))


def has_jackpot(ended: Ended, seat: Seat) -> bool:
    """Whether a seat has won the jackpot, or a share of it."""
    return any(
        event["seat"] == seat and event["amount"] > 0 for event in happenings(ended.rows, "jackpot_paid")
    )


FEATS: Final = GameFeats(own=(Feat("turfe.jackpot", has_jackpot),), bets=bets)
