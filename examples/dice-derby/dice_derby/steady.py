"""A steady player of Dice Derby: backs a horse with all it may, and runs it as far as the dice let it."""

from __future__ import annotations

from dice_derby.actions import Action, Bet, Run
from dice_derby.rules import MOST_CHIPS
from dice_derby.view import View
from engines.core import Chance, Choices, roll


class SteadyDiceDerby:
    """Its own horse runs whenever a die names it, else the one that is furthest behind it."""

    def decide(self, view: View, choices: Choices[Action], chance: Chance) -> Action:
        """Return one of `choices`."""
        if view.dice is None:
            return Bet(roll(chance), MOST_CHIPS)
        own = view.bet.horse if view.bet else 0
        dice = [horse for horse in view.dice if Run(horse) in choices]
        return Run(own if own in dice else min(dice, key=lambda horse: view.spaces[horse - 1]))
