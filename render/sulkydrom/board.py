"""The public board: the oval with its horses, and below it a table of them in the order of position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.core import Seat
from engines.sulkydrom.course import Spot
from engines.sulkydrom.view import Phase, View
from render.kit.page import Scene
from render.parts.canvas import Canvas, Surface
from render.parts.cards import tally_card
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FADED, FOREST, GOLD, INK, LINE, LOSS, SHADE, WHITE
from render.parts.shapes import (
    arrow,
    blank_paper,
    cross_mark,
    decided,
    disc,
    pointer,
    put,
    put_centred,
    rosette,
    sheet,
)
from render.parts.silks import token
from render.picture import Picture, png
from render.sulkydrom import alt
from render.sulkydrom.alt import ranked
from render.sulkydrom.captions import Captions
from render.sulkydrom.faces import small_card
from render.sulkydrom.sulky import PALETTE, runner, silk, sulky
from render.sulkydrom.track import HEIGHT, WHOLE, WIDTH, Window, laid_ground, track_of


def board(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw the board for everyone."""
    name, told = f"sulkydrom-race{view.race}-{view.phase}", alt.board(view, names, captions)
    return png(Board(names, captions, view).drawn, name, told, PALETTE)


class Board(Scene[View, Captions]):
    """The board, in the drawing."""

    def drawn(self) -> Canvas:
        """Return the course with the table below it."""
        paper = blank_paper(_PAPER, _HEAD + _ROW * self.view.seats + 6, 24, CREAM)
        Rows(self.names, self.captions, self.view, paper).fill()
        image = Canvas(WIDTH, HEIGHT + paper.height + _EDGE, FOREST)
        image.put(self._course(), 0, 0)
        put(image, paper, _EDGE, HEIGHT)
        return image

    def _course(self) -> Canvas:
        """Return the oval with its horses, and in its middle what is going on."""
        image, captions, (x, y) = laid_ground(self.view), self.captions, (WIDTH / 2, HEIGHT / 2)
        with_horses(image, self.view)
        start, _ = track_of(self.view).at(Spot(1, 1))
        put_centred(image, arrow(64, 16, CREAM), start + 24, HEIGHT - 11)
        put_centred(image, sheet(660, 76, 38, FOREST), x, y)
        goal = f"{captions.race.format(race=self.view.race)} · {captions.goals[self.view.goal]}"
        write(image, x, y - 18, goal, 25, fill=GOLD, align="m", width=600)
        write(image, x, y + 18, self._news(), 31, fill=CREAM, align="m", width=620)
        return image

    def _news(self) -> str:
        if self.view.phase is Phase.STACKING:
            return self.captions.stacking
        if self.view.phase is Phase.OVER:
            return self.captions.over
        (seat,) = self.view.to_act
        name, horse = self.called(seat, *CALLED), self.view.names[seat]
        phrase = self.captions.turns if self.view.phase is Phase.TURNING else self.captions.drives
        return phrase.format(name=name, horse=horse)


CALLED = 31, 300
"""How high and how wide a name in the middle of the course may be."""
RUNNER = 36
"""The diameter of a horse on the board."""


def with_horses(
    image: Surface, view: View, window: Window = WHOLE, size: int = RUNNER, without: Seat | None = None
) -> None:
    """Draw every running horse, the one that drives on top of a gold disc, the one under Galopp of a red one."""
    way, rings = track_of(view), {}
    if view.phase is Phase.DRIVING:
        rings[view.to_act[0]] = GOLD
    if view.stopped is not None:
        rings[view.stopped] = LOSS
    for seat in sorted(range(view.seats), key=lambda seat: (rings.get(seat) == GOLD, -view.positions[seat])):
        place = view.places[seat]
        if place is None or seat == without:
            continue
        x, y = window.on(way.at(place))
        if seat in rings:
            put_centred(image, disc(round(size * 1.34), rings[seat]), x, y)
        put_centred(image, runner(silk(view.horses[seat]), size), x, y)


_EDGE, _HEAD, _ROW = 24, 52, 70
_PAPER = WIDTH - 2 * _EDGE
"""The edge of the table's paper, the heights of its head and of a row, and its width."""
_NAME, _NAME_END = 250, 540
"""Where the names begin and end."""
_TEMPO, _JOKER, _GALOPP, _HORSE, _POSITION, _POINTS = 610, 716, 800, 892, 990, 1088
"""The middles of the columns."""


@dataclass(frozen=True, slots=True)
class Rows(Scene[View, Captions]):
    """The paper of the table, in the drawing."""

    paper: Canvas

    def fill(self) -> None:
        """Shade every other row, gild that of whose turn it is, lay a card being driven below its column; and write."""
        view = self.view
        for number, seat in enumerate(ranked(view)):
            top, turn = _HEAD + _ROW * number, view.phase is not Phase.STACKING and seat in view.to_act
            if turn or number % 2 == 0:
                fill = GOLD if turn else SHADE
                self.paper.rectangle((0, top, _PAPER, top + _ROW - 1), fill=fill)
        if view.phase is Phase.DRIVING:
            card = sheet(124, self.paper.height - 14, 16, WHITE, edge=INK, thick=2.5)
            put_centred(self.paper, card, _TEMPO, 7 + card.height / 2)
        self.head()
        for number, seat in enumerate(ranked(view)):
            self.row(seat, _HEAD + _ROW * (number + 0.5))

    def head(self) -> None:
        """Write the heads of the columns."""
        y, view, card = _HEAD / 2 + 3, self.view, self.captions.tempo
        if view.phase is Phase.DRIVING and view.turned:
            card = self.captions.card(view.turned.deck)
        last = self.captions.wins if view.goal == "victories" else self.captions.points
        heads = (
            (_TEMPO, card, 112),
            (_JOKER, self.captions.joker, 78),
            (_GALOPP, self.captions.galopp, 78),
            (_HORSE, self.captions.horse_cards, 88),
            (_POSITION, self.captions.position_cards, 94),
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
        put_centred(self.paper, small_card(50, is_joker=True, has=view.jokers[seat]), _JOKER, y)
        put_centred(self.paper, small_card(50, is_joker=False, has=view.galopps[seat]), _GALOPP, y)
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
            horse = f"{horse} · {self.captions.galopped}"
        write(self.paper, _NAME, y + 20, horse, 25, fill=INK if turn else FADED, width=room)

    def _tempo(self, seat: Seat, y: float) -> None:
        """Draw what the card gives a horse, or the sign of who is waited for."""
        view, acts = self.view, seat in self.view.to_act
        if view.phase is Phase.STACKING:
            if view.places[seat] is not None:
                put_centred(self.paper, decided(not acts, 36), _TEMPO, y)
        elif view.phase is Phase.TURNING and acts:
            put_centred(self.paper, pointer(34, INK), _TEMPO, y)
        elif seat == view.stopped:
            put_centred(self.paper, cross_mark(44, LOSS), _TEMPO, y)
        elif seat in view.order:
            if acts:
                put_centred(self.paper, sheet(80, 54, 16, INK), _TEMPO, y)
            fill = GOLD if acts else INK if seat in view.waiting else LINE
            headline(self.paper, _TEMPO, y, str(view.allowances[seat]), 44, fill=fill, align="m")
