"""The public board: the oval with its horses, and below it a table of them in the order of position.

Nothing that only one seat knows is drawn: every seat's view gives the same board.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engines.core import Seat
from engines.sulkydrom.course import Place
from engines.sulkydrom.view import Phase, View
from render.kit.page import Scene
from render.parts.lettering import write
from render.parts.palette import CREAM, FOREST, GOLD, LOSS
from render.parts.shapes import arrow, disc, put_centred, sheet
from render.picture import Picture, png
from render.sulkydrom import alt
from render.sulkydrom.horses import PALETTE, silk
from render.sulkydrom.sulky import runner
from render.sulkydrom.table import table
from render.sulkydrom.track import HEIGHT, WHOLE, WIDTH, Window, ground, track_of
from render.sulkydrom.words import Words


def board(view: View, names: Sequence[str], words: Words) -> Picture:
    """Draw the board for everyone."""
    name, told = f"sulkydrom-race{view.race}-{view.phase}", alt.board(view, names, words)
    return png(Board(names, words, view).drawn, name, told, PALETTE)


class Board(Scene[View, Words]):
    """The board, in the drawing."""

    def drawn(self) -> Image.Image:
        """Return the course with the table below it."""
        below = table(self.view, self.names, self.words)
        image = Image.new("RGB", (WIDTH, HEIGHT + below.height), FOREST)
        image.paste(self._course())
        image.paste(below, (0, HEIGHT))
        return image

    def _course(self) -> Image.Image:
        """Return the oval with its horses, and in its middle what is going on."""
        image, words, (x, y) = ground(self.view), self.words, (WIDTH / 2, HEIGHT / 2)
        with_horses(image, self.view)
        start, _ = track_of(self.view).at(Place(1, 1))
        put_centred(image, arrow(64, 16, CREAM), start + 24, HEIGHT - 11)
        put_centred(image, sheet(660, 76, 38, FOREST), x, y)
        goal = f"{words.race.format(race=self.view.race)} · {words.goals[self.view.goal]}"
        write(image, x, y - 18, goal, 25, fill=GOLD, align="m", width=600)
        write(image, x, y + 18, self._news(), 31, fill=CREAM, align="m", width=620)
        return image

    def _news(self) -> str:
        if self.view.phase is Phase.STACKING:
            return self.words.stacking
        if self.view.phase is Phase.OVER:
            return self.words.over
        (seat,) = self.view.to_act
        name, horse = self.called(seat, *CALLED), self.view.names[seat]
        phrase = self.words.turns if self.view.phase is Phase.TURNING else self.words.drives
        return phrase.format(name=name, horse=horse)


CALLED = 31, 300
"""How high and how wide a name in the middle of the course may be."""
RUNNER = 36
"""The diameter of a horse on the board."""


def with_horses(
    image: Image.Image, view: View, window: Window = WHOLE, size: int = RUNNER, without: Seat | None = None
) -> None:
    """Draw every running horse, the one that drives on top of a gold disc, the one under Galopp of a red one."""
    way, rings = track_of(view), {}
    if view.phase is Phase.DRIVING:
        rings[view.to_act[0]] = GOLD
    if view.stopped is not None:
        rings[view.stopped] = LOSS
    for seat in sorted(range(view.seats), key=lambda seat: (rings.get(seat) == GOLD, -view.positions[seat])):
        place = view.places[seat]
        if place is None or seat == without:
            continue
        x, y = window.on(way.at(place))
        if seat in rings:
            put_centred(image, disc(round(size * 1.34), rings[seat]), x, y)
        put_centred(image, runner(silk(view.horses[seat]), size), x, y)
