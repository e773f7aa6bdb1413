"""The result of a deal: what was claimed and paid, what stays on the racehorses; and the final ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.core import Seat
from engines.newmarket.view import Claimed, Dealt, View
from render.kit.page import EDGE, HEAD, WIDTH, Column, Scene, filled, page, ruled
from render.kit.result import final_ranking
from render.newmarket import alt
from render.newmarket.captions import Captions
from render.newmarket.faces import PALETTE, worn
from render.newmarket.owners import jacket
from render.parts.canvas import Canvas
from render.parts.lettering import Face, fitted, headline, write
from render.parts.mount import mount
from render.parts.palette import CREAM, GAIN, GOLD, INK, SHADE, TURF, TURF_LIGHT, of_gain
from render.parts.shapes import flag, put_centred, sheet
from render.parts.silks import token
from render.picture import Picture, needed, png

_HORSES, _SEATS = (300, 680), (824, 680)
"""The sizes of the panel with the racehorses, and of the table beside it."""
_TITLES = 56
"""The height of the heads of both."""
_TITLE = 560
"""How wide the head of the page may be."""
_NAME, _CLAIMS, _CARDS, _POINTS = 76, Column(300, 220, "l"), Column(660, 90), Column(800, 120)


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
        """Return what stays on the racehorses beside the table of the players."""
        title = self.captions.result.format(deal=self.over.deal, deals=self.view.deals)
        image = page(title, self.racehorses(), self.seats(), room=_TITLE)
        self._out(image, fitted(title, Face.DISPLAY, 46, _TITLE).width)
        return image

    def _out(self, image: Canvas, took: float) -> None:
        """Write how the deal ended beside a title that took some pixels."""
        right, y, room = WIDTH - EDGE - 4.0, HEAD / 2, round(WIDTH - 2 * EDGE - 120 - took)
        out = self.over.out
        if out is None:
            write(image, right, y, self.captions.stuck, 38, fill=CREAM, align="r", width=room)
            return
        right -= write(image, right, y, self.captions.out, 38, fill=CREAM, align="r", width=120) + 12
        right -= self.name(image, out, right, y, 38, min(room - 200, 380), fill=CREAM, align="r")
        put_centred(image, jacket(out, 56), right - 40, y)

    def racehorses(self) -> Canvas:
        """Return the panel with what stays on each racehorse."""
        panel, (width, height) = Canvas(*_HORSES, TURF), _HORSES
        write(panel, width / 2, _TITLES / 2 + 2, self.captions.stays, 30, fill=CREAM, align="m", width=270)
        row = (height - _TITLES) / len(self.over.unclaimed)
        for at, (horse, points) in enumerate(zip(self.view.racehorses, self.over.unclaimed, strict=True)):
            top = _TITLES + at * row
            if at % 2 == 0:
                panel.rectangle((0, top, width, top + row), fill=TURF_LIGHT)
            y = top + row / 2
            put_centred(panel, mount(worn(horse, self.view.colours), 150), 92, y)
            put_centred(panel, sheet(104, 64, 32, GOLD if points else SHADE, edge=INK), 236, y)
            headline(panel, 236, y, self.captions.number(points), 40, align="m", width=86)
        return panel

    def seats(self) -> Canvas:
        """Return the table of what each seat claimed, got or paid for cards, and has now."""
        heads = {_CLAIMS: self.captions.claims, _CARDS: self.captions.cards, _POINTS: self.captions.points}
        table = ruled(*_SEATS, _TITLES, heads)
        for seat, y in enumerate(filled(table, _TITLES, self.view.seats, most=132, ornament=300)):
            self._seat(table, seat, y)
        return table

    def _seat(self, table: Canvas, seat: Seat, y: float) -> None:
        put_centred(table, jacket(seat, 52), 42, y)
        self.name(table, seat, _NAME, y, 34, _CLAIMS.at - _NAME - 14)
        self._claims(table, [claim for claim in self.over.claims if claim.seat == seat], y)
        cards = alt.for_cards(self.over, seat)
        took = _CARDS.figure(table, y, self.captions.signed(cards), 36, of_gain(cards))
        if seat == self.over.out:
            put_centred(table, flag(38, INK), _CARDS.at - took - 32, y)
        _POINTS.figure(table, y, self.captions.number(self.over.points[seat]), 38)

    def _claims(self, table: Canvas, claims: Sequence[Claimed], y: float) -> None:
        x = _CLAIMS.at + 24
        for claim in claims:
            put_centred(table, token(worn(claim.horse, self.view.colours), 48), x, y)
            x += 36
        if claims:
            text = self.captions.signed(sum(claim.points for claim in claims))
            headline(table, x - 4, y, text, 34, fill=GAIN, width=72)


def final(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw who has won the game, and everyone's points."""
    return final_ranking("newmarket", view.points, names, captions, PALETTE)
