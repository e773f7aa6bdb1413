"""The public board: the oval with its horses, and below it a table of them in the order of position.

Nothing that only one seat knows is drawn: every seat's view gives the same board.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engines.core import Seat
from engines.sulkydrom.course import Place
from engines.sulkydrom.view import Phase, View
from render.parts.lettering import drawn, write
from render.parts.palette import CREAM, FOREST, GOLD, LOSS
from render.parts.signs import arrow, disc
from render.parts.smooth import put_centred, sheet
from render.picture import Picture, png
from render.sulkydrom import alt
from render.sulkydrom.horses import PALETTE, silk
from render.sulkydrom.sulky import runner
from render.sulkydrom.table import table
from render.sulkydrom.track import HEIGHT, WHOLE, WIDTH, Window, ground, track_of
from render.sulkydrom.words import Words


def board(view: View, names: Sequence[str], words: Words) -> Picture:
    """Draw the board for everyone; `names` are the players' by seat.

    1200 pixels wide and 620 high, with as much more as the table of the horses takes; PNG.
    """
    return png(
        lambda: _drawn(view, names, words),
        f"sulkydrom-race{view.race}-{view.phase}",
        alt.board(view, names, words),
        PALETTE,
    )


def _drawn(view: View, names: Sequence[str], words: Words) -> Image.Image:
    below = table(view, names, words)
    image = Image.new("RGB", (WIDTH, HEIGHT + below.height), FOREST)
    image.paste(course(view, names, words))
    image.paste(below, (0, HEIGHT))
    return image


def course(view: View, names: Sequence[str], words: Words) -> Image.Image:
    """Return the oval with its horses, and in its middle what is going on."""
    image = ground(view)
    with_horses(image, view)
    start, _ = track_of(view).at(Place(1, 1))
    put_centred(image, arrow(64, 16, CREAM), start + 24, HEIGHT - 11)
    x, y = WIDTH / 2, HEIGHT / 2
    put_centred(image, sheet(660, 76, 38, FOREST), x, y)
    goal = f"{words.race.format(race=view.race)} · {words.goals[view.goal]}"
    write(image, x, y - 18, goal, 25, fill=GOLD, align="m", width=600)
    write(image, x, y + 18, news(view, names, words), 31, fill=CREAM, align="m", width=620)
    return image


def news(view: View, names: Sequence[str], words: Words) -> str:
    """Say what is going on; a name of which nothing can be drawn is replaced."""
    match view.phase:
        case Phase.STACKING:
            return words.stacking
        case Phase.OVER:
            return words.over
        case Phase.TURNING:
            return words.turns.format(name=drawable_name(view.to_act[0], names, words))
        case Phase.DRIVING:
            seat = view.to_act[0]
            return words.drives.format(name=drawable_name(seat, names, words), horse=view.names[seat])


def drawable_name(seat: Seat, names: Sequence[str], words: Words) -> str:
    """Return what can be drawn of a seat's name in a sentence, not too long."""
    return drawn(names[seat], 31, 300, words.stand_in(seat))


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
