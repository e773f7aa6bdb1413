"""The result of a race, every bet opened and what it brought; and the final ranking of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.core import Seat
from engines.turfe.state import Result
from engines.turfe.view import View
from render.kit.page import EDGE, HEAD, WIDTH, Column, Scene, filled, page, ruled
from render.kit.result import TABLE, TITLES, final_ranking, order_of_finish
from render.parts.canvas import Canvas
from render.parts.lettering import Face, fitted, headline, write
from render.parts.palette import CREAM, FADED, GOLD, INK, of_gain
from render.parts.shapes import put_centred, sheet, trophy
from render.parts.silks import token
from render.picture import Picture, needed, png
from render.turfe import alt
from render.turfe.captions import Captions
from render.turfe.track import PALETTE, silks

_TITLE = 620
"""How wide the head may be."""
_NAME, _BET, _NET, _MONEY = 28, Column(262, 200, "l"), Column(652, 124), Column(780, 112)


def result(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw the race settled last; ValueError before the first."""
    over = needed(view.result, "no race is finished yet")
    race = Race(names, captions, view, over)
    return png(race.drawn, f"turfe-result-race{over.race}", alt.result(over, names, captions), PALETTE)


@dataclass(frozen=True, slots=True)
class Race(Scene[View, Captions]):
    """A finished race, in the drawing."""

    over: Result

    def drawn(self) -> Canvas:
        """Return the order of finish, the horses at home larger, beside the table of the players."""
        title = self.captions.result.format(race=self.over.race, races=self.view.races)
        image = page(title, self.finish(), self.bets(), room=_TITLE)
        self._pot(image, fitted(title, Face.DISPLAY, 46, _TITLE).width)
        return image

    def _pot(self, image: Canvas, took: float) -> None:
        """Write what is in the jackpot now beside a title that took some pixels."""
        text = self.captions.pot_after.format(amount=self.captions.number(self.over.pot))
        room, right = round(WIDTH - 2 * EDGE - 100 - took), WIDTH - EDGE - 24
        wide = write(image, right, HEAD / 2, text, 38, fill=CREAM, align="r", width=room)
        put_centred(image, sheet(34, 34, 17, GOLD, edge=INK), right - 28 - wide, HEAD / 2)

    def finish(self) -> Canvas:
        """Return the panel with the order of finish."""
        worn, spaces = silks(self.view.horses), [place.space for place in self.over.places]
        riding = 170, 172, 1.32
        return order_of_finish(worn, self.over.order, spaces, weights=(1.7, 1.4), riding=riding, ribbon=0.62)

    def bets(self) -> Canvas:
        """Return the table of the players: what each had bet, what it brought, what each has now."""
        heads = {_BET: self.captions.bet, _NET: self.captions.net, _MONEY: self.captions.money}
        table = ruled(*TABLE, TITLES, heads)
        for seat, y in enumerate(filled(table, TITLES, self.view.seats, most=156, ornament=300)):
            net = self.over.nets[seat]
            self.name(table, seat, _NAME, y, 34, _BET.at - _NAME - 14)
            self._bet(table, seat, y)
            _NET.figure(table, y, self.captions.signed(net, is_brief=True), 38, of_gain(net))
            _MONEY.figure(table, y, self.captions.brief(self.over.money[seat]), 38)
        return table

    def _bet(self, table: Canvas, seat: Seat, y: float) -> None:
        bet, left = self.over.bets[seat], _BET.at
        if bet is None:
            write(table, left, y, self.captions.broke, 32, fill=FADED, width=230)
            return
        put_centred(table, token(silks(self.view.horses)[bet.horse], 62), left + 31, y)
        write(table, left + 76, y - 19, self.captions.kind(bet.kind), 30, fill=FADED, width=150)
        headline(table, left + 76, y + 19, self.captions.brief(bet.stake), 34, width=110)
        if self.over.jackpots[seat] is not None:
            put_centred(table, trophy(54, INK), left + 224, y)


def final(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw who has won the game, and everyone's money."""
    return final_ranking("turfe", view.money, names, captions, PALETTE)
