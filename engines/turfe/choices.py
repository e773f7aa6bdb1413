"""What a seat may do in Turfe while the horses run; the bets are described in `bets`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engines.core import Chance, Choices, is_allowed, pick
from engines.turfe.actions import Play
from engines.turfe.edition import Setup
from engines.turfe.rules import check_play, ends_of, held_by, valid_for
from engines.turfe.state import Racing

STAYS: Final = (None,)
"""The one end of a horse that cannot move."""


@dataclass(slots=True)
class Plays(Choices[Play]):
    """The cards of the seat whose turn it is, each kind listed once for every horse and every end it may have.

    The card laid aside is listed beside its copies in the hand. Once all have run out there is only the flipped card.
    """

    setup: Setup
    state: Racing

    def __iter__(self) -> Iterator[Play]:
        setup, state = self.setup, self.state
        hand, aside = held_by(state)
        kinds = [(card, False) for card in dict.fromkeys(hand)] + [(card, True) for card in aside]
        return (
            setup.play(card, horse, end, laid)
            for card, laid in kinds
            for horse in valid_for(setup, state, card)
            for end in ends_of(setup, state, card, horse) or STAYS
        )

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Play) and is_allowed(check_play, self.setup, self.state, action)

    def sample(self, chance: Chance) -> Play:
        """Draw a card, then a horse and an end where there is a choice, each evenly."""
        setup, state = self.setup, self.state
        hand, aside = held_by(state)
        number = chance.below(len(hand) + len(aside))
        laid = number == len(hand)
        card = aside[0] if laid else hand[number]
        valid = valid_for(setup, state, card)
        horse = valid[0] if len(valid) == 1 else pick(chance, valid)
        ends = ends_of(setup, state, card, horse) or STAYS
        return setup.play(card, horse, ends[0] if len(ends) == 1 else pick(chance, ends), laid)
