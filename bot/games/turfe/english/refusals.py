"""Why the rules of Turfe refuse, and what they would accept."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts.english.phrases import listed

REFUSALS = {
    "not_laid_aside": "No such card lies aside for your bet any more. Choose one that your desk shows.",
    "colour_not_held": "You hold no card of {horse}, so you cannot mark it. Bet on {horses:or}.",
    "card_needed": "To bet on {horse} lay one of its cards aside: {cards:or}.",
    "wrong_card": "To bet on {horse} lay one of its cards aside: {cards:or}.",
    "stake_too_large": "That is more than you have: stake {most:,} at the most.",
    "jackpot_stake": "A bet on the jackpot costs {exactly:,}, no more and no less.",
    "not_the_flipped_card": "All hands have run out, so {flipped} is to be played: it was turned over.",
    "wrong_horse": "{card} is played for {horses:or}. Choose that instead.",
    "cannot_go_there": "{horse} cannot go there: {way}",
}


def way(horse: str, ends: Sequence[tuple[int, int]]) -> str:
    """Say where a card can take a horse instead; an end is a lane and a space of it."""
    if not ends:
        return "it cannot move at all. Play the card without a move, or play another."
    if len(ends) == 1:
        return "this card can take it to one place only. Choose what your desk shows."
    (_, space), *_ = ends
    where = f"space {space}" if space else "the start"
    return f"this card takes {horse} to {where} of lane {listed((str(lane) for lane, _ in ends), 'or')}."
