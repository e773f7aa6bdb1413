"""What a replay takes of a game: a course in small with its horses, and what happened on it, beat by beat."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, NamedTuple, TypeAlias

from PIL import Image

from engines.core import Seat
from render.parts.canvas import Canvas
from render.parts.inks import Inks
from render.parts.lettering import Face, fitted, plain
from render.parts.shapes import Point
from render.parts.silks import Silk
from render.parts.sprites import GALLOP, Pose

WIDTH = 720
"""The width of a replay in pixels."""
RIBBON = 400
"""The width of what is said in its head."""

Place: TypeAlias = tuple[float, ...]
"""Where a horse is, in numbers of the game's own: those between two places are between their numbers."""

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels, the last two not included."""


class Starter(NamedTuple):
    """A horse of a race."""

    name: str
    silk: Silk
    leads: str
    """What is said when it gets in front."""


class Stage(ABC):
    """A course in small, 720 pixels wide, and the horses on it, by number from 0. A value: it is pickled."""

    gait: ClassVar[Sequence[Pose]] = GALLOP
    """The stride in which its horses run."""
    waiting: ClassVar[Pose] = Pose.STANDING
    """How they stand before they have moved."""
    turns_back: ClassVar[bool] = False
    """Whether the course turns back, so that horses face where they run and their withers are on their place;
    if not, they face right, and their noses are."""
    paper: ClassVar[Box | None] = None
    """Where on the course it is told what is played; None: in a strip below it."""

    @property
    @abstractmethod
    def palette(self) -> Image.Image:
        """The palette in which all of it is drawn."""

    @property
    @abstractmethod
    def horse(self) -> int:
        """The width of a running horse in pixels."""

    @abstractmethod
    def starters(self) -> Sequence[Starter]:
        """Return the horses."""

    @abstractmethod
    def ground(self) -> Image.Image:
        """Return the empty course."""

    @abstractmethod
    def point(self, horse: int, place: Place) -> Point:
        """Return where the nose of a horse on a place is, or its withers, and where its hooves are."""

    def leap(self, place: Place) -> float:
        """Return how high a horse leaps that passes there, as a share of its width; 0 where there is no hedge."""
        return 0.0


class Play(NamedTuple):
    """Something that a seat does, such as a card that it plays."""

    seat: Seat
    did: str
    """In as few words as a sign: +8."""
    horse: int | None = None
    """The horse it is about."""
    die: int = 0
    """What was thrown; 0: nothing."""


class Way(NamedTuple):
    """The places that a horse passes, from where it stands to where it gets."""

    horse: int
    places: tuple[Place, ...]
    vanishes: bool = False
    """Whether it is not seen on the course any more then."""


class Beat(NamedTuple):
    """What happens at once, and how things stand then."""

    plays: tuple[Play, ...]
    ways: tuple[Way, ...]
    leader: int | None = None
    """The horse in front; None among equals, and once one is home."""
    home: tuple[int, ...] = ()
    """The horses at home, in the order of finish."""
    breaking: tuple[int, ...] = ()
    """The trotters that break into a gallop, and so stay where they are."""


class Film(NamedTuple):
    """A race, or a deal."""

    race: int
    title: str
    stage: Stage
    start: tuple[Place, ...]
    """Where each horse is before the first beat."""
    beats: tuple[Beat, ...]
    finish: tuple[int, ...]
    """The horses from the best on, for the photo finish; none if the race has not come to one."""
    winner: str
    """Who has won: a horse, or whoever won the deal; empty as long as nobody has."""
    verdict: str
    """What is said then, with `{name}`."""
    spare: str = ""
    """What stands in for a name that cannot be drawn."""
    ranks: tuple[int, ...] = ()
    """The rank of each horse of `finish`, equal ones alike; empty: no two are equal."""

    @property
    def ranked(self) -> Sequence[tuple[int, int]]:
        """The horses of `finish`, each with its rank."""
        return list(zip(self.finish, self.ranks or range(1, len(self.finish) + 1), strict=True))

    @property
    def won(self) -> str:
        """Who has won, in a sentence."""
        return self.verdict.format(name=plain(self.winner) or self.spare)

    @property
    def won_in_short(self) -> str:
        """The same in a line of the head, the name as long as there is room for it."""
        room = RIBBON - round(fitted(self.verdict.format(name=""), Face.POSTER, 38).width)
        name = fitted(self.winner.upper(), Face.POSTER, 38, room, self.spare).text
        return self.verdict.format(name=name)


def reduced(course: Canvas, box: Box, palette: Image.Image) -> Image.Image:
    """Return a part of a board's course in small, in the colours of a palette."""
    whole = course.indexed(Inks(palette)).convert("RGB").crop(box)
    size = WIDTH, round(whole.height * WIDTH / whole.width)
    small = whole.resize(size, Image.Resampling.HAMMING, reducing_gap=2.0)
    return small.quantize(palette=palette, dither=Image.Dither.NONE)
