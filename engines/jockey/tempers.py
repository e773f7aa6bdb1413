"""Players of Jockey with tempers of their own: they play cards as the steady one does, but bet each in its own way.

None is foolish. Among players like these a stake brings about 0.3 of itself to place, 0.4 on a double and 0.45 to win,
whatever the hand, so who bets on more stakes less: on average they win alike. What they stake they draw, within the
bounds of their temper; so neither two of them with the same hand nor one of them twice need bet alike.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Final

from engines.core import Chance, Choices, shuffled
from engines.jockey.actions import Action, Bet, Double, Horse, Single
from engines.jockey.bets import Bets, Kind
from engines.jockey.steady import STRONG, SteadyJockey, favoured
from engines.jockey.view import View

FEW: Final = 4
"""With fewer seats than this there are fewer to spoil a double, which then succeeds more often."""

CLEAR: Final = 20
"""From this lead in squares over the third horse the two that a hand favours most are good for a double."""


class Temper(SteadyJockey, ABC):
    """Backs the horses its hand favours, with a kind of bet and a stake to its temper."""

    shares: ClassVar[Mapping[Kind, tuple[int, int]]]
    """How much it stakes on each kind of bet: from and to so many per cent of what it may."""

    @abstractmethod
    def kind(self, lead: int, clear: int) -> Kind:
        """Choose a kind of bet: the hand favours a horse by `lead` squares over the next, and that by `clear`."""

    def decide(self, view: View, choices: Choices[Action], chance: Chance) -> Action:
        """Bet to its temper; play and keep as a steady player does."""
        if isinstance(choices, Bets):
            return self.bet(view, choices, chance)
        return super().decide(view, choices, chance)

    def bet(self, view: View, choices: Bets, chance: Chance) -> Bet:
        """Back the horse, or the two, with most squares in hand; of equals any."""
        squares = favoured(view)
        best: list[Horse] = sorted(shuffled(chance, view.horses), key=squares.__getitem__, reverse=True)
        first, second, third = [squares[horse] for horse in best[:3]]
        kind = self.kind(first - second, second - third)
        kind = kind if kind in choices.kinds else "win"
        stake = self.stake(kind, view.seats, choices, chance)
        if kind == "double":
            half = max(choices.least, stake // 2 // choices.step * choices.step)
            return Double(best[0], best[1], max(choices.least, stake - half), half)
        return Single(kind, best[0], stake)

    def stake(self, kind: Kind, seats: int, choices: Bets, chance: Chance) -> int:
        """Draw a stake within the bounds of the temper, each step as likely as any other.

        On a double it is two thirds of that where few play, so that it does not earn much more there.
        """
        parts = 2 if seats < FEW and kind == "double" else 3
        steps = choices.most // choices.step * parts
        least, most = [max(1, steps * share // 300) for share in self.shares[kind]]
        return choices.step * (least + chance.below(most - least + 1))


class Careful(Temper):
    """Bets to place, and to win, with little, only on a strong hand."""

    shares: ClassVar = {"place": (40, 60), "win": (20, 40)}

    def kind(self, lead: int, clear: int) -> Kind:
        """Follow the booklet's advice."""
        return "win" if lead >= STRONG else "place"


class Bold(Temper):
    """Bets to win, and on a double where two horses are clear of the rest."""

    shares: ClassVar = {"win": (20, 45), "double": (20, 45)}

    def kind(self, lead: int, clear: int) -> Kind:
        """Want the first place at least."""
        return "double" if clear >= CLEAR else "win"


class Contrary(Temper):
    """Does what the others do not: doubles on hands that ask for a bet to place, and to place on strong ones."""

    shares: ClassVar = {"place": (40, 60), "win": (20, 50), "double": (35, 60)}

    def kind(self, lead: int, clear: int) -> Kind:
        """Turn the booklet's advice round."""
        if lead >= STRONG:
            return "place"
        return "double" if clear else "win"
