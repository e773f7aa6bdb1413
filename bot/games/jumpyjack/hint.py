"""A hint at Jumpy Jack: the steady player's prediction, move or guess, and why."""

from __future__ import annotations

from bot.games.jumpyjack import sides
from bot.games.jumpyjack.english import JumpyJackTexts
from bot.games.screens import Seating
from bot.texts.markup import plain
from engines.jumpyjack.actions import Action, Decline, Guess, Move, Predict
from engines.jumpyjack.course import OUT, Moves
from engines.jumpyjack.steady import after, merit
from engines.jumpyjack.view import View


def hint(seating: Seating, action: Action, words: JumpyJackTexts) -> str:
    """Say what the steady player would do, and why."""
    view: View = seating.view
    match action:
        case Predict(order=order):
            return words.hint_prediction(order)
        case Move():
            return _move(view, seating.choices, action, words)
        case Guess(seat=seat, order=order):
            of = sides.named(view, seat, lambda number: plain(seating.names[number]), words)
            return words.hint_guess(of, order)
        case Decline():
            return words.hint_decline


def _move(view: View, choices: Moves, move: Move, words: JumpyJackTexts) -> str:
    order = view.own.prediction if view.own else None
    wanted = order.index(move.horse) + 1 if order and move.horse in order else None
    places, podium = after(view, move)
    rank = podium.index(move.horse) + 1 if move.horse in podium else None
    if wanted and rank == wanted:
        return words.hint_home(move.horse, rank)
    if places[view.horses.index(move.horse)] == OUT and not wanted:
        return words.hint_out(move.horse)
    if len({merit(view, each) for each in choices}) == 1:
        return words.hint_any(move.horse)
    return words.hint_move(move.horse, wanted)
