"""What a table of Jumpy Jack may choose before the start."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engines import core

Doubling: TypeAlias = Literal["leaving", "landing"]
"""How hedge no. 2 is read: it doubles the throw of the horse that leaves it, or of the one that lands on it."""


class Options(core.Options):
    """The readings and variations of the booklet."""

    double: Annotated[Doubling, Field(description="when DOUBLE acts: on leaving it, or on landing there")] = (
        "leaving"
    )
    target: Annotated[int, Field(ge=1, le=50, description="points that end the game")] = 16
    teams: Annotated[
        Literal[0, 2, 3, 4, 5, 6, 7, 8], Field(description="teams of equal size; 0: each for oneself")
    ] = 0
    guessing: Annotated[bool, Field(description="guess an opponent's prediction after each race")] = False
