"""A seat's own hand: its cards, the one laid aside for its bet, where the horses are, and the bet slip."""

from __future__ import annotations

from dataclasses import dataclass

from engines.turfe.actions import Bet, Card, Spot
from engines.turfe.view import Own, Phase, View
from render.kit.hand import HEAD, Layout, hand_page, with_hand_head
from render.kit.page import EDGE, WIDTH
from render.kit.slip import Slip, drawn_slip
from render.parts.canvas import Canvas
from render.parts.cards import GAP, Fan, card_height, lay
from render.parts.lettering import poster
from render.parts.palette import CREAM, GOLD, HEDGE
from render.parts.shapes import put, sheet
from render.picture import Picture, needed, png
from render.turfe import alt
from render.turfe.captions import Captions, square_name
from render.turfe.faces import face
from render.turfe.horses import PALETTE, Field, bet_of, silks

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
        """Write what is seen, and where the horses are, the foremost first, the backed one ringed."""
        field, worn = Field.of(self.view), silks(self.view.horses)
        bet = self.own.bet or self.suggested
        squares = [
            (worn[horse], None if horse in field.home else self._square(field.place(horse)))
            for horse in field.ranked()
        ]
        with_hand_head(image, self.captions.hand, squares, {worn[bet.horse]} if bet else ())

    @staticmethod
    def _square(place: Spot) -> str:
        return square_name(place.lane, place.space)

    def _fan(self, image: Canvas, fan: Fan, width: int, left: float, top: float) -> None:
        lay(image, fan, face(Card(fan.card), width, self.view.horses, self.captions), left, top)

    def _lay_beside(self, image: Canvas, title: str, card: Card) -> None:
        """Draw the card that lies beside the hand, on a mat of its own."""
        left = WIDTH - EDGE - _BESIDE + 12
        mat = sheet(_BESIDE - 12, _LAID - GAP + 10, 20, HEDGE, edge=GOLD, thick=3)
        put(image, mat, left, HEAD)
        x = left + (_BESIDE - 12) / 2
        poster(image, x, HEAD + 30, title, 38, fill=CREAM, align="m", width=_BESIDE - 36)
        put(image, face(card, 160, self.view.horses, self.captions), x - 80, HEAD + 54)

    def slip(self) -> Canvas:
        """Return the seat's ticket for this race."""
        race = self.captions.race_of.format(race=self.view.race, races=self.view.races)
        bet = self.own.bet or self.suggested
        acts = self.view.phase is Phase.BETTING and self.view.seat in self.view.to_act
        return drawn_slip(
            Slip(
                race,
                self.captions.suggested if self.suggested else self.captions.your_bet,
                bet_of(bet, self.view.horses, self.captions) if bet else None,
                self.captions.no_bet if acts else self.captions.broke,
                self.captions.no_bet if self.suggested else "",
            ),
            self.captions,
        )
