"""A seat's own hand: its cards, the one laid aside for its bet, where the horses are, and the bet slip."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from engines.turfe.actions import Card, Horse
from engines.turfe.view import Own, Phase, View
from render.kit.slip import SLIP_HEIGHT, blank_slip, perforate
from render.parts.cards import card_height
from render.parts.fans import GAP, Fan, fanned, in_rows, laid_out, lay
from render.parts.figures import number
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FADED, FOREST, GOLD, HEDGE
from render.parts.signs import flag
from render.parts.silks import token
from render.parts.smooth import put, put_centred, sheet
from render.picture import Picture, needed, png
from render.turfe import alt
from render.turfe.faces import face
from render.turfe.horses import PALETTE, silks
from render.turfe.words import Words

_WIDTH, _EDGE = 1200, 28
_HEAD = 96
"""The height of the head."""
_CARDS = (184, 172, 160, 148, 136, 124, 112)
"""The widths a card may have; the widest that fits two rows is taken."""
_BESIDE = 210
"""The width of the column of the card that lies beside the hand."""


def hand(view: View, words: Words) -> Picture:
    """Draw the hand of the seat that `view` is for; ValueError for everyone's view.

    1200 pixels wide and as high as it takes, PNG. The card laid aside, or one flipped for this seat to play,
    lies beside the others.
    """
    own = needed(view.own, "this view is everyone's: it shows no hand")
    return png(
        lambda: _drawn(view, own, words), f"turfe-hand-race{view.race}", alt.hand(view, words), PALETTE
    )


def _drawn(view: View, own: Own, words: Words) -> Image.Image:
    beside = _beside(view, own, words)
    room = _WIDTH - 2 * _EDGE - (_BESIDE if beside else 0)
    width, rows = in_rows(fanned(own.hand), _CARDS, room)
    height = len(rows) * (card_height(width) + GAP)
    slip = _HEAD + max(height, _LAID if beside else 0) + 12
    has_slip = view.phase is not Phase.OVER
    image = Image.new("RGB", (_WIDTH, slip + (SLIP_HEIGHT + _EDGE if has_slip else 0)), FOREST)
    table = Table(image, view, own, words, width)
    table.head()
    table.cards(rows, room)
    if beside:
        table.beside(*beside)
    if has_slip:
        put(image, table.slip(), _EDGE, slip)
    return image


_LAID = 56 + card_height(160) + GAP
"""The height of the card beside the hand with its heading."""


def _beside(view: View, own: Own, words: Words) -> tuple[str, Card] | None:
    if view.flipped is not None and view.seat in view.to_act:
        return words.next_card, view.flipped
    return None if own.aside is None else (words.aside, own.aside)


@dataclass(frozen=True, slots=True)
class Table:
    """The table in front of a seat, in the drawing."""

    image: Image.Image
    view: View
    own: Own
    words: Words
    width: int
    """The width of a card."""

    def head(self) -> None:
        """Write what is seen, and draw how far the horses are."""
        headline(self.image, _EDGE + 4, _HEAD / 2, self.words.hand, 44, fill=CREAM, width=280)
        step = min(140.0, (_WIDTH - 2 * _EDGE - 300) / len(self.view.horses))
        for place, horse in enumerate(self.view.horses):
            self._chip(horse, _WIDTH - _EDGE - step * (len(self.view.horses) - place), round(step) - 8)

    def _chip(self, horse: Horse, left: float, width: int) -> None:
        middle = _HEAD / 2
        put(self.image, sheet(width, 58, 29, HEDGE), left, middle - 29)
        put_centred(self.image, token(silks(self.view.horses)[horse], 50), left + 29, middle)
        x = left + 50 + (width - 50) / 2
        if horse in self.view.home:
            put_centred(self.image, flag(36, CREAM), x, middle)
            return
        space = str(self.view.places[self.view.horses.index(horse)].space)
        headline(self.image, x, middle, space, 38, fill=CREAM, align="m", width=width - 60)

    def cards(self, rows: list[list[Fan]], room: int) -> None:
        """Lay the fans out in rows, or say that there is none."""
        middle = _EDGE + room / 2
        if not rows[0]:
            text, y = self.words.no_cards, _HEAD + card_height(self.width) / 2
            write(self.image, middle, y, text, 40, fill=CREAM, align="m", width=room)
        for fan, left, top in laid_out(rows, self.width, middle, _HEAD):
            lay(self.image, fan, face(Card(fan.card), self.width, self.view.horses, self.words), left, top)

    def beside(self, title: str, card: Card) -> None:
        """Draw the card that lies beside the hand, on a mat of its own."""
        left = _WIDTH - _EDGE - _BESIDE + 12
        mat = sheet(_BESIDE - 12, _LAID - GAP + 10, 20, HEDGE, edge=GOLD, thick=3)
        put(self.image, mat, left, _HEAD)
        x = left + (_BESIDE - 12) / 2
        write(self.image, x, _HEAD + 30, title, 30, fill=CREAM, align="m", width=_BESIDE - 36)
        front = face(card, 160, self.view.horses, self.words)
        put(self.image, front, x - 80, _HEAD + 54)

    def slip(self) -> Image.Image:
        """Return the seat's bet slip for this race."""
        slip = blank_slip(_WIDTH - 2 * _EDGE)
        middle = SLIP_HEIGHT / 2
        race = self.words.race_of.format(race=self.view.race, races=self.view.races)
        headline(slip, 30, middle - 22, race, 32, width=260)
        write(slip, 30, middle + 24, self.words.your_bet, 30, fill=FADED, width=260)
        perforate(slip, 310)
        self._bet(slip)
        return slip

    def _bet(self, slip: Image.Image) -> None:
        bet, middle = self.own.bet, SLIP_HEIGHT / 2
        if bet is None:
            acts = self.view.phase is Phase.BETTING and self.view.seat in self.view.to_act
            text = self.words.no_bet if acts else self.words.broke
            write(slip, 350, middle, text, 40, fill=FADED, width=760)
            return
        put_centred(slip, token(silks(self.view.horses)[bet.horse], 76), 388, middle)
        x = 446 + write(slip, 446, middle, self.words.horse(bet.horse), 42, width=220) + 28
        x += write(slip, x, middle, self.words.kind(bet.kind), 42, fill=FADED, width=220) + 28
        stake = number(bet.stake, self.words.thousands)
        headline(slip, x, middle, stake, 50, width=round(slip.width - 30 - x))
