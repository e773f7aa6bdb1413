"""The animated replay: every card of a race, and the move it made."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import partial
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from PIL import Image

from engines.jockey.actions import Horse
from engines.jockey.state import LastPlay
from engines.jockey.view import Phase, View
from render.jockey.faces import face
from render.jockey.horses import silks
from render.jockey.track import ground, oval, spot, trail, with_horse, with_rosette
from render.jockey.words import Words
from render.kit import replay as kit
from render.kit.replay import Races, cards_played, last_races
from render.parts.animation import Box, Shot, around, eased
from render.parts.cards import back, card_height
from render.parts.lettering import headline, write
from render.parts.oval import Scale
from render.parts.palette import CREAM, FADED, INK
from render.parts.signs import arrow, flag
from render.parts.silks import token
from render.parts.smooth import put, put_centred, sheet
from render.picture import Picture

SMALL = Scale(720, 480, 34, 12)
"""The size of the replay's course."""

_OPENING, _CARD, _STILL, _FRAME, _AFTER, _END = 1200, 300, 600, 40, 350, 4000
"""Milliseconds: the start, a card, one that moves nothing, a frame of a move, its last one, the finish."""

_MOST = 150
"""How many cards fit into a replay."""


class Step(NamedTuple):
    """One card of a race, and how things stand after it."""

    view: View
    """A view for what does not change: the horses, the course."""
    race: int
    play: LastPlay
    places: tuple[int, ...]
    home: tuple[Horse, ...]

    def without_move(self) -> tuple[int, ...]:
        """Return the square of each horse before the card."""
        return tuple(
            self.play.start if horse == self.play.horse and self.play.start is not None else place
            for horse, place in zip(self.view.horses, self.places, strict=True)
        )

    def home_before(self) -> tuple[Horse, ...]:
        """Return the horses home before the card, in the order of finish."""
        return tuple(horse for horse in self.home if horse != self.play.horse)


def replay(views: Sequence[View], names: Sequence[str], words: Words) -> Picture:
    """Animate a race, or several, from everyone's views after each action; ValueError if no card is played.

    `names` are the players' by seat. 720 × 480 pixels, GIF. Of a long game only the last races are shown, so
    that the file stays below 4 MB.
    """
    races = last_races(cards_played(views, _step, _RACE), _RACE, _MOST)
    return kit.replay("jockey-replay-race", races, _RACE, partial(_shots, names, words), words)


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


_WHOLE: Box = (0, 0, SMALL.width, SMALL.height)
_FRAMES, _SLOW = 5, 8
"""The fewest frames of a move, and how many squares make one more."""


def _shown(step: Step, stale: Box, names: Sequence[str], words: Words) -> Generator[Shot, None, Box]:
    """Show a card and its move. `stale` is where the move before left its trail; return where this one does."""
    horse, start, end = step.play.horse, step.play.start, step.play.end
    yield Shot(_scene(step, words, names), _CARD if horse else _STILL, around(_PANEL, stale))
    if horse is None or start is None or end is None:
        return _PANEL
    field = _scene(step, words, names, without=horse)
    squares = min(end, step.view.squares + 1) - start
    stops = [start + squares * share for share in eased(_FRAMES + squares // _SLOW)]
    everywhere = _box(step, horse, start)
    for before, place in pairwise([float(start), *stops]):
        frame = field.copy()
        trail(frame, step.view, horse, (start, int(place)), SMALL)
        with_horse(frame, step.view, horse, place, SMALL)
        if place == stops[-1] and horse in step.home:
            with_rosette(frame, step.view, horse, step.home.index(horse) + 1, SMALL)
        # A stretch of a curve bulges out of the box around its two ends.
        stretch = (before, *range(int(before), int(place) + 1), place)
        passed = around(*(_box(step, horse, square) for square in stretch))
        yield Shot(frame, _AFTER if place == stops[-1] else _FRAME, passed)
        everywhere = around(everywhere, passed)
    return everywhere


def _box(step: Step, horse: Horse, place: float) -> Box:
    """Return the box that a horse's token, its ring and its rosette may touch."""
    track = oval(step.view.squares, len(step.view.horses), SMALL)
    x, y = spot(track, place, step.view.horses.index(horse), SMALL)
    reach = SMALL.token // 2 + 4
    beside = SMALL.token if place > step.view.squares else 0
    return round(x) - reach, round(y) - reach, round(x) + reach + beside, round(y) + reach


# ------------------------------------------------------------------------------------------------ a single picture

_PANEL: Box = (137, 138, 583, 342)


def _scene(
    step: Step,
    words: Words,
    names: Sequence[str] | None,
    *,
    without: Horse | None = None,
    after: bool = False,
) -> Image.Image:
    """Return the course and the card before a move (or after it); without names also before the card."""
    places, home = (step.places, step.home) if after else (step.without_move(), step.home_before())
    image = ground(step.view, words, SMALL)
    for horse, place in zip(step.view.horses, places, strict=True):
        if horse != without:
            with_horse(image, step.view, horse, place, SMALL)
    for number, horse in enumerate(home, 1):
        with_rosette(image, step.view, horse, number, SMALL)
    put(image, _panel(step, places, home, names, words), *_PANEL[:2])
    return image


def _panel(
    step: Step, places: tuple[int, ...], home: tuple[Horse, ...], names: Sequence[str] | None, words: Words
) -> Image.Image:
    width, height = _PANEL[2] - _PANEL[0], _PANEL[3] - _PANEL[1]
    panel = sheet(width, height, 28, CREAM).copy()
    _order(panel, step.view, places, home)
    card = 124
    top = (height - card_height(card)) / 2
    shown = face(step.play.card, card, step.view.horses, words) if names else back(card)
    put(panel, shown, 144, top)
    race = words.race_of.format(race=step.race, races=step.view.races)
    headline(panel, 288, 40, race, 26, width=140)
    if names:
        spare = words.stand_in(step.play.seat)
        write(panel, 288, 96, names[step.play.seat], 28, width=140, spare=spare)
        _move(panel, step, words)
    return panel


def _order(panel: Image.Image, view: View, places: tuple[int, ...], home: tuple[Horse, ...]) -> None:
    at = dict(zip(view.horses, places, strict=True))
    running = sorted((horse for horse in view.horses if horse not in home), key=lambda horse: -at[horse])
    row = (panel.height - 24) / len(at)
    for number, horse in enumerate([*home, *running]):
        y = 12 + row * (number + 0.5)
        put_centred(panel, token(silks(view.horses)[horse], 38), 44, y)
        if horse in home:
            put_centred(panel, flag(30, INK), 92, y)
        else:
            headline(panel, 72, y, str(at[horse]), 30)


def _move(panel: Image.Image, step: Step, words: Words) -> None:
    start, end = step.play.start, step.play.end
    if start is None or end is None:
        write(panel, 288, 152, words.stays, 22, fill=FADED, width=140)
        return
    x = 288 + headline(panel, 288, 152, str(start), 28) + 10
    put_centred(panel, arrow(26, 20, INK), x + 13, 152)
    if end > step.view.squares:
        put_centred(panel, flag(32, INK), x + 54, 152)
    else:
        headline(panel, x + 36, 152, str(end), 28)
