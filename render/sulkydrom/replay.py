"""The animated replay: every tempo card of a race, and where it took the horses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby, pairwise
from typing import NamedTuple

from PIL import Image

from engines.core import Seat
from engines.parts.tuples import replaced
from engines.sulkydrom.course import Section, Spot
from engines.sulkydrom.view import Phase, View
from render.kit.replay import LAST, Asked, animated
from render.kit.stage import WIDTH, Beat, Film, Place, Play, Stage, Starter, Way, reduced
from render.parts.poster import HEAD
from render.parts.poster import WIDTH as BOARD
from render.parts.shapes import Point
from render.parts.sprites import TROT, Pose
from render.picture import Picture
from render.sulkydrom import alt
from render.sulkydrom.captions import Captions
from render.sulkydrom.ground import PAPER, TOP, laid_ground
from render.sulkydrom.sulky import PALETTE, silk
from render.sulkydrom.track import FINISH, Track, track, track_of

_BY = WIDTH / BOARD
_WIDE = 1.85
"""How many times as wide as its lane is high a horse with its sulky is."""


@dataclass(frozen=True)
class Sweeps(Stage):
    """The course from the rails; a place is how far right it is, in pixels of the board, and its lane."""

    gait = TROT
    waiting = Pose.TROT_STANCE

    course: tuple[Section, ...]
    lanes: int
    drivers: tuple[Starter, ...]
    captions: Captions

    @property
    def _way(self) -> Track:
        return track(self.course, self.lanes)

    @property
    def palette(self) -> Image.Image:
        """That of all pictures of the game."""
        return PALETTE

    @property
    def horse(self) -> int:
        """The width of a horse with its sulky in pixels."""
        return round(self._way.lane * _WIDE * _BY)

    def starters(self) -> Sequence[Starter]:
        """Return the horses, by seat."""
        return self.drivers

    def ground(self) -> Image.Image:
        """Return the course below its stand."""
        say = self.captions
        words = (each.upper() for each in (say.start, say.finish, say.curve, say.lane))
        whole = laid_ground(PALETTE, self._way, 0, *words)
        return reduced(whole, (0, HEAD, BOARD, PAPER), PALETTE)

    def point(self, horse: int, place: Place) -> Point:
        """Return where the nose and the hooves of a horse are."""
        x, lane = place
        return x * _BY, (self._way.y(lane + 0.42) + TOP - HEAD) * _BY


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


def replay(views: Sequence[View], names: Sequence[str], captions: Captions, asked: Asked = LAST) -> Picture:
    """Animate a race from everyone's views after each action; NothingMoved if no horse drives, or NoSuchRace."""
    film = partial(_film, captions=captions)
    return animated("sulkydrom-replay-race", drives(views), film, names, captions, asked)


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


def _film(steps: Sequence[Drive], captions: Captions) -> Film:
    view, last = steps[0].before, steps[-1].after
    drivers = [
        Starter(name, silk(horse), captions.leads.format(horse=name))
        for name, horse in zip(view.names, view.horses, strict=True)
    ]
    finish = tuple([last.horses.index(horse) for horse in last.home])
    way = track_of(view)
    return Film(
        race=steps[0].race,
        title=captions.race.format(race=steps[0].race),
        stage=Sweeps(view.course, len(view.lengths), tuple(drivers), captions),
        start=tuple(_stand(way, place or Spot(1, 0)) for place in view.places),
        beats=tuple(_beats(steps, captions)),
        finish=finish,
        winner=view.names[finish[0]] if finish else "",
        verdict=captions.has_won,
    )


def _beats(steps: Sequence[Drive], captions: Captions) -> Iterator[Beat]:
    """Yield what each tempo card, or Joker, brought."""
    for _, driven in groupby(steps, key=lambda drive: (drive.before.phase, len(drive.before.pile))):
        drives = list(driven)
        card, after, way = drives[0].before, drives[-1].after, track_of(drives[0].before)
        plays: tuple[Play, ...] = ()
        if card.turn is not None:
            turned = card.turned if card.phase is Phase.DRIVING else None
            plays = (Play(card.turn, captions.card(turned.deck) if turned else captions.joker, card.turn),)
        ways = [Way(drive.seat, _places(way, drive)) for drive in drives]
        home = tuple(after.horses.index(horse) for horse in after.home)
        stopped = () if card.stopped is None or card.phase is not Phase.DRIVING else (card.stopped,)
        yield Beat(plays, tuple(ways), _leading(after), home, stopped)


def _places(way: Track, drive: Drive) -> tuple[Place, ...]:
    """Return the places of a drive; beyond the line horses stand in the order in which they came."""
    start, (end, lane) = _stand(way, drive.start), _stand(way, drive.end)
    horse = drive.before.horses[drive.seat]
    if not way.is_home(drive.end) or horse not in drive.after.home:
        return start, (end, lane)
    rank = drive.after.home.index(horse) + 1
    return start, (FINISH, lane), (end, float(rank))


def _stand(way: Track, spot: Spot) -> Place:
    return way.nose(spot)[0], float(spot.lane)


def _leading(view: View) -> int | None:
    first = alt.ranked(view)[0]
    place = view.places[first]
    return first if not view.home and place and place.space else None
