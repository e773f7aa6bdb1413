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
from render.kit.hand import HEAD, Layout, chip, hand_page
from render.kit.page import EDGE, WIDTH
from render.kit.slip import SLIP_HEIGHT, headed_slip
from render.parts.fans import Fan, lay
from render.parts.figures import number
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FADED, GAIN
from render.parts.signs import check_mark
from render.parts.smooth import put, put_centred
from render.picture import Picture, needed, png


def hand(view: View, words: Words) -> Picture:
    """Draw the hand of the seat that `view` is for; ValueError for everyone's view.

    1200 pixels wide and as high as it takes, PNG. Cards chosen to be kept have a check mark.
    """
    own = needed(view.own, "this view is everyone's: it shows no hand")
    return png(Table(view, own, words).drawn, f"jockey-hand-race{view.race}", alt.hand(view, words))


@dataclass(frozen=True, slots=True)
class Table:
    """The table in front of a seat, in the drawing."""

    view: View
    own: Own
    words: Words

    def drawn(self) -> Image.Image:
        """Return cards and slip, and in the head what is seen and where the horses are."""
        slip = self.slip() if self.view.phase in {Phase.BETTING, Phase.RACING} else None
        image = hand_page(self.own.hand, self.words.no_cards, self._fan, slip, Layout())
        title = self.words.hand if self.own.kept is None else self.words.kept
        headline(image, EDGE + 4, HEAD / 2, title, 46, fill=CREAM, width=440)
        for place, horse in enumerate(reversed(ranked(self.view))):
            self._chip(image, horse, WIDTH - EDGE - 156 - 170 * place)
        return image

    def _chip(self, image: Image.Image, horse: Horse, left: float) -> None:
        square = str(self.view.places[self.view.horses.index(horse)])
        shown = None if horse in self.view.home else square
        chip(image, silks(self.view.horses)[horse], shown, left, (156, 60), 102, 84)

    def _fan(self, image: Image.Image, fan: Fan, width: int, left: float, top: float) -> None:
        left, kept = int(left), Counter(self.own.kept or ())[Card(fan.card)]
        lay(image, fan, face(Card(fan.card), width, self.view.horses, self.words), left, top)
        for mark in range(kept):
            put_centred(image, check_mark(44, GAIN), left + fan.width(width) - 12, top + 12 + 46 * mark)

    def slip(self) -> Image.Image:
        """Return the seat's bet slip for this race."""
        race = self.words.race_of.format(race=self.view.race, races=self.view.races)
        slip = headed_slip(race, self.words.your_bet)
        if self.own.bet is None:
            write(slip, 340, SLIP_HEIGHT / 2, self.words.no_bet, 38, fill=FADED, width=780)
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
            right, room = slip.width - 30, round(slip.width - 30 - x - staked.width)
            text = self.words.loan.format(loan=number(self.own.loan, self.words.thousands))
            write(slip, right, middle, text, 28, fill=FADED, align="r", width=room)
