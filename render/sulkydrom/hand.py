"""A seat's own side: the cards dealt to it; once they are stacked how many are left, and its special cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TypeAlias

from engines.core import Seat
from engines.sulkydrom.actions import Card
from engines.sulkydrom.state import Stacks
from engines.sulkydrom.view import Phase, View
from render.parts.canvas import Canvas
from render.parts.cards import back, card_height
from render.parts.lettering import poster, write
from render.parts.palette import CREAM, FOREST, GOLD, HEDGE, INK
from render.parts.shapes import flag, put, put_centred, rosette, sheet
from render.picture import Picture, png
from render.sulkydrom import alt
from render.sulkydrom.captions import Captions
from render.sulkydrom.faces import HORSE, POSITION, horse_face, position_face, special
from render.sulkydrom.sulky import PALETTE, silk, sulky

_WIDTH, _EDGE, _GAP = 1200, 28, 14
_HEAD, _RULE = 120, 104
"""Where the cards begin, and where the golden rule below the head ends."""
_CARDS = (176, 164, 152, 140, 128)
"""The widths a card may have; the widest that fits two rows is taken."""
_FOOT, _MARK = 60, 30
"""The height of what explains the two kinds of cards below them, and the width of the mark before each."""


Faces: TypeAlias = Mapping[Card, Sequence[int]]
"""What cards show."""


def hand(view: View, captions: Captions, faces: Faces | None = None, chosen: Sequence[Card] = ()) -> Picture:
    """Draw what the seat of `view` has; ValueError for everyone's view.

    Cards not stacked yet need `faces`, as in `Orders.faces`; the `chosen` ones are numbered kind by kind.
    """
    own, seat = view.own, view.seat
    if own is None or seat is None:
        raise ValueError("this view is everyone's: it shows no cards")
    cards, shows = own.hand, faces or {}
    name, told = f"sulkydrom-hand-race{view.race}", alt.hand(view, seat, captions, shows)
    if cards:
        return png(partial(dealt, view, seat, cards, captions, shows, chosen), name, told, PALETTE)
    return png(partial(left, view, seat, captions), name, told, PALETTE)


def dealt(
    view: View, seat: Seat, cards: Stacks, captions: Captions, faces: Faces, chosen: Sequence[Card]
) -> Canvas:
    """Return the picture of cards dealt: horse cards first, position cards in rows of their own where that takes two.

    Size comes first: on a telephone the figures of small cards cannot be read.
    """
    width, rows = _laid_out(cards)
    height = card_height(width)
    image = Canvas(_WIDTH, _HEAD + len(rows) * (height + _GAP) + _FOOT, FOREST)
    _head(image, view, seat, captions.hand.format(horse=view.names[seat]), captions.hand_more)
    running = tuple([each for at, each in enumerate(view.horses) if view.places[at] is not None])
    numbers: dict[Card, int] = {}
    for kind in cards.horse, cards.position:
        numbers |= {card: at for at, card in enumerate((card for card in chosen if card in kind), 1)}
    for number, row in enumerate(rows):
        x = (_WIDTH - len(row) * (width + _GAP) + _GAP) // 2
        for card in row:
            y, shows = _HEAD + number * (height + _GAP), tuple(faces[card])
            if card in cards.horse:
                face = horse_face(shows, view.horses[seat], running, width)
            else:
                face = position_face(shows, view.seats, width)
            put(image, face, x, y)
            if card in numbers:
                put_centred(image, rosette(numbers[card], 52, GOLD), x + width - 12, y + height - 12)
            x += width + _GAP
    _explained(image, captions)
    return image


def _explained(image: Canvas, captions: Captions) -> None:
    """Say at the foot what the bars on both kinds of cards are, each behind a small card in the colour of its kind."""
    y, kinds = (
        image.height - _FOOT / 2 - 2,
        ((HORSE, captions.horse_bars), (POSITION, captions.position_bars)),
    )
    room = (_WIDTH - 3 * _EDGE) / len(kinds)
    for at, (frame, text) in enumerate(kinds):
        x = _EDGE + at * (room + _EDGE)
        put_centred(image, sheet(_MARK, 42, 6, frame, edge=CREAM, thick=5), x + _MARK / 2, y)
        write(image, x + _MARK + 14, y, text, 32, fill=CREAM, width=round(room - _MARK - 14))


def _laid_out(cards: Stacks) -> tuple[int, list[list[Card]]]:
    every = [*cards.horse, *cards.position]
    for width in _CARDS:
        fit = (_WIDTH - 2 * _EDGE + _GAP) // (width + _GAP)
        if len(every) <= fit:
            return width, [every]
        apart, together = [*_rows(cards.horse, fit), *_rows(cards.position, fit)], _rows(every, fit)
        if rows := next((rows for rows in (apart, together) if len(rows) <= 2), None):
            return width, rows
    return width, apart


def _rows(cards: Sequence[Card], fit: int) -> list[list[Card]]:
    """Return the cards in as few rows as they take, all about as long."""
    count = -(-len(cards) // fit)
    return [list(cards[row * len(cards) // count : (row + 1) * len(cards) // count]) for row in range(count)]


def _head(image: Canvas, view: View, seat: Seat, title: str, more: str) -> None:
    middle = (_RULE - 6) / 2
    image.rectangle((0, _RULE - 6, _WIDTH, _RULE - 1), GOLD)
    put_centred(image, sulky(silk(view.horses[seat]), 150), 104, middle)
    took = poster(image, 202, middle, title.upper(), 66, fill=CREAM, width=640)
    write(
        image,
        _WIDTH - _EDGE,
        middle,
        more,
        36,
        fill=CREAM,
        align="r",
        width=round(_WIDTH - _EDGE - 240 - took),
    )


_CARD = 190


def left(view: View, seat: Seat, captions: Captions) -> Canvas:
    """Return the picture of what a seat has once its cards are stacked."""
    image = Canvas(_WIDTH, _HEAD + card_height(_CARD) + 62 + _EDGE, FOREST)
    _head(image, view, seat, captions.own.format(horse=view.names[seat]), "")
    _position(image, view, seat, captions)
    _stack(image, _EDGE, captions.horse_cards, view.horse_counts[seat])
    _stack(image, _EDGE + _CARD + 40, captions.position_cards, view.position_counts[seat])
    x = _EDGE + 2 * (_CARD + 40) + 16
    worn = silk(view.horses[seat])
    joker, galopp = ("" if has[seat] else captions.spent for has in (view.jokers, view.galopps))
    put(image, special(_CARD, captions.joker, worn, is_joker=True, spent=joker), x, _HEAD)
    put(image, special(_CARD, captions.galopp, worn, is_joker=False, spent=galopp), x + _CARD + 24, _HEAD)
    _allowed(image, view, seat, captions)
    return image


def _position(image: Canvas, view: View, seat: Seat, captions: Captions) -> None:
    y = (_RULE - 6) / 2
    if view.places[seat] is None:
        put_centred(image, rosette(view.positions[seat], 72, GOLD), _WIDTH - _EDGE - 36, y)
        put_centred(image, flag(46, CREAM), _WIDTH - _EDGE - 112, y)
        return
    position = captions.positions[view.positions[seat] - 1]
    poster(image, _WIDTH - _EDGE, y, position.upper(), 56, fill=CREAM, align="r", width=320)


def _stack(image: Canvas, x: float, title: str, count: int) -> None:
    height, middle = card_height(_CARD), x + _CARD / 2
    if count:
        for below in range(min(count - 1, 3), 0, -1):
            put(image, back(_CARD), x + 5 * below, _HEAD + 5 * below)
        put(image, back(_CARD), x, _HEAD)
        put_centred(image, sheet(112, 112, 56, INK, edge=CREAM, thick=4), middle, _HEAD + height / 2)
    else:
        frame = x, _HEAD, x + _CARD, _HEAD + height
        image.rounded_rectangle(frame, 16, outline=HEDGE, width=4)
    fill = CREAM
    poster(image, middle, _HEAD + height / 2, str(count), 82, fill=fill, align="m")
    poster(image, middle, _HEAD + height + 44, title.upper(), 46, fill=CREAM, align="m", width=_CARD + 30)


def _allowed(image: Canvas, view: View, seat: Seat, captions: Captions) -> None:
    """Draw how far the card being driven lets the own horse go, beside the cards."""
    if view.phase is not Phase.DRIVING or seat not in view.order:
        return
    x, y = _WIDTH - _EDGE - 88, _HEAD + card_height(_CARD) / 2
    put_centred(image, sheet(176, 220, 10, GOLD if seat in view.to_act else CREAM), x, y)
    poster(image, x, y - 22, str(view.allowances[seat]), 150, align="m", width=150)
    unit = captions.allowed[view.allowances[seat] != 1].upper()
    poster(image, x, y + 68, unit, 40, align="m", width=150)
