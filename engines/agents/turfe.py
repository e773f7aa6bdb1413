"""A steady player of Turfe: backs the horse its hand can drive furthest, then plays what helps that bet most.

It bets on the jackpot when that is worth more than a bet to win of the same stake, never risks all its money at
once, and keeps the card laid aside for when nothing else does as much.
"""

from __future__ import annotations

from typing import Final

from engines.core import Chance, Choices
from engines.turfe import Action, Bet, Bets, Card, Horse, Place, Play, Plays, View
from engines.turfe.bets import JACKPOT, WIN

BOLD: Final = 3
"""It stakes one part in so many of its money."""

STRONG: Final = 8
"""From so many spaces in coloured cards on a hand is good for a bet to win."""


class SteadyTurfe:
    """Plays to a plain plan, legally and never against its own bet if it can help it."""

    def decide(self, view: View, choices: Choices[Action], chance: Chance) -> Action:
        """Return a bet or a play, as `choices` ask for."""
        match choices:
            case Bets():
                return best_bet(view, choices)
            case Plays():
                return best_play(view, choices)
        return choices.sample(chance)


def spaces(card: Card) -> int:
    """Return how far a coloured card goes."""
    return int(card.rpartition("+")[2])


def favour(hand: tuple[Card, ...], horse: Horse) -> int:
    """Return how many spaces the cards of its colour can drive a horse."""
    return sum(spaces(card) for card in hand if card.startswith(f"{horse}+"))


def best_bet(view: View, choices: Bets) -> Bet:
    """Back the horse with most spaces in hand, and mark it with the weakest card of its colour."""
    horses = choices.horses
    horse = max(horses, key=lambda horse: favour(choices.hand, horse))
    card = min(horses[horse], key=spaces, default=None)
    if "jackpot" in choices.kinds and view.pot > WIN * JACKPOT:
        return Bet("jackpot", horse, JACKPOT, card)
    kind = "win" if favour(choices.hand, horse) >= STRONG else "place"
    stake = max(choices.least, choices.most // BOLD // choices.step * choices.step)
    return Bet("win" if kind == "win" else "place", horse, stake, card)


def best_play(view: View, choices: Plays) -> Play:
    """Play what improves the own bet most; of equals what leaves the other horses furthest behind."""

    def merit(play: Play) -> tuple[int, int, bool]:
        spaces = after(view, play)
        return standing(view, spaces), -rivals(view, spaces), not play.aside

    return max(choices, key=merit)


def after(view: View, play: Play) -> dict[Horse, int]:
    """Return the space of each horse after a play."""
    places: dict[Horse, Place] = dict(zip(view.horses, view.places, strict=True))
    if play.to is not None:
        places[play.horse] = play.to
    return {horse: place.space for horse, place in places.items()}


def backed(view: View) -> tuple[Horse, bool]:
    """Return the horse the seat has bet on, and whether it has to win; with no bet the first one, at ease."""
    bet = view.own.bet if view.own else None
    return (bet.horse, bet.kind != "place") if bet else (view.horses[0], False)


def standing(view: View, spaces: dict[Horse, int]) -> int:
    """Return by how many spaces the own bet is being won, below zero lost."""
    horse, has_to_win = backed(view)
    others = sorted((space for other, space in spaces.items() if other != horse), reverse=True)
    return spaces[horse] - others[0 if has_to_win else 1]


def rivals(view: View, spaces: dict[Horse, int]) -> int:
    """Return how dangerous the other horses are: the further on one is, the more it counts."""
    horse, _ = backed(view)
    return sum(space * space for other, space in spaces.items() if other != horse)
