"""What a seat may do in Newmarket where that is more, or less, than a list to choose from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engines.core import Chance, Choices, Listed
from engines.newmarket.actions import Action, Bid

PASS: Final = Bid(None)

RAISE: Final = 5
"""By how much a bid that is drawn tops the best one at most; any higher one is as legal."""


class Only(Listed[Action]):
    """The one thing there is to do, which takes no luck to draw: most cards of a sequence are played so."""

    __slots__ = ()

    def sample(self, chance: Chance) -> Action:
        """Return it."""
        return self.actions[0]


@dataclass(frozen=True, slots=True)
class Bids(Choices[Bid]):
    """A pass, or any whole number of points from `least` to `most`; only the pass if `most` is lower."""

    least: int
    most: int

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Bid):
            return False
        return action.points is None or self.least <= action.points <= self.most

    def sample(self, chance: Chance) -> Bid:
        """Draw a pass or a bid, then by how much it tops the best one, each evenly and within reason."""
        if self.most < self.least or chance.below(2):
            return PASS
        return Bid(self.least + chance.below(min(RAISE, self.most - self.least + 1)))
