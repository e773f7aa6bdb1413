"""How a race becomes frames: the photo finish first, then the race from its start, in slow motion where it is decided.

However long a race was, what happens is told in so many scenes at most; what would be more happens at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, pairwise
from math import ceil, dist, floor
from typing import NamedTuple

from PIL import Image

from render.captions import Captions
from render.kit.page import Seats
from render.kit.stage import WIDTH, Beat, Box, Film, Place, Play, Way
from render.kit.still import HEAD, STRIP, head, head_ground, photo_finish
from render.parts.animation import Shot, eased
from render.parts.canvas import Canvas
from render.parts.die import die
from render.parts.inks import Inks
from render.parts.lettering import poster
from render.parts.palette import CREAM, FOREST
from render.parts.shapes import blank_paper, put, put_centred, rosette
from render.parts.silks import token
from render.parts.sketch import Sketch
from render.parts.sprites import Facing, Pose, sprite, width_beside

FRAME = 90
"""Milliseconds of a frame while something moves."""
STILL, START, END = 2000, 800, 1600
"""Milliseconds of the photo finish, of the field at the start, and of how it stands in the end."""
_RACE, _LONGEST = 10_600, 1900
"""Milliseconds that all scenes take, and one of few."""
SLOW = 2700
"""Milliseconds of the scene in which the race is decided."""
SCENES = 15
"""How many scenes there are at most before and after that."""
_RUN = 0.72
"""The share of a scene in which horses run; then it can be read."""
_SLOW_RUN = 0.85
"""That share of the scene in slow motion."""
_STRIDE, _SLOW_STRIDE = 1, 3
"""Frames that each phase of a stride is seen for."""
_CELLS = 3
"""How many plays are told at once."""
_CELL = 62
"""The height of one of them, where they stand below each other."""


class Standing(NamedTuple):
    """Where a horse is, and how."""

    place: Place
    phase: int | None = None
    """Of its stride; None: it has not moved yet."""
    facing: Facing = Facing.RIGHT
    is_seen: bool = True
    is_breaking: bool = False


class _Scene(NamedTuple):
    """Beats that happen at once."""

    beats: Sequence[Beat]
    is_slow: bool

    @property
    def plays(self) -> Sequence[Play]:
        """What is told: the last plays of it."""
        return [play for beat in self.beats for play in beat.plays][-_CELLS:]

    @property
    def ways(self) -> Sequence[Way]:
        """The whole way of each horse."""
        ways = dict[int, Way]()
        for way in chain.from_iterable(beat.ways for beat in self.beats):
            before = ways[way.horse].places if way.horse in ways else ()
            ways[way.horse] = way._replace(places=before + way.places)
        return [way for way in ways.values() if len(way.places) > 1]


def scenes(beats: Sequence[Beat]) -> list[_Scene]:
    """Return what happens one after another: alone the beat with which the first horse comes home."""
    decided = next((at for at, beat in enumerate(beats) if beat.home), None)
    if decided is None:
        return [_Scene(part, is_slow=False) for part in _parts(beats, ceil(len(beats) / SCENES))]
    before, after = beats[:decided], beats[decided + 1 :]
    many = ceil((len(before) + len(after)) / SCENES)
    told = [_Scene(part, is_slow=False) for part in _parts(before, many)]
    told.append(_Scene(beats[decided : decided + 1], is_slow=True))
    return told + [_Scene(part, is_slow=False) for part in _parts(after, many)]


def _parts(beats: Sequence[Beat], many: int) -> list[Sequence[Beat]]:
    return [beats[at : at + many] for at in range(0, len(beats), max(many, 1))]


class Reel(Seats[Captions]):
    """Turns a race into frames."""

    def shots(self, film: Film) -> Iterator[Shot]:
        """Yield every frame."""
        return Screening(self, film).shots()


class Screening:
    """One race in the drawing."""

    def __init__(self, seats: Seats[Captions], film: Film) -> None:
        self.seats, self.film, self.stage = seats, film, film.stage
        self.inks = Inks(self.stage.palette)
        course = self.stage.ground()
        self.height = HEAD + course.height + (0 if self.stage.paper else STRIP)
        self.ground = self._empty(course)
        self.starters = self.stage.starters()
        self.field = [Standing(place) for place in film.start]

    def _empty(self, course: Image.Image) -> Image.Image:
        bare = Sketch(WIDTH, self.height, FOREST)
        head_ground(bare)
        image = bare.image().quantize(palette=self.stage.palette, dither=Image.Dither.NONE)
        image.paste(self._in_colours(course), (0, HEAD))
        return image

    def _in_colours(self, course: Image.Image) -> Image.Image:
        if self.inks.holds(course):
            return course
        return course.convert("RGB").quantize(palette=self.stage.palette, dither=Image.Dither.NONE)

    def shots(self) -> Iterator[Shot]:
        """Yield every frame."""
        film, told = self.film, scenes(self.film.beats)
        if film.finish:
            yield Shot(self._pixels(photo_finish(film, self.height)), STILL)
        yield Shot(self._frame(self._scenery((), "", is_gold=False), ()), START)
        long = min(_LONGEST, _RACE // max(1, len(told)) // 10 * 10)
        leader: int | None = None
        home: tuple[int, ...] = ()
        for scene in told:
            beat = scene.beats[-1]
            now = beat.leader if beat.leader is not None else leader
            running = self._scenery(scene.plays, self._said(leader, home), is_gold=bool(home))
            is_news = bool(beat.home) or now != leader
            then = self._scenery(scene.plays, self._said(now, beat.home), is_gold=is_news)
            yield from self._run(scene, running, home, SLOW if scene.is_slow else long, then)
            leader, home = now, beat.home
        yield Shot(self._frame(self._scenery(told[-1].plays, film.won_in_short, is_gold=True), home), END)

    def _said(self, leader: int | None, home: Sequence[int]) -> str:
        if home:
            return self.film.won_in_short
        return "" if leader is None else self.starters[leader].leads

    def _run(
        self,
        scene: _Scene,
        running: Image.Image,
        home: Sequence[int],
        milliseconds: int,
        then: Image.Image,
    ) -> Iterator[Shot]:
        """Show horses on their ways, and how they stand then."""
        breaking = {horse for beat in scene.beats for horse in beat.breaking}
        self.field = [
            standing._replace(is_breaking=horse in breaking) for horse, standing in enumerate(self.field)
        ]
        frames = floor(milliseconds * (_SLOW_RUN if scene.is_slow else _RUN) / FRAME) if scene.ways else 1
        stride = _SLOW_STRIDE if scene.is_slow else _STRIDE
        routes = [(way, self._route(way)) for way in scene.ways]
        for frame, share in enumerate(_slowing(frames) if scene.is_slow else eased(frames), 1):
            for way, route in routes:
                self._move(way, route, share, frame // stride)
            if frame < frames:
                yield Shot(self._frame(running, home), FRAME)
        yield Shot(self._frame(then, scene.beats[-1].home), milliseconds - FRAME * (frames - 1))

    def _route(self, way: Way) -> list[float]:
        """Return after which share of a way each of its places is reached."""
        points = [self.stage.point(way.horse, place) for place in way.places]
        passed = list(accumulate((dist(*ends) for ends in pairwise(points)), initial=0.0))
        return [each / (passed[-1] or 1.0) for each in passed]

    def _move(self, way: Way, route: Sequence[float], share: float, step: int) -> None:
        place, before = _between(way.places, route, share), self.field[way.horse]
        gone = self.stage.point(way.horse, place)[0] - self.stage.point(way.horse, before.place)[0]
        facing = before.facing
        if self.stage.turns_back and abs(gone) > 1:
            facing = Facing.LEFT if gone < 0 else Facing.RIGHT
        phase = (step if gone >= 0 or self.stage.turns_back else -step) + way.horse
        is_seen = share < 1 or not way.vanishes
        seen = Standing(place, phase % len(self.stage.gait), facing, is_seen, before.is_breaking)
        self.field[way.horse] = seen

    # ----------------------------------------------------------------------------------------- what is seen

    def _pixels(self, image: Canvas) -> Image.Image:
        return image.indexed(self.inks)

    def _scenery(self, plays: Sequence[Play], said: str, *, is_gold: bool) -> Image.Image:
        """Return the course with what is told, without horses."""
        image = Canvas.over(self.ground)
        head(image, self.film.title, said, is_gold=is_gold)
        if self.stage.paper:
            left, top, right, bottom = self.stage.paper
            put(image, blank_paper(right - left, bottom - top, 16, CREAM), left, top + HEAD)
        else:
            image.rectangle((0, self.height - STRIP, WIDTH, self.height), fill=CREAM)
        for cell, play in zip(self._cells(), plays, strict=False):
            self._told(image, cell, play)
        return self._pixels(image)

    def _cells(self) -> list[Box]:
        if self.stage.paper is None:
            wide, top = WIDTH // _CELLS, self.height - STRIP
            return [(wide * number, top, wide * (number + 1), self.height) for number in range(_CELLS)]
        left, top, right, bottom = self.stage.paper
        high = min(_CELL, (bottom - top - 8) // _CELLS)
        first = HEAD + top + (bottom - top - high * _CELLS) // 2
        return [(left, first + high * row, right, first + high * (row + 1)) for row in range(_CELLS)]

    def _told(self, image: Canvas, cell: Box, play: Play) -> None:
        left, top, right, bottom = cell
        middle, x = (top + bottom) / 2, left + 14.0
        if play.horse is not None:
            put_centred(image, token(self.starters[play.horse].silk, 44), x + 22, middle)
            x += 54
        room = round(right - x - 8)
        self.seats.name(image, play.seat, x, middle - 14, 22, room)
        if play.die:
            put(image, die(play.die, 30), x, middle - 1)
        poster(image, x + 38 * bool(play.die), middle + 14, play.did, 32, width=room)

    def _frame(self, scenery: Image.Image, home: Sequence[int]) -> Image.Image:
        image = Canvas.over(scenery)
        points = [self.stage.point(horse, standing.place) for horse, standing in enumerate(self.field)]
        for horse in sorted(range(len(points)), key=lambda number: (points[number][1], number)):
            if self.field[horse].is_seen:
                self._horse(image, horse, points[horse], home)
        return self._pixels(image)

    def _horse(self, image: Canvas, horse: int, point: tuple[float, float], home: Sequence[int]) -> None:
        stage, standing = self.stage, self.field[horse]
        leap = 0.0 if standing.phase is None else stage.leap(standing.place)
        pose = Pose.LEAPING if leap else self._pose(standing)
        width = width_beside(pose, stage.gait[0], stage.horse)
        shown = sprite(pose, self.starters[horse].silk, width, facing=standing.facing)
        x = point[0] - (shown.x if stage.turns_back else shown.nose)
        y = point[1] + HEAD - shown.y - leap * stage.horse
        put(image, shown.image, x, y)
        if horse in home:
            side = max(24, round(stage.horse * 0.36))
            put_centred(image, rosette(home.index(horse) + 1, side), x - side * 0.3, y + side * 0.6)

    def _pose(self, standing: Standing) -> Pose:
        if standing.is_breaking:
            return Pose.BREAKING
        return self.stage.waiting if standing.phase is None else self.stage.gait[standing.phase]


def _slowing(frames: int) -> Iterator[float]:
    """Yield for each frame which share of a move is done that gets slower and slower; 1 in the last."""
    for frame in range(1, frames + 1):
        yield 1 - (1 - frame / frames) ** 1.7


def _between(places: Sequence[Place], route: Sequence[float], share: float) -> Place:
    """Return the place after a share of a way."""
    for (one, other), (start, end) in zip(pairwise(places), pairwise(route), strict=True):
        if share <= end:
            part = (share - start) / (end - start) if end > start else 1.0
            return tuple(a + (b - a) * part for a, b in zip(one, other, strict=True))
    return places[-1]
