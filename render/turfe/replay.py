"""The animated replay: every card of a race, and the move it made."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import partial
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from PIL import Image, ImageDraw

from engines.turfe.actions import Horse, Place
from engines.turfe.state import LastPlay
from engines.turfe.view import Phase, View
from render.kit import replay as kit
from render.kit.replay import Races, cards_played, last_races
from render.parts.animation import Box, Shot, around, eased
from render.parts.cards import back
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FADED, INK, LINE
from render.parts.signs import arrow, flag, medal, rosette
from render.parts.silks import token
from render.parts.smooth import put, put_centred, sheet
from render.picture import Picture
from render.turfe.faces import face
from render.turfe.horses import PALETTE, silks
from render.turfe.lanes import Lanes, ground, track_for
from render.turfe.track import Field, trail, with_field
from render.turfe.words import Words

_SIZE = 720, 480
_TOP = 44
"""Where the track begins, in pixels from above."""

_OPENING, _CARD, _STILL, _FRAME, _AFTER, _END = 1200, 350, 600, 60, 400, 4000
"""Milliseconds: the start, a card, one that moves nothing, a frame of a move, its last one, the finish."""

_MOST = 120
"""How many cards fit into a replay."""


class Step(NamedTuple):
    """One card of a race, and how things stand after it."""

    view: View
    """A view for what does not change: the horses, the track."""
    race: int
    play: LastPlay
    places: tuple[Place, ...]
    home: tuple[Horse, ...]

    def after(self) -> Field:
        """Return the horses after the card."""
        return Field(self.view.horses, self.places, self.home)

    def before(self) -> Field:
        """Return the horses before the card."""
        horse, start = self.play.horse, self.play.start
        if horse is None or start is None:
            return self.after()
        home = tuple(other for other in self.home if other != horse)
        return Field(self.view.horses, self.places, home).with_place(horse, start)

    def way(self) -> list[Place]:
        """Return the places of the horse that moved, from the first to the last; none if none did."""
        horse, start, end = self.play.horse, self.play.start, self.play.end
        if horse is None or start is None or end is None:
            return []
        return [start, *self.after().way(horse, start, end, self.view.length)]


def replay(views: Sequence[View], names: Sequence[str], words: Words) -> Picture:
    """Animate a race, or several, from everyone's views after each action; ValueError if no card is played.

    `names` are the players' by seat. 720 × 480 pixels, GIF. Of a long game only the last races are shown, so
    that the file stays below 4 MB.
    """
    races = last_races(cards_played(views, _step, _RACE), _RACE, _MOST)
    return kit.replay("turfe-replay-race", races, _RACE, partial(_shots, names, words), words, PALETTE)


_RACE = attrgetter("race")


def _step(view: View, running: int | None) -> Step | None:
    if view.phase is Phase.RACING:
        last = view.last
        return None if last is None else Step(view, view.race, last, view.places, view.home)
    over = view.result
    if over is None or over.race != running or over.last is None:
        return None
    return Step(view, over.race, over.last, over.places, over.order)


def _shots(names: Sequence[str], words: Words, races: Races[Step]) -> Iterator[Shot]:
    for steps in races:
        yield Shot(_scene(steps[0], words, None), _OPENING, _WHOLE)
        changed: Box = _PANEL
        for step in steps:
            changed = yield from _shown(step, changed, names, words)
        yield Shot(_scene(steps[-1], words, names, after=True), _END, around(_PANEL, changed))


_WHOLE: Box = (0, 0, *_SIZE)
_FRAMES = 2
"""Frames a space of a move, plus two."""


def _shown(step: Step, stale: Box, names: Sequence[str], words: Words) -> Generator[Shot, None, Box]:
    """Show a card and its move. `stale` is where the move before left its trail; return where this one does."""
    way, horse = step.way(), step.play.horse
    track = _track(step.view)
    yield Shot(_scene(step, words, names), _CARD if way else _STILL, around(_PANEL, stale))
    if horse is None or not way:
        return _PANEL
    field = _scene(step, words, names, without=horse)
    worn = token(silks(step.view.horses)[horse], track.token)
    everywhere = around(*(_box(track, place.lane, place.space) for place in way))
    spaces = len(way) - 1
    stops = [spaces * share for share in eased(_FRAMES * spaces + 2)]
    for before, now in pairwise((0.0, *stops)):
        frame = field.copy()
        trail(
            frame,
            track,
            step.view.horses,
            horse,
            [*way[: int(now) + 1], way[min(int(now) + 1, len(way) - 1)]],
        )
        lane, space = _between(way, now)
        if now == stops[-1]:
            with_field(frame, track, step.after(), horse)
        else:
            put_centred(frame, worn, *track.at(lane, space))
        passed = around(_box(track, *_between(way, before)), _box(track, lane, space))
        ended = now == stops[-1]
        yield Shot(frame, _AFTER if ended else _FRAME, everywhere if ended else passed)
    return everywhere


def _between(way: Sequence[Place], passed: float) -> tuple[float, float]:
    """Return the lane and the space after so many spaces of a way; fractions lie between."""
    at = min(int(passed), len(way) - 1)
    one, other, share = way[at], way[min(at + 1, len(way) - 1)], passed - at
    return one.lane + (other.lane - one.lane) * share, one.space + (other.space - one.space) * share


def _box(track: Lanes, lane: float, space: float) -> Box:
    """Return the box that a horse's token, its ring and its rosette may touch."""
    x, y = track.at(lane, space)
    reach = track.token // 2 + 4
    beside = track.token if space > track.spaces else 0
    spread = reach if space <= 0 or space > track.spaces else 0
    return (round(x) - reach, round(y) - reach - spread, round(x) + reach + beside, round(y) + reach + spread)


# ------------------------------------------------------------------------------------------------ a single picture

_PANEL: Box = (14, 292, 706, 468)
_CARD_WIDTH = 112


def _track(view: View) -> Lanes:
    return track_for(len(view.horses), view.length, _SIZE[0], _TOP)


def _scene(
    step: Step,
    words: Words,
    names: Sequence[str] | None,
    *,
    without: Horse | None = None,
    after: bool = False,
) -> Image.Image:
    """Return the track and the card before a move (or after it); without names also before the card."""
    track, field = _track(step.view), step.after() if after else step.before()
    image = ground(track, _SIZE, words)
    with_field(image, track, field, without=without)
    put(image, _panel(step, field, names, words), *_PANEL[:2])
    return image


def _panel(step: Step, field: Field, names: Sequence[str] | None, words: Words) -> Image.Image:
    panel = sheet(_PANEL[2] - _PANEL[0], _PANEL[3] - _PANEL[1], 18, CREAM).copy()
    middle = panel.height / 2
    shown = face(step.play.card, _CARD_WIDTH, step.view.horses, words) if names else back(_CARD_WIDTH)
    put(panel, shown, 14, middle - shown.height / 2)
    race = words.race_of.format(race=step.race, races=step.view.races)
    headline(panel, 150, 38, race, 30, width=280)
    if names:
        spare = words.stand_in(step.play.seat)
        write(panel, 150, 88, names[step.play.seat], 32, width=280, spare=spare)
        _move(panel, step, words)
    ImageDraw.Draw(panel).line((450, 20, 450, panel.height - 20), fill=LINE, width=2)
    for place, horse in enumerate(field.home, 1):
        y = middle + (place - 1.5) * 74
        put_centred(panel, rosette(str(place), 58, medal(place)), 520, y)
        put_centred(panel, token(silks(field.horses)[horse], 56), 594, y)
    return panel


def _move(panel: Image.Image, step: Step, words: Words) -> None:
    horse, start, end = step.play.horse, step.play.start, step.play.end
    if horse is None or start is None or end is None:
        write(panel, 150, 140, words.stays, 28, fill=FADED, width=280)
        return
    put_centred(panel, token(silks(step.view.horses)[horse], 44), 172, 138)
    x = 204 + headline(panel, 204, 138, str(start.space), 34) + 12
    put_centred(panel, arrow(28, 22, INK), x + 14, 138)
    if end.space > step.view.length:
        put_centred(panel, flag(36, INK), x + 60, 138)
    else:
        headline(panel, x + 40, 138, str(end.space), 34)
