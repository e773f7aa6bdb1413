"""The posters of the racehorses: each at full gallop, the money piled below it, and who has backed or claimed it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from PIL import Image, ImageDraw

from engines.core import Seat
from engines.newmarket.actions import Card
from engines.newmarket.view import View
from render.kit.page import Scene
from render.newmarket.captions import Captions
from render.newmarket.faces import coat, form, worn
from render.newmarket.ground import BACKERS, FOOT, MONEY, POSTER, TOP, left_of
from render.newmarket.owners import jacket
from render.parts.canvas import Canvas
from render.parts.lettering import Face, fitted, poster
from render.parts.palette import FADED, GAIN, GOLD, INK
from render.parts.shapes import FINE, layer, put, put_centred
from render.parts.sprites import Pose, sprite
from render.parts.tickets import put_stamp

_HORSE = 176
"""The width of a horse on a poster in pixels."""
_COIN, _THICK, _PILE, _PILES = 36, 9, 5, 4
"""The width and the thickness of a coin, how many make a pile, one for each stake, and how many piles are drawn."""


@dataclass(frozen=True, slots=True)
class Posters(Scene[View, Captions]):
    """The posters of a board in the drawing."""

    image: Canvas

    def draw(self) -> None:
        """Draw what is on the four posters."""
        for at, (horse, points) in enumerate(zip(self.view.racehorses, self.view.pots, strict=True)):
            left = left_of(at)
            with_horse(self.image, horse, self.view.colours, left, TOP)
            claim = next((claim for claim in self.view.claims if claim.horse == horse), None)
            if claim is None:
                with_money(self.image, left, TOP, self.captions.number(points), _PILE * points // self.view.stake)
            else:
                self._claimed(left, claim.seat, claim.points)
            backers = [seat for seat, backed in enumerate(self.view.backed) if backed == horse]
            with_owners(self.image, left + POSTER[0] / 2, TOP + BACKERS, backers)

    def _claimed(self, left: int, seat: Seat, points: int) -> None:
        text = self.captions.paid.format(amount=self.captions.number(points)).upper()
        y = TOP + MONEY
        put_centred(self.image, jacket(seat, 54), left + 46, y)
        room = POSTER[0] - 100
        put_stamp(self.image, left + 76 + room / 2, y, text, 50, GAIN, room)


def with_horse(image: Canvas, horse: Card, colours: Sequence[str], left: float, top: float) -> None:
    """Draw a racehorse on its poster."""
    drawn = sprite(Pose.STRETCHED, worn(horse, colours), _HORSE, coat=coat(form(horse).colour, colours))
    put(image, drawn.image, left + (POSTER[0] - _HORSE) / 2, top + FOOT + 4 - drawn.y)


def with_money(image: Canvas, left: float, top: float, text: str, coins: int) -> None:
    """Pile coins on a poster, and write beside them how much it is."""
    heap, middle = pile(min(coins, _PILE * _PILES)), left + POSTER[0] / 2
    took = fitted(text, Face.POSTER, 66, 160).width
    gap = 16 if coins else 0
    x = middle - (heap.width + gap + took) / 2
    put(image, heap, x, top + MONEY + 24 - heap.height)
    fill = INK if coins else FADED
    poster(image, x + heap.width + gap, top + MONEY, text, 66, fill=fill, width=160)


def with_owners(image: Canvas, x: float, y: float, seats: Sequence[Seat], room: int = POSTER[0] - 24) -> None:
    """Draw the jackets of seats side by side around a point."""
    step = min(46.0, room / max(len(seats), 1))
    for at, seat in enumerate(seats):
        put_centred(image, jacket(seat, min(40, round(step))), x + (at - (len(seats) - 1) / 2) * step, y)


@cache
def pile(coins: int) -> Image.Image:
    """Return so many coins, piled."""
    piles = -(-coins // _PILE)
    width, height = max(piles, 1) * (_COIN + 3) - 3 if coins else 1, _PILE * _THICK + 2

    def paint(draw: ImageDraw.ImageDraw) -> None:
        for coin in range(coins):
            column, level = divmod(coin, _PILE)
            x, y = column * (_COIN + 3) + level % 2, height - 1 - (level + 1) * _THICK
            box = (x * FINE, y * FINE, (x + _COIN - 1) * FINE - 1, (y + _THICK + 1) * FINE - 1)
            draw.rounded_rectangle(box, 4 * FINE, fill=GOLD, outline=INK, width=2 * FINE)

    return layer(width, height, paint)
