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
from render.jumpyjack.captions import Captions
from render.jumpyjack.horses import PALETTE, silks
from render.jumpyjack.podium import podium
from render.jumpyjack.track import Stand, ground, middle, oval, stand, with_barriers, with_horses, with_trail
from render.kit.page import Seats
from render.kit.replay import Races, animated
from render.parts.animation import Shot, eased
from render.parts.die import die
from render.parts.lettering import headline
from render.parts.oval import Oval, Scale
from render.parts.palette import CREAM
from render.parts.shapes import fresh_sheet, put, put_centred
from render.parts.silks import token
from render.picture import Picture

SMALL = Scale(720, 456, 40, 15)
"""The size of the replay's course."""

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


_LEFT, _TOP, _WIDTH, _HEIGHT = 195, 128, 334, 222


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
        worn = token(silks(move.before.horses)[move.last.horse], SMALL.token)
        sent_off = move.last.way[-1] <= 0
        shares = list(eased(4 + squares))
        for share in shares:
            frame = field.copy()
            distance, outwards = (a + (b - a) * share for a, b in zip(start, end, strict=True))
            put_centred(frame, worn, *track.point(distance, outwards))
            yield Shot(frame, _LANDED if sent_off and share == shares[-1] else _FRAME)
        yield Shot(self.scene(move.after()), _AFTER)

    def scene(self, view: View, *, thrown: bool = True, without: Horse | None = None) -> Image.Image:
        """Return the course and what is thrown; `without` is the horse that is on its way."""
        image = ground(view.course, self.captions, SMALL)
        with_barriers(image, view, SMALL)
        if without is None and thrown:
            with_trail(image, view, SMALL)
        with_horses(image, view, SMALL, without)
        panel = fresh_sheet(_WIDTH, _HEIGHT, 20, CREAM)
        race = self.captions.race.format(race=view.race)
        if thrown and view.value:
            (seat,) = view.to_act
            put_centred(panel, die(view.value, 54), 44, 42)
            self.name(panel, seat, 84, 28, 26, 230)
            headline(panel, 84, 60, race, 22, width=230)
        else:
            headline(panel, _WIDTH / 2, 42, race, 34, align="m", width=300)
        standing = podium(view, _WIDTH - 24)
        put(panel, standing, 12, _HEIGHT - standing.height)
        put(image, panel, _LEFT, _TOP)
        return image
