"""How many can play together: by the game, by its options, and by the seats a table has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.tables.refusals import Refusal, Refused
from engines import catalog


def playable(game: str, options: Mapping[str, Any]) -> Sequence[int]:
    """Return with how many seats a game can be played with these options, ascending; none if the rules refuse them."""
    return [seats for seats in catalog.game(game).seats if _can_play(game, options, seats)]


def require_playable(game: str, options: Mapping[str, Any], capacity: int) -> None:
    """Refuse what can never start: no number of seats up to `capacity` can play with these options."""
    can_play = playable(game, options)
    if not can_play:
        raise Refused(Refusal.UNPLAYABLE)
    if capacity < can_play[0]:
        raise Refused(Refusal.TOO_SMALL, least=can_play[0], capacity=capacity)


def missing(can_play: Sequence[int], seated: int, capacity: int) -> int:
    """Return how many have to sit down yet before a race can start; below zero, how many have to stand up."""
    if seated in can_play:
        return 0
    more = next((seats - seated for seats in can_play if seated < seats <= capacity), None)
    return more or max((seats for seats in can_play if seats < seated), default=seated) - seated


def filled(can_play: Sequence[int], seated: int, capacity: int, wished: int) -> int:
    """Return how many sit there once computer players have sat down: as many as are `wished`, or the next number.

    It is one with which the game can be played and for which there are seats; of several the first from `wished` on,
    else the largest. Where there is none nobody sits down.
    """
    fitting = [seats for seats in can_play if seated <= seats <= capacity]
    return next((seats for seats in fitting if seats >= wished), max(fitting, default=seated))


def _can_play(game: str, options: Mapping[str, Any], seats: int) -> bool:
    rules = catalog.game(game)
    try:
        rules.check_table(rules.options(rules.options_for(options, seats)), seats)
    except ValueError:
        return False
    return True
