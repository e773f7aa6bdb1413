"""Why the rules of Turfe refuse, and what they would accept."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts.english.phrases import listed
from render.turfe.captions import lane_name, square_name

REFUSALS = {
    "not_laid_aside": "That card does not lie aside: choose one from your desk.",
    "colour_not_held": "You hold no card of {horse}: bet on {horses:or}.",
    "card_needed": "To bet on {horse} lay one of its cards aside: {cards:or}.",
    "wrong_card": "To bet on {horse} lay one of its cards aside: {cards:or}.",
    "stake_too_large": "You have no more than {most:,}: stake less.",
    "jackpot_stake": "A bet on the jackpot costs exactly {exactly:,}.",
    "not_the_flipped_card": "Play {flipped}: it was turned over.",
    "wrong_horse": "{card} moves {horses:or} only: choose again.",
    "cannot_go_there": "{horse} cannot go there: {way}",
}


def way(horse: str, ends: Sequence[tuple[int, int]]) -> str:
    """Say where a card can take a horse instead; an end is a lane and a space of it."""
    if not ends:
        return "it cannot move at all, so play the card without a move, or another."
    if len(ends) == 1:
        return "choose the one place that your desk shows."
    (_, space), *_ = ends
    if not space:
        lanes = listed((lane_name(lane) for lane, _ in ends), "or")
        return f"this card takes {horse} to the start of lane {lanes}."
    return f"this card takes {horse} to {listed((square_name(*end) for end in ends), 'or')}."
