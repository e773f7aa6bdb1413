"""Everyone's points under the course: a cell a player, or a block a team."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from engines.core import Seat
from engines.jumpyjack.teams import team_count, team_of
from engines.jumpyjack.view import Phase, View
from render.jumpyjack.words import Words
from render.kit.page import Scene
from render.parts.lettering import headline
from render.parts.palette import CREAM, FADED, FOREST, GAIN, GOLD, INK, LINE
from render.parts.shapes import check_mark, open_mark, pointer, put, put_centred, sheet

_WIDTH, _EDGE, _GAP = 1200, 24, 14
_ROW, _HEAD = 58, 60
"""The heights of a player's row, and of the head of a team."""
_COLUMNS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4, 9: 3}
"""How many columns so many cells are laid out in; more than nine have four."""


def players(view: View, names: Sequence[str], words: Words) -> Image.Image:
    """Return the strip below the course, as wide as it."""
    teams = team_count(view.options, view.seats)
    columns = _COLUMNS.get(teams, 4)
    rows = -(-teams // columns)
    wide = (_WIDTH - 2 * _EDGE - (columns - 1) * _GAP) // columns
    high = _HEAD + _ROW * (view.seats // teams) if view.options.teams else _ROW
    strip = Image.new("RGB", (_WIDTH, rows * (high + _GAP) - _GAP + _EDGE), FOREST)
    for team in range(teams):
        row, column = divmod(team, columns)
        cell = Cell(names, words, view, sheet(wide, high, 16, CREAM).copy())
        cell.fill(team)
        put(strip, cell.paper, _EDGE + column * (wide + _GAP), row * (high + _GAP))
    return strip


@dataclass(frozen=True, slots=True)
class Cell(Scene[View, Words]):
    """The paper of a player or a team, in the drawing."""

    paper: Image.Image

    def fill(self, team: int) -> None:
        """Write who plays and has how many points."""
        if not self.view.options.teams:
            self._player(team, 0)
            self._points(self.view.totals[team], _ROW / 2)
            return
        title = self.words.team.format(team=team + 1)
        headline(self.paper, 18, _HEAD / 2, title, 34, width=self.paper.width - 110)
        self._points(self.view.totals[team], _HEAD / 2)
        ImageDraw.Draw(self.paper).line((14, _HEAD - 2, self.paper.width - 14, _HEAD - 2), fill=LINE, width=3)
        for row, seat in enumerate(team_of(team, self.view.options, self.view.seats)):
            self._player(seat, _HEAD + row * _ROW)

    def _points(self, points: int, y: float) -> None:
        text = str(points).replace("-", "−")
        headline(self.paper, self.paper.width - 18, y, text, 40, align="r", width=80)

    def _player(self, seat: Seat, top: float) -> None:
        y = top + _ROW / 2
        if self.view.phase is Phase.RACING and seat in self.view.to_act:
            right = self.paper.width - (12 if self.view.options.teams else 78)
            put_centred(self.paper, sheet(right - 10, _ROW - 14, 20, GOLD), (right + 10) / 2, y)
        self._sign(seat, y)
        room = self.paper.width - 54 - (22 if self.view.options.teams else 86)
        self.name(self.paper, seat, 54, y, 30, room)

    def _sign(self, seat: Seat, y: float) -> None:
        acts = seat in self.view.to_act
        match self.view.phase:
            case Phase.RACING if acts:
                put_centred(self.paper, pointer(22, INK), 34, y)
            case Phase.PREDICTING if seat in self.view.captains:
                put_centred(self.paper, open_mark(28, FADED) if acts else check_mark(28, GAIN), 32, y)
            case Phase.GUESSING:
                put_centred(self.paper, open_mark(28, FADED) if acts else check_mark(28, GAIN), 32, y)
            case _:
                dot = (26, y - 5, 36, y + 5)
                ImageDraw.Draw(self.paper).ellipse(dot, fill=LINE)
