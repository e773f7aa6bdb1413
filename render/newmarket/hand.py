"""A seat's own hand: its form cards by colour, those it may lead marked, and the racehorse it has backed."""

from __future__ import annotations

from dataclasses import dataclass

from engines.newmarket.actions import Card
from engines.newmarket.view import Own, Phase, View
from render.kit.hand import Layout, hand_page
from render.kit.page import EDGE, WIDTH
from render.kit.slip import SLIP_HEIGHT, blank_slip, perforate
from render.newmarket import alt
from render.newmarket.captions import Captions
from render.newmarket.faces import PALETTE, face, form, worn
from render.parts.canvas import Canvas
from render.parts.cards import Fan
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FADED, GAIN, GOLD, INK
from render.parts.shapes import check_mark, put, put_centred, sheet
from render.parts.silks import token
from render.picture import Picture, needed, png

_LAYOUT = Layout(widths=(176, 164, 152, 140, 128, 116), head=92)
_RIM = 7
"""By how much the frame of a card that may be played stands out."""


def hand(view: View, captions: Captions) -> Picture:
    """Draw the hand of the seat of `view`, what it may lead or follow with marked; ValueError for everyone's view."""
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
        """Return cards and slip, and in the head what is seen and whether something may be led."""
        slip = None if self.view.phase is Phase.OVER else self.slip()
        image = hand_page(self.own.hand, self.captions.no_cards, self._card, slip, _LAYOUT)
        y = _LAYOUT.head / 2
        headline(image, EDGE + 4, y, self.captions.hand, 46, fill=CREAM, width=440)
        if self.own.leads:
            right = WIDTH - EDGE - 4
            took = write(image, right, y, self.captions.may_lead, 36, fill=CREAM, align="r", width=600)
            put_centred(image, check_mark(44, GAIN), right - took - 34, y)
        return image

    def _card(self, image: Canvas, fan: Fan, width: int, left: float, top: float) -> None:
        card, left = Card(fan.card), round(left)
        front = face(card, width, self.view.colours, self.view.racehorses, self.captions)
        is_asked = card in self.own.leads or card == self.view.wanted
        if is_asked:
            frame = sheet(front.width + 2 * _RIM, front.height + 2 * _RIM, 22, GOLD)
            put(image, frame, left - _RIM, top - _RIM)
        put(image, front, left, top)
        if is_asked:
            put_centred(image, check_mark(48, GAIN), left + width - 16, top + 16)

    def slip(self) -> Canvas:
        """Return the paper with the racehorse that the seat has backed, and the hand it has laid down."""
        slip = blank_slip()
        middle = SLIP_HEIGHT / 2
        write(slip, 30, middle, self.captions.your_horse, 34, fill=FADED, width=180)
        horse = self.own.horse
        if horse is None:
            write(slip, 230, middle, self.captions.no_horse, 38, fill=FADED, width=880)
            return slip
        put_centred(slip, token(worn(horse, self.view.colours), 76), 268, middle)
        colour, value = form(horse)
        write(slip, 320, middle, f"{self.captions.colour(colour)} {value}", 38, width=150)
        put_centred(slip, sheet(92, 58, 29, GOLD, edge=INK), 532, middle)
        pot = self.view.pots[self.view.racehorses.index(horse)]
        headline(slip, 532, middle, self.captions.number(pot), 38, align="m", width=74)
        if self.own.discarded:
            self._laid_down(slip)
        return slip

    def _laid_down(self, slip: Canvas) -> None:
        perforate(slip, 600)
        write(slip, 622, 30, self.captions.laid_down, 28, fill=FADED, width=500)
        step = min(56.0, 500 / len(self.own.discarded))
        size = round(min(52.0, step))
        for index, card in enumerate(self.own.discarded):
            put_centred(slip, token(worn(card, self.view.colours), size), 648 + index * step, 76)
