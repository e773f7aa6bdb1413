"""The result of a race: who came where, and the points it brought; and the final standing of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from engines.core import Seat
from engines.sulkydrom.state import Result
from engines.sulkydrom.view import View
from render.kit.table import rows, ruled
from render.parts.figures import signed
from render.parts.lettering import headline, write
from render.parts.mount import shadow
from render.parts.palette import CREAM, FADED, FOREST, GAIN, HEDGE, INK
from render.parts.signs import medal, rosette, trophy
from render.parts.silks import token
from render.parts.smooth import put_centred, sheet
from render.picture import Picture, needed, png
from render.sulkydrom import alt
from render.sulkydrom.horses import PALETTE, silk
from render.sulkydrom.sulky import sulky
from render.sulkydrom.words import Words

_WIDTH, _EDGE, _HEAD = 1200, 24, 96
_TITLES, _ROW = 56, 100
_PAPER = _WIDTH - 2 * _EDGE
_NAME, _NAME_END = 424, 780
"""Where names begin and end."""
_FIRST, _SECOND = 930, 1110
"""Where the two columns of figures end."""


def result(view: View, names: Sequence[str], words: Words) -> Picture:
    """Draw the race settled last; ValueError before the first. `names` are the players' by seat.

    1200 pixels wide and as high as it takes, PNG.
    """
    over = needed(view.result, "no race is finished yet")
    return png(
        lambda: _drawn(view, over, names, words),
        f"sulkydrom-result-race{over.race}",
        alt.result(view, over, names, words),
        PALETTE,
    )


def _drawn(view: View, over: Result, names: Sequence[str], words: Words) -> Image.Image:
    lists = Lists(view, names, words)
    image = lists.page(words.result.format(race=over.race))
    paper = lists.paper(words.points, words.total)
    middles = rows(paper, _TITLES, _ROW, view.seats)
    for place, (letter, y) in enumerate(zip(over.order, middles, strict=True), 1):
        seat = view.horses.index(letter)
        lists.owner(paper, seat, y, place)
        gain, total = signed(over.points[seat], ""), str(view.points[seat])
        headline(paper, _FIRST, y, gain, 46, fill=GAIN, align="r", width=140)
        headline(paper, _SECOND, y, total, 46, align="r", width=140)
    image.paste(paper, (_EDGE, _HEAD), sheet(*paper.size, 24, CREAM))
    return image


def final(view: View, names: Sequence[str], words: Words) -> Picture:
    """Draw who has won the game, and everyone's victories and points; `names` are the players' by seat.

    1200 pixels wide and as high as it takes, PNG.
    """
    ranks = alt.final_ranks(view)
    told = alt.final(view, ranks, names, words)
    return png(lambda: _final(view, ranks, names, words), "sulkydrom-final", told, PALETTE)


def _final(view: View, ranks: Sequence[int], names: Sequence[str], words: Words) -> Image.Image:
    lists = Lists(view, names, words)
    image, paper = lists.page(words.final), lists.paper(words.wins, words.points)
    seats = sorted(range(view.seats), key=lambda seat: (ranks[seat], -view.points[seat]))
    for seat, y in zip(seats, rows(paper, _TITLES, _ROW, view.seats), strict=True):
        lists.owner(paper, seat, y, ranks[seat])
        if ranks[seat] == 1:
            put_centred(paper, trophy(54, INK), _NAME_END + 36, y)
        wins, points = str(view.wins[seat]), str(view.points[seat])
        headline(paper, _FIRST, y, wins, 46, align="r", width=90)
        headline(paper, _SECOND, y, points, 46, align="r", width=140)
    image.paste(paper, (_EDGE, _HEAD), sheet(*paper.size, 24, CREAM))
    return image


@dataclass(frozen=True, slots=True)
class Lists:
    """A page with a row a horse, in the drawing."""

    view: View
    names: Sequence[str]
    words: Words

    def page(self, title: str) -> Image.Image:
        """Return the page with its head."""
        height = _HEAD + _TITLES + _ROW * self.view.seats + _EDGE
        image = Image.new("RGB", (_WIDTH, height), FOREST)
        headline(image, _EDGE + 4, _HEAD / 2, title, 46, fill=CREAM, width=860)
        put_centred(image, shadow(HEDGE, 128), _WIDTH - 110, _HEAD / 2)
        return image

    def paper(self, first: str, second: str) -> Image.Image:
        """Return the paper with the heads of its two columns of figures."""
        paper = ruled(_PAPER, _TITLES + _ROW * self.view.seats, _TITLES)
        for right, text in ((_FIRST, first), (_SECOND, second)):
            write(paper, right, _TITLES / 2 + 2, text, 28, fill=FADED, align="r", width=150)
        return paper

    def owner(self, paper: Image.Image, seat: Seat, y: float, place: int) -> None:
        """Draw a place, the horse that has it, and whose it is."""
        worn = silk(self.view.horses[seat])
        put_centred(paper, rosette(str(place), 78, medal(place)), 62, y)
        put_centred(paper, token(worn, 62), 152, y)
        put_centred(paper, sulky(worn, 186), 302, y)
        spare, room = self.words.stand_in(seat), _NAME_END - _NAME
        write(paper, _NAME, y - 18, self.names[seat], 42, width=room, spare=spare)
        write(paper, _NAME, y + 26, self.view.names[seat], 30, fill=FADED, width=room)
