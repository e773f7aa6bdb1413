"""The racecard below the straight: the card played last, the jackpot, where the horses are, and who plays."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core import Seat
from engines.turfe.actions import Card, Horse, Spot
from engines.turfe.view import Phase, View
from render.kit.page import Scene
from render.kit.racecard import with_move
from render.parts.canvas import Canvas
from render.parts.cards import back, card_height, tally_card
from render.parts.lettering import poster, write
from render.parts.palette import FADED, GOLD, INK, LINE, SHADE
from render.parts.plates import coin, number_plate
from render.parts.shapes import decided, flag, pointer, put, put_centred, sheet, trophy
from render.parts.silks import token
from render.turfe.captions import Captions, square_name
from render.turfe.drum import DRUM, with_drum
from render.turfe.faces import face, kind
from render.turfe.horses import Field, silks
from render.turfe.track import HEIGHT

_RULES = 224, 480
"""Where the lines between the columns are."""
_PILE, _CARD = 112, 142
"""Where the middle of the played pile is, and the width of the card on it."""
_DRUM = 352
"""Where the middle of the drum is."""
_FOOT = 42
"""How far above the lower edge the line under the pile is."""
_SEATS, _RIGHT = 492, 1188
"""Where the players' column begins and ends."""
_NAME, _BET, _SHOWN, _COUNT, _COIN = 536, 766, 940, 1040, 1072
"""Where names and bets begin, the middle of a card shown, where numbers of cards end, the middle of the coin."""


@dataclass(frozen=True, slots=True)
class Racecard(Scene[View, Captions]):
    """The racecard on a board in the drawing, its upper edge so many pixels down."""

    image: Canvas
    top: int

    def drawn(self) -> None:
        """Draw all of it."""
        for rule in _RULES:
            self.image.rectangle((rule - 1, self.top + 14, rule + 1, HEIGHT - 14), LINE)
        self._played()
        pot = self.captions.brief(self.view.pot).replace(self.captions.thousands or ",", "")
        with_drum(self.image, _DRUM, self.top + 12, self.captions.pot, pot)
        if self.view.flipped is None:
            self._places()
        else:
            self._flipped(self.view.flipped)
        row = min(58.0, (HEIGHT - self.top - 16) / self.view.seats)
        top = (self.top + HEIGHT - row * self.view.seats) / 2
        for seat in range(self.view.seats):
            self._player(seat, top + row * (seat + 0.5), round(row) - 4)

    def _played(self) -> None:
        """Draw the top of the played pile, and what the card did."""
        last, left, top, foot = self.view.last, _PILE - _CARD / 2, self.top + 12, HEIGHT - _FOOT + 8
        if last is None:
            put(self.image, back(_CARD), left, top)
            self._under_the_pile(self.captions.first_card, foot)
            return
        if len(self.view.pile) > 1:
            put(self.image, sheet(_CARD, card_height(_CARD), 13, SHADE, edge=LINE), left + 7, top + 5)
        put(self.image, face(last.card, _CARD, self.view.horses, self.captions), left, top)
        if last.horse is None or last.start is None or last.end is None:
            self._under_the_pile(self.captions.stays, foot)
            return
        worn = silks(self.view.horses)[last.horse]
        start, end = self._square(last.start), self._square(last.end)
        with_move(self.image, worn, start, end or None, _PILE, foot)

    def _under_the_pile(self, text: str, y: float) -> None:
        write(self.image, _PILE, y, text, 34, fill=FADED, align="m", width=200)

    def _square(self, place: Spot) -> str:
        """Name a square; nothing for one over the line."""
        return "" if place.space > self.view.length else square_name(place.lane, place.space)

    def _places(self) -> None:
        """Draw the horses in their order, each with its square, in two columns."""
        above, lines = self.top + DRUM[1] + 24, -(-len(self.view.horses) // 2)
        row = (HEIGHT - 8 - above) / lines
        for number, horse in enumerate(Field.of(self.view).ranked()):
            column, line = divmod(number, lines)
            x, y = _RULES[0] + 14 + column * 124, above + row * (line + 0.5)
            self._place(horse, x, y, min(44, round(row) - 2))

    def _place(self, horse: Horse, x: float, y: float, side: int) -> None:
        worn, place = silks(self.view.horses)[horse], self.view.places[self.view.horses.index(horse)]
        number_plate(self.image, x, y, worn.number, colour=worn.colour, size=side)
        if not place.space:
            write(self.image, x + side + 8, y, self.captions.start, 28, fill=FADED, width=66)
        elif name := self._square(place):
            poster(self.image, x + side + 10, y, name, 44, width=64)
        else:
            put_centred(self.image, flag(34, INK), x + side + 30, y)

    def _flipped(self, card: Card) -> None:
        """Draw the card that has to be played, now that hands have run out."""
        width, above = 84, self.top + DRUM[1] + 20
        write(self.image, _RULES[0] + 18, (above + HEIGHT) / 2, self.captions.next_card, 34, width=116)
        put(self.image, face(card, width, self.view.horses, self.captions), _RULES[1] - width - 18, above)

    # ----------------------------------------------------------------------------------------------- players

    def _player(self, seat: Seat, y: float, height: int) -> None:
        """Draw what everyone may know of a seat: its bet, its cards and its money, whose turn it is, who has bet."""
        self._sign(seat, y, height)
        size = 36 if height > 44 else 33
        self.name(self.image, seat, _NAME, y, size, _BET - _NAME - 12)
        stake, shown = self.view.stakes[seat], self.view.shown[seat]
        if stake is not None:
            text = f"{self.captions.kind(stake.kind)} {self.captions.brief(stake.stake)}"
            write(self.image, _BET, y, text, size - 3, width=_SHOWN - _BET - 26)
        if shown is not None and (horse := kind(shown).horse) is not None:
            put_centred(
                self.image, token(silks(self.view.horses)[Horse(horse)], min(44, height - 2)), _SHOWN, y
            )
        put_centred(self.image, tally_card(28), _COUNT - 46, y)
        poster(self.image, _COUNT, y, str(self.view.card_counts[seat]), 42, align="r", width=44)
        put_centred(self.image, coin(26), _COIN, y)
        coins = self.captions.brief(self.view.money[seat])
        poster(self.image, _RIGHT - 14, y, coins, 44, align="r", width=_RIGHT - 14 - _COIN - 18)

    def _sign(self, seat: Seat, y: float, height: int) -> None:
        acts, left = seat in self.view.to_act, _SEATS + 22
        match self.view.phase:
            case Phase.RACING if acts:
                put_centred(self.image, sheet(_RIGHT - _SEATS, height, 8, GOLD), (_SEATS + _RIGHT) / 2, y)
                put_centred(self.image, pointer(24, INK), left, y)
            case Phase.OVER if self.view.money[seat] == max(self.view.money):
                put_centred(self.image, trophy(32, INK), left, y)
            case Phase.BETTING if acts or self.view.has_bet[seat]:
                put_centred(self.image, decided(not acts, 30), left, y)
