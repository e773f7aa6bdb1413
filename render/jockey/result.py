"""The result of a race, every bet opened and what it brought; and the final ranking of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from engines.core import Seat
from engines.jockey.state import Result
from engines.jockey.view import View
from render.jockey import alt
from render.jockey.horses import silks
from render.jockey.slip import kind_of, stakes
from render.jockey.words import Words
from render.kit.page import Scene, page
from render.kit.ranking import final_ranking
from render.kit.result import FINISH, TABLE, TITLES, order_of_finish
from render.kit.table import Column, filled, ruled
from render.parts.figures import number, signed
from render.parts.lettering import write
from render.parts.palette import FADED, INK, LOSS, of_gain
from render.parts.smooth import put
from render.picture import Picture, needed, png

_NAME, _BET, _NET, _CAPITAL = 28, Column(250, 200, "l"), Column(634, 124), Column(780, 134)


def result(view: View, names: Sequence[str], words: Words) -> Picture:
    """Draw the race settled last; ValueError before the first. `names` are the players' by seat.

    1200 × 800 pixels, PNG.
    """
    over = needed(view.result, "no race is finished yet")
    race = Race(names, words, view, over)
    return png(race.drawn, f"jockey-result-race{over.race}", alt.result(over, words))


@dataclass(frozen=True, slots=True)
class Race(Scene[View, Words]):
    """A finished race, in the drawing."""

    over: Result

    def drawn(self) -> Image.Image:
        """Return the order of finish, the horses at home larger, beside the table of the players."""
        title = self.words.result.format(race=self.over.race, races=self.view.races)
        worn = silks(self.view.horses)
        return page(title, order_of_finish(FINISH, worn, self.over.order, self.over.places), self.bets())

    def bets(self) -> Image.Image:
        """Return the table of the players: what each had bet, what it brought, what each has now."""
        heads = {_BET: self.words.bet, _NET: self.words.net, _CAPITAL: self.words.capital}
        table = ruled(*TABLE, TITLES, heads, 26)
        for seat, y in enumerate(filled(table, TITLES, self.view.seats, most=156, ornament=340)):
            self._player(table, seat, y)
        return table

    def _player(self, table: Image.Image, seat: Seat, y: float) -> None:
        bet, net, capital = self.over.bets[seat], self.over.nets[seat], self.over.capitals[seat]
        self.name(table, seat, _NAME, y, 32, _BET.at - _NAME - 16)
        write(table, _BET.at, y - 27, kind_of(bet, self.words), 28, fill=FADED, width=250)
        staked = stakes(bet, self.view.horses, 40, self.words)
        put(table, staked, _BET.at, y + 18 - staked.height / 2)
        _NET.figure(table, y, signed(net, self.words.thousands), 36, of_gain(net))
        _CAPITAL.figure(table, y, number(capital, self.words.thousands), 36, LOSS if capital < 0 else INK)


def final(view: View, names: Sequence[str], words: Words) -> Picture:
    """Draw who has won the game, and everyone's score; `names` are the players' by seat.

    1200 pixels wide and as high as it takes, PNG.
    """
    return final_ranking("jockey", view.scores, names, words)
