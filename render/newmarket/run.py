"""The cards on the turf: the sequence as a run of overlapping cards, those before it small, and what is asked next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engines.newmarket.view import Phase, Shown, View
from render.kit.page import Scene
from render.newmarket.alt import sequences
from render.newmarket.captions import Captions
from render.newmarket.faces import INDEX, STABLE, covered_face, face, form, worn
from render.newmarket.ground import PAPER, TURF_TOP
from render.newmarket.owners import jacket
from render.parts.canvas import Canvas, Surface
from render.parts.cards import back, card_height
from render.parts.lettering import Face, fitted, poster, write
from render.parts.palette import CREAM, FOREST, GOLD, INK
from render.parts.plates import coin, money_plate
from render.parts.poster import EDGE, WIDTH
from render.parts.shapes import arrow, decided, put, put_centred, sheet, trophy
from render.parts.silks import token

CARD, SMALL = 136, 64
"""The widths of a card of the newest sequence and of one of those before, in pixels."""
_SMALL_HEIGHT, _SMALL_STEP, _BETWEEN = 74, 50, 22
"""The height of a small card, how far apart small cards of a sequence are, and the gap between sequences."""
_TOP = TURF_TOP + 8
_MIDDLE = (_TOP + PAPER - 12) / 2
_ASKED = 352
"""The width of what is asked next, on the right."""
ROOM = WIDTH - 2 * EDGE - _ASKED
"""That of all sequences."""


@dataclass(frozen=True, slots=True)
class Turf(Scene[View, Captions]):
    """What lies on the turf of a board in the drawing."""

    image: Canvas

    def draw(self) -> None:
        """Draw what there is to see in the phase."""
        match self.view.phase:
            case Phase.LEADING | Phase.CALLING:
                self._sequences()
            case Phase.BACKING:
                self._backing()
            case Phase.OVER:
                self._over()
            case _:
                self._spare_hand()

    # ------------------------------------------------------------------------------------------------ sequences

    def _sequences(self) -> None:
        x = (WIDTH - _ASKED) / 2
        if self.view.plays:
            shown, last, took = laid_down(self.view.plays)
            width = run_width(len(last), ROOM)
            x = EDGE + (ROOM - width - took) / 2
            self._before(shown, x)
            x += took
            with_run(self.image, last, x, _TOP, ROOM, self.view, self.captions)
            x += width + 10
            put_centred(self.image, arrow(38, 36, INK), x + 19, _MIDDLE)
            x += 46
        self._asked(x)

    def _before(self, runs: Sequence[Sequence[Shown]], x: float) -> None:
        """Draw sequences before the newest one from a point to the right."""
        for run in runs:
            for at, play in enumerate(run):
                self._small(play, x + at * _SMALL_STEP, is_top=at == len(run) - 1)
            x += _small_width(run)

    def _small(self, play: Shown, x: float, *, is_top: bool) -> None:
        middle = x + (SMALL if is_top else _SMALL_STEP) / 2
        silk = worn(play.card, self.view.colours)
        put(self.image, sheet(SMALL, _SMALL_HEIGHT, 7, CREAM, edge=silk.colour, thick=4), x, _MIDDLE - 66)
        put_centred(self.image, token(silk, 44), middle, _MIDDLE - 66 + _SMALL_HEIGHT / 2)
        put_centred(self.image, jacket(play.seat, 46), middle, _MIDDLE + 38)

    def _asked(self, x: float) -> None:
        """Draw the place of the next card, and beside it what has to be played there and by whom."""
        view, height = self.view, card_height(CARD)
        put(self.image, sheet(CARD, height, 12, FOREST, edge=GOLD, thick=6), x, _TOP)
        middle = x + CARD / 2
        beside, room = x + CARD + 20, round(WIDTH - EDGE / 2 - x - CARD - 20)
        if view.wanted:
            silk = worn(view.wanted, view.colours)
            poster(self.image, middle, _TOP + height * 0.32, silk.number, 96, fill=CREAM, align="m")
            put_centred(self.image, token(silk._replace(number=" "), 64), middle, _TOP + height * 0.72)
            poster(self.image, beside, _MIDDLE - 28, self.captions.next_card.upper(), 40, width=room)
            colour = self.captions.colour(form(view.wanted).colour)
            poster(self.image, beside, _MIDDLE + 28, f"{colour} {silk.number}".upper(), 62, width=room)
            return
        if not view.to_act:
            return
        leader = view.to_act[0]
        put_centred(self.image, jacket(leader, 100), middle, _TOP + height * 0.36)
        step = 34 if len(view.may_lead) > 2 else 56
        for at, colour in enumerate(view.may_lead):
            silk = STABLE.silk(colour, view.colours)._replace(number=" ")
            aside = (at - (len(view.may_lead) - 1) / 2) * step
            put_centred(self.image, token(silk, min(48, step - 2)), middle + aside, _TOP + height * 0.76)
        asked = self.captions.new_sequence if view.plays else self.captions.first_card
        poster(self.image, beside, _MIDDLE - 54, asked.upper(), 40, width=room)
        self.name(self.image, leader, beside, _MIDDLE - 6, 40, room)
        named = " · ".join(map(self.captions.colour, view.may_lead)) if len(view.may_lead) <= 2 else ""
        write(self.image, beside, _MIDDLE + 40, named, 32, width=room)

    # -------------------------------------------------------------------------------------- before and after the play

    def _backing(self) -> None:
        view, step = self.view, (WIDTH - 2 * EDGE) / self.view.seats
        for seat in range(view.seats):
            x = EDGE + step * (seat + 0.5)
            put_centred(self.image, jacket(seat, min(120, round(step) - 16)), x, _MIDDLE - 34)
            put_centred(self.image, decided(view.has_backed[seat], 48), x, _MIDDLE + 50)

    def _spare_hand(self) -> None:
        view = self.view
        step = min(64, 480 // max(view.down_count, 1))
        for at in range(view.down_count):
            put(self.image, back(CARD), EDGE + at * step, _TOP)
        x = EDGE + step * max(view.down_count - 1, 0) + CARD + 36
        room = WIDTH - EDGE - x
        spare = self.captions.spare.format(count=view.down_count).upper()
        poster(self.image, x, _MIDDLE - 52, spare, 54, width=room)
        if view.phase is not Phase.BIDDING:
            put_centred(self.image, jacket(view.dealer, 84), x + 42, _MIDDLE + 34)
            self.name(self.image, view.dealer, x + 104, _MIDDLE + 34, 44, room - 110)
        elif view.best:
            seat = view.bidders[-1]
            put_centred(self.image, jacket(seat, 84), x + 42, _MIDDLE + 34)
            took = money_plate(self.image, x + 104, _MIDDLE + 34, self.captions.number(view.best), size=84)
            self.name(self.image, seat, x + 124 + took, _MIDDLE + 34, 44, round(room - 130 - took))
        else:
            write(self.image, x, _MIDDLE + 34, self.captions.no_bid, 44, width=room)

    def _over(self) -> None:
        view, most = self.view, max(self.view.points)
        won = [seat for seat in range(view.seats) if view.points[seat] == most]
        put_centred(self.image, trophy(150, INK), EDGE + 110, _MIDDLE)
        row = min(150, 184 // len(won))
        took = fitted(self.captions.number(most), Face.POSTER, 110, 240).width
        put_centred(self.image, coin(76), WIDTH - EDGE - took - 54, _MIDDLE)
        poster(self.image, WIDTH - EDGE, _MIDDLE, self.captions.number(most), 110, align="r", width=240)
        left, room = EDGE + 380, round(WIDTH - 2 * EDGE - 500 - took)
        for line, seat in enumerate(won):
            y = _MIDDLE + (line - (len(won) - 1) / 2) * row
            put_centred(self.image, jacket(seat, min(130, round(row * 1.05))), left - 90, y)
            spare, size = self.captions.stand_in(seat), min(96, round(row * 0.8))
            poster(self.image, left, y, self.names[seat], size, width=room, spare=spare)


class Laid(NamedTuple):
    """The sequences that lie on the turf."""

    before: Sequence[Sequence[Shown]]
    """Those before the newest one for which there is room."""
    newest: Sequence[Shown]
    took: int
    """The pixels that those before take."""


def laid_down(plays: Sequence[Shown]) -> Laid:
    """Return the sequences of a deal that are seen on the turf."""
    *runs, newest = sequences(plays)
    room = ROOM - run_width(len(newest), ROOM)
    took, first = 0, len(runs)
    while first and took + _small_width(runs[first - 1]) <= room:
        first -= 1
        took += _small_width(runs[first])
    return Laid(runs[first:], newest, took)


def seen_on_turf(plays: Sequence[Shown]) -> frozenset[Shown]:
    """Return the plays of a deal whose cards are seen on the turf."""
    if not plays:
        return frozenset()
    laid = laid_down(plays)
    return frozenset(play for run in (*laid.before, laid.newest) for play in run)


def _small_width(run: Sequence[Shown]) -> int:
    return SMALL + _SMALL_STEP * (len(run) - 1) + _BETWEEN


def run_width(cards: int, room: float) -> int:
    """Return the pixels that a run of cards takes, where there is so much room."""
    return CARD + _step(cards, room) * (cards - 1)


def _step(cards: int, room: float) -> int:
    return int(min(CARD * 0.62, (room - CARD) / max(cards - 1, 1)))


def with_run(
    image: Surface, run: Sequence[Shown], x: float, y: float, room: float, view: View, captions: Captions
) -> None:
    """Lay a run of cards from a corner to the right, the last one on top, on each the jacket of who played it."""
    step, height = _step(len(run), room), card_height(CARD)
    for at, play in enumerate(run):
        left, silk = round(x) + at * step, worn(play.card, view.colours)
        is_top = at == len(run) - 1
        whole = face(play.card, CARD, view.colours, view.racehorses, captions) if is_top else None
        put(image, whole or covered_face(silk, CARD), left, y)
        put_centred(image, jacket(play.seat, 44), left + CARD * INDEX, y + height * 0.79)
