"""The public board: the track, and on a racecard below it what else everyone may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from engines.core import Seat
from engines.turfe.actions import Horse
from engines.turfe.view import Phase, View
from render.kit.page import Scene, head
from render.kit.racecard import with_move
from render.kit.straight import Straight
from render.parts.canvas import Canvas, Surface
from render.parts.cards import back, card_height, tally_card
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FADED, GOLD, INK, LINE, SHADE
from render.parts.shapes import blank_paper, decided, pointer, put, put_centred, rosette, sheet, trophy
from render.parts.silks import token
from render.picture import Picture, png
from render.turfe import alt
from render.turfe.captions import Captions
from render.turfe.faces import face, kind
from render.turfe.track import PALETTE, Field, silks, track_for, with_field, with_trail

WIDTH, HEIGHT = 1200, 900
TOP = 104
"""Where the track begins, in pixels from above."""


def board(view: View, names: Sequence[str], captions: Captions, last: str = "") -> Picture:
    """Draw the board for everyone; `last` is the sentence that tells the last play."""
    name, told = f"turfe-race{view.race}-{view.phase}", alt.board(view, names, captions, last)
    return png(partial(_drawn, view, names, captions), name, told, PALETTE)


def _drawn(view: View, names: Sequence[str], captions: Captions) -> Canvas:
    image = track_of(view).laid(captions.start, captions.finish, PALETTE)
    head(image, 36, captions.race_of.format(race=view.race, races=view.races), _news(view, captions))
    with_horses(image, view)
    card = Racecard(names, captions, view, blank_paper(_WIDTH, _HEIGHT, 30, CREAM))
    card.played()
    card.pot()
    card.players()
    put(image, card.paper, _LEFT, _TOP)
    return image


def track_of(view: View) -> Straight:
    """Return the track of a board."""
    return track_for(view, (WIDTH, HEIGHT), TOP)


def _news(view: View, captions: Captions) -> str:
    match view.phase:
        case Phase.BETTING:
            return captions.betting
        case Phase.OVER:
            return captions.over
    if view.flipped is not None:
        return captions.flipping.format(count=view.stock_count)
    return captions.racing


def with_horses(image: Surface, view: View) -> None:
    """Draw the trail of the last move, then every horse, the one that moved on top."""
    track, field = track_of(view), Field(view.horses, view.places, view.home)
    last = view.last
    if last and last.horse is not None and last.start and last.end:
        passed = field.way(last.horse, last.start, last.end, view.length)
        with_trail(image, track, view.horses, last.horse, passed)
    with_field(image, track, field, last.horse if last else None)


_LEFT, _TOP = 28, 512
_WIDTH, _HEIGHT = WIDTH - 2 * _LEFT, HEIGHT - _TOP - 28
_CARD, _PILE = 160, 118
"""The width of the card on the played pile, and where its middle is."""
_POT = 330
"""The middle of the column of the jackpot."""
_SEATS, _RIGHT = 446, _WIDTH - 24
"""Where the players' column begins and ends."""
_NAME, _BET, _SHOWN, _COUNT = _SEATS + 44, _SEATS + 238, _SEATS + 420, _RIGHT - 160
"""Where names and bets begin, the middle of a card shown, and where numbers of cards end."""


@dataclass(frozen=True, slots=True)
class Racecard(Scene[View, Captions]):
    """The paper below the track, in the drawing."""

    paper: Canvas

    def played(self) -> None:
        """Draw the top of the played pile, and what the card did."""
        last, left, top = self.view.last, _PILE - _CARD / 2, 20
        if last is None:
            put(self.paper, back(_CARD), left, top)
            self._below(self.captions.first_card, 276)
            return
        if len(self.view.pile) > 1:
            put(self.paper, sheet(_CARD, card_height(_CARD), 14, SHADE, edge=LINE), left + 7, top + 5)
        put(self.paper, face(last.card, _CARD, self.view.horses, self.captions), left, top)
        self.name(self.paper, last.seat, _PILE, 276, 30, 200, align="m")
        if last.horse is None or last.start is None or last.end is None:
            self._below(self.captions.stays, 320)
            return
        worn, end = silks(self.view.horses)[last.horse], last.end.space
        over = end > self.view.length
        with_move(self.paper, worn, str(last.start.space), None if over else str(end), _PILE, 322)

    def _below(self, text: str, y: float) -> None:
        write(self.paper, _PILE, y, text, 28, fill=FADED, align="m", width=200)

    def pot(self) -> None:
        """Draw the jackpot, the horses at home, and the card that has to be played once hands have run out."""
        for x in (_POT - 98, _POT + 98):
            self.paper.line((x, 24, x, _HEIGHT - 24), fill=LINE, width=3)
        write(self.paper, _POT, 40, self.captions.pot, 30, fill=FADED, align="m", width=180)
        put_centred(self.paper, sheet(172, 76, 38, GOLD, edge=INK, thick=2.5), _POT, 100)
        headline(self.paper, _POT, 100, self.captions.brief(self.view.pot), 48, align="m", width=144)
        for rank, horse in enumerate(self.view.home, 1):
            y = (186 if len(self.view.home) > 1 or self.view.flipped else 220) + (rank - 1) * 84
            put_centred(self.paper, rosette(rank, 64), _POT - 40, y)
            put_centred(self.paper, token(silks(self.view.horses)[horse], 64), _POT + 36, y)
        if self.view.flipped is not None:
            top = 356 - card_height(86)
            write(self.paper, _POT - 84, 300, self.captions.next_card, 26, fill=FADED, width=80)
            put(self.paper, face(self.view.flipped, 86, self.view.horses, self.captions), _POT, top)

    def players(self) -> None:
        """Draw everyone's bet, cards and money, and whose turn it is or who has bet."""
        row = min(64.0, (_HEIGHT - 24) / self.view.seats)
        for seat in range(self.view.seats):
            y = 12 + row * (seat + 0.5)
            self._sign(seat, y, round(row) - 4)
            self.name(self.paper, seat, _NAME, y, 33, 182)
            self._bet(seat, y)
            put_centred(self.paper, tally_card(28), _COUNT - 52, y)
            write(self.paper, _COUNT, y, str(self.view.card_counts[seat]), 33, align="r")
            put_centred(self.paper, sheet(26, 26, 13, GOLD, edge=INK), _RIGHT - 130, y)
            coins = self.captions.brief(self.view.money[seat])
            headline(self.paper, _RIGHT - 12, y, coins, 34, align="r", width=102)

    def _bet(self, seat: Seat, y: float) -> None:
        stake, shown = self.view.stakes[seat], self.view.shown[seat]
        if stake is not None:
            text = f"{self.captions.kind(stake.kind)} {self.captions.brief(stake.stake)}"
            write(self.paper, _BET, y, text, 32, width=152)
        if shown is not None and (horse := kind(shown).horse) is not None:
            put_centred(self.paper, token(silks(self.view.horses)[Horse(horse)], 44), _SHOWN, y)

    def _sign(self, seat: Seat, y: float, height: int) -> None:
        acts = seat in self.view.to_act
        match self.view.phase:
            case Phase.RACING if acts:
                pill = sheet(_RIGHT - _SEATS + 8, height, height // 2, GOLD)
                put_centred(self.paper, pill, (_SEATS + _RIGHT) / 2, y)
                put_centred(self.paper, pointer(22, INK), _SEATS + 22, y)
            case Phase.OVER if self.view.money[seat] == max(self.view.money):
                put_centred(self.paper, trophy(32, INK), _SEATS + 20, y)
            case Phase.BETTING if acts or self.view.has_bet[seat]:
                put_centred(self.paper, decided(not acts, 30), _SEATS + 20, y)
