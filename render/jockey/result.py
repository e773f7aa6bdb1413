"""The result of a race, every bet opened and what it brought; and the final standing of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from engines.core import Seat
from engines.jockey.actions import Horse
from engines.jockey.state import Result
from engines.jockey.view import View
from render.jockey import alt
from render.jockey.horses import silks
from render.jockey.slip import kind_of, stakes
from render.jockey.words import Words
from render.kit.finish import in_places, stripes
from render.kit.ranking import final_ranking
from render.kit.table import filled, ruled
from render.parts.figures import number, signed
from render.parts.lettering import headline, write
from render.parts.mount import mount
from render.parts.palette import CREAM, FADED, FOREST, INK, LOSS, TURF, of_gain
from render.parts.signs import flag, medal, rosette
from render.parts.smooth import put, put_centred, sheet
from render.picture import Picture, needed, png

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
        lambda: _drawn(view, over, names, words), f"jockey-result-race{over.race}", alt.result(over, words)
    )


def _drawn(view: View, over: Result, names: Sequence[str], words: Words) -> Image.Image:
    image = Image.new("RGB", (_WIDTH, _HEIGHT), FOREST)
    title = words.result.format(race=over.race, races=view.races)
    headline(image, _EDGE + 4, _HEAD / 2, title, 46, fill=CREAM, width=_WIDTH - 2 * _EDGE)
    race = Race(view, over, names, words)
    image.paste(race.finish(), (_EDGE, _HEAD), sheet(_FINISH, _BODY, 24, TURF))
    image.paste(race.bets(), (_EDGE + _FINISH + 20, _HEAD), sheet(_TABLE, _BODY, 24, CREAM))
    return image


_TITLES = 56
"""The height of the table's head."""
_NAME, _BET, _NET, _CAPITAL = 28, 250, 634, 780
"""Where names and bets begin, and nets and capitals end."""


@dataclass(frozen=True, slots=True)
class Race:
    """A finished race, in the drawing."""

    view: View
    over: Result
    names: Sequence[str]
    words: Words

    def finish(self) -> Image.Image:
        """Return the panel with the order of finish, the horses at home larger."""
        panel = Image.new("RGB", (_FINISH, _BODY), TURF)
        order = in_places(self.view.horses, self.over.order, self.over.places)
        rows = stripes(panel, (1.7, 1.35, *(1.0 for _ in order[2:])))
        for (horse, place), row in zip(order, rows, strict=True):
            self._horse(panel, horse, place, row)
        return panel

    def _horse(self, panel: Image.Image, horse: Horse, place: int, row: tuple[int, int]) -> None:
        top, height = row
        y = top + height / 2
        worn = silks(self.view.horses)[horse]
        put_centred(panel, mount(worn, min(168, round(height * 0.92))), 168, y)
        put_centred(panel, rosette(str(place), min(76, round(height * 0.48)), medal(place)), 50, y)
        if horse in self.over.order:
            put_centred(panel, flag(42, CREAM), 284, y)
        else:
            square = str(self.over.places[self.view.horses.index(horse)])
            headline(panel, 284, y, square, 38, fill=CREAM, align="m", width=66)

    def bets(self) -> Image.Image:
        """Return the table of the players: what each had bet, what it brought, what each has now."""
        table = ruled(_TABLE, _BODY, _TITLES)
        middle = _TITLES / 2 + 2
        write(table, _BET, middle, self.words.bet, 26, fill=FADED, width=200)
        write(table, _NET, middle, self.words.net, 26, fill=FADED, align="r", width=130)
        write(table, _CAPITAL, middle, self.words.capital, 26, fill=FADED, align="r", width=130)
        middles = filled(table, _TITLES, self.view.seats, most=156, ornament=340)
        for seat, y in enumerate(middles):
            self._player(table, seat, y)
        return table

    def _player(self, table: Image.Image, seat: Seat, y: float) -> None:
        bet, net, capital = self.over.bets[seat], self.over.nets[seat], self.over.capitals[seat]
        spare = self.words.stand_in(seat)
        write(table, _NAME, y, self.names[seat], 32, width=_BET - _NAME - 16, spare=spare)
        write(table, _BET, y - 27, kind_of(bet, self.words), 28, fill=FADED, width=250)
        staked = stakes(bet, self.view.horses, 40, self.words)
        put(table, staked, _BET, y + 18 - staked.height / 2)
        gain = signed(net, self.words.thousands)
        headline(table, _NET, y, gain, 36, fill=of_gain(net), align="r", width=124)
        colour = LOSS if capital < 0 else INK
        text = number(capital, self.words.thousands)
        headline(table, _CAPITAL, y, text, 36, fill=colour, align="r", width=134)


def final(view: View, names: Sequence[str], words: Words) -> Picture:
    """Draw who has won the game, and everyone's score; `names` are the players' by seat.

    1200 pixels wide and as high as it takes, PNG.
    """
    return final_ranking("jockey", view.scores, names, words)
