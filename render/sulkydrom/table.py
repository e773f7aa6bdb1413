"""The table under the course: the horses by position, what the tempo card gives them, and what is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from engines.core import Seat
from engines.sulkydrom.view import Phase, View
from render.kit.page import Scene
from render.parts.cards import tally_card
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FADED, FOREST, GAIN, GOLD, INK, LINE, LOSS, SHADE, WHITE
from render.parts.shapes import (
    check_mark,
    cross_mark,
    open_mark,
    pointer,
    put,
    put_centred,
    rosette,
    sheet,
)
from render.parts.silks import token
from render.sulkydrom.alt import ranked
from render.sulkydrom.faces import galopp_card, joker_card
from render.sulkydrom.horses import silk
from render.sulkydrom.sulky import sulky
from render.sulkydrom.words import Words

_WIDTH, _EDGE = 1200, 24
_HEAD, _ROW = 52, 70
_PAPER = _WIDTH - 2 * _EDGE
_NAME, _NAME_END = 250, 540
"""Where the names begin and end."""
_TEMPO, _JOKER, _GALOPP, _HORSE, _POSITION, _POINTS = 610, 716, 800, 892, 990, 1088
"""The middles of the columns."""


def table(view: View, names: Sequence[str], words: Words) -> Image.Image:
    """Return the table, as wide as the course."""
    paper = sheet(_PAPER, _HEAD + _ROW * view.seats + 6, 24, CREAM).copy()
    rows = Rows(names, words, view, paper)
    for number, seat in enumerate(ranked(view)):
        rows.shade(seat, _HEAD + _ROW * number, number % 2 == 0)
    rows.card()
    rows.head()
    for number, seat in enumerate(ranked(view)):
        rows.row(seat, _HEAD + _ROW * number + _ROW / 2)
    image = Image.new("RGB", (_WIDTH, paper.height + _EDGE), FOREST)
    put(image, paper, _EDGE, 0)
    return image


@dataclass(frozen=True, slots=True)
class Rows(Scene[View, Words]):
    """The paper of the table, in the drawing."""

    paper: Image.Image

    def shade(self, seat: Seat, top: float, is_odd: bool) -> None:
        """Shade every other row, and gild that of whose turn it is."""
        turn = self.view.phase in {Phase.TURNING, Phase.DRIVING} and seat in self.view.to_act
        if turn or is_odd:
            fill = GOLD if turn else SHADE
            ImageDraw.Draw(self.paper).rectangle((0, top, _PAPER, top + _ROW - 1), fill=fill)

    def card(self) -> None:
        """Lay the tempo card that is being driven under its column."""
        if self.view.phase is Phase.DRIVING:
            height = self.paper.height - 14
            put_centred(
                self.paper, sheet(124, height, 16, WHITE, edge=INK, thick=2.5), _TEMPO, 7 + height / 2
            )

    def head(self) -> None:
        """Write the heads of the columns."""
        y = _HEAD / 2 + 3
        card, view = self.words.tempo, self.view
        if view.phase is Phase.DRIVING and view.turned:
            card = self.words.horse_card if view.turned.deck == "horse" else self.words.position_card
        last = self.words.wins if view.goal == "victories" else self.words.points
        heads = (
            (_TEMPO, card, 112),
            (_JOKER, self.words.joker, 78),
            (_GALOPP, self.words.galopp, 78),
            (_HORSE, self.words.horse_cards, 88),
            (_POSITION, self.words.position_cards, 94),
            (_POINTS, last, 86),
        )
        for x, text, width in heads:
            write(self.paper, x, y, text, 25, fill=INK if x == _TEMPO else FADED, align="m", width=width)

    def row(self, seat: Seat, y: float) -> None:
        """Draw the row of one horse."""
        view, rank = self.view, self.view.positions[seat]
        if view.horses[seat] in view.home:
            put_centred(self.paper, rosette(rank, 62), 44, y)
        else:
            headline(self.paper, 44, y, str(rank), 40, align="m")
        put_centred(self.paper, token(silk(view.horses[seat]), 52), 104, y)
        put_centred(self.paper, sulky(silk(view.horses[seat]), 106), 188, y)
        self._name(seat, y)
        self._tempo(seat, y)
        put_centred(self.paper, joker_card(50, has=view.jokers[seat]), _JOKER, y)
        put_centred(self.paper, galopp_card(50, has=view.galopps[seat]), _GALOPP, y)
        for x, count in ((_HORSE, view.horse_counts[seat]), (_POSITION, view.position_counts[seat])):
            put_centred(self.paper, tally_card(26), x - 18, y)
            write(self.paper, x + 6, y, str(count), 32)
        points = view.wins[seat] if view.goal == "victories" else view.points[seat]
        headline(self.paper, _POINTS, y, str(points), 38, align="m", width=90)

    def _name(self, seat: Seat, y: float) -> None:
        view, room = self.view, _NAME_END - _NAME
        turn = seat in view.to_act and view.phase is not Phase.STACKING
        self.name(self.paper, seat, _NAME, y - 14, 32, room)
        horse = view.names[seat]
        if view.galopped[seat] and view.places[seat] is not None:
            horse = f"{horse} · {self.words.galopped}"
        write(self.paper, _NAME, y + 20, horse, 25, fill=INK if turn else FADED, width=room)

    def _tempo(self, seat: Seat, y: float) -> None:
        """Draw what the card gives a horse, or the sign of who is waited for."""
        view = self.view
        if view.phase is Phase.STACKING:
            if view.places[seat] is not None:
                waited = seat in view.to_act
                put_centred(self.paper, open_mark(36, FADED) if waited else check_mark(36, GAIN), _TEMPO, y)
        elif view.phase is Phase.TURNING and seat in view.to_act:
            put_centred(self.paper, pointer(34, INK), _TEMPO, y)
        elif seat == view.stopped:
            put_centred(self.paper, cross_mark(44, LOSS), _TEMPO, y)
        elif seat in view.order:
            self._allowance(seat, y)

    def _allowance(self, seat: Seat, y: float) -> None:
        view = self.view
        number = str(view.allowances[seat])
        if seat in view.to_act:
            put_centred(self.paper, sheet(80, 54, 16, INK), _TEMPO, y)
            headline(self.paper, _TEMPO, y, number, 44, fill=GOLD, align="m")
        else:
            fill = INK if seat in view.waiting else LINE
            headline(self.paper, _TEMPO, y, number, 44, fill=fill, align="m")
