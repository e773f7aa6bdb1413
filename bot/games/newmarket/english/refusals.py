"""Why the rules of Newmarket refuse: a reason and its facts in, one sentence out that says what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.texts.english.phrases import count, listed

Name = Callable[[str], str]

_PLAIN: Mapping[str, str] = {
    "card_not_in_hand": "That card is not in your hand any more. Choose one that your desk shows.",
    "no_time_limit": "This table plays without a time limit: its deals have to be played out.",
    "time_is_up": "Time is up already, and this deal is the last. Play it out.",
    "not_your_turn": "It is not your turn. Your desk wakes up when it is.",
    "game_over": "This race day is over. **Rematch** under its result opens another.",
    "wrong_phase": "The deal has moved on, and that is not asked any more. Your desk shows what is.",
}

OTHERWISE = "That cannot be done now. Your desk shows what can."


def refused(reason: str, facts: Mapping[str, Any], card: Name, colour: Name) -> str:
    """Say why, and what would be accepted; `card` and `colour` name those."""
    match reason:
        case "unknown_horse":
            return f"No such horse runs here. Back {listed(map(card, facts['horses']), 'or')}."
        case "bid_too_low":
            return f"That does not top the best bid. Bid {facts['least']} or more, or pass."
        case "bid_too_high":
            return f"You have {count(facts['most'], 'point')}, so bid no more than that, or pass."
        case "wrong_colour":
            colours = listed(map(colour, facts["colours"]), "or")
            return f"The colours change after a sequence: lead {colours} now."
        case "not_the_lowest":
            return f"A lead has to be the lowest: play {listed(map(card, facts['cards']), 'or')}."
        case "not_the_next":
            return f"That card does not go on with the sequence: {card(facts['wanted'])} does."
        case "cannot_miss":
            return f"{card(facts['wanted'])} is played by itself at this table; nobody can miss it."
    return _PLAIN.get(reason, OTHERWISE)
