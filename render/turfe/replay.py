"""The animated replay: every card of a race, and the move it made."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from PIL import Image, ImageDraw

from engines.turfe.actions import Horse, Spot
from engines.turfe.state import LastPlay
from engines.turfe.view import View
from render.kit.page import Seats
from render.kit.replay import WHOLE, CardStep, Races, animated, cards_played
from render.parts.animation import Box, Shot, around, eased
from render.parts.cards import back
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FADED, INK, LINE
from render.parts.shapes import Point, arrow, flag, fresh_sheet, put, put_centred, rosette
from render.parts.silks import token
from render.picture import Picture
from render.turfe.captions import Captions, square_name
from render.turfe.faces import face
from render.turfe.field import nose_of, prints, with_horse, with_horses
from render.turfe.horses import PALETTE, Field, silks
from render.turfe.track import Track

_WIDTH, _HEIGHT, _ZOOM, _TOP = 720, 480, 0.6, 36
"""The size of a frame, how large the straight is beside that of a board, and what is free above it, in pixels."""

_OPENING, _CARD, _STILL, _FRAME, _AFTER, _END = 1200, 350, 600, 60, 400, 4000
"""Milliseconds: the start, a card, one that moves nothing, a frame of a move, its last one, the finish."""

_MOST = 120
"""How many cards fit into a replay."""


Step: TypeAlias = CardStep[View, LastPlay, Spot, Horse]


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


def _way(step: Step) -> list[Spot]:
    """Return the places of the horse that moved, from the first to the last; none if none did."""
    horse, start, end = step.play.horse, step.play.start, step.play.end
    if horse is None or start is None or end is None:
        return []
    return _after(step).way(horse, start, end, step.view.length)


def replay(views: Sequence[View], names: Sequence[str], captions: Captions) -> Picture:
    """Animate a race, or several, from everyone's views after each action; ValueError if no card is played."""
    shots = Reel(names, captions).shots
    return animated("turfe-replay-race", cards_played(views), _MOST, shots, captions, PALETTE)


_PANEL: Box = (14, 292, 706, 468)
_CARD_WIDTH = 112
_PRINTS = 26
"""How far beside a horse its prints may lie, in pixels of a board."""
_FRAMES = 2
"""Frames a space of a move, plus one."""


class Reel(Seats[Captions]):
    """What every frame of a replay shares."""

    def shots(self, races: Races[Step]) -> Iterator[Shot]:
        """Yield every frame."""
        for steps in races:
            yield Shot(self._scene(steps[0], is_open=False), _OPENING, WHOLE)
            changed = _PANEL
            for step in steps:
                changed = yield from self._shown(step, changed)
            yield Shot(self._scene(steps[-1], after=True), _END, around(_PANEL, changed))

    def _shown(self, step: Step, stale: Box) -> Generator[Shot, None, Box]:
        """Show a card and its move. `stale` is where the move before left its trail; return where this one does."""
        way, horse = _way(step), step.play.horse
        yield Shot(self._scene(step), _CARD if way else _STILL, around(_PANEL, stale))
        if horse is None or not way:
            return _PANEL
        track, worn = _track(step.view), silks(step.view.horses)[horse]
        field, spaces = self._scene(step, without=horse), len(way) - 1
        before = _box(track, way[0], track.hooves(way[0]))
        everywhere = around(before, *(_box(track, place, track.hooves(place)) for place in way))
        everywhere = around(everywhere, *_shifted(track, _before(step), _after(step)))
        for share in eased(_FRAMES * spaces + 1):
            passed = share * spaces
            if passed >= spaces:
                yield Shot(self._scene(step, after=True), _AFTER, everywhere)
                break
            frame = field.copy()
            place, nose = _between(track, way, passed)
            prints(frame, track, worn, way[: int(passed) + 2])
            with_horse(frame, track, worn, place, nose, None)
            now = _box(track, place, nose)
            yield Shot(frame, _FRAME, around(before, now))
            before = now
        return everywhere

    def _scene(
        self, step: Step, *, is_open: bool = True, without: Horse | None = None, after: bool = False
    ) -> Image.Image:
        """Return the track and the card before a move (or after it); one that is not open shows its back."""
        track, field = _track(step.view), _after(step) if after else _before(step)
        image = track.laid(self.captions.start, self.captions.finish, PALETTE, _HEIGHT).image()
        if after and (way := _way(step)) and step.play.horse is not None:
            prints(image, track, silks(step.view.horses)[step.play.horse], way)
        with_horses(image, track, field, without=without)
        put(image, self._panel(step, field, is_open), *_PANEL[:2])
        return image

    def _panel(self, step: Step, field: Field, is_open: bool) -> Image.Image:
        panel = fresh_sheet(_PANEL[2] - _PANEL[0], _PANEL[3] - _PANEL[1], 18, CREAM)
        middle, horses = panel.height / 2, step.view.horses
        shown = face(step.play.card, _CARD_WIDTH, horses, self.captions) if is_open else back(_CARD_WIDTH)
        put(panel, shown, 14, middle - shown.height / 2)
        race = self.captions.race_of.format(race=step.race, races=step.view.races)
        headline(panel, 150, 38, race, 30, width=280)
        if is_open:
            self.name(panel, step.play.seat, 150, 88, 32, 280)
            _move(panel, step, self.captions)
        ImageDraw.Draw(panel).line((450, 20, 450, panel.height - 20), fill=LINE, width=2)
        for rank, horse in enumerate(field.home, 1):
            y = middle + (rank - 1.5) * 74
            put_centred(panel, rosette(rank, 58), 520, y)
            put_centred(panel, token(silks(horses)[horse], 56), 594, y)
        return panel


def _between(track: Track, way: Sequence[Spot], passed: float) -> tuple[Spot, Point]:
    """Return where the nose of a horse is after so many spaces of a way, and the place it has reached."""
    at = min(int(passed), len(way) - 1)
    (x, y), (end_x, end_y) = (track.hooves(place) for place in (way[at], way[min(at + 1, len(way) - 1)]))
    share = passed - at
    return way[at], (x + (end_x - x) * share, y + (end_y - y) * share)


def _box(track: Track, place: Spot, nose: Point) -> Box:
    """Return the box that a horse on a place, its rosette, and the prints behind it may touch."""
    (x, y), width = nose, track.horse(place.lane)
    beyond = 2 * track.zoom * _PRINTS
    return (
        round(x - width * 1.2 - beyond),
        round(y - width * 0.78),
        round(x + beyond / 2),
        round(y + width * 0.14),
    )


def _shifted(track: Track, before: Field, after: Field) -> Iterator[Box]:
    """Yield the boxes of the horses that make room for another one, or have more of it now."""
    for horse in before.horses:
        noses = [nose_of(track, field, horse) for field in (before, after)]
        if noses[0] != noses[1]:
            yield from (_box(track, after.place(horse), nose) for nose in noses)


def _track(view: View) -> Track:
    return Track(len(view.horses), view.length, _ZOOM, has_stand=False, width=_WIDTH, head=_TOP)


def _move(panel: Image.Image, step: Step, captions: Captions) -> None:
    horse, start, end = step.play.horse, step.play.start, step.play.end
    if horse is None or start is None or end is None:
        write(panel, 150, 140, captions.stays, 28, fill=FADED, width=280)
        return
    put_centred(panel, token(silks(step.view.horses)[horse], 44), 172, 138)
    x = 204 + headline(panel, 204, 138, square_name(start.lane, start.space), 34) + 12
    put_centred(panel, arrow(28, 22, INK), x + 14, 138)
    if end.space > step.view.length:
        put_centred(panel, flag(36, INK), x + 60, 138)
    else:
        headline(panel, x + 40, 138, square_name(end.lane, end.space), 34)
