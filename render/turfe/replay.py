"""The animated replay: every card of a race, and the move it made."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeAlias

from PIL import Image, ImageDraw

from engines.turfe.actions import Horse, Spot
from engines.turfe.state import LastPlay
from engines.turfe.view import View
from render.kit.page import Seats
from render.kit.replay import WHOLE, CardStep, Races, animated, cards_played
from render.kit.straight import Straight
from render.parts.animation import Box, Shot, around, eased
from render.parts.cards import back
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FADED, INK, LINE
from render.parts.shapes import arrow, flag, fresh_sheet, put, put_centred, rosette
from render.parts.silks import token
from render.picture import Picture
from render.turfe.captions import Captions
from render.turfe.faces import face
from render.turfe.track import PALETTE, Field, silks, track_for, with_field, with_trail

_SIZE = 720, 480
_TOP = 44
"""Where the track begins, in pixels from above."""

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
_FRAMES = 2
"""Frames a space of a move, plus two."""


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
        field, track, horses = self._scene(step, without=horse), _track(step.view), step.view.horses
        worn = token(silks(horses)[horse], track.token)
        everywhere = around(*(_box(track, place.lane, place.space) for place in way))
        spaces = len(way) - 1
        stops = [spaces * share for share in eased(_FRAMES * spaces + 2)]
        for before, now in pairwise((0.0, *stops)):
            frame, ended = field.copy(), now == stops[-1]
            ahead = way[min(int(now) + 1, len(way) - 1)]
            with_trail(frame, track, horses, horse, [*way[: int(now) + 1], ahead])
            lane, space = _between(way, now)
            if ended:
                with_field(frame, track, _after(step), horse)
            else:
                put_centred(frame, worn, *track.point(space, lane - 1))
            passed = around(_box(track, *_between(way, before)), _box(track, lane, space))
            yield Shot(frame, _AFTER if ended else _FRAME, everywhere if ended else passed)
        return everywhere

    def _scene(
        self, step: Step, *, is_open: bool = True, without: Horse | None = None, after: bool = False
    ) -> Image.Image:
        """Return the track and the card before a move (or after it); one that is not open shows its back."""
        track, field = _track(step.view), _after(step) if after else _before(step)
        image = track.ground(self.captions.start, self.captions.finish)
        with_field(image, track, field, without=without)
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


def _between(way: Sequence[Spot], passed: float) -> tuple[float, float]:
    """Return the lane and the space after so many spaces of a way; fractions lie between."""
    at = min(int(passed), len(way) - 1)
    one, other, share = way[at], way[min(at + 1, len(way) - 1)], passed - at
    return one.lane + (other.lane - one.lane) * share, one.space + (other.space - one.space) * share


def _box(track: Straight, lane: float, space: float) -> Box:
    """Return the box that a horse's token, its ring and its rosette may touch."""
    x, y = track.point(space, lane - 1)
    reach = track.token // 2 + 4
    beside = track.token if space > track.spaces else 0
    spread = reach if space <= 0 or space > track.spaces else 0
    return (round(x) - reach, round(y) - reach - spread, round(x) + reach + beside, round(y) + reach + spread)


def _track(view: View) -> Straight:
    return track_for(view, _SIZE, _TOP)


def _move(panel: Image.Image, step: Step, captions: Captions) -> None:
    horse, start, end = step.play.horse, step.play.start, step.play.end
    if horse is None or start is None or end is None:
        write(panel, 150, 140, captions.stays, 28, fill=FADED, width=280)
        return
    put_centred(panel, token(silks(step.view.horses)[horse], 44), 172, 138)
    x = 204 + headline(panel, 204, 138, str(start.space), 34) + 12
    put_centred(panel, arrow(28, 22, INK), x + 14, 138)
    if end.space > step.view.length:
        put_centred(panel, flag(36, INK), x + 60, 138)
    else:
        headline(panel, x + 40, 138, str(end.space), 34)
