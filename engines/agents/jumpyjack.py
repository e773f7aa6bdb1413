"""A steady player of Jumpy Jack: predicts anything, then moves whatever brings that order about.

It keeps each predicted horse ahead of those that should come in after it, and guesses that an opponent got the
order it wanted.
"""

from __future__ import annotations

from typing import Final

from engines.core import Chance, Choices
from engines.jumpyjack import (
    OUT,
    Action,
    Decline,
    Guess,
    Guesses,
    Horse,
    Move,
    Moves,
    Order,
    Places,
    Podium,
    View,
)
from engines.jumpyjack.podium import arrived, with_home, with_out

SETTLED: Final = 30
"""What a predicted horse is worth that has its place for good, in squares of lead."""

LEAD: Final = 7
"""A lead in squares beyond which more is no better: a throw cannot make it up."""


class SteadyJumpyJack:
    """Plays to a plain plan, legally and never against its own prediction if it can help it."""

    def decide(self, view: View, choices: Choices[Action], chance: Chance) -> Action:
        """Return a prediction, a move or a guess, as `choices` ask for."""
        match choices:
            case Moves():
                return max(choices, key=lambda move: merit(view, move))
            case Guesses():
                return best_guess(view, choices)
        return choices.sample(chance)


def best_guess(view: View, choices: Guesses) -> Guess | Decline:
    """Guess the order in which the horses came in: what somebody wanted is likelier than anything else.

    Even a blind guess brings more than none, on average.
    """
    first, second, third = arrived(view.podium)[:3]
    return Guess(choices.captains[0], (first, second, third))


def merit(view: View, move: Move) -> int:
    """Return how well the horses stand for the own prediction after a move, in squares of lead."""
    places, podium = after(view, move)
    order = view.own.prediction if view.own else None
    if order is None:
        return 0
    return sum(standing(view, places, podium, order, horse) for horse in order)


def after(view: View, move: Move) -> tuple[Places, Podium]:
    """Return where the horses and who is on the podium after a move."""
    number, podium = view.horses.index(move.horse), view.podium
    place = view.course.route(view.places, number, view.value or 0)[-1]
    if place > view.course.squares:
        podium, _ = with_home(podium, move.horse)
    elif place == OUT:
        podium, _ = with_out(podium, move.horse)
    return (*view.places[:number], place, *view.places[number + 1 :]), podium


def standing(view: View, places: Places, podium: Podium, order: Order, horse: Horse) -> int:
    """Return how well one predicted horse stands: placed for good, or ahead of those to come after it."""
    wanted = order.index(horse)
    if horse in podium:
        return SETTLED if podium[wanted] == horse else -SETTLED
    if podium[wanted] is not None:
        return -SETTLED
    squares = dict(zip(view.horses, places, strict=True))
    leads = [
        squares[horse] - squares[other] if other not in order[:wanted] else squares[other] - squares[horse]
        for other in view.horses
        if other != horse and other not in podium
    ]
    return sum(max(-LEAD, min(LEAD, lead)) for lead in leads)
