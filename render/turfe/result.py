"""The result of a race, every bet opened and what it brought; and the final standing of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from engines.core import Seat
from engines.turfe.actions import Horse
from engines.turfe.state import Result
from engines.turfe.view import View
from render.kit.finish import in_places, stripes
from render.kit.ranking import final_ranking
from render.kit.table import filled, ruled
from render.parts.figures import brief, briefly_signed, number
from render.parts.lettering import headline, write
from render.parts.mount import mount
from render.parts.palette import CREAM, FADED, FOREST, GOLD, INK, TURF, of_gain
from render.parts.signs import flag, medal, rosette, trophy
from render.parts.silks import token
from render.parts.smooth import put_centred, sheet
from render.picture import Picture, needed, png
from render.turfe import alt
from render.turfe.horses import PALETTE, silks
from render.turfe.words import Words

_WIDTH, _HEIGHT = 1200, 800
_HEAD, _EDGE = 92, 28
_FINISH = 320
"""The width of the panel with the order of finish."""
_TABLE = _WIDTH - 2 * _EDGE - _FINISH - 20
_BODY = _HEIGHT - _HEAD - _EDGE


def result(view: View, names: Sequence[str], words: Words) -> Picture:
    """Draw the race settled last; ValueError before the first. `names` are the players' by seat.

    1200 × 800 pixels, PNG.
    """
    over = needed(view.result, "no race is finished yet")
    return png(
        lambda: _drawn(view, over, names, words),
        f"turfe-result-race{over.race}",
        alt.result(over, names, words),
        PALETTE,
    )


def _drawn(view: View, over: Result, names: Sequence[str], words: Words) -> Image.Image:
    image = Image.new("RGB", (_WIDTH, _HEIGHT), FOREST)
    race = Race(view, over, names, words)
    race.head(image)
    image.paste(race.finish(), (_EDGE, _HEAD), sheet(_FINISH, _BODY, 24, TURF))
    image.paste(race.bets(), (_EDGE + _FINISH + 20, _HEAD), sheet(_TABLE, _BODY, 24, CREAM))
    return image


_TITLES = 56
"""The height of the table's head."""
_NAME, _BET, _NET, _MONEY = 28, 262, 652, 780
"""Where names and bets begin, and nets and money end."""


@dataclass(frozen=True, slots=True)
class Race:
    """A finished race, in the drawing."""

    view: View
    over: Result
    names: Sequence[str]
    words: Words

    def head(self, image: Image.Image) -> None:
        """Write which race it was, and what is in the jackpot now."""
        middle = _HEAD / 2
        title = self.words.result.format(race=self.over.race, races=self.view.races)
        took = headline(image, _EDGE + 4, middle, title, 46, fill=CREAM, width=620)
        pot = self.words.pot_after.format(amount=number(self.over.pot, self.words.thousands))
        room = round(_WIDTH - 2 * _EDGE - 100 - took)
        wide = write(image, _WIDTH - _EDGE - 24, middle, pot, 38, fill=CREAM, align="r", width=room)
        put_centred(image, sheet(34, 34, 17, GOLD, edge=INK), _WIDTH - _EDGE - 52 - wide, middle)

    def finish(self) -> Image.Image:
        """Return the panel with the order of finish, the horses at home larger."""
        panel = Image.new("RGB", (_FINISH, _BODY), TURF)
        order = in_places(self.view.horses, self.over.order, [place.space for place in self.over.places])
        rows = stripes(panel, (1.7, 1.4, *(1.0 for _ in order[2:])))
        for (horse, place), row in zip(order, rows, strict=True):
            self._horse(panel, horse, place, row)
        return panel

    def _horse(self, panel: Image.Image, horse: Horse, place: int, row: tuple[int, int]) -> None:
        top, height = row
        y = top + height / 2
        put_centred(panel, mount(silks(self.view.horses)[horse], min(172, round(height * 1.32))), 170, y)
        put_centred(panel, rosette(str(place), min(76, round(height * 0.62)), medal(place)), 50, y)
        if horse in self.over.order:
            put_centred(panel, flag(42, CREAM), 284, y)
        else:
            space = str(self.over.places[self.view.horses.index(horse)].space)
            headline(panel, 284, y, space, 38, fill=CREAM, align="m", width=66)

    def bets(self) -> Image.Image:
        """Return the table of the players: what each had bet, what it brought, what each has now."""
        table = ruled(_TABLE, _BODY, _TITLES)
        middle = _TITLES / 2 + 2
        write(table, _BET, middle, self.words.bet, 28, fill=FADED, width=200)
        write(table, _NET, middle, self.words.net, 28, fill=FADED, align="r", width=120)
        write(table, _MONEY, middle, self.words.money, 28, fill=FADED, align="r", width=120)
        middles = filled(table, _TITLES, self.view.seats, most=156, ornament=300)
        for seat, y in enumerate(middles):
            self._player(table, seat, y)
        return table

    def _player(self, table: Image.Image, seat: Seat, y: float) -> None:
        net, thousands = self.over.nets[seat], self.words.thousands
        spare = self.words.stand_in(seat)
        write(table, _NAME, y, self.names[seat], 34, width=_BET - _NAME - 14, spare=spare)
        self._bet(table, seat, y)
        gain = briefly_signed(net, thousands)
        headline(table, _NET, y, gain, 38, fill=of_gain(net), align="r", width=124)
        money = brief(self.over.money[seat], thousands)
        headline(table, _MONEY, y, money, 38, align="r", width=112)

    def _bet(self, table: Image.Image, seat: Seat, y: float) -> None:
        bet = self.over.bets[seat]
        if bet is None:
            write(table, _BET, y, self.words.broke, 32, fill=FADED, width=230)
            return
        put_centred(table, token(silks(self.view.horses)[bet.horse], 62), _BET + 31, y)
        write(table, _BET + 76, y - 19, self.words.kind(bet.kind), 30, fill=FADED, width=150)
        stake = brief(bet.stake, self.words.thousands)
        headline(table, _BET + 76, y + 19, stake, 34, width=110)
        if self.over.jackpots[seat] is not None:
            put_centred(table, trophy(54, INK), _BET + 224, y)


def final(view: View, names: Sequence[str], words: Words) -> Picture:
    """Draw who has won the game, and everyone's money; `names` are the players' by seat.

    1200 pixels wide and as high as it takes, PNG.
    """
    return final_ranking("turfe", view.money, names, words, PALETTE)
