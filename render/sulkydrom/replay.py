"""The animated replay: every tempo card of a race, and where it took the horses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import NamedTuple

from PIL import Image

from engines.core import Seat
from engines.parts.tuples import replaced
from engines.sulkydrom.course import Spot
from engines.sulkydrom.view import Phase, View
from render.kit.page import Seats
from render.kit.replay import Races, animated
from render.parts.animation import Shot, eased
from render.parts.kept import kept
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FOREST
from render.parts.shapes import Point, fresh_sheet, put, put_centred, rosette
from render.parts.sketch import Sketch
from render.picture import Picture
from render.sulkydrom import alt
from render.sulkydrom.captions import Captions
from render.sulkydrom.course import Window, draw_course
from render.sulkydrom.field import put_horse, with_horses
from render.sulkydrom.sulky import PALETTE, runner, silk
from render.sulkydrom.track import HEIGHT, WIDTH, Track, track_of

_WIDE, _HIGH, _STRIP, _TOP = 720, round(HEIGHT * 720 / WIDTH), 106, 44
"""The width of a frame, and the heights of the course, of the strip below it, and of the line above it."""
_ZOOM = _WIDE / WIDTH
_COURSE = Window(0, -_TOP / _ZOOM, _ZOOM, _ZOOM)
CALLED = 31, 300
"""How high and how wide a name may be."""

_OPENING, _CARD, _FRAME, _AFTER, _END = 1200, 500, 50, 120, 4000
"""Milliseconds: the start, a tempo card, a frame of a drive, its last one, the finish."""

_MOST, _FRAMES = 260, 1400
"""How many drives fit into a replay of more than one race, and about how many frames they may take in all."""


class Drive(NamedTuple):
    """One drive of a race: the views before and after it, and from where to where."""

    before: View
    after: View
    seat: Seat
    start: Spot
    end: Spot

    @property
    def race(self) -> int:
        """The number of the race."""
        return self.before.race


def replay(views: Sequence[View], names: Sequence[str], captions: Captions) -> Picture:
    """Animate a race, or several, from everyone's views after each action; ValueError if no horse drives."""
    return animated(
        "sulkydrom-replay-race", drives(views), _MOST, Reel(names, captions).shots, captions, PALETTE
    )


def drives(views: Sequence[View]) -> Iterator[Drive]:
    """Find the drives between views; the one that ends a race with another to follow is told by its result."""
    for before, after in pairwise(views):
        now = after if after.race == before.race else _ended(before, after)
        for seat, (start, end) in enumerate(zip(before.places, now.places, strict=True)):
            if start is not None and start != end:
                yield Drive(
                    before, now, seat, start, end or Spot(start.lane, before.lengths[start.lane - 1] + 1)
                )


def _ended(before: View, after: View) -> View:
    """Return how things stood when the race of `before` had ended; whose drive it was has come home with it.

    Where the tempo cards ran out instead, the last drive is not known any more and left out.
    """
    over = after.result
    if over is None or over.race != before.race or not before.to_act:
        return before
    seat = before.to_act[0]
    is_last = before.seats - len(before.home) == 2 and over.order[len(before.home)] == before.horses[seat]
    places = replaced(before.places, seat, None) if is_last else before.places
    positions = tuple([over.order.index(horse) + 1 for horse in before.horses])
    return replace(before, places=places, home=over.order, positions=positions, phase=Phase.OVER, to_act=())


class Reel(Seats[Captions]):
    """What every frame of a replay shares."""

    def shots(self, races: Races[Drive]) -> Iterator[Shot]:
        """Yield every frame, fewer of a drive where there are many drives."""
        frames = max(1, min(6, _FRAMES // sum(map(len, races))))
        for race in races:
            yield Shot(self.scene(race[0].before), _OPENING)
            for _, driven in groupby(race, key=lambda drive: (drive.before.phase, len(drive.before.pile))):
                card, *_ = drives = list(driven)
                yield Shot(self.scene(card.before, card.before), _CARD)
                for drive in drives:
                    yield from self._drive(drive, card.before, frames)
            yield Shot(self.scene(race[-1].after), _END)

    def _drive(self, drive: Drive, card: View, frames: int) -> Iterator[Shot]:
        view, way = drive.before, track_of(drive.before)
        field = self.scene(view, card, without=drive.seat)
        start, end = way.nose(drive.start), _seen(way, drive.end)
        for share in eased(frames):
            frame = field.copy()
            x, y = _COURSE.on(
                (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            )
            put_horse(frame, view, drive.seat, x, y, way.lane * _ZOOM)
            yield Shot(frame, _AFTER if share == 1 else _FRAME)

    def scene(self, view: View, card: View | None = None, without: Seat | None = None) -> Image.Image:
        """Return the course without a horse on its way, and of the view before a card or a Joker what it gives."""
        image = Image.new("RGB", (_WIDE, _TOP + _HIGH + _STRIP), FOREST)
        image.paste(_ground(track_of(view)))
        with_horses(image, view, _COURSE, without)
        x, y = _WIDE / 2, 22
        image.paste(FOREST, (0, 0, _WIDE, _TOP))
        race = self.captions.race.format(race=view.race)
        if card and card.turn is not None:
            turned = card.turned if card.phase is Phase.DRIVING else None
            driven = self.captions.card(turned.deck) if turned else self.captions.joker
            said = f"{race} · {self.called(card.turn, *CALLED)}: {driven}"
            write(image, x, y, said, 22, fill=CREAM, align="m", width=370)
            put(image, order(card), 10, _TOP + _HIGH + 2)
        else:
            headline(image, x, y, race, 28, fill=CREAM, align="m", width=360)
            put(image, order(replace(card or view, order=())), 10, _TOP + _HIGH + 2)
        return image


def _seen(way: Track, end: Spot) -> Point:
    """Return where a horse is seen at the end of a drive: behind the line, but not beyond the picture."""
    return (WIDTH - 8, way.y(end.lane)) if way.is_home(end) else way.nose(end)


@kept
def _ground(way: Track) -> Image.Image:
    ground = Sketch(_WIDE, _TOP + _HIGH, FOREST)
    draw_course(ground, way, _COURSE)
    return ground.image()


def order(view: View) -> Image.Image:
    """Return the strip with the horses by position, and below each what the card gives it."""
    strip = fresh_sheet(_WIDE - 20, _STRIP - 12, 16, CREAM)
    column = strip.width / view.seats
    for rank, seat in enumerate(alt.ranked(view), 1):
        x = column * (rank - 0.5)
        put_centred(strip, runner(silk(view.horses[seat]), 46), x, 32)
        if view.horses[seat] in view.home:
            put_centred(strip, rosette(rank, 38), x, 74)
        elif seat in view.order:
            headline(strip, x, 75, str(view.allowances[seat]), 30, align="m")
    return strip
