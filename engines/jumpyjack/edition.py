"""One edition of Jumpy Jack: the horses, the way round with its hedges, and the die."""

from __future__ import annotations

from itertools import permutations
from typing import Annotated, Final, Self, get_args

from pydantic import Field, StringConstraints, model_validator

from engines import core
from engines.core import Listed, Misfit
from engines.jumpyjack.actions import Horse, Move, Predict
from engines.jumpyjack.course import START, Course
from engines.jumpyjack.options import Doubling

HORSES: Final = 5
"""Content: as many horses as the podium has squares."""

DOUBLINGS: Final[tuple[Doubling, ...]] = get_args(Doubling)

Name = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,20}$")]
Square = Annotated[int, Field(ge=1)]


class Hedges(core.StrictModel):
    """The squares of the four hedges, by what they say."""

    stop: Square
    double: Square
    out: Square
    restart: Square


class Edition(core.Edition):
    """The data of `edition.json`, checked."""

    horses: Annotated[tuple[Name, ...], Field(min_length=HORSES, max_length=HORSES)]
    squares: Annotated[int, Field(ge=4, le=200)]
    die: Annotated[int, Field(ge=2, le=100)]
    hedges: Hedges

    @model_validator(mode="after")
    def _is_playable(self) -> Self:
        if len(set(self.horses)) < len(self.horses):
            raise Misfit("two horses have the same name", "horses")
        known: set[int] = set()
        for hedge, square in self.hedges.model_dump().items():
            if square > self.squares:
                raise Misfit(f"hedges are on squares up to {self.squares}", "hedges", hedge)
            if square in known:
                raise Misfit("two hedges are on one square", "hedges", hedge)
            known.add(square)
        for doubling in DOUBLINGS:
            if (square := dead_end(self.course(doubling), self.die)) is not None:
                raise Misfit(f"from square {square} no horse would come home or be put out", "hedges")
        return self

    def course(self, doubling: Doubling) -> Course:
        """Return the way round for one reading of hedge no. 2."""
        return Course(self.squares, **self.hedges.model_dump(), landing=doubling == "landing")


def dead_end(course: Course, die: int) -> int | None:
    """Return a square from which a horse alone can only go back to the start, so that a race might never end."""
    good: set[int] = set()
    for square in range(course.squares, START - 1, -1):
        if square in (course.out, course.restart):
            continue
        ends = {course.route((square,), 0, thrown)[-1] for thrown in range(1, die + 1)}
        if max(ends) <= course.squares and course.out not in ends and not ends & good:
            return square
        good.add(square)
    return None


class Setup(core.Setup):
    """An edition unpacked for play."""

    def __init__(self, edition: Edition) -> None:
        self.horses: Final = tuple(Horse(name) for name in edition.horses)
        self.number: Final = {horse: number for number, horse in enumerate(self.horses)}
        """The index of each horse."""
        self.die: Final = edition.die
        self.courses: Final = {doubling: edition.course(doubling) for doubling in DOUBLINGS}
        self.moves: Final = tuple(Move(horse) for horse in self.horses)
        """The action of moving each horse, made once."""
        self.predictions: Final = Listed(
            tuple(Predict((first, second, third)) for first, second, third in permutations(self.horses, 3))
        )
        """Everything that can be predicted, made once."""
