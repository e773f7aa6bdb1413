"""A seat's own hand: its cards, the one laid aside for its bet, where the horses are, and the bet slip."""

from __future__ import annotations

from dataclasses import dataclass

from engines.turfe.actions import Bet, Card
from engines.turfe.view import Own, Phase, View
from render.kit.hand import HEAD, Layout, chip, hand_page
from render.kit.page import EDGE, WIDTH
from render.kit.slip import SLIP_HEIGHT, headed_slip
from render.parts.canvas import Canvas
from render.parts.cards import GAP, Fan, card_height, lay
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FADED, GOLD, HEDGE
from render.parts.shapes import put, put_centred, sheet
from render.parts.silks import token
from render.picture import Picture, needed, png
from render.turfe import alt
from render.turfe.captions import Captions
from render.turfe.faces import face
from render.turfe.track import PALETTE, silks

_CARDS = (184, 172, 160, 148, 136, 124, 112)
"""The widths a card may have."""
_BESIDE, _LAID = 210, 56 + card_height(160) + GAP
"""The column of the card that lies beside the hand with its heading: its width and height."""


def hand(view: View, captions: Captions, suggested: Bet | None = None) -> Picture:
    """Draw the hand of the seat of `view`, beside it a card laid aside or flipped; ValueError for everyone's view.

    On the slip is the seat's bet, or else the one that is suggested to it, marked as no more than that.
    """
    own = needed(view.own, "this view is everyone's: it shows no hand")
    table = Table(view, own, captions, None if own.bet else suggested)
    told = alt.hand(view, own, captions, suggested)
    return png(table.drawn, f"turfe-hand-race{view.race}", told, PALETTE)


@dataclass(frozen=True, slots=True)
class Table:
    """The table in front of a seat, in the drawing."""

    view: View
    own: Own
    captions: Captions
    suggested: Bet | None = None
    """A bet that the seat has not placed."""

    def drawn(self) -> Canvas:
        """Return cards and slip, and in the head what is seen and how far the horses are."""
        beside = self._beside()
        layout = Layout(_CARDS, beside=_BESIDE, least=_LAID) if beside else Layout(_CARDS)
        slip = None if self.view.phase is Phase.OVER else self.slip()
        image = hand_page(self.own.hand, self.captions.no_cards, self._fan, slip, layout)
        self._head(image)
        if beside:
            self._lay_beside(image, *beside)
        return image

    def _beside(self) -> tuple[str, Card] | None:
        if self.view.flipped is not None and self.view.seat in self.view.to_act:
            return self.captions.next_card, self.view.flipped
        return None if self.own.aside is None else (self.captions.aside, self.own.aside)

    def _head(self, image: Canvas) -> None:
        headline(image, EDGE + 4, HEAD / 2, self.captions.hand, 44, fill=CREAM, width=280)
        step = min(140.0, (WIDTH - 2 * EDGE - 300) / len(self.view.horses))
        for index, horse in enumerate(self.view.horses):
            left = WIDTH - EDGE - step * (len(self.view.horses) - index)
            space = None if horse in self.view.home else str(self.view.places[index].space)
            chip(image, silks(self.view.horses)[horse], space, left, (round(step) - 8, 58), 0, 60)

    def _fan(self, image: Canvas, fan: Fan, width: int, left: float, top: float) -> None:
        lay(image, fan, face(Card(fan.card), width, self.view.horses, self.captions), left, top)

    def _lay_beside(self, image: Canvas, title: str, card: Card) -> None:
        """Draw the card that lies beside the hand, on a mat of its own."""
        left = WIDTH - EDGE - _BESIDE + 12
        mat = sheet(_BESIDE - 12, _LAID - GAP + 10, 20, HEDGE, edge=GOLD, thick=3)
        put(image, mat, left, HEAD)
        x = left + (_BESIDE - 12) / 2
        write(image, x, HEAD + 30, title, 30, fill=CREAM, align="m", width=_BESIDE - 36)
        put(image, face(card, 160, self.view.horses, self.captions), x - 80, HEAD + 54)

    def slip(self) -> Canvas:
        """Return the seat's bet slip for this race."""
        race = self.captions.race_of.format(race=self.view.race, races=self.view.races)
        label = self.captions.suggested if self.suggested else self.captions.your_bet
        slip = headed_slip(race, label, 310, 32)
        bet, middle = self.own.bet or self.suggested, SLIP_HEIGHT / 2
        if bet is None:
            acts = self.view.phase is Phase.BETTING and self.view.seat in self.view.to_act
            text = self.captions.no_bet if acts else self.captions.broke
            write(slip, 350, middle, text, 40, fill=FADED, width=760)
            return slip
        put_centred(slip, token(silks(self.view.horses)[bet.horse], 76), 388, middle)
        x = 446 + write(slip, 446, middle, self.captions.horse(bet.horse), 42, width=220) + 28
        x += write(slip, x, middle, self.captions.kind(bet.kind), 42, fill=FADED, width=220) + 28
        x += headline(slip, x, middle, self.captions.number(bet.stake), 50, width=round(slip.width - 30 - x))
        if self.suggested:
            right = slip.width - 30
            write(
                slip, right, middle, self.captions.no_bet, 28, fill=FADED, align="r", width=round(right - x)
            )
        return slip
