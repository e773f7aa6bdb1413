"""What lies in front of a seat: a head, cards in fans, and a slip below them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image

from render.kit.page import EDGE, WIDTH
from render.parts.cards import card_height
from render.parts.fans import GAP, Fan, fanned, in_rows, laid_out
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FOREST, HEDGE
from render.parts.signs import flag
from render.parts.silks import Silk, token
from render.parts.smooth import put, put_centred, sheet

HEAD = 96
"""The height of the head in pixels."""

Lay = Callable[[Image.Image, Fan, int, float, float], None]
"""Puts a fan on the table: with the width of a card, and the fan's left and its top."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How cards are laid out."""

    widths: Sequence[int] = (176, 164, 152, 140, 128, 116, 104)
    """The widths a card may have; the widest that fits two rows is taken."""
    head: int = HEAD
    beside: int = 0
    """The width of a column that is left free on the right."""
    least: int = 0
    """How high the cards' place is at least."""


def hand_page(
    cards: Sequence[str], empty: str, lay: Lay, slip: Image.Image | None, layout: Layout
) -> Image.Image:
    """Return a table with cards and a slip, its head still free; `empty` is written where there are no cards."""
    room = WIDTH - 2 * EDGE - layout.beside
    width, rows = in_rows(fanned(cards), layout.widths, room)
    below = layout.head + max(len(rows) * (card_height(width) + GAP), layout.least) + 12
    image = Image.new("RGB", (WIDTH, below + (slip.height + EDGE if slip else 0)), FOREST)
    middle = EDGE + room / 2
    if not cards:
        write(
            image, middle, layout.head + card_height(width) / 2, empty, 40, fill=CREAM, align="m", width=room
        )
    for fan, left, top in laid_out(rows, width, middle, layout.head):
        lay(image, fan, width, left, top)
    if slip:
        put(image, slip, EDGE, below)
    return image


def chip(
    image: Image.Image,
    worn: Silk,
    square: str | None,
    left: float,
    size: tuple[int, int],
    at: float,
    room: int,
) -> None:
    """Draw into the head where a horse is: its square, written around `at`, or the flag for one at home."""
    width, height = size
    round_one, middle = height - 8, HEAD / 2
    put(image, sheet(width, height, height // 2, HEDGE), left, middle - height // 2)
    put_centred(image, token(worn, round_one), left + height // 2, middle)
    if square is None:
        put_centred(image, flag(height - 22, CREAM), left + round_one + (width - round_one) / 2, middle)
    else:
        headline(image, left + at, middle, square, 38, fill=CREAM, align="m", width=room)
