"""A seat's own hand: its form cards, those it may lead lifted, and the ticket on the racehorse it has backed."""

from __future__ import annotations

from dataclasses import dataclass

from engines.newmarket.actions import Card
from engines.newmarket.view import Own, Phase, View
from render.kit.hand import Layout, hand_page
from render.kit.slip import SLIP_HEIGHT, blank_slip, perforate
from render.newmarket import alt
from render.newmarket.captions import Captions
from render.newmarket.faces import PALETTE, coat, face, form, worn
from render.newmarket.ground import POSTER, RAIL, TOP, laid_wall, left_of
from render.newmarket.owners import jacket
from render.newmarket.posters import heap, with_horse, with_money
from render.parts.canvas import Canvas
from render.parts.cards import Fan
from render.parts.lettering import poster, write
from render.parts.palette import CREAM, FADED, GAIN, GOLD, INK
from render.parts.plates import coin
from render.parts.poster import EDGE, WIDTH
from render.parts.shapes import arrow, check_mark, put, put_centred, sheet
from render.parts.silks import token
from render.parts.sprites import Pose, sprite
from render.picture import Picture, needed, png

_LIFT = 9
"""By how many pixels a card that may be led is lifted."""
_LAYOUT = Layout(widths=(176, 164, 152, 140, 128, 116), head=104 + _LIFT)
_RIM = 6
"""By how much the frame of a card that may be led stands out."""
_TICK = 96
"""How far down on its poster the mark of the horse that is backed is: beside the horse, above the money."""
_HEAD = 52
"""The middle of the head."""


def hand(view: View, captions: Captions) -> Picture:
    """Draw the hand of the seat of `view`, what it may lead lifted; ValueError for everyone's view.

    A card that is called for looks like any other: to find it is its owner's task.
    """
    own = needed(view.own, "this view is everyone's: it shows no hand")
    table = Table(view, own, captions)
    return png(table.drawn, f"newmarket-hand-deal{view.deal}", alt.hand(view, own, captions), PALETTE)


@dataclass(frozen=True, slots=True)
class Table:
    """The table in front of a seat, in the drawing."""

    view: View
    own: Own
    captions: Captions

    def drawn(self) -> Canvas:
        """Return cards and slip, and in the head what is asked and what the seat has."""
        if self.view.phase is Phase.BACKING:
            return self._backing()
        slip = None if self.view.phase is Phase.OVER else self.slip()
        image = hand_page(self.own.hand, self.captions.no_cards, self._card, slip, _LAYOUT)
        self._head(image)
        return image

    def _backing(self) -> Canvas:
        """Return the posters that may be backed, the seat's own one ringed, above its ticket."""
        image = laid_wall(self.view, self.captions, SLIP_HEIGHT + 2 * EDGE)
        for at, horse in enumerate(self.view.racehorses):
            left, points = left_of(at), self.view.pots[at]
            with_horse(image, horse, self.view.colours, left, TOP)
            coins = heap(points, self.view.stake)
            with_money(image, left, TOP, self.captions.number(points), coins)
            if horse == self.own.horse:
                frame = (left - 4, TOP - 4, left + POSTER[0] + 3, TOP + POSTER[1] + 3)
                image.rounded_rectangle(frame, 6, outline=GOLD, width=8)
                put_centred(image, check_mark(52, GAIN), left + 40, TOP + _TICK)
        put(image, self.slip(), EDGE - 4, RAIL + EDGE)
        self._head(image)
        return image

    def _head(self, image: Canvas) -> None:
        """Write the seat's points on the right, and what it may lead in the middle."""
        view, seat = self.view, self.view.seat or 0
        put_centred(image, jacket(seat, 76), EDGE + 38, _HEAD)
        title = self.captions.backing if view.phase is Phase.BACKING else self.captions.hand
        took = 92 + poster(image, EDGE + 92, _HEAD, title.upper(), 68, fill=CREAM, width=420)
        points = self.captions.number(view.points[seat])
        right = (
            WIDTH - EDGE - poster(image, WIDTH - EDGE, _HEAD, points, 76, fill=CREAM, align="r", width=240)
        )
        put_centred(image, coin(46), right - 36, _HEAD)
        if not self.own.leads:
            return
        x, shown = EDGE + took + 40, self.own.leads[: int((right - EDGE - took - 170) // 68)]
        put(image, sheet(74 + 68 * len(shown), 76, 8, GOLD), x, _HEAD - 38)
        put_centred(image, arrow(40, 36, INK), x + 32, _HEAD)
        for at, card in enumerate(shown):
            put_centred(image, token(worn(card, view.colours), 60), x + 94 + 68 * at, _HEAD)

    def _card(self, image: Canvas, fan: Fan, width: int, left: float, top: float) -> None:
        card, left = Card(fan.card), round(left)
        front = face(card, width, self.view.colours, self.view.racehorses, self.captions)
        is_asked = card in self.own.leads
        if is_asked:
            top -= _LIFT
            frame = sheet(front.width + 2 * _RIM, front.height + 2 * _RIM, 22, GOLD)
            put(image, frame, left - _RIM, top - _RIM)
        put(image, front, left, top)
        if is_asked:
            put_centred(image, check_mark(48, GAIN), left + width - 12, top + 10)

    def slip(self) -> Canvas:
        """Return the ticket on the racehorse that the seat has backed, and on its stub the hand it has laid down."""
        slip = blank_slip()
        middle = SLIP_HEIGHT / 2
        horse = self.own.horse
        write(slip, 30, middle, self.captions.your_horse, 34, fill=FADED, width=180)
        if horse is None:
            write(slip, 230, middle, self.captions.no_horse, 38, fill=FADED, width=880)
            return slip
        colour, value = form(horse)
        colours = self.view.colours
        drawn = sprite(Pose.STRETCHED, worn(horse, colours), 150, coat=coat(colour, colours))
        put(slip, drawn.image, 196, middle - drawn.image.height / 2)
        name = f"{self.captions.colour(colour)} {value}".upper()
        x = 366 + poster(slip, 366, middle, name, 62, width=230) + 28
        stays, is_secret = self.view.pots[self.view.racehorses.index(horse)], self.view.phase is Phase.BACKING
        points = self.view.stake if is_secret else stays
        coins, text = heap(points, self.view.stake), self.captions.number(points)
        put(slip, coins, x, middle + 24 - coins.height)
        x += coins.width + 14
        x += poster(slip, x, middle, text, 66, width=150) + 26
        if self.own.discarded:
            self._laid_down(slip, round(x))
        return slip

    def _laid_down(self, slip: Canvas, x: int) -> None:
        perforate(slip, x)
        room = slip.width - x - 44
        write(slip, x + 24, 30, self.captions.laid_down, 30, fill=FADED, width=room)
        step = min(56.0, room / len(self.own.discarded))
        size = round(min(52.0, step - 2))
        for index, card in enumerate(self.own.discarded):
            x_at = x + 24 + size / 2 + index * step
            put_centred(slip, token(worn(card, self.view.colours), size), x_at, 78)
