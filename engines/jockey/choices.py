"""What a seat may do in Jockey while racing and keeping; the bets are described in `bets`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations

from engines.core import Chance, Choices, is_allowed, pick
from engines.jockey.actions import Card, Keep, Play
from engines.jockey.cards import Places
from engines.jockey.edition import Setup
from engines.jockey.rules import MAY_KEEP, check_kept, horse_of, in_order
from engines.jockey.state import Hand

keep = lru_cache(maxsize=1024)(Keep)
"""Make a decision what to keep, or hand out an equal one again, in a fifth of the time."""


@dataclass(slots=True)
class Plays(Choices[Play]):
    """The cards in hand, each kind listed once; once for each horse where several share its position.

    A play may also name the only horse its card is valid for: that is `in` the choices, but not listed.
    """

    setup: Setup
    hand: Hand
    places: Places

    def __iter__(self) -> Iterator[Play]:
        plays, named, kinds = self.setup.plays, self.setup.named, dict.fromkeys(self.hand)
        if len(set(self.places)) == len(self.places):
            return map(plays.__getitem__, kinds)
        return chain.from_iterable(
            [self._by_position(card) if card in named else (plays[card],) for card in kinds]
        )

    def __contains__(self, action: object) -> bool:
        is_held = isinstance(action, Play) and action.card in self.hand
        return is_held and is_allowed(horse_of, self.setup, self.places, action)

    def sample(self, chance: Chance) -> Play:
        """Draw a card of the hand, then a horse where there is a choice, each evenly."""
        setup, hand = self.setup, self.hand
        card = hand[chance.below(len(hand))]
        if card in setup.named and len(set(self.places)) < len(self.places):
            return pick(chance, self._by_position(card))
        return setup.plays[card]

    def _by_position(self, card: Card) -> tuple[Play, ...]:
        """Return the plays of a card for a position: one for each horse where several share it."""
        horses = self.setup.faces[card].horses(self.places)
        if len(horses) < 2:
            return (self.setup.plays[card],)
        named = self.setup.named[card]
        return tuple([named[horse] for horse in horses])


class Keeps(Choices[Keep]):
    """Up to two of the cards left in hand, in any order; each set is listed once."""

    __slots__ = ("_setup", "hand", "most")

    def __init__(self, setup: Setup, hand: Hand) -> None:
        self._setup = setup
        self.hand = hand
        self.most = min(MAY_KEEP, len(hand))

    def __iter__(self) -> Iterator[Keep]:
        sets = chain.from_iterable([combinations(self.hand, size) for size in range(self.most + 1)])
        return map(keep, dict.fromkeys(sets))

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Keep) and is_allowed(check_kept, self.hand, action)

    def sample(self, chance: Chance) -> Keep:
        """Draw how many, then which, each evenly."""
        left = list(self.hand)
        drawn = [left.pop(chance.below(len(left))) for _ in range(chance.below(self.most + 1))]
        return keep(in_order(self._setup, drawn))
