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
from render.kit.stage import WIDTH, Beat, Film, Place, Play, Stage, Starter, Way
from render.kit.straight import Straight, straight
from render.parts.shapes import Point
from render.parts.sprites import sprite_palette
from render.picture import Picture
from render.turfe.captions import Captions
from render.turfe.track import SAND, SAND_DARK, Field, silks

_SIZE, _TOP, _BOTTOM = (WIDTH, 480), 56, 296
"""The picture that the track fills in width, where its lanes begin, and where it is cut off below them."""

Step: TypeAlias = CardStep[View, LastPlay, Spot, Horse]


@dataclass(frozen=True)
class Sand(Stage):
    """The straight; a place is a space and a lane."""

    runners: tuple[Starter, ...]
    length: int
    start: str
    finish: str

    @property
    def _track(self) -> Straight:
        return straight(len(self.runners), self.length, _SIZE, _TOP, (SAND, SAND_DARK))

    @property
    def palette(self) -> Image.Image:
        """That of the silks on sand."""
        return sprite_palette(tuple(runner.silk for runner in self.runners), SAND)

    @property
    def horse(self) -> int:
        """The width of a running horse in pixels."""
        return round(self._track.lane * 1.7)

    def starters(self) -> Sequence[Starter]:
        """Return the horses."""
        return self.runners

    def ground(self) -> Image.Image:
        """Return the track with its numbers."""
        return self._track.ground(self.start, self.finish).crop((0, 0, WIDTH, _BOTTOM))

    def point(self, horse: int, place: Place) -> Point:
        """Return where the nose and the hooves of a horse are."""
        track, (space, lane) = self._track, place
        x, y = track.point(space, lane - 1)
        nose = x + track.space * 0.5 if space >= 1 else track.start + track.space * space - 2
        return nose, y + track.lane * 0.42


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
    finish = _order(last) if last.home else ()
    return Film(
        race=steps[0].race,
        title=captions.race_of.format(race=steps[0].race, races=view.races),
        stage=Sand(tuple(runners), view.length, captions.start, captions.finish),
        start=tuple(_place(_before(steps[0]), horse) for horse in view.horses),
        beats=tuple(_beats(steps, captions)),
        finish=finish,
        winner=called[finish[0]] if finish else "",
        verdict=captions.wins,
    )


def _order(field: Field) -> tuple[int, ...]:
    """Return the horses from the best on."""
    home = {horse: rank for rank, horse in enumerate(field.home)}
    order = sorted(
        field.horses, key=lambda horse: (home.get(horse, len(field.horses)), -field.place(horse).space)
    )
    return tuple(map(field.horses.index, order))


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
