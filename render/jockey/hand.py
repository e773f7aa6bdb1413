"""A seat's own hand: its cards, equal ones fanned, where the horses are, and the seat's bet slip."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from PIL import Image

from engines.jockey.actions import Card, Horse
from engines.jockey.view import Own, Phase, View
from render.jockey import alt
from render.jockey.faces import face
from render.jockey.horses import ranked, silks
from render.jockey.slip import kind_of, stakes
from render.jockey.words import Words
from render.kit.slip import SLIP_HEIGHT, blank_slip, perforate
from render.parts.cards import card_height
from render.parts.fans import GAP, Fan, fanned, in_rows, laid_out, lay
from render.parts.figures import number
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FADED, FOREST, GAIN, HEDGE
from render.parts.signs import check_mark, flag
from render.parts.silks import token
from render.parts.smooth import put, put_centred, sheet
from render.picture import Picture, needed, png

_WIDTH, _EDGE = 1200, 28
_HEAD = 96
"""The height of the head."""
_CARDS = (176, 164, 152, 140, 128, 116, 104)
"""The widths a card may have; the widest that fits two rows is taken."""


def hand(view: View, words: Words) -> Picture:
    """Draw the hand of the seat that `view` is for; ValueError for everyone's view.

    1200 pixels wide and as high as it takes, PNG. Cards chosen to be kept have a check mark.
    """
    own = needed(view.own, "this view is everyone's: it shows no hand")
    return png(lambda: _drawn(view, own, words), f"jockey-hand-race{view.race}", alt.hand(view, words))


def _drawn(view: View, own: Own, words: Words) -> Image.Image:
    width, rows = in_rows(fanned(own.hand), _CARDS, _WIDTH - 2 * _EDGE)
    has_slip = view.phase in {Phase.BETTING, Phase.RACING}
    slip = _HEAD + len(rows) * (card_height(width) + GAP) + 12
    image = Image.new("RGB", (_WIDTH, slip + (SLIP_HEIGHT + _EDGE if has_slip else 0)), FOREST)
    table = Table(image, view, own, words, width)
    table.head()
    table.cards(rows)
    if has_slip:
        put(image, table.slip(), _EDGE, slip)
    return image


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
        """Write what is seen, and draw where the horses are."""
        title = self.words.hand if self.own.kept is None else self.words.kept
        headline(self.image, _EDGE + 4, _HEAD / 2, title, 46, fill=CREAM, width=440)
        for place, horse in enumerate(reversed(ranked(self.view))):
            self._chip(horse, _WIDTH - _EDGE - 156 - 170 * place)

    def _chip(self, horse: Horse, left: float) -> None:
        middle = _HEAD / 2
        put(self.image, sheet(156, 60, 30, HEDGE), left, middle - 30)
        put_centred(self.image, token(silks(self.view.horses)[horse], 52), left + 30, middle)
        if horse in self.view.home:
            put_centred(self.image, flag(38, CREAM), left + 104, middle)
            return
        square = str(self.view.places[self.view.horses.index(horse)])
        headline(self.image, left + 102, middle, square, 38, fill=CREAM, align="m", width=84)

    def cards(self, rows: list[list[Fan]]) -> None:
        """Lay the fans out in rows, or say that there is none."""
        if not rows[0]:
            middle = _HEAD + card_height(self.width) / 2
            write(self.image, _WIDTH / 2, middle, self.words.no_cards, 40, fill=CREAM, align="m", width=1000)
        kept = Counter(self.own.kept or ())
        for fan, left, top in laid_out(rows, self.width, _WIDTH / 2, _HEAD):
            self._fan(fan, int(left), top, kept[Card(fan.card)])

    def _fan(self, fan: Fan, left: int, top: float, kept: int) -> None:
        lay(self.image, fan, face(Card(fan.card), self.width, self.view.horses, self.words), left, top)
        for mark in range(kept):
            put_centred(
                self.image, check_mark(44, GAIN), left + fan.width(self.width) - 12, top + 12 + 46 * mark
            )

    def slip(self) -> Image.Image:
        """Return the seat's bet slip for this race."""
        slip = blank_slip(_WIDTH - 2 * _EDGE)
        middle = SLIP_HEIGHT / 2
        race = self.words.race_of.format(race=self.view.race, races=self.view.races)
        headline(slip, 30, middle - 22, race, 30, width=250)
        write(slip, 30, middle + 24, self.words.your_bet, 28, fill=FADED, width=250)
        perforate(slip, 300)
        if self.own.bet is None:
            write(slip, 340, middle, self.words.no_bet, 38, fill=FADED, width=780)
        else:
            self._bet(slip)
        return slip

    def _bet(self, slip: Image.Image) -> None:
        bet, middle = self.own.bet, SLIP_HEIGHT / 2
        assert bet is not None
        x = 376 + write(slip, 340, middle, kind_of(bet, self.words), 44, width=200)
        staked = stakes(bet, self.view.horses, 60, self.words)
        put(slip, staked, x, middle - staked.height / 2)
        if self.own.loan:
            right, text = (
                slip.width - 30,
                self.words.loan.format(loan=number(self.own.loan, self.words.thousands)),
            )
            room = round(right - x - staked.width)
            write(slip, right, middle, text, 28, fill=FADED, align="r", width=room)
