"""The result of a race: who came where, and the points it brought; and the final ranking of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TypeAlias

from engines.core import Seat
from engines.sulkydrom.state import Result
from engines.sulkydrom.view import View
from render.kit.page import WIDTH, Column, Scene, page, rows, ruled
from render.parts.canvas import Canvas
from render.parts.lettering import write
from render.parts.palette import FADED, GAIN, INK
from render.parts.shapes import put_centred, rosette, trophy
from render.parts.silks import token
from render.picture import Picture, needed, png
from render.sulkydrom import alt
from render.sulkydrom.captions import Captions
from render.sulkydrom.sulky import PALETTE, silk, sulky

_EDGE, _HEAD, _TITLES, _ROW = 24, 96, 56, 100
_NAME, _NAME_END = 424, 780
"""Where names begin and end."""
Figures: TypeAlias = tuple[str, Sequence[int | str]]
"""The head of a column, and by seat what stands in it."""
_FIRST, _SECOND = Column(930, 140), Column(1110, 140)


def result(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw the race settled last; ValueError before the first."""
    over = needed(view.result, "no race is finished yet")
    told = alt.result(view, over, names, captions)
    return png(
        partial(Lists(names, captions, view).race, over), f"sulkydrom-result-race{over.race}", told, PALETTE
    )


def final(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw who has won the game, and everyone's victories and points."""
    ranks = alt.final_ranks(view)
    told = alt.final(view, ranks, names, captions)
    return png(partial(Lists(names, captions, view).game, ranks), "sulkydrom-final", told, PALETTE)


class Lists(Scene[View, Captions]):
    """A page with a row a horse, in the drawing."""

    def race(self, over: Result) -> Canvas:
        """Return the order of finish, and the points it brought."""
        ranks = {self.view.horses.index(letter): rank for rank, letter in enumerate(over.order, 1)}
        gains = self.captions.points, [self.captions.signed(points) for points in over.points]
        title = self.captions.result.format(race=over.race)
        return self._page(title, ranks, gains, (self.captions.total, self.view.points), is_final=False)

    def game(self, ranks: Sequence[int]) -> Canvas:
        """Return everyone by rank, with victories and points."""
        seats = sorted(range(self.view.seats), key=lambda seat: (ranks[seat], -self.view.points[seat]))
        in_order = {seat: ranks[seat] for seat in seats}
        victories, points = (self.captions.wins, self.view.wins), (self.captions.points, self.view.points)
        return self._page(self.captions.final, in_order, victories, points, is_final=True)

    def _page(
        self, title: str, ranks: Mapping[Seat, int], first: Figures, second: Figures, *, is_final: bool
    ) -> Canvas:
        height = _TITLES + _ROW * len(ranks)
        paper = ruled(WIDTH - 2 * _EDGE, height, _TITLES, {_FIRST: first[0], _SECOND: second[0]})
        for (seat, rank), y in zip(ranks.items(), rows(paper, _TITLES, _ROW, len(ranks)), strict=True):
            worn, room = silk(self.view.horses[seat]), _NAME_END - _NAME
            put_centred(paper, rosette(rank, 78), 62, y)
            put_centred(paper, token(worn, 62), 152, y)
            put_centred(paper, sulky(worn, 186), 302, y)
            self.name(paper, seat, _NAME, y - 18, 42, room)
            write(paper, _NAME, y + 26, self.view.names[seat], 30, fill=FADED, width=room)
            if is_final and rank == 1:
                put_centred(paper, trophy(54, INK), _NAME_END + 36, y)
            _FIRST.figure(paper, y, str(first[1][seat]), 46, INK if is_final else GAIN)
            _SECOND.figure(paper, y, str(second[1][seat]), 46)
        return page(title, paper, edge=_EDGE, head=_HEAD, is_adorned=True)
