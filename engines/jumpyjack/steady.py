"""A steady player of Jumpy Jack: predicts anything, then moves whatever brings that order about.

It keeps each predicted horse behind as many others as should come in before it and ahead of the rest, and guesses
that an opponent got the order it wanted.
"""

from __future__ import annotations

from typing import Final

from engines.core import Chance, Choices, pick
from engines.jumpyjack.actions import Action, Decline, Guess, Horse, Move
from engines.jumpyjack.course import OUT, Moves, Places
from engines.jumpyjack.podium import Podium, arrived
from engines.jumpyjack.predictions import Guesses
from engines.jumpyjack.rules import placed
from engines.jumpyjack.view import View

SETTLED: Final = 30
"""What a predicted horse is worth that has its place for good, in squares of lead: more than all leads together."""

LEAD: Final = 7
"""A lead in squares beyond which more is no better: a throw cannot make it up."""


class SteadyJumpyJack:
    """Plays to a plain plan, legally and never against its own prediction if it can help it."""

    def decide(self, view: View, choices: Choices[Action], chance: Chance) -> Action:
        """Return a prediction, a move or a guess, as `choices` ask for."""
        match choices:
            case Moves():
                return best_move(view, choices, chance)
            case Guesses():
                return best_guess(view, choices)
        return choices.sample(chance)


def best_guess(view: View, choices: Guesses) -> Guess | Decline:
    """Guess the order in which the horses came in: what somebody wanted is likelier than anything else.

    Even a blind guess brings more than none, on average.
    """
    first, second, third = arrived(view.podium)[:3]
    return Guess(choices.captains[0], (first, second, third))


def best_move(view: View, choices: Moves, chance: Chance) -> Move:
    """Move the horse with which the own prediction stands best, any of them if there are several."""
    moves = list(choices)
    merits = [merit(view, move) for move in moves]
    best = max(merits)
    return pick(chance, [move for move, each in zip(moves, merits, strict=True) if each == best])


def merit(view: View, move: Move) -> int:
    """Return how well the horses stand for the own prediction after a move, in squares of lead."""
    order = view.own.prediction if view.own else None
    if order is None:
        return 0
    places, podium = after(view, move)
    squares = [beyond_reach(view, place) for place in places]
    ranked = sorted(squares, reverse=True)
    return sum(
        [
            lead_for_place(squares[view.horses.index(horse)], ranked, podium, wanted, horse)
            for wanted, horse in enumerate(order)
        ]
    )


def after(view: View, move: Move) -> tuple[Places, Podium]:
    """Return where the horses and who is on the podium after a move."""
    number, podium = view.horses.index(move.horse), view.podium
    place = view.course.route(view.places, number, view.value or 0)[-1]
    if place > view.course.squares or place == OUT:
        podium, _ = placed(view.horses, podium, move.horse, is_home=place != OUT)
    return (*view.places[:number], place, *view.places[number + 1 :]), podium


def beyond_reach(view: View, place: int) -> int:
    """Return the square of a horse; one that is home or out is in front or behind by more than any lead."""
    if place > view.course.squares:
        return place + LEAD
    return place - LEAD if place == OUT else place


def lead_for_place(square: int, ranked: list[int], podium: Podium, wanted: int, horse: Horse) -> int:
    """Return by how many squares a horse is on its way to the place predicted for it, below zero off it.

    It has that place for good or has missed it, or else it ought to be behind `wanted` others and ahead of the rest;
    `ranked` are the squares of all horses, the foremost first.
    """
    if horse in podium or podium[wanted] is not None:
        return SETTLED if podium[wanted] == horse else -SETTLED
    others = ranked.copy()
    others.remove(square)
    leads = [max(-LEAD, min(LEAD, square - other)) for other in others]
    return sum(leads[wanted:]) - sum(leads[:wanted])
