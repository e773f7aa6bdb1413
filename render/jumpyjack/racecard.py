"""The paper below the course: the die and the moves of late on the left, everyone's points on the right."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core import Seat
from engines.jumpyjack.state import LastMove
from engines.jumpyjack.teams import team_count, team_of
from engines.jumpyjack.view import Phase, View
from render.jumpyjack.captions import Captions
from render.jumpyjack.field import moves
from render.jumpyjack.horses import silks
from render.jumpyjack.track import BOTTOM
from render.kit.page import Scene
from render.parts.canvas import Canvas
from render.parts.die import die
from render.parts.lettering import poster, write
from render.parts.palette import FADED, GOLD, INK, LINE, SHADE, Colour
from render.parts.shapes import arrow, decided, flag, pointer, put, put_centred, rosette, sheet, trophy
from render.parts.silks import token

_TOP, _FOOT = BOTTOM + 14, 8
"""Where the rows begin, and what is free below them, in pixels."""
_LEAST, _ROW, _LOW, _TALL = 192, 48, 46, 58
"""The height of the rows at least; that of a player's row, of one among many, and of one among few."""
_RULE, _LEFT, _RIGHT = 396, 408, 1188
"""Where the line beside the die is, and where the players' rows begin and end."""
_DIE = 168
_LINE, _MOVES = 46, 4
"""The side of the die, the height of a move beside it, and how many there are at most."""
_RIM = 8
"""How much of the gold under the die is seen around it, in pixels."""
_FEW = 5
"""How many players stand below each other before there are two columns."""


def height(view: View) -> int:
    """Return how high a board is, in pixels."""
    return round(_TOP + max(_LEAST, _lines(view) * _row(view)) + _FOOT)


def _lines(view: View) -> int:
    if view.options.teams:
        return view.options.teams * -(-(view.seats // view.options.teams) // 2)
    return view.seats if view.seats <= _FEW else -(-view.seats // 2)


def _row(view: View) -> float:
    return min(_TALL, max(_LOW, _LEAST / _lines(view)))


@dataclass(frozen=True, slots=True)
class Racecard(Scene[View, Captions]):
    """The paper in the drawing."""

    image: Canvas

    @property
    def _bottom(self) -> int:
        return self.image.height - _FOOT

    # ------------------------------------------------------------------------------------------------ the die

    def thrown(self) -> None:
        """Draw the die and the moves of late; in the other phases what is going on."""
        self.image.rectangle((_RULE - 1, _TOP + 8, _RULE + 1, self._bottom - 8), LINE)
        middle = _RULE / 2, (_TOP + self._bottom) / 2
        match self.view.phase:
            case Phase.RACING:
                self._throw()
            case Phase.OVER:
                put_centred(self.image, trophy(120, INK), *middle)
            case Phase.PREDICTING:
                self._say(self.captions.predicting_more)
            case Phase.GUESSING:
                self._say(self.captions.guessing_more)

    def _say(self, text: str) -> None:
        """Write what is done in secret, below the three places it is done for."""
        x, y = _RULE / 2, (_TOP + self._bottom) / 2
        for rank in (1, 2, 3):
            put_centred(self.image, rosette(rank, 96), x + (rank - 2) * 112, y - 28)
        write(self.image, x, y + 54, text, 34, fill=FADED, align="m", width=_RULE - 40)

    def _throw(self) -> None:
        """Draw the die on the gold of whose turn it is, and beside or below it the last moves of the round."""
        trailed = moves(self.view)
        is_tall = self._bottom - _TOP >= _LEAST + 2 * _LINE + 20
        x = _RULE / 2 if is_tall or not trailed else 20 + _DIE / 2
        put_centred(self.image, sheet(_DIE + 2 * _RIM, _DIE + 2 * _RIM, 42, GOLD), x, _TOP + _LEAST / 2)
        put_centred(self.image, die(self.view.value or 0, _DIE), x, _TOP + _LEAST / 2)
        for number, move in enumerate(trailed[: -3 if is_tall else -_MOVES - 1 : -1]):
            if is_tall:
                left, y = (_RULE - 180) / 2, _TOP + _LEAST + 20 + _LINE * (number + 0.5)
            else:
                left, y = 206, _TOP + _LINE * (number + 0.5) + 4
            self._move(move, left, y, is_last=not number)

    def _move(self, move: LastMove, left: float, y: float, *, is_last: bool) -> None:
        """Draw a move: the horse from where to where; the last one on a ground of its own."""
        fill, size = (INK, 44) if is_last else (FADED, 38)
        if is_last:
            put(self.image, sheet(184, _LINE - 2, 8, SHADE, edge=INK, thick=2), left - 4, y - _LINE / 2 + 1)
        put_centred(self.image, token(silks(self.view.horses)[move.horse], 38), left + 20, y)
        start = self.captions.brief(move.way[0]) if move.way[0] else "0"
        x = left + 46
        x += poster(self.image, x, y, start, size, fill=fill, width=46) + 8
        put_centred(self.image, arrow(24, 20, fill), x + 12, y)
        self._end(move.way[-1], x + 32, y, size, fill, round(left + 176 - x - 32))

    def _end(self, square: int, x: float, y: float, size: int, fill: Colour, room: int) -> None:
        if square > self.view.course.squares:
            put(self.image, flag(32, fill), x, y - 16)
            return
        text = self.captions.out if square < 0 else str(square)
        poster(self.image, x, y, text, size, fill=fill, width=room)

    # ---------------------------------------------------------------------------------------------- the players

    def players(self) -> None:
        """Draw everyone's points, team by team where teams play."""
        if self.view.options.teams:
            self._teams()
            return
        lines, row = _lines(self.view), _row(self.view)
        columns = -(-self.view.seats // lines)
        wide = (_RIGHT - _LEFT + 12) / columns
        top = _TOP + (self._bottom - _TOP - lines * row) / 2
        for seat in range(self.view.seats):
            column, line = divmod(seat, lines)
            left, y = _LEFT + column * wide, top + row * (line + 0.5)
            right = left + wide - 12
            self._pill(seat, left, right, y, round(row) - 4)
            points = self.captions.number(self.view.totals[seat])
            took = poster(self.image, right - 16, y, points, 46, align="r", width=80)
            self._called(seat, left, right - took - 34, y, 36)

    def _teams(self) -> None:
        count = team_count(self.view.options, self.view.seats)
        row, lines = _row(self.view), _lines(self.view) // count
        top = _TOP + (self._bottom - _TOP - lines * count * row) / 2
        for team in range(count):
            above = top + team * lines * row
            y = above + lines * row / 2
            if team % 2 == 0:
                self.image.rectangle((_LEFT, above, _RIGHT, above + lines * row - 1), SHADE)
            self._numbered(team, y)
            points = self.captions.number(self.view.totals[team])
            poster(self.image, _RIGHT - 16, y, points, 54, align="r", width=84)
            for number, seat in enumerate(team_of(team, self.view.options, self.view.seats)):
                line, column = divmod(number, 2)
                left, middle = _LEFT + 118 + column * 290, above + row * (line + 0.5)
                self._pill(seat, left, left + 282, middle, round(row) - 4)
                self._called(seat, left, left + 276, middle, 34)

    def _numbered(self, team: int, y: float) -> None:
        text = self.captions.team.format(team=team + 1).upper()
        poster(self.image, _LEFT + 12, y, text, 40, width=100)

    def _pill(self, seat: Seat, left: float, right: float, y: float, high: int) -> None:
        """Lay gold under whose turn it is."""
        if self.view.phase is Phase.RACING and seat in self.view.to_act:
            put(self.image, sheet(round(right - left), high, 8, GOLD), left, y - high / 2)
            put_centred(self.image, pointer(26, INK), left + 26, y)

    def _called(self, seat: Seat, left: float, right: float, y: float, size: int) -> None:
        """Write a name behind the sign of who has decided, where several do at once."""
        if self.view.phase in {Phase.PREDICTING, Phase.GUESSING} and seat in self.view.captains:
            put_centred(self.image, decided(seat not in self.view.to_act, 32), left + 26, y)
        self.name(self.image, seat, left + 50, y, size, round(right - left - 50))
