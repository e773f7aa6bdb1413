"""The result of a deal: who went out, what the racehorses paid, everybody's ticket; and the final ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.core import Seat
from engines.newmarket.view import Dealt, View
from render.kit.page import Scene
from render.kit.result import TICKET, final_ranking
from render.newmarket import alt
from render.newmarket.captions import Captions
from render.newmarket.faces import PALETTE, worn
from render.newmarket.ground import RAIL, laid_wall
from render.newmarket.owners import jacket
from render.newmarket.posters import Posters
from render.parts.canvas import Canvas
from render.parts.cards import tally_card
from render.parts.lettering import Face, fitted, poster
from render.parts.palette import GAIN, INK, of_gain
from render.parts.plates import coin
from render.parts.poster import EDGE, named, with_news, with_title, with_winner
from render.parts.shapes import flag, put, put_centred
from render.parts.silks import token
from render.parts.tickets import put_stamp, put_ticket
from render.picture import Picture, needed, png

_STUB, _GAP = 232, 12
"""The width of a ticket's stub, and the pixels between two tickets."""


def result(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw the deal finished last; ValueError before the first."""
    over = needed(view.result, "no deal is finished yet")
    told = alt.result(view, over, names, captions)
    return png(Deal(names, captions, view, over).drawn, f"newmarket-result-deal{over.deal}", told, PALETTE)


@dataclass(frozen=True, slots=True)
class Deal(Scene[View, Captions]):
    """A finished deal, in the drawing."""

    over: Dealt

    def drawn(self) -> Canvas:
        """Return the posters as they are left, and below them a ticket for everybody, who got most first."""
        over, captions = self.over, self.captions
        lines = -(-self.view.seats // 2)
        image = laid_wall(self.view, captions, lines * (TICKET[1] + _GAP) + 22)
        with_title(image, captions.result.format(deal=over.deal, deals=self.view.deals).upper())
        if over.out is None:
            with_news(image, captions.stuck)
        else:
            with_winner(image, named(captions.out, self.names[over.out], captions.stand_in(over.out)))
        Posters(self.names, captions, self.view, image).settled(over)
        seats = sorted(range(self.view.seats), key=lambda seat: (seat != over.out, -self._got(seat)))
        for number, seat in enumerate(seats):
            line, column = divmod(number, 2)
            x = EDGE - 4 + column * (TICKET[0] + 16)
            self._ticket(image, x, RAIL + 14 + line * (TICKET[1] + _GAP), seat)
        return image

    def _got(self, seat: Seat) -> int:
        """Return what racehorses and form cards have brought a seat, or cost it."""
        claimed = sum(claim.points for claim in self.over.claims if claim.seat == seat)
        return claimed + alt.for_cards(self.over, seat)

    def _ticket(self, image: Canvas, x: float, y: float, seat: Seat) -> None:
        """Draw a ticket: what was claimed and paid for cards; stamped if that is a gain, torn if it is a loss."""
        (width, height), got = TICKET, self._got(seat)
        put_ticket(image, x, y, TICKET, _STUB, is_torn=got < 0)
        put_centred(image, jacket(seat, 60), x + 44, y + height * 0.31)
        room = width - _STUB - 106
        if seat == self.over.out:
            room -= 52
            put_centred(image, flag(40, INK), x + width - _STUB - 38, y + height * 0.31)
        self.name(image, seat, x + 84, y + height * 0.31, 38, room)
        self._told(image, x + 20, y + height * 0.73, seat)
        middle, net = x + width - _STUB / 2 + 4, self.captions.signed(got)
        if got > 0:
            text = self.captions.paid.format(amount=net).upper()
            put_stamp(image, middle, y + height * 0.34, text, 50, GAIN, _STUB - 36)
        else:
            poster(image, middle, y + height * 0.34, net, 54, fill=of_gain(got), align="m", width=_STUB - 40)
        total = self.captions.number(self.over.points[seat])
        wide = fitted(total, Face.POSTER, 40, _STUB - 70).width + 36
        put_centred(image, coin(28), middle - wide / 2 + 14, y + height * 0.79)
        poster(image, middle + wide / 2, y + height * 0.79, total, 40, align="r", width=_STUB - 70)

    def _told(self, image: Canvas, x: float, y: float, seat: Seat) -> None:
        """Draw the racehorses that a seat has claimed with their points, and what it got or paid for form cards."""
        claims = [claim for claim in self.over.claims if claim.seat == seat]
        side = min(46, 160 // max(len(claims), 1))
        for claim in claims:
            put_centred(image, token(worn(claim.horse, self.view.colours), side), x + side / 2, y)
            x += side + 2
        if claims:
            text = self.captions.signed(sum(claim.points for claim in claims))
            x += 8 + poster(image, x + 8, y, text, 44, fill=GAIN, width=70) + 18
        cards = alt.for_cards(self.over, seat)
        put(image, tally_card(36), x, y - 18)
        poster(image, x + 40, y, self.captions.signed(cards), 44, fill=of_gain(cards), width=70)


def final(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw who has won the game, and everyone's points."""
    return final_ranking("newmarket", view.points, names, captions, PALETTE)
