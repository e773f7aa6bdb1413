"""What a seat has to itself: a head, cards in fans or dice, and a bet slip below them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import NamedTuple

from render.captions import Captions
from render.kit.alt import alt_text
from render.kit.captions import StandardCaptions
from render.kit.page import EDGE, WIDTH
from render.kit.runners import Runner, palette_of
from render.kit.slip import Slip, bet_told, drawn_slip
from render.parts.canvas import Canvas
from render.parts.cards import GAP, Card, Fan, card_height, fanned, in_rows, laid_out, lay
from render.parts.die import dice
from render.parts.lettering import poster, write
from render.parts.palette import CREAM, FOREST, GAIN, GOLD, HEDGE
from render.parts.shapes import check_mark, flag, put, put_centred, sheet
from render.parts.silks import Silk, token
from render.picture import Picture, png

HEAD = 96
"""The height of the head in pixels."""
_DICE = 150
"""The height of a row of dice."""


class Hand(NamedTuple):
    """Cards or dice, in the head where the horses are, and a bet slip."""

    title: str
    empty: str
    """What is said where there are neither cards nor dice."""
    runners: Sequence[Runner] = ()
    """From left to right."""
    cards: Sequence[Card] = ()
    """Equal ones are fanned."""
    kept: Sequence[Card] = ()
    """Those with a check mark."""
    dice: Sequence[int] = ()
    slip: Slip | None = None


def hand(name: str, held: Hand, captions: StandardCaptions) -> Picture:
    """Draw and tell a hand. 1200 pixels wide and as high as it takes, PNG."""
    say, slip = captions.alt, held.slip
    items = [*(card.name for card in held.cards), *map(str, held.dice)]
    told = [say.hand.format(title=held.title, held=", ".join(items) or held.empty)]
    if slip:
        bet = bet_told(slip.bet, captions) if slip.bet else slip.empty
        told.append(say.slip.format(label=slip.label, bet=bet))
    palette = palette_of(held.runners)
    return png(partial(drawn_hand, held, captions), name, alt_text(*told), palette)


def drawn_hand(held: Hand, captions: Captions) -> Canvas:
    """Return a hand."""
    faces, kept = dict(held.cards), Counter(card.name for card in held.kept)

    def fan(image: Canvas, fan: Fan, width: int, left: float, top: float) -> None:
        left = int(left)
        lay(image, fan, faces[fan.card](width), left, top)
        for mark in range(kept[fan.card]):
            put_centred(image, check_mark(44, GAIN), left + fan.width(width) - 12, top + 12 + 46 * mark)

    slip = drawn_slip(held.slip, captions) if held.slip else None
    empty = "" if held.dice else held.empty
    image = hand_page([card.name for card in held.cards], empty, fan, slip, Layout())
    squares = [(runner.silk, None if runner.rank else str(runner.space)) for runner in held.runners]
    with_hand_head(image, held.title, squares, _backed(held))
    if held.dice:
        put_centred(image, dice(held.dice, WIDTH - 2 * EDGE, _DICE), WIDTH / 2, HEAD + card_height(176) / 2)
    return image


def with_hand_head(
    image: Canvas, title: str, squares: Sequence[tuple[Silk, str | None]], backed: Collection[Silk]
) -> None:
    """Write the title of a hand, and where the horses are, from the left: None is home; those backed are ringed."""
    step = min(170, 790 // max(len(squares), 1))
    room = WIDTH - 2 * EDGE - 24 - step * len(squares)
    poster(image, EDGE + 4, HEAD / 2, title.upper(), 68, fill=CREAM, width=max(room, 300))
    height = 60 if step > 120 else 48
    for number, (silk, square) in enumerate(reversed(squares), 1):
        left = WIDTH - EDGE + 14 - step * number
        if silk in backed:
            put(
                image,
                sheet(step - 4, height + 10, height // 2 + 5, GOLD),
                left - 5,
                HEAD / 2 - height // 2 - 5,
            )
        chip(image, silk, square, left, (step - 14, height), margin=72 if step == 170 else height - 2)


def _backed(held: Hand) -> set[Silk]:
    """Return the silks of the horses on which something is put."""
    return {stake.silk for stake in held.slip.bet.stakes} if held.slip and held.slip.bet else set()


Lay = Callable[[Canvas, Fan, int, float, float], None]
"""Puts a fan on the table: with the width of a card, and the fan's left and its top."""


class Layout(NamedTuple):
    """How cards are laid out."""

    widths: Sequence[int] = (176, 164, 152, 140, 128, 116, 104)
    """The widths a card may have; the widest that fits two rows is taken."""
    head: int = HEAD
    beside: int = 0
    """The width of a column that is left free on the right."""
    least: int = 0
    """How much height the cards take at least."""


def hand_page(cards: Sequence[str], empty: str, lay: Lay, slip: Canvas | None, layout: Layout) -> Canvas:
    """Return a table with cards and a slip, its head still free; `empty` is written where there are no cards."""
    room = WIDTH - 2 * EDGE - layout.beside
    width, rows = in_rows(fanned(cards), layout.widths, room)
    below = layout.head + max(len(rows) * (card_height(width) + GAP), layout.least) + 12
    image = Canvas(WIDTH, below + (slip.height + EDGE if slip else 0), FOREST)
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
    image: Canvas,
    worn: Silk,
    square: str | None,
    left: float,
    size: tuple[int, int],
    aside: int = 2,
    margin: int = 72,
) -> None:
    """Draw into the head where a horse is: its square, so far left of the middle beside its token, or a flag."""
    width, height = size
    diameter, middle = height - 8, HEAD / 2
    x = left + diameter + (width - diameter) / 2
    put(image, sheet(width, height, height // 2, HEDGE), left, middle - height // 2)
    put_centred(image, token(worn, diameter), left + height // 2, middle)
    if square is None:
        put_centred(image, flag(height - 22, CREAM), x, middle)
    else:
        poster(image, x - aside, middle, square, 46, fill=CREAM, align="m", width=width - margin)
