"""What can be achieved in Jumpy Jack alone. A *triple* is a prediction of which all three places are right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from bot.achievements import Ended, Feat, GameFeats, happenings, kept_to
from engines.core import Row, Seat

IN_A_ROW: Final = 3


def bets(rows: Sequence[Row]) -> Iterator[tuple[Seat, str]]:
    """Find the horse that every prediction has first."""
    return ((event["seat"], event["order"][0]) for event in happenings(rows, "prediction_shown"))


def triples(rows: Sequence[Row], seat: Seat) -> list[bool]:
    """Say of every race whether a seat had a triple."""
    return [
        any(list(shown["order"]) == over["order"][:3] for shown in events if shown["seat"] == seat)
        for events, over in kept_to(rows, "race_over", "prediction_shown")
    ]


def has_triple(ended: Ended, seat: Seat) -> bool:
    """Whether a seat had one."""
    return any(triples(ended.rows, seat))


def has_three(ended: Ended, seat: Seat) -> bool:
    """Whether a seat had three in three races."""
    runs = groupby(triples(ended.rows, seat))
    return any(is_right and len([*run]) >= IN_A_ROW for is_right, run in runs)


FEATS: Final = GameFeats(
    own=(Feat("jumpyjack.triple", has_triple), Feat("jumpyjack.three_triples", has_three)), bets=bets
)
