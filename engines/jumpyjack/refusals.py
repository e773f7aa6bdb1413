"""Why an action of Jumpy Jack is refused; the facts each reason carries stand behind it."""

from enum import StrEnum


class Refusal(StrEnum):
    """Reasons beside those all games share."""

    UNKNOWN_HORSE = "unknown_horse"  # horse, horses
    SAME_HORSE = "same_horse"  # horse
    NOT_RUNNING = "not_running"  # horse: it is home or out
    BLOCKED = "blocked"  # horse, barrier: the square of the first barrier in its way
    NO_OPPONENT = "no_opponent"  # seat, opponents: the seats that may be named
