"""What can be achieved in Jockey alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.achievements import Ended, Feat, GameFeats, happenings, kept_to
from engines.core import Row, Seat


def bets(rows: Sequence[Row]) -> Iterator[tuple[Seat, str]]:
    """Find the horse of every bet that was turned over; of a double, the one that was to win."""
    shown = ((event["seat"], event["bet"]) for event in happenings(rows, "bet_shown"))
    return ((seat, bet["first"] if bet["kind"] == "double" else bet["horse"]) for seat, bet in shown)


def has_double(ended: Ended, seat: Seat) -> bool:
    """Whether a seat has named the first two of a race in their order."""
    return any(
        [shown["bet"]["first"], shown["bet"]["second"]] == over["order"][:2]
        for events, over in kept_to(ended.rows, "race_over", "bet_shown")
        for shown in events
        if shown["seat"] == seat and shown["bet"]["kind"] == "double"
    )


FEATS: Final = GameFeats(own=(Feat("jockey.double", has_double),), bets=bets)
