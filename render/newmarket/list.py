"""The paper of a board: the owners with their last card, their cards and their points; and which cards are gone."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core import Seat
from engines.newmarket.cards import LENGTH
from engines.newmarket.view import Phase, View
from render.kit.page import Scene
from render.newmarket.alt import sequence
from render.newmarket.captions import Captions
from render.newmarket.faces import STABLE, worn
from render.newmarket.ground import HEIGHT, PAPER
from render.newmarket.owners import jacket
from render.newmarket.run import seen_on_turf
from render.parts.canvas import Canvas
from render.parts.cards import tally_card
from render.parts.lettering import poster, write
from render.parts.palette import FADED, GOLD, INK, LINE, SHADE
from render.parts.plates import coin, number_plate
from render.parts.shapes import decided, pointer, put_centred, sheet, trophy
from render.parts.silks import token

_TOP, _BOTTOM = PAPER + 4, HEIGHT - 4
_OWNERS = 12, 664
"""Where the rows of the owners begin and end."""
_RULE = 676
_RECORD, _CELL, _LINE, _NUMBERS = 738, 35, 46, 44
"""Where the spaces of the cards begin, how far apart they are, and the height of the numbers above them."""


@dataclass(frozen=True, slots=True)
class List(Scene[View, Captions]):
    """The paper in the drawing."""

    image: Canvas

    def draw(self) -> None:
        """Draw all of it."""
        self._owners()
        self.image.rectangle((_RULE - 1, _TOP + 8, _RULE + 1, _BOTTOM - 8), LINE)
        self._record()

    # --------------------------------------------------------------------------------------------------- owners

    def _owners(self) -> None:
        row = min(66.0, (_BOTTOM - _TOP) / self.view.seats)
        top = (_TOP + _BOTTOM - row * self.view.seats) / 2
        for seat in range(self.view.seats):
            self._owner(seat, top + row * (seat + 0.5), round(row))

    def _owner(self, seat: Seat, y: float, row: int) -> None:
        view, (left, right) = self.view, _OWNERS
        size, figure = (36 if row > 46 else 32), (46 if row > 46 else 40)
        is_asked = seat in view.to_act and view.phase not in {Phase.BACKING, Phase.CALLING}
        if is_asked:
            put_centred(self.image, sheet(right - left, row - 2, 7, GOLD), (left + right) / 2, y)
            put_centred(self.image, pointer(22, INK), left + 20, y)
        put_centred(self.image, jacket(seat, min(60, row + 2)), left + 68, y)
        end = (
            right
            - 12
            - poster(self.image, right - 12, y, self.captions.number(view.points[seat]), figure, align="r")
        )
        put_centred(self.image, coin(26), end - 22, y)
        if view.phase not in {Phase.BACKING, Phase.OVER}:
            poster(self.image, right - 124, y, str(view.hand_counts[seat]), figure, align="r")
            put_centred(self.image, tally_card(28), right - 186, y)
        self._note(seat, right - 236, y, min(46, row - 1))
        self.name(self.image, seat, left + 104, y, size, right - 270 - left - 104)

    def _note(self, seat: Seat, x: float, y: float, side: int) -> None:
        """Draw what a seat has decided, or played last if that is not on the turf any more, its middle at a point."""
        view = self.view
        match view.phase:
            case Phase.BACKING:
                put_centred(self.image, decided(view.has_backed[seat], min(side, 34)), x, y)
            case Phase.OVER:
                if view.points[seat] == max(view.points):
                    put_centred(self.image, trophy(min(side, 36), INK), x, y)
            case Phase.BIDDING:
                if seat != view.dealer and seat not in view.bidders:
                    write(self.image, x, y, self.captions.passed, 30, fill=FADED, align="m", width=70)
                elif view.best and seat == view.bidders[-1]:
                    text = self.captions.number(view.best)
                    number_plate(self.image, x - 24, y, text, colour=GOLD, size=min(38, side - 2))
            case _:
                last = next((play for play in reversed(view.plays) if play.seat == seat), None)
                if last and last not in seen_on_turf(view.plays):
                    put_centred(self.image, token(worn(last.card, view.colours), side), x, y)

    # --------------------------------------------------------------------------------------------------- the record

    def _record(self) -> None:
        """Draw a space for every card, a line a colour: those played in it, money on racehorses to come."""
        view = self.view
        for number in range(1, LENGTH + 1):
            x, _ = middle_of(0, number)
            poster(self.image, x, _TOP + _NUMBERS / 2 + 2, str(number), 38, align="m", width=_CELL - 3)
        gone = {play.card for play in view.plays}
        running = {play.card for play in sequence(view.plays)}
        for line, colour in enumerate(view.colours):
            silk = STABLE.silk(colour, view.colours)
            put_centred(self.image, token(silk._replace(number=" "), 42), _RECORD - 30, middle_of(line, 1)[1])
            for number in range(1, LENGTH + 1):
                card, (x, y) = f"{colour}{number}", middle_of(line, number)
                if card in running:
                    self.image.rectangle((x - 18, y - _LINE / 2, x + 16, y + _LINE / 2 - 1), INK)
                fill = silk.colour if card in gone else SHADE
                self.image.rectangle((x - 16, y - _LINE / 2 + 2, x + 14, y + _LINE / 2 - 3), fill)
                if card in view.racehorses and card not in gone:
                    put_centred(self.image, coin(26), x - 1, y)
        self._foot((_TOP + _NUMBERS + 4 * _LINE + _BOTTOM) / 2 + 1)

    def _foot(self, y: float) -> None:
        """Say below it who deals, and what lies face down or who plays with the spare hand."""
        view = self.view
        if view.phase is Phase.OVER:
            return
        put_centred(self.image, jacket(view.dealer, 48), _RECORD - 30, y)
        x = _RECORD + write(self.image, _RECORD, y, self.captions.deals, 32, fill=FADED, width=130) + 30
        if view.discarder is not None:
            put_centred(self.image, jacket(view.discarder, 48), x + 24, y)
            write(self.image, x + 56, y, self.captions.has_spare, 32, fill=FADED, width=round(1184 - x - 56))
        elif view.down_count and view.phase in {Phase.LEADING, Phase.CALLING}:
            put_centred(self.image, tally_card(30), x + 16, y)
            text = self.captions.spare.format(count=view.down_count)
            write(self.image, x + 44, y, text, 32, fill=FADED, width=round(1184 - x - 44))


def middle_of(line: int, number: int) -> tuple[float, float]:
    """Return the middle of a card's space in the record; lines count from 0."""
    return _RECORD + _CELL * (number - 0.5), _TOP + _NUMBERS + _LINE * (line + 0.5)
