"""The racecard below the course: the field in its order, the card played last, and who sits at the table."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core import Seat
from engines.jockey.actions import Horse
from engines.jockey.view import Phase, View
from render.jockey.captions import Captions
from render.jockey.faces import face, kind
from render.jockey.horses import ranked, silks
from render.kit.page import Scene
from render.kit.panorama import PAPER
from render.parts.canvas import Canvas, Surface
from render.parts.cards import back, card_height, tally_card
from render.parts.lettering import Face, fitted, poster, write
from render.parts.palette import FADED, GAIN, GOLD, INK, LINE, SHADE
from render.parts.plates import number_plate
from render.parts.shapes import arrow, decided, flag, pointer, put, put_centred, sheet
from render.parts.silks import token

HEIGHT = 900
"""The height of a board in pixels."""
_TOP, _BOTTOM = PAPER + 8, HEIGHT - 8
_RULES = 440, 640
"""Where the lines between the columns are."""
_PILE, _CARD = 540, 142
"""Where the middle of the played pile is, and the width of the card on it."""
_FOOT = HEIGHT - 27
"""Where the line under the pile is."""
_SEATS, _RIGHT = 656, 1180
"""Where the players' column begins and ends."""


@dataclass(frozen=True, slots=True)
class Racecard(Scene[View, Captions]):
    """The racecard on a board in the drawing."""

    image: Canvas

    def horses(self) -> None:
        """Draw the horses in their order: who runs before the race, their positions and gaps from then on."""
        for rule in _RULES:
            self.image.rectangle((rule - 1, _TOP + 10, rule + 1, _BOTTOM - 10), LINE)
        row = (_BOTTOM - _TOP) / len(self.view.horses)
        for number, horse in enumerate(ranked(self.view)):
            self._horse(horse, _TOP + row * (number + 0.5), min(56, round(row) - 4))

    def _horse(self, horse: Horse, y: float, side: int) -> None:
        view, lane = self.view, self.view.horses.index(horse)
        is_racing, x = view.phase is not Phase.BETTING, 24
        if is_racing:
            position = self.captions.position.format(position=view.positions[lane])
            poster(self.image, x, y, position, 42, fill=FADED, width=84)
            x += 84
        put_centred(self.image, token(silks(view.horses)[horse], side), x + 32, y)
        write(self.image, x + 72, y, self.captions.horse(horse), 36, width=116 if is_racing else 300)
        if not is_racing:
            return
        if horse in view.home:
            write(self.image, 420, y, self.captions.home, 36, fill=GAIN, align="r", width=110)
            return
        poster(self.image, 346, y, str(view.places[lane]), 50, align="r", width=70)
        foremost = max(
            square for each, square in zip(view.horses, view.places, strict=True) if each not in view.home
        )
        if behind := foremost - view.places[lane]:
            poster(self.image, 424, y, f"−{behind}", 38, fill=FADED, align="r", width=66)

    def played(self) -> None:
        """Draw the top of the played pile, and what the card did."""
        last = self.view.last
        left, top = _PILE - _CARD / 2, _TOP
        if last is None:
            put(self.image, back(_CARD), left, top)
            self._under_the_pile(self.captions.first_card)
            return
        if len(self.view.pile) > 1:
            put(self.image, sheet(_CARD, card_height(_CARD), 13, SHADE, edge=LINE), left + 7, top + 5)
        put(self.image, face(last.card, _CARD, self.view.horses, self.captions), left, top)
        if last.horse is None:
            self._under_the_pile(self.captions.stays)
            return
        worn = token(silks(self.view.horses)[last.horse], 40)
        start, end = str(last.start), self._end(last.end or 0)
        x = _PILE - (worn.width + fitted(start, Face.POSTER, 42).width + end.width + 58) / 2
        put_centred(self.image, worn, x + worn.width / 2, _FOOT)
        x += worn.width + 8
        x += poster(self.image, x, _FOOT, start, 42) + 10
        put_centred(self.image, arrow(30, 24, INK), x + 15, _FOOT)
        put(self.image, end, x + 40, _FOOT - end.height / 2)

    def _under_the_pile(self, text: str) -> None:
        write(self.image, _PILE, _FOOT, text, 34, fill=FADED, align="m", width=184)

    def _end(self, square: int) -> Surface:
        if square > self.view.squares:
            return flag(34, INK)
        text = str(square)
        end = Canvas(round(fitted(text, Face.POSTER, 42).width) + 2, 42)
        poster(end, 0, 21, text, 42)
        return end

    def players(self) -> None:
        """Draw who plays, whose turn it is or who has decided, what was played last, and how many cards each holds."""
        row = min(58.0, (_BOTTOM - _TOP) / self.view.seats)
        top = (_TOP + _BOTTOM - row * self.view.seats) / 2
        for seat in range(self.view.seats):
            y, size = top + row * (seat + 0.5), 36 if row > 46 else 32
            self._sign(seat, y, round(row) - 6)
            right = (
                _RIGHT
                - 12
                - poster(self.image, _RIGHT - 18, y, str(self.view.hand_counts[seat]), 46, align="r")
            )
            put_centred(self.image, tally_card(28), right - 30, y)
            self._last_of(seat, right - 118, y)
            self.name(self.image, seat, _SEATS + 44, y, size, round(right - 180 - _SEATS))

    def _last_of(self, seat: Seat, x: float, y: float) -> None:
        """Put what the seat has played last beside its name, if it was the last card of all."""
        last = self.view.last
        if last is None or last.seat != seat:
            return
        who = kind(last.card)
        worn = silks(self.view.horses).get(who.horse or last.horse or "")
        number_plate(
            self.image, x, y, who.move.replace("x", "×"), colour=worn.colour if worn else INK, size=34
        )

    def _sign(self, seat: Seat, y: float, height: int) -> None:
        acts = seat in self.view.to_act
        if self.view.phase is Phase.RACING and acts:
            pill = sheet(_RIGHT - _SEATS, height, 8, GOLD)
            put_centred(self.image, pill, (_SEATS + _RIGHT) / 2, y)
            put_centred(self.image, pointer(24, INK), _SEATS + 24, y)
        elif self.view.phase in {Phase.BETTING, Phase.KEEPING}:
            put_centred(self.image, decided(not acts, 30), _SEATS + 22, y)
