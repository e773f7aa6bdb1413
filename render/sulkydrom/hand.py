"""A seat's own side: the cards dealt to it; once they are stacked how many are left, and its special cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from engines.core import Seat
from engines.sulkydrom.actions import Card
from engines.sulkydrom.state import Stacks
from engines.sulkydrom.view import Own, Phase, View
from render.parts.cards import back, card_height
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FADED, FOREST, GOLD, HEDGE, INK
from render.parts.shapes import flag, put, put_centred, rosette, sheet
from render.picture import Picture, png
from render.sulkydrom import alt
from render.sulkydrom.faces import horse_face, position_face, special
from render.sulkydrom.horses import PALETTE, silk
from render.sulkydrom.sulky import sulky
from render.sulkydrom.words import Words

_WIDTH, _EDGE, _GAP = 1200, 28, 14
_HEAD = 108
_CARDS = (176, 164, 152, 140, 128)
"""The widths a card may have; the widest that fits two rows is taken."""


def hand(
    view: View, words: Words, faces: Mapping[Card, Sequence[int]] | None = None, chosen: Sequence[Card] = ()
) -> Picture:
    """Draw what the seat of `view` has; ValueError for everyone's view.

    `faces` are what the cards show, as in `Orders.faces`: needed while the seat has cards that are not stacked.
    Of these the `chosen` ones are numbered in their order, kind by kind.
    """
    own, seat = view.own, view.seat
    if own is None or seat is None:
        raise ValueError("this view is everyone's: it shows no cards")
    shows = faces or {}
    name, told = f"sulkydrom-hand-race{view.race}", alt.hand(view, seat, words, shows)
    return png(lambda: _drawn(view, seat, own, words, Faces(shows, chosen)), name, told, PALETTE)


def _drawn(view: View, seat: Seat, own: Own, words: Words, faces: Faces) -> Image.Image:
    if own.hand:
        return dealt(view, seat, own.hand, words, faces)
    return left(view, seat, words)


@dataclass(frozen=True, slots=True)
class Faces:
    """What the cards show, and which are chosen so far."""

    shows: Mapping[Card, Sequence[int]]
    chosen: Sequence[Card]

    def order(self, cards: Sequence[Card], card: Card) -> int | None:
        """Return the number of a card, from 1, among the chosen ones of its kind; None if it is not chosen."""
        own = [other for other in self.chosen if other in cards]
        return own.index(card) + 1 if card in own else None


def dealt(view: View, seat: Seat, cards: Stacks, words: Words, faces: Faces) -> Image.Image:
    """Return the picture of cards dealt: horse cards first, position cards in rows of their own."""
    width, rows = _laid_out(cards)
    height = card_height(width)
    image = Image.new("RGB", (_WIDTH, _HEAD + len(rows) * (height + _GAP) + _EDGE - _GAP), FOREST)
    _head(image, view, seat, words.hand.format(horse=view.names[seat]), words.hand_more)
    running = tuple([each for at, each in enumerate(view.horses) if view.places[at] is not None])
    for number, row in enumerate(rows):
        x = (_WIDTH - len(row) * (width + _GAP) + _GAP) // 2
        for card in row:
            y, shows = _HEAD + number * (height + _GAP), tuple(faces.shows[card])
            if card in cards.horse:
                face = horse_face(card, shows, view.horses[seat], running, width)
            else:
                face = position_face(card, shows, view.seats, width)
            put(image, face, x, y)
            chosen = faces.order(cards.horse if card in cards.horse else cards.position, card)
            if chosen:
                put_centred(image, rosette(chosen, 52, GOLD), x + width - 12, y + height - 12)
            x += width + _GAP
    return image


def _laid_out(cards: Stacks) -> tuple[int, list[list[Card]]]:
    every = [*cards.horse, *cards.position]
    for width in _CARDS:
        fit = (_WIDTH - 2 * _EDGE + _GAP) // (width + _GAP)
        if len(every) <= fit:
            return width, [every]
        rows = [*_rows(cards.horse, fit), *_rows(cards.position, fit)]
        if len(rows) <= 2:
            return width, rows
    return width, rows


def _rows(cards: Sequence[Card], fit: int) -> list[list[Card]]:
    """Return the cards in as few rows as they take, all about as long."""
    count = -(-len(cards) // fit)
    return [list(cards[row * len(cards) // count : (row + 1) * len(cards) // count]) for row in range(count)]


def _head(image: Image.Image, view: View, seat: Seat, title: str, more: str) -> None:
    put_centred(image, sulky(silk(view.horses[seat]), 168), _EDGE + 88, _HEAD / 2)
    took = headline(image, _EDGE + 196, _HEAD / 2, title, 44, fill=CREAM, width=640)
    room = round(_WIDTH - 2 * _EDGE - 230 - took)
    write(image, _WIDTH - _EDGE, _HEAD / 2, more, 30, fill=CREAM, align="r", width=room)


_CARD = 190


def left(view: View, seat: Seat, words: Words) -> Image.Image:
    """Return the picture of what a seat has once its cards are stacked."""
    image = Image.new("RGB", (_WIDTH, _HEAD + card_height(_CARD) + 56 + _EDGE), FOREST)
    _head(image, view, seat, words.own.format(horse=view.names[seat]), "")
    _standing(image, view, seat, words)
    stacks = (
        (words.horse_cards, view.horse_counts[seat]),
        (words.position_cards, view.position_counts[seat]),
    )
    for at, (title, count) in enumerate(stacks):
        _stack(image, _EDGE + at * (_CARD + 40), title, count)
    x = _EDGE + 2 * (_CARD + 40) + 16
    for title, has, is_joker in (
        (words.joker, view.jokers[seat], True),
        (words.galopp, view.galopps[seat], False),
    ):
        put(image, special(_CARD, title, is_joker=is_joker, spent="" if has else words.spent), x, _HEAD)
        x += _CARD + 24
    _allowed(image, view, seat, words)
    return image


def _standing(image: Image.Image, view: View, seat: Seat, words: Words) -> None:
    y = _HEAD / 2
    if view.places[seat] is None:
        put_centred(image, rosette(view.positions[seat], 72, GOLD), _WIDTH - _EDGE - 36, y)
        put_centred(image, flag(46, CREAM), _WIDTH - _EDGE - 112, y)
        return
    position = words.position.format(position=view.positions[seat])
    write(image, _WIDTH - _EDGE, y, position, 38, fill=CREAM, align="r", width=320)


def _stack(image: Image.Image, x: float, title: str, count: int) -> None:
    height = card_height(_CARD)
    if count:
        for below in range(min(count - 1, 3), 0, -1):
            put(image, back(_CARD), x + 5 * below, _HEAD + 5 * below)
        put(image, back(_CARD), x, _HEAD)
        disc = sheet(104, 104, 52, INK, edge=CREAM, thick=4)
        put_centred(image, disc, x + _CARD / 2, _HEAD + height / 2)
        number = str(count)
        headline(image, x + _CARD / 2, _HEAD + height / 2, number, 60, fill=CREAM, align="m")
    else:
        ImageDraw.Draw(image).rounded_rectangle(
            (x, _HEAD, x + _CARD, _HEAD + height), 16, outline=HEDGE, width=4
        )
        headline(image, x + _CARD / 2, _HEAD + height / 2, "0", 60, fill=FADED, align="m")
    write(image, x + _CARD / 2, _HEAD + height + 34, title, 32, fill=CREAM, align="m", width=_CARD + 30)


def _allowed(image: Image.Image, view: View, seat: Seat, words: Words) -> None:
    """Draw how far the card being driven lets the own horse go, beside the cards."""
    if view.phase is not Phase.DRIVING or seat not in view.order:
        return
    x, y = _WIDTH - _EDGE - 88, _HEAD + card_height(_CARD) / 2
    turn = seat in view.to_act
    put_centred(image, sheet(168, 208, 24, GOLD if turn else CREAM), x, y)
    number = str(view.allowances[seat])
    headline(image, x, y - 22, number, 110, align="m", width=150)
    write(image, x, y + 68, words.allowed, 32, align="m", width=150)
