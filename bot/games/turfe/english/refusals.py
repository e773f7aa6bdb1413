"""Why the rules of Turfe refuse: a reason and its facts in, one sentence out that says what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bot.texts.english.phrases import listed

Name = Callable[[str], str]

_PLAIN: Mapping[str, str] = {
    "card_not_in_hand": "That card is not in your hand any more. Choose one that your desk shows.",
    "not_laid_aside": "No such card lies aside for your bet any more. Choose one that your desk shows.",
    "not_your_turn": "It is not your turn. Your desk wakes up when it is.",
    "game_over": "This race day is over. **Rematch** under its result opens another.",
    "wrong_phase": "The race has moved on, and that is not asked any more. Your desk shows what is.",
}

OTHERWISE = "That cannot be done now. Your desk shows what can."


def refused(reason: str, facts: Mapping[str, Any], card: Name, horse: Name) -> str:
    """Say why, and what would be accepted; `card` and `horse` name those."""
    match reason:
        case "unknown_horse":
            return f"There is no such horse. The horses are {_any(horse, facts['horses'], 'and')}."
        case "colour_not_held":
            return (
                f"You hold no card of {horse(facts['horse'])}, so you cannot mark it. "
                f"Bet on {_any(horse, facts['horses'])}."
            )
        case "card_needed" | "wrong_card":
            return (
                f"To bet on {horse(facts['horse'])} lay one of its cards aside: {_any(card, facts['cards'])}."
            )
        case "stake_not_in_steps":
            return f"Stakes go in steps of {facts['step']:,}. Choose another amount."
        case "stake_too_small":
            return f"The smallest stake is {facts['least']:,}. Choose a larger amount."
        case "stake_too_large":
            return f"That is more than you have: stake {facts['most']:,} at the most."
        case "jackpot_stake":
            return f"A bet on the jackpot costs {facts['exactly']:,}, no more and no less."
        case "not_the_flipped_card":
            return f"All hands have run out, so {card(facts['flipped'])} is to be played: it was turned over."
        case "wrong_horse":
            return f"{card(facts['card'])} is played for {_any(horse, facts['horses'])}. Choose that instead."
        case "cannot_go_there":
            return f"{horse(facts['horse'])} cannot go there: {_ends(horse(facts['horse']), facts['ends'])}"
    return _PLAIN.get(reason, OTHERWISE)


def _any(name: Name, things: Iterable[str], word: str = "or") -> str:
    return listed(map(name, things), word)


def _ends(horse: str, ends: Sequence[tuple[int, int]]) -> str:
    if not ends:
        return "it cannot move at all. Play the card without a move, or play another."
    if len(ends) == 1:
        return "this card can take it to one place only. Choose what your desk shows."
    (_, space), *_ = ends
    where = f"space {space}" if space else "the start"
    return f"this card takes {horse} to {where} of lane {listed((str(lane) for lane, _ in ends), 'or')}."
