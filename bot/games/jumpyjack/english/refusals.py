"""Why the rules of Jumpy Jack refuse, and what they would accept."""

REFUSALS = {
    "same_horse": "{horse} stands on two places. Choose three different horses.",
    "not_running": "{horse} is not running any more. Move one of the others.",
    "blocked": "{horse} cannot join or pass the barrier on square {barrier}. Move another horse.",
    "no_opponent": "You can only guess an opponent's prediction. Choose one of those your desk offers.",
}
