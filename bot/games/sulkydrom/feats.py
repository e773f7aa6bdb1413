"""What can be achieved in Sulkydrom alone."""

from __future__ import annotations

from typing import Final

from bot.achievements import Ended, Feat, GameFeats, happenings
from engines.core import Seat

RACES: Final = 3


def is_unbeaten(ended: Ended, seat: Seat) -> bool:
    """Whether the horse of a seat has won every race of a game, three at least."""
    horses = [event["horses"][seat] for event in happenings(ended.rows, "owners")]
    firsts = [event["order"][:1] for event in happenings(ended.rows, "race_over")]
    return len(firsts) >= RACES and all(first == horses for first in firsts)


FEATS: Final = GameFeats(own=(Feat("sulkydrom.unbeaten", is_unbeaten),))
