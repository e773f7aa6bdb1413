"""Why the rules of Sulkydrom refuse: a reason and its facts in, one sentence out that says what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.texts.english.phrases import count, listed

_PLAIN: Mapping[str, str] = {
    "one_a_turn": "You have played a Joker or a Galopp in this turn, and one is the limit. Turn a tempo card now.",
    "joker_spent": "Your Joker is played, and there is one a race. Turn a tempo card.",
    "galopp_spent": "Your Galopp is played, and there is one a race. Turn a tempo card.",
    "no_step": "A Joker has to drive at least one space. Choose where to, or keep it for later.",
    "already_home": "Nobody drives on behind the finishing line. Choose a space that your desk numbers.",
    "no_lane_there": "There is no lane on that side. Choose a space that your desk numbers.",
    "blocked": "Another horse is in the way there. Choose a space that your desk numbers.",
    "not_your_turn": "It is not your turn. Your desk wakes up when it is.",
    "game_over": "This race day is over. **Rematch** under its result opens another.",
    "wrong_phase": "The race has moved on, and that is not asked any more. Your desk shows what is.",
}

OTHERWISE = "That cannot be done now. Your desk shows what can."


def refused(reason: str, facts: Mapping[str, Any], horse: Callable[[str], str]) -> str:
    """Say why, and what would be accepted; `horse` names one by its letter."""
    match reason:
        case "wrong_cards":
            return (
                f"Your {facts['deck']} stack has to hold exactly the cards you were dealt. "
                "Press **As dealt** and order them from there."
            )
        case "stack_empty":
            return f"Your {facts['deck']} stack has run out. Turn a card of the other one."
        case "horse_not_running":
            running = listed(map(horse, facts["horses"]), "or")
            return f"{horse(facts['horse'])} is not on the track. Choose {running}."
        case "own_horse":
            return f"{horse(facts['horse'])} is your own horse. Play the Galopp on a rival, or keep it."
        case "has_had_galopp":
            return f"{horse(facts['horse'])} has had its one Galopp of this race. Choose another horse."
        case "too_far":
            return (
                f"That takes {count(facts['cost'], 'half length')} and you have {facts['most']}. "
                "Choose a space that your desk numbers."
            )
    return _PLAIN.get(reason, OTHERWISE)
