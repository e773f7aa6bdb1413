"""Actions of Jockey in short, as tests and golden files write them: `bet win red 200`, `play no2+13 brown`."""

from __future__ import annotations

from engines.jockey.actions import Action, Double, Keep, Play, Single


def place(horse: str, stake: int) -> Single:
    return Single("place", horse, stake)


def win(horse: str, stake: int) -> Single:
    return Single("win", horse, stake)


def parsed(text: str) -> Action:
    match text.split():
        case ["bet", "double", first, second, on_first, on_second]:
            return Double(first, second, int(on_first), int(on_second))
        case ["bet", kind, horse, stake]:
            return Single(kind, horse, int(stake))
        case ["play", card, *horse] if len(horse) < 2:
            return Play(card, *horse)
        case ["keep", *cards]:
            return Keep(tuple(cards))
    raise ValueError(text)
