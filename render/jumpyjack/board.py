"""The public board: the course with the podium inside it, and below it everyone's points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from engines.core import Seat
from engines.jumpyjack.state import LastMove
from engines.jumpyjack.teams import team_count, team_of
from engines.jumpyjack.view import Phase, View
from render.jumpyjack import alt
from render.jumpyjack.captions import Captions
from render.jumpyjack.horses import PALETTE, silks
from render.jumpyjack.podium import podium
from render.jumpyjack.track import HEIGHT, WIDTH, laid_ground, with_barriers, with_horses, with_trail
from render.kit.page import Scene
from render.parts.canvas import Canvas, Surface
from render.parts.die import die
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FADED, FOREST, GOLD, INK, LINE
from render.parts.shapes import arrow, blank_paper, decided, flag, pointer, put, put_centred, sheet, trophy
from render.parts.silks import token
from render.picture import Picture, png


def board(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw the board for everyone."""
    name, told = f"jumpyjack-race{view.race}-{view.phase}", alt.board(view, captions)
    return png(partial(_drawn, view, names, captions), name, told, PALETTE)


def _drawn(view: View, names: Sequence[str], captions: Captions) -> Canvas:
    below = players(view, names, captions)
    image = Canvas(WIDTH, HEIGHT + below.height, FOREST)
    image.put(course(view, names, captions), 0, 0)
    image.put(below, 0, HEIGHT)
    return image


def course(view: View, names: Sequence[str], captions: Captions) -> Canvas:
    """Return the course with its horses, and the racecard inside it."""
    image = laid_ground(view.course, captions)
    with_barriers(image, view)
    with_trail(image, view)
    with_horses(image, view)
    card = Racecard(names, captions, view, blank_paper(_WIDTH, _HEIGHT, 34, CREAM))
    card.head()
    card.news()
    card.podium()
    put(image, card.paper, _LEFT, _TOP)
    return image


_LEFT, _TOP, _WIDTH, _HEIGHT = 324, 210, 560, 376
_HEAD, _NEWS = 62, 116
"""The height of the racecard's head, and where the middle of the news below it is."""
_EDGE = 30


@dataclass(frozen=True, slots=True)
class Racecard(Scene[View, Captions]):
    """The paper in the middle of the course, in the drawing."""

    paper: Canvas

    def head(self) -> None:
        """Write which race it is, and how many points end the game."""
        took = headline(self.paper, _EDGE, 35, self.captions.race.format(race=self.view.race), 36, width=300)
        target = self.captions.target.format(points=self.view.options.target)
        room = round(_WIDTH - 2 * _EDGE - took - 30)
        write(self.paper, _WIDTH - _EDGE, 35, target, 28, fill=FADED, align="r", width=room)
        self.paper.line((22, _HEAD, _WIDTH - 22, _HEAD), fill=LINE, width=3)

    def news(self) -> None:
        """Draw what is thrown and for whom; in the other phases write what is going on."""
        match self.view.phase:
            case Phase.RACING:
                self._throw()
            case Phase.PREDICTING:
                self._say(self.captions.predicting, self.captions.predicting_more)
            case Phase.GUESSING:
                self._say(self.captions.guessing, self.captions.guessing_more)
            case Phase.OVER:
                self._say(self.captions.over, "")
                put_centred(self.paper, trophy(44, INK), _WIDTH / 2, _NEWS + 34)

    def _say(self, first: str, second: str) -> None:
        for y, text, size, fill in ((_NEWS - 16, first, 36, INK), (_NEWS + 30, second, 28, FADED)):
            write(self.paper, _WIDTH / 2, y, text, size, fill=fill, align="m", width=_WIDTH - 2 * _EDGE)

    def _throw(self) -> None:
        (seat,) = self.view.to_act
        put_centred(self.paper, die(self.view.value or 0, 94), _EDGE + 47, _NEWS + 12)
        left, last = _EDGE + 114, self.view.last
        room = _WIDTH - left - _EDGE
        if last:
            self._move(last)
            room -= 170
        self.name(self.paper, seat, left, _NEWS - 10, 38, room)
        write(self.paper, left, _NEWS + 34, self.captions.throws, 28, fill=FADED, width=room)

    def _move(self, last: LastMove) -> None:
        """Draw the move before: who threw what, and the horse from where to where."""
        right, y = _WIDTH - _EDGE, _NEWS + 12
        end = self._end(last.way[-1])
        put(self.paper, end, right - end.width, y - end.height / 2)
        x = right - end.width - 24
        put_centred(self.paper, arrow(24, 20, FADED), x, y)
        worn = token(silks(self.view.horses)[last.horse], 44)
        put_centred(self.paper, worn, x - 40, y)
        put_centred(self.paper, die(last.value, 30), x - 80, y)

    def _end(self, square: int) -> Surface:
        if square > self.view.course.squares:
            return flag(34, INK)
        text = self.captions.out if square < 0 else self.captions.start if square == 0 else str(square)
        size = 32 if square > 0 else 24
        label = Canvas(66, 34)
        label.width = round(headline(label, 0, 17, text, size, width=64)) + 2
        return label

    def podium(self) -> None:
        """Draw the podium, filled from both ends."""
        stand = podium(self.view, _WIDTH - 44)
        put(self.paper, stand, 22, _HEIGHT - stand.height)


_MARGIN, _GAP = 24, 14
"""What is left beside the cells of players, and between them."""
_ROW, _TEAM = 58, 60
"""The heights of a player's row, and of the head of a team."""
_COLUMNS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4, 9: 3}
"""How many columns so many cells are laid out in; more than nine have four."""


def players(view: View, names: Sequence[str], captions: Captions) -> Canvas:
    """Return the strip below the course, as wide as it: a cell a player, or a block a team."""
    teams = team_count(view.options, view.seats)
    columns = _COLUMNS.get(teams, 4)
    rows = -(-teams // columns)
    wide = (WIDTH - 2 * _MARGIN - (columns - 1) * _GAP) // columns
    high = _TEAM + _ROW * (view.seats // teams) if view.options.teams else _ROW
    strip = Canvas(WIDTH, rows * (high + _GAP) - _GAP + _MARGIN, FOREST)
    for team in range(teams):
        row, column = divmod(team, columns)
        cell = Cell(names, captions, view, blank_paper(wide, high, 16, CREAM))
        cell.fill(team)
        put(strip, cell.paper, _MARGIN + column * (wide + _GAP), row * (high + _GAP))
    return strip


@dataclass(frozen=True, slots=True)
class Cell(Scene[View, Captions]):
    """The paper of a player or a team, in the drawing."""

    paper: Canvas

    def fill(self, team: int) -> None:
        """Write who plays and has how many points."""
        top, width = 0, self.paper.width
        if self.view.options.teams:
            top = _TEAM
            title = self.captions.team.format(team=team + 1)
            headline(self.paper, 18, _TEAM / 2, title, 34, width=width - 110)
            self.paper.line((14, _TEAM - 2, width - 14, _TEAM - 2), fill=LINE, width=3)
        points = self.captions.number(self.view.totals[team])
        headline(self.paper, width - 18, (top or _ROW) / 2, points, 40, align="r", width=80)
        for row, seat in enumerate(team_of(team, self.view.options, self.view.seats)):
            self._player(seat, top + _ROW * (row + 0.5))

    def _player(self, seat: Seat, y: float) -> None:
        teams, acts = self.view.options.teams, seat in self.view.to_act
        match self.view.phase:
            case Phase.RACING if acts:
                right = self.paper.width - (12 if teams else 78)
                put_centred(self.paper, sheet(right - 10, _ROW - 14, 20, GOLD), (right + 10) / 2, y)
                put_centred(self.paper, pointer(22, INK), 34, y)
            case Phase.PREDICTING | Phase.GUESSING if self._decides(seat):
                put_centred(self.paper, decided(not acts, 28), 32, y)
            case _:
                self.paper.ellipse((26, y - 5, 36, y + 5), fill=LINE)
        self.name(self.paper, seat, 54, y, 30, self.paper.width - 54 - (22 if teams else 86))

    def _decides(self, seat: Seat) -> bool:
        return self.view.phase is Phase.GUESSING or seat in self.view.captains
