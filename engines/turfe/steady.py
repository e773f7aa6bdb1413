"""A steady player of Turfe: backs the horse its hand can drive furthest, then plays what helps that bet most.

It bets on the jackpot when that is worth more than a bet to win of the same stake, never risks all its money at
once, and keeps the card laid aside for when nothing else does as much. Without a bet it has no favourite, so that
it plays anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engines.core import Chance, Choices, pick
from engines.turfe.actions import Action, Bet, Card, Play, Spot
from engines.turfe.bets import JACKPOT, WIN, Bets
from engines.turfe.choices import Plays
from engines.turfe.view import View

BOLD: Final = 3
"""It stakes one part in so many of its money."""

STRONG: Final = 8
"""From so many spaces in coloured cards on a hand is good for a bet to win."""

ROOM: Final = 5
"""So many free spaces ahead are as good as any more: no card goes further."""


class SteadyTurfe:
    """Plays to a plain plan, legally and never against its own bet if it can help it."""

    def decide(self, view: View, choices: Choices[Action], chance: Chance) -> Action:
        """Return a bet or a play, as `choices` ask for."""
        match choices:
            case Bets():
                return best_bet(view, choices, chance)
            case Plays() if view.own and view.own.bet:
                return best_play(view, choices, view.own.bet)
        return choices.sample(chance)


def spaces(card: Card) -> int:
    """Return how far a coloured card goes."""
    return int(card.rpartition("+")[2])


def best_bet(view: View, choices: Bets, chance: Chance) -> Bet:
    """Back a horse with most spaces in hand, and mark it with the weakest card of its colour."""
    horses = choices.horses
    favoured = {
        horse: sum([spaces(card) for card in choices.hand if card.startswith(f"{horse}+")])
        for horse in horses
    }
    most = max(favoured.values())
    horse = pick(chance, [horse for horse in horses if favoured[horse] == most])
    card = min(horses[horse], key=spaces, default=None)
    if view.pot > WIN * JACKPOT and choices.most >= 2 * JACKPOT:
        return Bet("jackpot", horse, JACKPOT, card)
    stake = max(choices.least, choices.most // BOLD // choices.step * choices.step)
    return Bet("win" if most >= STRONG else "place", horse, stake, card)


def best_play(view: View, choices: Plays, bet: Bet) -> Play:
    """Win the bet if a card does; else play what improves it most.

    Of equals it is what leaves the other horses furthest behind, then what leaves the own one most room ahead and
    any other least; and no horse is led into another lane for nothing.
    """
    before = dict(zip(view.horses, view.places, strict=True))
    may_win = bet.kind == "place" or not view.home

    def merit(play: Play) -> tuple[bool, int, int, int, int, bool, bool]:
        spots = before if play.to is None else {**before, play.horse: play.to}
        own, moved = spots[bet.horse], spots[play.horse]
        others = [spot.space for horse, spot in spots.items() if horse != bet.horse]
        return (
            may_win and own.space > view.length,
            lead_of_bet(bet, own.space, others),
            -sum([space * space for space in others]),
            room(own, spots.values()),
            -room(moved, spots.values()),
            moved.lane == before[play.horse].lane,
            not play.aside,
        )

    return max(choices, key=merit)


def lead_of_bet(bet: Bet, own: int, others: list[int]) -> int:
    """Return by how many spaces a bet is being won, below zero lost, from the spaces of all horses.

    A bet to place is won by staying in front of the second best of the others, any other by leading them all.
    """
    return own - sorted(others)[-2 if bet.kind == "place" else -1]


def room(own: Spot, spots: Iterable[Spot]) -> int:
    """Return how many spaces straight ahead of a horse are free, as far as they matter."""
    ahead = [spot.space - own.space - 1 for spot in spots if spot.lane == own.lane]
    return min([ROOM, *[free for free in ahead if free >= 0]])
