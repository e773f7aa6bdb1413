"""The animated replay: every card of a race, and the move it made."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import pairwise

from PIL import Image

from engines.jockey.actions import Horse
from engines.jockey.state import LastPlay
from engines.jockey.view import View
from render.jockey.faces import face
from render.jockey.horses import silks
from render.jockey.track import course_of, with_horse, with_trail
from render.jockey.words import Words
from render.kit import replay as kit
from render.kit.page import Seats
from render.kit.replay import WHOLE, CardStep, Races, cards_played
from render.kit.round import SMALL
from render.parts.animation import Box, Shot, around, eased
from render.parts.cards import back, card_height
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FADED, INK
from render.parts.signs import arrow, flag
from render.parts.silks import token
from render.parts.smooth import put, put_centred, sheet
from render.picture import Picture

_OPENING, _CARD, _STILL, _FRAME, _AFTER, _END = 1200, 300, 600, 40, 350, 4000
"""Milliseconds: the start, a card, one that moves nothing, a frame of a move, its last one, the finish."""

_MOST = 150
"""How many cards fit into a replay."""


class Step(CardStep[View, LastPlay, int, Horse]):
    """One card of a race, and how things stand after it."""

    __slots__ = ()

    def places_before(self) -> tuple[int, ...]:
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
    shots = Reel(names, words).shots
    return kit.replay("jockey-replay-race", cards_played(views, Step), _MOST, shots, words)


_PANEL: Box = (137, 138, 583, 342)
_FRAMES, _SLOW = 5, 8
"""The fewest frames of a move, and how many squares make one more."""


class Reel(Seats[Words]):
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
        horse, start, end = step.play.horse, step.play.start, step.play.end
        yield Shot(self._scene(step), _CARD if horse else _STILL, around(_PANEL, stale))
        if horse is None or start is None or end is None:
            return _PANEL
        field, view = self._scene(step, without=horse), step.view
        squares = min(end, view.squares + 1) - start
        stops = [start + squares * share for share in eased(_FRAMES + squares // _SLOW)]
        everywhere = _box(view, horse, start)
        for before, square in pairwise([float(start), *stops]):
            frame, ended = field.copy(), square == stops[-1]
            with_trail(frame, view, horse, (start, int(square)), SMALL)
            rank = step.home.index(horse) + 1 if ended and horse in step.home else None
            with_horse(frame, view, horse, square, rank, SMALL)
            # A stretch of a curve bulges out of the box around its two ends.
            stretch = (before, *range(int(before), int(square) + 1), square)
            passed = around(*(_box(view, horse, place) for place in stretch))
            yield Shot(frame, _AFTER if ended else _FRAME, passed)
            everywhere = around(everywhere, passed)
        return everywhere

    def _scene(
        self, step: Step, *, is_open: bool = True, without: Horse | None = None, after: bool = False
    ) -> Image.Image:
        """Return the course and the card before a move (or after it); one that is not open shows its back."""
        places, home = (step.places, step.home) if after else (step.places_before(), step.home_before())
        image = course_of(step.view, SMALL).ground(self.words.start, self.words.finish)
        for horse, place in zip(step.view.horses, places, strict=True):
            if horse != without:
                rank = home.index(horse) + 1 if horse in home else None
                with_horse(image, step.view, horse, place, rank, SMALL)
        put(image, self._panel(step, places, home, is_open), *_PANEL[:2])
        return image

    def _panel(
        self, step: Step, places: tuple[int, ...], home: tuple[Horse, ...], is_open: bool
    ) -> Image.Image:
        width, height = _PANEL[2] - _PANEL[0], _PANEL[3] - _PANEL[1]
        panel = sheet(width, height, 28, CREAM).copy()
        _order(panel, step.view, places, home)
        card = 124
        top = (height - card_height(card)) / 2
        put(
            panel,
            face(step.play.card, card, step.view.horses, self.words) if is_open else back(card),
            144,
            top,
        )
        race = self.words.race_of.format(race=step.race, races=step.view.races)
        headline(panel, 288, 40, race, 26, width=140)
        if is_open:
            self.name(panel, step.play.seat, 288, 96, 28, 140)
            _move(panel, step, self.words)
        return panel


def _box(view: View, horse: Horse, square: float) -> Box:
    """Return the box that a horse's token, its ring and its rosette may touch."""
    x, y = course_of(view, SMALL).spot(square, view.horses.index(horse))
    reach = SMALL.token // 2 + 4
    beside = SMALL.token if square > view.squares else 0
    return round(x) - reach, round(y) - reach, round(x) + reach + beside, round(y) + reach


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
