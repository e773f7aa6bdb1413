"""The public board: the racehorses, the form cards played, the spare hand, and what each seat has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from engines.core import Seat
from engines.newmarket.view import Phase, View
from render.kit.page import EDGE, WIDTH, Scene, head
from render.newmarket import alt
from render.newmarket.captions import Captions
from render.newmarket.faces import PALETTE, badge, chip, form, worn
from render.newmarket.track import Track, with_cards
from render.parts.canvas import Canvas
from render.parts.cards import back, tally_card
from render.parts.lettering import headline, write
from render.parts.mount import mount
from render.parts.palette import CREAM, FADED, FOREST, GAIN, GOLD, INK, SHADE
from render.parts.shapes import blank_paper, check_mark, decided, pointer, put, put_centred, sheet, trophy
from render.parts.silks import token
from render.picture import Picture, png

_PANEL_TOP, _PANEL_WIDTH, _PANEL_HEIGHT, _BETWEEN = 76, 277, 190, 12
"""The panels of the four racehorses."""
TRACK = Track(left=EDGE, top=284, label=168, width=75, height=64, apart=12)
"""Where the form cards are."""
_STRIP = 590
"""The middle of the line between track and seats."""
_SEATS, _ROW, _COLUMN = 626, 64, 572
"""Where the seats' paper begins, and the size of a seat's part of it."""


def board(view: View, names: Sequence[str], captions: Captions, sequence: str = "") -> Picture:
    """Draw the board for everyone; `sequence` is the sentence that tells the newest one."""
    name, told = f"newmarket-deal{view.deal}-{view.phase}", alt.board(view, names, captions, sequence)
    return png(partial(_drawn, view, names, captions), name, told, PALETTE)


def _drawn(view: View, names: Sequence[str], captions: Captions) -> Canvas:
    paper = 16 + _ROW * ((view.seats + 1) // 2)
    table = Table(names, captions, view, Canvas(WIDTH, _SEATS + paper + EDGE, FOREST))
    table.head()
    table.racehorses()
    table.track()
    table.strip()
    put(table.image, table.players(paper), EDGE, _SEATS)
    return table.image


@dataclass(frozen=True, slots=True)
class Table(Scene[View, Captions]):
    """The table that all sit around, in the drawing."""

    image: Canvas

    def head(self) -> None:
        """Write which deal it is, and what is going on."""
        deal = self.captions.deal_of.format(deal=self.view.deal, deals=self.view.deals)
        news = {
            Phase.BACKING: self.captions.backing,
            Phase.CHOOSING: self.captions.choosing,
            Phase.OFFERING: self.captions.offering,
            Phase.BIDDING: self.captions.bidding,
            Phase.LEADING: self.captions.leading,
            Phase.CALLING: self.captions.calling,
            Phase.OVER: self.captions.over,
        }[self.view.phase]
        head(self.image, 38, deal, news)

    def racehorses(self) -> None:
        """Draw the four racehorses, the points on them, and who has backed or claimed them."""
        for at in range(len(self.view.racehorses)):
            left = EDGE + at * (_PANEL_WIDTH + _BETWEEN)
            put(self.image, self._racehorse(at), left, _PANEL_TOP)

    def _racehorse(self, at: int) -> Canvas:
        horse = self.view.racehorses[at]
        panel = blank_paper(_PANEL_WIDTH, _PANEL_HEIGHT, 20, CREAM)
        colour, value = form(horse)
        put_centred(panel, mount(worn(horse, self.view.colours), 138), 78, 68)
        write(panel, 208, 36, f"{self.captions.colour(colour)} {value}", 38, align="m", width=122)
        claim = next((claim for claim in self.view.claims if claim.horse == horse), None)
        if claim is None:
            put_centred(panel, sheet(104, 60, 30, GOLD, edge=INK), 208, 94)
            headline(panel, 208, 94, self.captions.number(self.view.pots[at]), 40, align="m", width=84)
        else:
            put_centred(panel, check_mark(46, GAIN), 182, 94)
            put_centred(panel, badge(claim.seat, 46), 236, 94)
        self._backers(panel, [seat for seat, backed in enumerate(self.view.backed) if backed == horse])
        return panel

    def _backers(self, panel: Canvas, seats: list[Seat]) -> None:
        strip = sheet(_PANEL_WIDTH - 20, 44, 22, SHADE)
        put_centred(panel, strip, _PANEL_WIDTH / 2, 158)
        step = min(46.0, (_PANEL_WIDTH - 30) / max(len(seats), 1))
        size = round(min(38, step))
        for at, seat in enumerate(seats):
            x = _PANEL_WIDTH / 2 + (at - (len(seats) - 1) / 2) * step
            put_centred(panel, badge(seat, size), x, 158)

    def track(self) -> None:
        """Draw the form cards: what is played, the sequence that runs, the card called for."""
        with_cards(self.image, TRACK, self.view, self.view.plays, self.captions, self.view.wanted)

    def strip(self) -> None:
        """Draw who played last, and on the right the hand that nobody plays with and the bids for it."""
        if self.view.plays:
            last = self.view.plays[-1]
            put_centred(self.image, badge(last.seat, 46), EDGE + 25, _STRIP)
            took = self.name(self.image, last.seat, EDGE + 60, _STRIP, 34, 300, fill=CREAM)
            card = token(worn(last.card, self.view.colours), 54)
            put_centred(self.image, card, EDGE + 60 + took + 44, _STRIP)
        if not self.view.down_count:
            return
        text = self.captions.spare.format(count=self.view.down_count)
        right = WIDTH - EDGE - 4.0
        if self.view.phase is Phase.BIDDING:
            right -= self._bids(right) + 28
        right -= write(self.image, right, _STRIP, text, 34, fill=CREAM, align="r", width=300) + 12
        put(self.image, back(40), right - 40, _STRIP - 28)

    def _bids(self, right: float) -> float:
        """Write the best bid, ending at `right`; return the pixels it took."""
        if not self.view.best:
            return write(self.image, right, _STRIP, self.captions.no_bid, 34, fill=GOLD, align="r", width=240)
        text = self.captions.best.format(points=self.captions.number(self.view.best))
        put_centred(self.image, badge(self.view.bidders[-1], 46), right - 23, _STRIP)
        return 58 + write(self.image, right - 58, _STRIP, text, 34, fill=GOLD, align="r", width=240)

    def players(self, height: int) -> Canvas:
        """Return the paper with what each seat has, and whom the table waits for."""
        paper = blank_paper(WIDTH - 2 * EDGE, height, 26, CREAM)
        rows = (self.view.seats + 1) // 2
        for seat in range(self.view.seats):
            left, y = seat // rows * _COLUMN, 8 + _ROW * (seat % rows + 0.5)
            if seat in self.view.to_act and self.view.phase not in {Phase.BACKING, Phase.CALLING}:
                put_centred(paper, sheet(_COLUMN - 20, 56, 28, GOLD), left + _COLUMN / 2, y)
                put_centred(paper, pointer(18, INK), left + 26, y)
            put_centred(paper, badge(seat, 42), left + 56, y)
            if seat == self.view.dealer:
                put_centred(paper, chip(self.captions.dealer, 26), left + 74, y + 16)
            self.name(paper, seat, left + 90, y, 33, 198)
            self._note(paper, seat, left + 340, y)
            put_centred(paper, tally_card(28), left + 392, y)
            write(paper, left + 446, y, str(self.view.hand_counts[seat]), 33, align="r")
            put_centred(paper, sheet(24, 24, 12, GOLD, edge=INK), left + 472, y)
            points = self.captions.number(self.view.points[seat])
            headline(paper, left + 554, y, points, 33, align="r", width=66)
        return paper

    def _note(self, paper: Canvas, seat: Seat, x: float, y: float) -> None:
        """Draw what there is to say of a seat in this phase, its middle at a point."""
        if self.view.phase is Phase.BACKING:
            put_centred(paper, decided(self.view.has_backed[seat], 30), x, y)
        elif self.view.phase is Phase.BIDDING and seat != self.view.dealer:
            if seat not in self.view.bidders:
                write(paper, x, y, self.captions.passed, 28, fill=FADED, align="m", width=84)
            elif self.view.best and seat == self.view.bidders[-1]:
                put_centred(paper, chip(str(self.view.best), 46), x, y)
        elif self.view.phase is Phase.OVER:
            if self.view.points[seat] == max(self.view.points):
                put_centred(paper, trophy(32, INK), x, y)
        elif seat == self.view.discarder:
            write(paper, x, y, self.captions.has_spare, 28, fill=FADED, align="m", width=84)
