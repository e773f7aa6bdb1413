"""The sentences of Jumpy Jack."""

from __future__ import annotations

from bot.games.kit.log_story import Plain, Story, listed
from engines.core import Private


def shown(prediction: Plain) -> str:
    """Say what was predicted, and whether only a team is told."""
    if isinstance(prediction, Private):
        return f"seat {prediction['seat']} shows its team: {listed(prediction['order'])}"
    return f"seat {prediction['seat']} had predicted {listed(prediction['order'])}"


def guesses(action: Plain) -> str:
    """Say whose prediction is guessed, and how."""
    if action["seat"] is None:
        return "guesses nobody's prediction"
    return f"guesses that seat {action['seat']} predicted {listed(action['order'])}"


JUMPYJACK = Story(
    actions={
        "predict": lambda prediction: f"predicts {listed(prediction['order'])}",
        "guess": guesses,
    },
    told_by_events=frozenset({"move"}),
    events={
        "race_started": lambda e: f"race {e['race']} begins, seat {e['first']} will move first",
        "rolled": lambda e: f"seat {e['seat']} throws {e['value']}",
        "predicted": lambda e: f"seat {e['seat']} has predicted",
        "out": lambda e: f"{e['horse']} is out, number {e['place']}",
        "restarted": lambda e: f"{e['horse']} has to start again",
        "finished": lambda e: f"{e['horse']} is number {e['place']}",
        "prediction_shown": shown,
        "guessed": lambda e: (
            f"seat {e['seat']} guessed {e['right']} of seat {e['of']}'s places: {e['points']:+}"
        ),
        "scored": lambda e: f"seat {e['seat']} scores {e['points']}, and has {e['total']}",
    },
)
