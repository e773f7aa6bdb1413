"""Actions of Jumpy Jack in short, as tests and golden files write them: `move red`, `guess 2 yellow black red`."""

from __future__ import annotations

from engines.jumpyjack.actions import Action, Decline, Guess, Move, Predict


def parsed(text: str) -> Action:
    match text.split():
        case ["predict", first, second, third]:
            return Predict((first, second, third))
        case ["move", horse]:
            return Move(horse)
        case ["guess", "nobody"]:
            return Decline()
        case ["guess", seat, first, second, third]:
            return Guess(int(seat), (first, second, third))
    raise ValueError(text)
