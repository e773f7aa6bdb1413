"""The result of a race: who came where, and the points it brought; and the final ranking of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from engines.core import Seat
from engines.sulkydrom.state import Result
from engines.sulkydrom.view import View
from render.kit.page import WIDTH, Column, Scene, page, rows, ruled
from render.parts.lettering import signed, write
from render.parts.palette import FADED, GAIN, INK
from render.parts.shapes import put_centred, rosette, trophy
from render.parts.silks import token
from render.picture import Picture, needed, png
from render.sulkydrom import alt
from render.sulkydrom.horses import PALETTE, silk
from render.sulkydrom.sulky import sulky
from render.sulkydrom.words import Words

_EDGE, _HEAD, _TITLES, _ROW = 24, 96, 56, 100
_NAME, _NAME_END = 424, 780
"""Where names begin and end."""
_FIRST, _SECOND = Column(930, 140), Column(1110, 140)


def result(view: View, names: Sequence[str], words: Words) -> Picture:
    """Draw the race settled last; ValueError before the first."""
    over = needed(view.result, "no race is finished yet")
    told = alt.result(view, over, names, words)
    return png(
        lambda: Lists(names, words, view).race(over), f"sulkydrom-result-race{over.race}", told, PALETTE
    )


def final(view: View, names: Sequence[str], words: Words) -> Picture:
    """Draw who has won the game, and everyone's victories and points."""
    ranks = alt.final_ranks(view)
    told = alt.final(view, ranks, names, words)
    return png(lambda: Lists(names, words, view).game(ranks), "sulkydrom-final", told, PALETTE)


class Lists(Scene[View, Words]):
    """A page with a row a horse, in the drawing."""

    def race(self, over: Result) -> Image.Image:
        """Return the order of finish, and the points it brought."""
        paper = self._paper(self.words.points, self.words.total)
        for rank, (letter, y) in enumerate(zip(over.order, self._rows(paper), strict=True), 1):
            seat = self.view.horses.index(letter)
            self._owner(paper, seat, y, rank)
            _FIRST.figure(paper, y, signed(over.points[seat], ""), 46, GAIN)
            _SECOND.figure(paper, y, str(self.view.points[seat]), 46)
        return self._page(self.words.result.format(race=over.race), paper)

    def game(self, ranks: Sequence[int]) -> Image.Image:
        """Return everyone by rank, with victories and points."""
        paper = self._paper(self.words.wins, self.words.points)
        seats = sorted(range(self.view.seats), key=lambda seat: (ranks[seat], -self.view.points[seat]))
        for seat, y in zip(seats, self._rows(paper), strict=True):
            self._owner(paper, seat, y, ranks[seat])
            if ranks[seat] == 1:
                put_centred(paper, trophy(54, INK), _NAME_END + 36, y)
            _FIRST.figure(paper, y, str(self.view.wins[seat]), 46)
            _SECOND.figure(paper, y, str(self.view.points[seat]), 46)
        return self._page(self.words.final, paper)

    def _page(self, title: str, paper: Image.Image) -> Image.Image:
        return page(title, paper, edge=_EDGE, head=_HEAD, is_adorned=True)

    def _paper(self, first: str, second: str) -> Image.Image:
        height = _TITLES + _ROW * self.view.seats
        return ruled(WIDTH - 2 * _EDGE, height, _TITLES, {_FIRST: first, _SECOND: second})

    def _rows(self, paper: Image.Image) -> Iterator[float]:
        return rows(paper, _TITLES, _ROW, self.view.seats)

    def _owner(self, paper: Image.Image, seat: Seat, y: float, rank: int) -> None:
        """Draw a rank, the horse that has it, and whose it is."""
        worn, room = silk(self.view.horses[seat]), _NAME_END - _NAME
        put_centred(paper, rosette(rank, 78), 62, y)
        put_centred(paper, token(worn, 62), 152, y)
        put_centred(paper, sulky(worn, 186), 302, y)
        self.name(paper, seat, _NAME, y - 18, 42, room)
        write(paper, _NAME, y + 26, self.view.names[seat], 30, fill=FADED, width=room)
