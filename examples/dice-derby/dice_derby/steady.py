"""A steady player of Dice Derby: backs a horse with all it may, and runs it whenever a die names it."""

from __future__ import annotations

from dice_derby.actions import Action, Bet, Run
from dice_derby.rules import MOST
from dice_derby.view import View
from engines.core import Chance, Choices, Listed, roll


class SteadyDiceDerby:
    """Where its own horse cannot run, it runs the one that is furthest behind."""

    def decide(self, view: View, choices: Choices[Action], chance: Chance) -> Action:
        """Return one of `choices`."""
        assert isinstance(choices, Listed)
        runs = [choice for choice in choices if isinstance(choice, Run)]
        if not runs:
            return Bet(roll(chance), MOST)
        own = view.bet.horse if view.bet else 0
        return min(runs, key=lambda run: (run.horse != own, view.places[run.horse - 1]))
