"""A replay's timeline: what happened between views, race by race, and how much of it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import TypeVar

Step = TypeVar("Step")


def last_races(steps: Iterable[Step], race: Callable[[Step], int], most: int) -> list[list[Step]]:
    """Return steps race by race: of the last races that have at most so many steps in all, but at least one race.

    `race` tells the number of a step's race. Without a step there is no race.
    """
    races = [list(of_one) for _, of_one in groupby(steps, key=race)]
    while len(races) > 1 and sum(map(len, races)) > most:
        del races[0]
    return races
