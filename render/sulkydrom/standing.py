"""The standing on paper below the course: the horses by position, what the tempo card gives each, cards and points."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core import Seat
from engines.sulkydrom.view import Phase, View
from render.kit.page import Scene
from render.parts.canvas import Canvas
from render.parts.cards import tally_card
from render.parts.lettering import poster, write
from render.parts.palette import FADED, GOLD, INK, LOSS, SHADE
from render.parts.shapes import decided, pointer, put_centred, rosette, sheet
from render.sulkydrom.alt import ranked
from render.sulkydrom.captions import Captions
from render.sulkydrom.faces import safe, small_card
from render.sulkydrom.ground import PAPER
from render.sulkydrom.sulky import letter, silk
from render.sulkydrom.track import WIDTH

_HEAD, _ROW, _LINES = 34, 68, 4
"""The heights of the heads and of a row, and how many rows stand below each other before there are two columns."""
_EDGE = 12


@dataclass(frozen=True, slots=True)
class Standing(Scene[View, Captions]):
    """The list in the drawing."""

    @property
    def lines(self) -> int:
        """How many rows stand below each other."""
        return self.view.seats if self.view.seats <= _LINES else -(-self.view.seats // 2)

    @property
    def height(self) -> int:
        """How high the paper is, in pixels."""
        return _HEAD + self.lines * _ROW + 8

    def fill(self, image: Canvas) -> None:
        """Draw the rows, in two columns where they are many."""
        columns = -(-self.view.seats // self.lines)
        width = (WIDTH - _EDGE) / columns - _EDGE
        for column in range(columns):
            left = _EDGE + column * (width + _EDGE)
            self._heads(image, left + width)
        for number, seat in enumerate(ranked(self.view)):
            column, line = divmod(number, self.lines)
            left, top = _EDGE + column * (width + _EDGE), PAPER + _HEAD + line * _ROW
            self._ground(image, seat, line, (left, top, left + width, top + _ROW))
            self._row(image, seat, left, left + width, top + _ROW / 2)

    def _heads(self, image: Canvas, right: float) -> None:
        view, card = self.view, self.captions.tempo
        if view.phase is Phase.DRIVING and view.turned:
            card = self.captions.card(view.turned.deck)
        last = self.captions.wins if view.goal == "victories" else self.captions.points
        for aside, text, room in ((_TEMPO, card, 150), (_POINTS, last, 86)):
            write(image, right - aside, PAPER + _HEAD / 2 + 3, text, 26, fill=FADED, align="m", width=room)

    def _ground(self, image: Canvas, seat: Seat, line: int, box: tuple[float, float, float, float]) -> None:
        left, top, right, bottom = box
        is_asked = self.view.phase is not Phase.STACKING and seat in self.view.to_act
        if is_asked:
            pill = sheet(round(right - left), round(bottom - top) - 4, 8, GOLD)
            put_centred(image, pill, (left + right) / 2, (top + bottom) / 2)
        elif line % 2 == 0:
            image.rectangle((left, top, right, bottom - 1), SHADE)

    def _row(self, image: Canvas, seat: Seat, left: float, right: float, y: float) -> None:
        view, rank = self.view, self.view.positions[seat]
        if view.horses[seat] in view.home:
            put_centred(image, rosette(rank, 56), left + 34, y)
        else:
            poster(image, left + 34, y, str(rank), 52, align="m")
        put_centred(image, letter(silk(view.horses[seat]), 44), left + 94, y)
        self._called(image, seat, left + 130, right - _TEMPO - 40, y)
        self._tempo(image, seat, right - _TEMPO, y)
        self._cards(image, seat, right, y)
        points = view.wins[seat] if view.goal == "victories" else view.points[seat]
        poster(image, right - _POINTS, y, str(points), 46, align="m", width=84)

    def _called(self, image: Canvas, seat: Seat, left: float, right: float, y: float) -> None:
        view, room = self.view, round(right - left)
        self.name(image, seat, left, y - 14, 34, room)
        place, told = view.places[seat], view.names[seat]
        if place is not None and place.space:
            spot = self.captions.spot.format(lane=place.lane, space=place.space)
            told = spot if view.seats > _LINES else f"{told} · {spot}"
        fill = INK if seat in view.to_act and view.phase is not Phase.STACKING else FADED
        write(image, left, y + 19, told, 26, fill=fill, width=room)

    def _tempo(self, image: Canvas, seat: Seat, x: float, y: float) -> None:
        """Draw what the card gives a horse, or the sign of who is waited for."""
        view, acts = self.view, seat in self.view.to_act
        if view.phase is Phase.STACKING:
            if view.places[seat] is not None:
                put_centred(image, decided(not acts, 40), x, y)
        elif view.phase is Phase.TURNING and acts:
            put_centred(image, pointer(36, INK), x, y)
        elif seat == view.stopped:
            poster(image, x, y, self.captions.galopp, 36, fill=LOSS, align="m", width=92)
        elif seat in view.order:
            if acts:
                put_centred(image, sheet(76, 54, 8, INK), x, y)
            fill = GOLD if acts else INK if seat in view.waiting else FADED
            size = 56 if acts or seat in view.waiting else 44
            poster(image, x, y, str(view.allowances[seat]), size, fill=fill, align="m")

    def _cards(self, image: Canvas, seat: Seat, right: float, y: float) -> None:
        """Draw the special cards a seat has, whether its horse is safe from Galopp, and how many tempo cards it has."""
        view = self.view
        if view.jokers[seat]:
            put_centred(image, small_card(30, is_joker=True), right - _SPECIALS, y - 16)
        if view.galopps[seat]:
            put_centred(image, small_card(30, is_joker=False), right - _SPECIALS, y + 16)
        if view.galopped[seat]:
            put_centred(image, safe(40), right - _LEFT - 4, y + (17 if view.seats <= _LINES else 0))
        if view.seats <= _LINES:
            lift = 14 if view.galopped[seat] else 0
            left = view.horse_counts[seat] + view.position_counts[seat]
            put_centred(image, tally_card(28 - lift // 3), right - _LEFT - 20, y - lift)
            poster(image, right - _LEFT, y - lift, str(left), 36 if lift else 42)


_TEMPO, _SPECIALS, _LEFT, _POINTS = 236, 170, 108, 40
"""How far left of the end of a row the middles of its columns are."""
