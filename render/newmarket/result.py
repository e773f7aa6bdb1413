"""The result of a deal: what was claimed and paid, what stays on the racehorses; and the final standing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from engines.core import Seat
from engines.newmarket.view import Dealt, View
from render.kit.ranking import final_ranking
from render.kit.table import filled, ruled
from render.newmarket import alt
from render.newmarket.horses import PALETTE, worn
from render.newmarket.seats import badge
from render.newmarket.words import Words
from render.parts.figures import number, signed
from render.parts.lettering import headline, write
from render.parts.mount import mount
from render.parts.palette import CREAM, FADED, FOREST, GAIN, GOLD, INK, SHADE, TURF, TURF_LIGHT, of_gain
from render.parts.signs import flag
from render.parts.silks import token
from render.parts.smooth import put_centred, sheet
from render.picture import Picture, needed, png

_WIDTH, _HEIGHT = 1200, 800
_HEAD, _EDGE = 92, 28
_HORSES = 300
"""The width of the panel with the racehorses."""
_TABLE = _WIDTH - 2 * _EDGE - _HORSES - 20
_BODY = _HEIGHT - _HEAD - _EDGE
_TITLES = 56
"""The height of the heads of both."""
_NAME, _CLAIMS, _CARDS, _POINTS = 76, 300, 660, 800
"""Where names and claims begin, and where what came of cards and points end."""


def result(view: View, names: Sequence[str], words: Words) -> Picture:
    """Draw the deal finished last; ValueError before the first. `names` are the players' by seat.

    1200 × 800 pixels, PNG.
    """
    over = needed(view.result, "no deal is finished yet")
    return png(
        lambda: _drawn(view, over, names, words),
        f"newmarket-result-deal{over.deal}",
        alt.result(view, over, names, words),
        PALETTE,
    )


def _drawn(view: View, over: Dealt, names: Sequence[str], words: Words) -> Image.Image:
    image = Image.new("RGB", (_WIDTH, _HEIGHT), FOREST)
    deal = Deal(view, over, names, words)
    deal.head(image)
    image.paste(deal.racehorses(), (_EDGE, _HEAD), sheet(_HORSES, _BODY, 24, TURF))
    image.paste(deal.seats(), (_EDGE + _HORSES + 20, _HEAD), sheet(_TABLE, _BODY, 24, CREAM))
    return image


@dataclass(frozen=True, slots=True)
class Deal:
    """A finished deal, in the drawing."""

    view: View
    over: Dealt
    names: Sequence[str]
    words: Words

    def head(self, image: Image.Image) -> None:
        """Write which deal it was, and how it ended."""
        middle = _HEAD / 2
        title = self.words.result.format(deal=self.over.deal, deals=self.view.deals)
        took = headline(image, _EDGE + 4, middle, title, 46, fill=CREAM, width=560)
        right, room = _WIDTH - _EDGE - 4.0, round(_WIDTH - 2 * _EDGE - 120 - took)
        out = self.over.out
        if out is None:
            write(image, right, middle, self.words.stuck, 38, fill=CREAM, align="r", width=room)
            return
        right -= write(image, right, middle, self.words.out, 38, fill=CREAM, align="r", width=120) + 12
        spare = self.words.stand_in(out)
        name = self.names[out]
        right -= write(
            image, right, middle, name, 38, fill=CREAM, align="r", width=min(room - 200, 380), spare=spare
        )
        put_centred(image, badge(out, 50), right - 40, middle)

    def racehorses(self) -> Image.Image:
        """Return the panel with what stays on each racehorse."""
        panel = Image.new("RGB", (_HORSES, _BODY), TURF)
        write(panel, _HORSES / 2, _TITLES / 2 + 2, self.words.stays, 30, fill=CREAM, align="m", width=270)
        row = (_BODY - _TITLES) / len(self.over.unclaimed)
        for place, (horse, points) in enumerate(zip(self.view.racehorses, self.over.unclaimed, strict=True)):
            top = _TITLES + place * row
            if place % 2 == 0:
                ImageDraw.Draw(panel).rectangle((0, top, _HORSES, top + row), fill=TURF_LIGHT)
            y = top + row / 2
            put_centred(panel, mount(worn(horse, self.view.colours), 150), 92, y)
            put_centred(panel, sheet(104, 64, 32, GOLD if points else SHADE, edge=INK), 236, y)
            text = number(points, self.words.thousands)
            headline(panel, 236, y, text, 40, align="m", width=86)
        return panel

    def seats(self) -> Image.Image:
        """Return the table of what each seat claimed, got or paid for cards, and has now."""
        table = ruled(_TABLE, _BODY, _TITLES)
        middle = _TITLES / 2 + 2
        write(table, _CLAIMS, middle, self.words.claims, 28, fill=FADED, width=220)
        write(table, _CARDS, middle, self.words.cards, 28, fill=FADED, align="r", width=130)
        write(table, _POINTS, middle, self.words.points, 28, fill=FADED, align="r", width=130)
        middles = filled(table, _TITLES, self.view.seats, most=132, ornament=300)
        for seat, y in enumerate(middles):
            self._seat(table, seat, y)
        return table

    def _seat(self, table: Image.Image, seat: Seat, y: float) -> None:
        put_centred(table, badge(seat, 44), 42, y)
        spare = self.words.stand_in(seat)
        write(table, _NAME, y, self.names[seat], 34, width=_CLAIMS - _NAME - 14, spare=spare)
        self._claims(table, seat, y)
        cards = alt.for_cards(self.over, seat)
        text = signed(cards, self.words.thousands)
        took = headline(table, _CARDS, y, text, 36, fill=of_gain(cards), align="r", width=90)
        if seat == self.over.out:
            put_centred(table, flag(38, INK), _CARDS - took - 32, y)
        points = number(self.over.points[seat], self.words.thousands)
        headline(table, _POINTS, y, points, 38, align="r", width=120)

    def _claims(self, table: Image.Image, seat: Seat, y: float) -> None:
        claims = [claim for claim in self.over.claims if claim.seat == seat]
        for place, claim in enumerate(claims):
            worn_by = worn(claim.horse, self.view.colours)
            put_centred(table, token(worn_by, 48), _CLAIMS + 24 + place * 36, y)
        if claims:
            text = signed(sum(claim.points for claim in claims), self.words.thousands)
            x = _CLAIMS + 56 + (len(claims) - 1) * 36
            headline(table, x, y, text, 34, fill=GAIN, width=72)


def final(view: View, names: Sequence[str], words: Words) -> Picture:
    """Draw who has won the game, and everyone's points; `names` are the players' by seat.

    1200 pixels wide and as high as it takes, PNG.
    """
    return final_ranking("newmarket", view.points, names, words, PALETTE)
