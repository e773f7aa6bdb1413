"""The result of a race: the photo finish, and the points it brought as tickets; and who has won the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PIL import Image

from engines.core import Seat
from engines.sulkydrom.state import Result
from engines.sulkydrom.view import View
from render.kit.final import drawn_final
from render.kit.page import Scene
from render.kit.photo import BOTTOM, Placed, photo_ground, with_photo
from render.parts.canvas import Canvas
from render.parts.ground import laid
from render.parts.lettering import poster, write
from render.parts.palette import FADED, FOREST, GAIN, INK, colours_in
from render.parts.poster import EDGE, WIDTH, with_title, with_winner
from render.parts.shapes import put_centred, rosette
from render.parts.sketch import Sketch
from render.parts.sprites import TROT
from render.parts.tickets import put_stamp, put_ticket
from render.picture import Picture, needed, png
from render.sulkydrom import alt
from render.sulkydrom.captions import Captions
from render.sulkydrom.sulky import PALETTE, letter, silk

_TICKET, _STUB = (564, 112), 212
"""The size of a ticket and the width of its stub in pixels."""
_ROW = 84
"""The height of a row of those who have not won the game."""
_HOME = 3
"""How many horses are seen large in the photo, with a rosette below."""


def result(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw the race settled last; ValueError before the first."""
    over = needed(view.result, "no race is finished yet")
    told = alt.result(view, over, names, captions)
    drawn = partial(Finish(names, captions, view).drawn, over)
    return png(drawn, f"sulkydrom-result-race{over.race}", told, PALETTE)


def final(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw who has won the game, and everyone's points, or victories where those are the goal."""
    told = alt.final(view, alt.final_ranks(view), names, captions)
    scores = view.wins if view.goal == "victories" else view.points
    colours = colours_in(PALETTE)
    unit = captions.victories if view.goal == "victories" else captions.unit
    drawn = partial(drawn_final, captions.final, scores, names, captions, colours, _ROW, unit=unit)
    return png(drawn, "sulkydrom-final", told, PALETTE)


class Finish(Scene[View, Captions]):
    """The result of a race in the drawing."""

    def drawn(self, over: Result) -> Canvas:
        """Return the photo finish, and below it a ticket a seat, by rank; last those whose horses got no place."""
        image = _laid(PALETTE, -(-self.view.seats // 2))
        with_title(image, self.captions.result.format(race=over.race).upper())
        seats = [self.view.horses.index(horse) for horse in over.order]
        with_winner(image, self.captions.wins_race.format(horse=self.view.names[seats[0]]))
        placed = [
            Placed(
                self.view.names[seat],
                silk(self.view.horses[seat]),
                rank,
                rank <= _HOME,
                self.captions.rank(rank),
            )
            for rank, seat in enumerate(seats, 1)
        ]
        with_photo(image, placed, TROT)
        for number, seat in enumerate([*seats, *self.view.on_track()]):
            line, column = divmod(number, 2)
            x, y = EDGE - 4 + column * (_TICKET[0] + 16), BOTTOM + 14 + line * (_TICKET[1] + 10)
            self._ticket(image, x, y, seat, number + 1 if seat in seats else None, over)
        return image

    def _ticket(self, image: Canvas, x: float, y: float, seat: Seat, rank: int | None, over: Result) -> None:
        """Draw a ticket: the place if it has one, the horse and its owner, and on the stub what that brought."""
        (width, height), view, captions, points = _TICKET, self.view, self.captions, over.points[seat]
        put_ticket(image, x, y, _TICKET, _STUB)
        if rank is not None:
            put_centred(image, rosette(rank, 70), x + 48, y + height / 2)
        put_centred(image, letter(silk(view.horses[seat]), 50), x + 116, y + height / 2)
        room, middle = width - _STUB - 168, x + width - _STUB / 2 + 4
        self.name(image, seat, x + 154, y + height * 0.33, 38, room)
        write(image, x + 154, y + height * 0.7, view.names[seat], 30, fill=FADED, width=room)
        brought = f"{captions.signed(points)} {captions.points}" if rank else captions.on_track
        brought = brought.upper()
        if points:
            put_stamp(image, middle, y + height * 0.35, brought, 48, GAIN, _STUB - 28)
        else:
            poster(image, middle, y + height * 0.35, brought, 48, fill=FADED, align="m", width=_STUB - 28)
        total = f"{captions.total} {captions.number(over.totals[seat])}"
        poster(image, middle, y + height * 0.8, total, 38, fill=INK, align="m", width=_STUB - 28)


def _drawn_ground(lines: int) -> Image.Image:
    ground = Sketch(WIDTH, BOTTOM + 14 + lines * (_TICKET[1] + 10) + 10, FOREST)
    photo_ground(ground)
    return ground.image()


_laid = laid(_drawn_ground)
