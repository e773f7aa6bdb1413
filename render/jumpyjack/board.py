"""The public board: the course with the podium inside it, and below it everyone's points.

Nothing that only one seat knows is drawn: every seat's view gives the same board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from engines.jumpyjack.state import LastMove
from engines.jumpyjack.view import Phase, View
from render.jumpyjack import alt
from render.jumpyjack.horses import PALETTE, silks
from render.jumpyjack.players import players
from render.jumpyjack.podium import podium
from render.jumpyjack.track import HEIGHT, WIDTH, ground, with_barriers, with_horses, with_trail
from render.jumpyjack.words import Words
from render.kit.page import Scene
from render.parts.die import die
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FADED, FOREST, INK, LINE
from render.parts.shapes import arrow, flag, put, put_centred, sheet, trophy
from render.parts.silks import token
from render.picture import Picture, png


def board(view: View, names: Sequence[str], words: Words) -> Picture:
    """Draw the board for everyone."""
    name, told = f"jumpyjack-race{view.race}-{view.phase}", alt.board(view, words)
    return png(lambda: _drawn(view, names, words), name, told, PALETTE)


def _drawn(view: View, names: Sequence[str], words: Words) -> Image.Image:
    below = players(view, names, words)
    image = Image.new("RGB", (WIDTH, HEIGHT + below.height), FOREST)
    image.paste(course(view, names, words))
    image.paste(below, (0, HEIGHT))
    return image


def course(view: View, names: Sequence[str], words: Words) -> Image.Image:
    """Return the course with its horses, and the racecard inside it."""
    image = ground(view.course, words)
    with_barriers(image, view)
    with_trail(image, view)
    with_horses(image, view)
    card = Racecard(names, words, view, sheet(_WIDTH, _HEIGHT, 34, CREAM).copy())
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
class Racecard(Scene[View, Words]):
    """The paper in the middle of the course, in the drawing."""

    paper: Image.Image

    def head(self) -> None:
        """Write which race it is, and how many points end the game."""
        race = self.words.race.format(race=self.view.race)
        took = headline(self.paper, _EDGE, 35, race, 36, width=300)
        target = self.words.target.format(points=self.view.options.target)
        room = round(_WIDTH - 2 * _EDGE - took - 30)
        write(self.paper, _WIDTH - _EDGE, 35, target, 28, fill=FADED, align="r", width=room)
        ImageDraw.Draw(self.paper).line((22, _HEAD, _WIDTH - 22, _HEAD), fill=LINE, width=3)

    def news(self) -> None:
        """Draw what is thrown and for whom; in the other phases write what is going on."""
        match self.view.phase:
            case Phase.RACING:
                self._throw()
            case Phase.PREDICTING:
                self._say(self.words.predicting, self.words.predicting_more)
            case Phase.GUESSING:
                self._say(self.words.guessing, self.words.guessing_more)
            case Phase.OVER:
                self._say(self.words.over, "")
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
        write(self.paper, left, _NEWS + 34, self.words.throws, 28, fill=FADED, width=room)

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

    def _end(self, square: int) -> Image.Image:
        if square > self.view.course.squares:
            return flag(34, INK)
        text = self.words.out if square < 0 else self.words.start if square == 0 else str(square)
        size = 32 if square > 0 else 24
        label = Image.new("RGBA", (66, 34), (*INK, 0))
        took = headline(label, 0, 17, text, size, width=64)
        return label.crop((0, 0, round(took) + 2, 34))

    def podium(self) -> None:
        """Draw the podium, filled from both ends."""
        worn = silks(self.view.horses)
        stand = podium(tuple(worn[horse] if horse else None for horse in self.view.podium), _WIDTH - 44)
        put(self.paper, stand, 22, _HEIGHT - stand.height)
