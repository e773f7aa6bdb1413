"""Actions of Turfe in short, as tests and golden files write them.

`bet win red 20 red+3`, `play red+3 red 1:5`, `play any+3 red -` for a horse that does not move, and `play red+3 red 1:5
aside` for the card laid aside.
"""

from __future__ import annotations

from engines.turfe.actions import Action, Bet, Play, Spot


def noted(place: Spot | None) -> str:
    return "-" if place is None else f"{place.lane}:{place.space}"


def parsed(text: str) -> Action:
    match text.split():
        case ["bet", kind, horse, stake, *card] if len(card) < 2:
            return Bet(kind, horse, int(stake), *card)
        case ["play", card, horse, to, *aside] if aside in ([], ["aside"]):
            place = None if to == "-" else Spot(*map(int, to.split(":")))
            return Play(card, horse, place, bool(aside))
    raise ValueError(text)
