"""The public board: the course all round, and on a racecard in the middle what else everyone may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from engines.core import Seat
from engines.jockey.actions import Horse
from engines.jockey.view import Phase, View
from render.jockey import alt
from render.jockey.captions import Captions
from render.jockey.faces import face
from render.jockey.horses import course_of, ranked, runners_of, silks
from render.kit.page import Scene
from render.kit.racecard import HEAD, with_head
from render.kit.runners import with_runners
from render.parts.canvas import Canvas, Surface
from render.parts.cards import back, card_height, tally_card
from render.parts.lettering import Face, fitted, headline, write
from render.parts.mount import mount
from render.parts.palette import CREAM, FADED, GAIN, GOLD, INK, LINE, SHADE, fixed_palette
from render.parts.shapes import arrow, blank_paper, decided, flag, pointer, put, put_centred, sheet
from render.parts.silks import token
from render.picture import Picture, png


def board(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw the board for everyone."""
    name, told = f"jockey-race{view.race}-{view.phase}", alt.board(view, captions)
    return png(partial(_drawn, view, names, captions), name, told)


def _drawn(view: View, names: Sequence[str], captions: Captions) -> Canvas:
    course = course_of(view)
    image = course.laid(captions.start, captions.finish, fixed_palette())
    with_runners(image, course, runners_of(view, captions), range(len(view.horses)))
    card = Racecard(names, captions, view, blank_paper(_WIDTH, _HEIGHT, 46, CREAM))
    card.head()
    card.horses()
    card.played()
    card.players()
    put(image, card.paper, _LEFT, _TOP)
    return image


_LEFT, _TOP, _WIDTH, _HEIGHT = 227, 228, 746, 344
_FOOT = _HEIGHT - 28
"""Where the line under the pile is."""
_PILE, _CARD = 355, 150
"""Where the middle of the played pile is, and the width of the card on it."""
_SEATS, _RIGHT = 450, _WIDTH - 18
"""Where the players' column begins and ends."""


@dataclass(frozen=True, slots=True)
class Racecard(Scene[View, Captions]):
    """The paper in the middle of the course, in the drawing."""

    paper: Canvas

    def head(self) -> None:
        """Write which race it is, and what is going on."""
        race = self.captions.race_of.format(race=self.view.race, races=self.view.races)
        with_head(self.paper, race, self._news())

    def _news(self) -> str:
        return {
            Phase.BETTING: self.captions.betting,
            Phase.RACING: self.captions.laid_aside.format(count=self.view.aside_count),
            Phase.KEEPING: self.captions.keeping,
            Phase.OVER: self.captions.over,
        }[self.view.phase]

    def horses(self) -> None:
        """Draw the horses in their order: who runs before the race, their positions from then on."""
        draw = self._runner if self.view.phase is Phase.BETTING else self._position
        row = (_HEIGHT - HEAD - 12) / len(self.view.horses)
        for number, horse in enumerate(ranked(self.view)):
            draw(horse, HEAD + 4 + row * (number + 0.5))

    def _runner(self, horse: Horse, y: float) -> None:
        put_centred(self.paper, mount(silks(self.view.horses)[horse], 96), 80, y)
        write(self.paper, 146, y, self.captions.horse(horse), 34, width=114)

    def _position(self, horse: Horse, y: float) -> None:
        lane = self.view.horses.index(horse)
        position = self.captions.position.format(position=self.view.positions[lane])
        write(self.paper, 108, y, position, 38, align="r", width=86)
        put_centred(self.paper, token(silks(self.view.horses)[horse], 58), 146, y)
        if horse in self.view.home:
            write(self.paper, 186, y, self.captions.home, 32, fill=GAIN, width=78)
        else:
            headline(self.paper, 186, y, str(self.view.places[lane]), 40, width=78)

    def played(self) -> None:
        """Draw the top of the played pile, and what the card did."""
        last = self.view.last
        left, top = _PILE - _CARD / 2, HEAD + 12
        if last is None:
            put(self.paper, back(_CARD), left, top)
            self._under_the_pile(self.captions.first_card)
            return
        if len(self.view.pile) > 1:
            put(self.paper, sheet(_CARD, card_height(_CARD), 13, SHADE, edge=LINE), left + 7, top + 5)
        put(self.paper, face(last.card, _CARD, self.view.horses, self.captions), left, top)
        if last.horse is None:
            self._under_the_pile(self.captions.stays)
            return
        worn = token(silks(self.view.horses)[last.horse], 42)
        start, end = str(last.start), self._end(last.end or 0)
        x = _PILE - (worn.width + fitted(start, Face.DISPLAY, 32).width + end.width + 58) / 2
        put_centred(self.paper, worn, x + worn.width / 2, _FOOT)
        x += worn.width + 8
        x += headline(self.paper, x, _FOOT, start, 32) + 10
        put_centred(self.paper, arrow(30, 24, INK), x + 15, _FOOT)
        put(self.paper, end, x + 40, _FOOT - end.height / 2)

    def _under_the_pile(self, text: str) -> None:
        write(self.paper, _PILE, _FOOT, text, 26, fill=FADED, align="m", width=170)

    def _end(self, square: int) -> Surface:
        if square > self.view.squares:
            return flag(34, INK)
        text = str(square)
        end = Canvas(round(fitted(text, Face.DISPLAY, 32).width) + 2, 34)
        headline(end, 0, 17, text, 32)
        return end

    def players(self) -> None:
        """Draw who plays, whose turn it is or who has decided, and how many cards each holds."""
        row = min(56.0, (_HEIGHT - HEAD - 14) / self.view.seats)
        for seat in range(self.view.seats):
            y = HEAD + 7 + row * (seat + 0.5)
            self._sign(seat, y, round(row) - 5)
            room = _RIGHT - _SEATS - 38 - 84
            self.name(self.paper, seat, _SEATS + 38, y, 30, room)
            put_centred(self.paper, tally_card(26), _RIGHT - 60, y)
            write(self.paper, _RIGHT - 14, y, str(self.view.hand_counts[seat]), 32, align="r")

    def _sign(self, seat: Seat, y: float, height: int) -> None:
        acts = seat in self.view.to_act
        if self.view.phase is Phase.RACING and acts:
            pill = sheet(_RIGHT - _SEATS, height, height // 2, GOLD)
            put_centred(self.paper, pill, (_SEATS + _RIGHT) / 2, y)
            put_centred(self.paper, pointer(20, INK), _SEATS + 22, y)
        elif self.view.phase in {Phase.BETTING, Phase.KEEPING}:
            put_centred(self.paper, decided(not acts, 26), _SEATS + 19, y)
