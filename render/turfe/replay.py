"""The animated replay: every card of a race, and the move it made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from PIL import Image

from engines.turfe.actions import Horse, Spot
from engines.turfe.state import LastPlay
from engines.turfe.view import View
from render.kit.replay import LAST, Asked, CardStep, animated, cards_played
from render.kit.result import in_order
from render.kit.stage import WIDTH, Beat, Film, Place, Play, Stage, Starter, Way, reduced
from render.parts.poster import HEAD
from render.parts.poster import WIDTH as BOARD
from render.parts.shapes import Point
from render.picture import Picture
from render.turfe.captions import Captions
from render.turfe.horses import PALETTE, Field, silks
from render.turfe.track import Track

_BY = WIDTH / BOARD
_HOOVES = 0.12
"""How far above the lower edge of its lane the hooves of a horse are, as a share of the lane."""

Step: TypeAlias = CardStep[View, LastPlay, Spot, Horse]


@dataclass(frozen=True)
class Sand(Stage):
    """The straight below its stand; a place is a space and a lane."""

    runners: tuple[Starter, ...]
    length: int
    start: str
    finish: str

    @property
    def _track(self) -> Track:
        return Track(len(self.runners), self.length)

    @property
    def palette(self) -> Image.Image:
        """That of all pictures of the game."""
        return PALETTE

    @property
    def horse(self) -> int:
        """The width of a running horse in pixels, in the middle of the course."""
        return round(self._track.horse((len(self.runners) + 1) / 2) * _BY)

    def starters(self) -> Sequence[Starter]:
        """Return the horses."""
        return self.runners

    def ground(self) -> Image.Image:
        """Return the course from the stand to the band with its numbers."""
        track = self._track
        whole = track.laid(self.start, self.finish, PALETTE, track.foot)
        return reduced(whole, (0, HEAD, BOARD, track.foot), PALETTE)

    def point(self, horse: int, place: Place) -> Point:
        """Return where the nose and the hooves of a horse are."""
        space, lane = place
        x, y = self._track.point(space, lane - _HOOVES)
        return x * _BY, (y - HEAD) * _BY


def replay(views: Sequence[View], names: Sequence[str], captions: Captions, asked: Asked = LAST) -> Picture:
    """Animate a race from everyone's views after each action; NothingMoved if no card is played, or NoSuchRace."""
    film = partial(_film, captions=captions)
    return animated("turfe-replay-race", cards_played(views), film, names, captions, asked)


def _film(steps: Sequence[Step], captions: Captions) -> Film:
    view, last, worn = steps[0].view, _after(steps[-1]), silks(steps[0].view.horses)
    called = [captions.horse(horse) for horse in view.horses]
    runners = [
        Starter(name, worn[horse], captions.leads.format(name=name))
        for horse, name in zip(view.horses, called, strict=True)
    ]
    home = [view.horses.index(horse) for horse in last.home]
    spaces = [last.place(horse).space for horse in view.horses]
    order = in_order(range(len(runners)), home, spaces) if home else []
    finish = tuple(horse for horse, _ in order)
    return Film(
        race=steps[0].race,
        title=captions.race_of.format(race=steps[0].race, races=view.races),
        stage=Sand(tuple(runners), view.length, captions.start, captions.finish),
        start=tuple(_place(_before(steps[0]), horse) for horse in view.horses),
        beats=tuple(_beats(steps, captions)),
        finish=finish,
        winner=called[finish[0]] if finish else "",
        verdict=captions.wins,
        ranks=tuple(rank for _, rank in order),
    )


def _beats(steps: Sequence[Step], captions: Captions) -> Iterator[Beat]:
    for step in steps:
        after, before, play = _after(step), _before(step), step.play
        ways: tuple[Way, ...] = ()
        did, number = captions.stays, None if play.horse is None else after.horses.index(play.horse)
        if play.horse is not None and number is not None and play.start and play.end:
            did = captions.signed(play.end.space - play.start.space)
            passed = after.way(play.horse, play.start, play.end, step.view.length)[1:-1]
            between = [(float(spot.space), float(spot.lane)) for spot in passed]
            ends = _place(before, play.horse), _place(after, play.horse)
            ways = (Way(number, (ends[0], *between, ends[1])),)
        home = tuple(after.horses.index(horse) for horse in after.home)
        yield Beat((Play(play.seat, did, number),), ways, _leading(after), home)


def _leading(field: Field) -> int | None:
    spaces = [place.space for place in field.places]
    foremost = max(spaces)
    return spaces.index(foremost) if foremost and spaces.count(foremost) == 1 and not field.home else None


def _after(step: Step) -> Field:
    """Return the horses after a card."""
    return Field(step.view.horses, step.places, step.home)


def _before(step: Step) -> Field:
    """Return the horses before a card."""
    horse, start, field = step.play.horse, step.play.start, _after(step)
    if horse is None or start is None:
        return field
    home = tuple(other for other in step.home if other != horse)
    return replace(field, home=home).with_place(horse, start)


def _place(field: Field, horse: Horse) -> Place:
    """Return where a horse stands; those that share a start or a home stand apart."""
    spot = field.place(horse)
    beside = [other for other in field.horses if field.place(other) == spot]
    return float(spot.space), spot.lane + (beside.index(horse) - (len(beside) - 1) / 2) * 0.5
