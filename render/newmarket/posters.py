"""The posters of the racehorses: each at full gallop, the money piled below it, and who has backed or claimed it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from engines.core import Seat
from engines.newmarket.actions import Card
from engines.newmarket.view import Claimed, Dealt, View
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


class On(NamedTuple):
    """What is on the poster of a racehorse."""

    horse: Card
    points: int
    claim: Claimed | None
    """Who has taken the points on it in this deal."""


def on_posters(view: View, pots: Sequence[int], claims: Sequence[Claimed]) -> list[On]:
    """Return what is on the posters, for the points on each and the claims of a deal."""
    made = {claim.horse: claim for claim in claims}
    return [On(horse, points, made.get(horse)) for horse, points in zip(view.racehorses, pots, strict=True)]


@dataclass(frozen=True, slots=True)
class Posters(Scene[View, Captions]):
    """The posters of a picture in the drawing."""

    image: Canvas

    def draw(self) -> None:
        """Draw the four posters of a board, with who has backed each."""
        for at, on in enumerate(on_posters(self.view, self.view.pots, self.view.claims)):
            left = left_of(at)
            self._one(left, on)
            backers = [seat for seat, backed in enumerate(self.view.backed) if backed == on.horse]
            with_owners(self.image, left + POSTER[0] / 2, TOP + BACKERS, backers)

    def settled(self, over: Dealt) -> None:
        """Draw the four posters as a deal left them, with the names of those who have claimed."""
        for at, on in enumerate(on_posters(self.view, over.unclaimed, over.claims)):
            left = left_of(at)
            self._one(left, on)
            if on.claim:
                middle, y, room = left + POSTER[0] / 2, TOP + BACKERS, POSTER[0] - 28
                self.name(self.image, on.claim.seat, middle, y, 32, room, align="m")

    def _one(self, left: int, on: On) -> None:
        with_horse(self.image, on.horse, self.view.colours, left, TOP)
        if on.claim:
            self._claimed(left, on.claim)
        else:
            coins = heap(on.points, self.view.stake)
            with_money(self.image, left, TOP, self.captions.number(on.points), coins)

    def _claimed(self, left: int, claim: Claimed) -> None:
        text = self.captions.paid.format(amount=self.captions.number(claim.points)).upper()
        y, room = TOP + MONEY, POSTER[0] - 100
        put_centred(self.image, jacket(claim.seat, 54), left + 46, y)
        put_stamp(self.image, left + 76 + room / 2, y + 1, text, 42, GAIN, room)


def with_horse(image: Canvas, horse: Card, colours: Sequence[str], left: float, top: float) -> None:
    """Draw a racehorse on its poster."""
    drawn = sprite(Pose.STRETCHED, worn(horse, colours), _HORSE, coat=coat(form(horse).colour, colours))
    put(image, drawn.image, left + (POSTER[0] - _HORSE) / 2, top + FOOT + 4 - drawn.y)


def with_money(image: Canvas, left: float, top: float, text: str, coins: Image.Image) -> None:
    """Pile coins on a poster, and write beside them how much it is."""
    middle, has_any = left + POSTER[0] / 2, coins.width > 1
    took, gap = fitted(text, Face.POSTER, 66, 100).width, 16 if has_any else 0
    x = middle - (coins.width + gap + took) / 2
    put(image, coins, x, top + MONEY + 24 - coins.height)
    poster(image, x + coins.width + gap, top + MONEY, text, 66, fill=INK if has_any else FADED, width=100)


def with_owners(image: Canvas, x: float, y: float, seats: Sequence[Seat], room: int = POSTER[0] - 24) -> None:
    """Draw the jackets of seats side by side around a point."""
    step = min(46.0, room / max(len(seats), 1))
    for at, seat in enumerate(seats):
        put_centred(image, jacket(seat, min(40, round(step))), x + (at - (len(seats) - 1) / 2) * step, y)


def heap(points: int, stake: int) -> Image.Image:
    """Return points as coins, a pile for each stake as far as there is room."""
    return _heap(min(_PILE * points // stake, _PILE * _PILES))


@cache
def _heap(coins: int) -> Image.Image:
    piles = -(-coins // _PILE)
    width, height = max(piles, 1) * (_COIN + 3) - 3 if coins else 1, _PILE * _THICK + 2

    def paint(draw: ImageDraw.ImageDraw) -> None:
        for coin in range(coins):
            column, level = divmod(coin, _PILE)
            x, y = column * (_COIN + 3) + level % 2, height - 1 - (level + 1) * _THICK
            box = (x * FINE, y * FINE, (x + _COIN - 1) * FINE - 1, (y + _THICK + 1) * FINE - 1)
            draw.rounded_rectangle(box, 4 * FINE, fill=GOLD, outline=INK, width=2 * FINE)

    return layer(width, height, paint)
