"""The animated replay: every throw of a race, and the way on which it took a horse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from engines.jumpyjack.actions import Horse
from engines.jumpyjack.course import Places
from engines.jumpyjack.podium import Podium
from engines.jumpyjack.state import LastMove
from engines.jumpyjack.view import Phase, View
from engines.parts.tuples import replaced
from render.jumpyjack.board import FOOT, PODIUM
from render.jumpyjack.captions import Captions
from render.jumpyjack.field import hedges_of, put_horse, with_barriers, with_horses, with_trails
from render.jumpyjack.ground import ground
from render.jumpyjack.horses import PALETTE, silks
from render.jumpyjack.podium import podium
from render.jumpyjack.track import BOTTOM, WIDTH, Stand, middle, oval, stand
from render.kit.page import Seats
from render.kit.replay import Races, animated
from render.parts.animation import Shot, eased
from render.parts.die import die
from render.parts.lettering import poster
from render.parts.oval import Oval, Scale
from render.parts.palette import CREAM, GOLD
from render.parts.poster import HEAD
from render.parts.shapes import put, put_centred
from render.parts.sprites import GALLOP, Pose
from render.picture import Picture

_SHARE = 0.6
SMALL = Scale(round(WIDTH * _SHARE), round(BOTTOM * _SHARE), 74, 20)
"""The size of the replay: the head and the course of a board."""

_OPENING, _THROW, _FRAME, _LANDED, _AFTER, _END = 1200, 450, 50, 450, 350, 4000
"""Milliseconds: the start, a throw, a frame of a move, on the hedge that acts, the end of a move, the finish."""

_MOST = 140
"""How many throws fit into a replay."""


class Move(NamedTuple):
    """One throw of a race and its move; `before` is the view in which it was thrown."""

    before: View
    last: LastMove
    places: Places
    podium: Podium

    @property
    def race(self) -> int:
        """The number of the race."""
        return self.before.race

    def after(self) -> View:
        """Return the view with the horse moved."""
        return replace(self.before, places=self.places, podium=self.podium, last=self.last)


def replay(views: Sequence[View], names: Sequence[str], captions: Captions) -> Picture:
    """Animate a race, or several, from everyone's views after each action; ValueError if no horse is moved."""
    return animated(
        "jumpyjack-replay-race", moves(views), _MOST, Reel(names, captions).shots, captions, PALETTE
    )


def moves(views: Sequence[View]) -> Iterator[Move]:
    """Find the moves between views; that which ends a race may only be in its result."""
    for before, after in pairwise(views):
        if before.phase is not Phase.RACING:
            continue
        if after.race == before.race:
            if after.last and after.last != before.last:
                yield Move(before, after.last, after.places, after.podium)
        elif after.result and after.result.race == before.race:
            over = after.result
            places = replaced(before.places, before.horses.index(over.last.horse), over.last.way[-1])
            yield Move(before, over.last, places, over.podium)


def _stretch(track: Oval, move: Move) -> tuple[Stand, Stand, int]:
    """Return where a horse leaves from and gets to on its own feet, and how many squares that is."""
    horse = move.before.horses.index(move.last.horse)
    start = stand(track, move.before.places, horse)
    assert start is not None
    last = [place for place in move.last.way[1:] if place > 0][-1]
    squares = last - move.last.way[0]
    if last > track.squares:
        home = track.start + track.squares * track.square + track.paddock * 0.6
        return start, (home, 0.0), squares
    arrived = stand(track, replaced(move.before.places, horse, last), horse)
    return start, arrived or (middle(track, last), 0.0), squares


class Reel(Seats[Captions]):
    """What every frame of a replay shares."""

    def shots(self, races: Races[Move]) -> Iterator[Shot]:
        """Yield every frame."""
        for race in races:
            yield Shot(self.scene(race[0].before, thrown=False), _OPENING)
            for move in race:
                yield from self._run(move)
            yield Shot(self.scene(race[-1].after(), thrown=False), _END)

    def _run(self, move: Move) -> Iterator[Shot]:
        """Show a throw, the horse on its way, and how things stand then."""
        yield Shot(self.scene(move.before), _THROW)
        field = self.scene(move.before, without=move.last.horse)
        track = oval(move.before.course.squares, SMALL)
        start, end, squares = _stretch(track, move)
        worn = silks(move.before.horses)[move.last.horse]
        sent_off = move.last.way[-1] <= 0
        shares = list(eased(4 + squares))
        for number, share in enumerate(shares):
            frame = field.copy()
            distance, outwards = (a + (b - a) * share for a, b in zip(start, end, strict=True))
            pose = GALLOP[number % len(GALLOP)]
            if _is_over_a_hedge(track, move.before, distance):
                distance, pose = distance + track.square * 0.3, Pose.LEAPING
            put_horse(frame, track, worn, (distance, outwards), pose, SMALL)
            yield Shot(frame, _LANDED if sent_off and share == shares[-1] else _FRAME)
        yield Shot(self.scene(move.after()), _AFTER)

    def scene(self, view: View, *, thrown: bool = True, without: Horse | None = None) -> Image.Image:
        """Return the course and what is thrown; `without` is the horse that is on its way."""
        image = ground(view.course, self.captions, SMALL)
        self._head(image, view, thrown=thrown)
        standing = podium(view, round(PODIUM * _SHARE))
        put(image, standing, (SMALL.width - standing.width) / 2, FOOT * _SHARE - standing.height)
        if without is None and thrown:
            with_trails(image, replace(view, recent=()), SMALL)
        with_barriers(image, view, SMALL)
        with_horses(image, view, SMALL, without)
        return image

    def _head(self, image: Image.Image, view: View, *, thrown: bool) -> None:
        y = (HEAD - 6) * _SHARE / 2
        race = self.captions.race.format(race=view.race).upper()
        poster(image, 20, y, race, 46, fill=CREAM, width=300)
        if thrown and view.value:
            (seat,) = view.to_act
            put_centred(image, die(view.value, 50), SMALL.width - 40, y)
            spare = self.captions.stand_in(seat)
            poster(
                image, SMALL.width - 78, y, self.names[seat], 40, fill=GOLD, align="r", width=320, spare=spare
            )


def _is_over_a_hedge(track: Oval, view: View, distance: float) -> bool:
    """Tell whether a horse so far on its way is in the air over a hedge."""
    planted = (track.start + (square - 1) * track.square for square in hedges_of(view.course))
    return any(abs(distance - hedge) < track.square * 0.4 for hedge in planted)
