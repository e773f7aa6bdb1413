"""The playbill of a lobby: the game, the horses, what it costs and how long it takes, and stalls that fill up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import zip_longest
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.kit.alt import alt_text
from render.kit.hero import BOTTOM, Hero, ground_of, with_hero
from render.parts.canvas import Canvas
from render.parts.lettering import Face, fitted, plain, poster, write
from render.parts.palette import CREAM, FADED, FOREST, HEDGE, INK, LINE, SHADE, WHITE
from render.parts.plates import number_plate
from render.parts.poster import EDGE, WIDTH, with_news, with_title
from render.parts.shapes import FINE, layer, put, put_centred
from render.parts.silks import Silk, standard_silks, token
from render.parts.sprites import sprite_palette
from render.picture import Picture, png

FACTS: Final = 102
"""The height of the row of facts in pixels."""
_ENTRY, _TOKEN = 60, 46
"""The height of a row of horses, and of a horse's button in it."""
_PATTERNED: Final = 6
"""Up to how many horses are shown with the patterns of their silks; of more the number and the colour are."""
_FEW, _FOLLOWERS = 8, ((2, 0), (0, 0))
"""Up to how many stalls are few, and how many horses follow the foremost where they are, and where they are more.

No sulkies follow at all: what a playbill may weigh is bounded, and wheels take many bytes."""
_GAP: Final = 14
"""What is left free between two stalls."""
_FIRST: Final = 34
"""What is left free above the stalls: the beam of the starting gate."""
_LOW, _HIGH = 58, 92
"""How high a stall is where many are needed, and where there are few."""
_GATE: Final = 300
"""How high all stalls are together, where each is higher than the least."""
_NUMBER, _DOOR = 58, 22
"""How wide the number of a stall is, and a door that stands open."""


class Entry(NamedTuple):
    """A horse that is entered."""

    name: str
    silk: Silk
    odds: str = ""
    """What the tote would pay; empty where nobody has bet."""


class Fact(NamedTuple):
    """Something to know before one sits down, such as the stakes."""

    label: str
    value: str


class Stall(NamedTuple):
    """A seat that is taken."""

    name: str
    note: str = ""
    """What is said of whoever sits there, such as that it is a computer player; may be empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaybillCaptions:
    """What is written on a playbill, and what tells it."""

    invites: str  # {name}: who hosts
    stand_in: str  # {seat} from 1: stands in for a name that cannot be drawn
    free: str  # On a stall that nobody has taken
    told: str  # {title}, {head}, {table}, {news}
    fact: str  # {label}, {value}
    horses: str  # {horses}, each as entry, or as priced where the tote knows its odds
    entry: str  # {number}, {name}
    priced: str  # {number}, {name}, {odds}
    seats: str  # {seats}, each as seat or noted
    seat: str  # {seat}, {name}
    noted: str  # {seat}, {name}, {note}
    open: str  # {free}: how many stalls are free


class Playbill(NamedTuple):
    """All that a playbill shows, in the words of the readers' language: nothing that is not everybody's to see."""

    title: str
    """What the game is called."""
    hero: Hero
    host: str
    table: str
    """The line below who hosts."""
    news: str
    """On the ribbon: how many seats are free."""
    facts: tuple[Fact, ...]
    entries: tuple[Entry, ...]
    """Empty where it is not known which horses run."""
    stalls: tuple[Stall, ...]
    """The seats that are taken, by number."""
    capacity: int
    """How many stalls there are; where more are taken, so many."""

    @property
    def seats(self) -> int:
        """How many stalls are drawn."""
        return max(self.capacity, len(self.stalls))


def playbill(name: str, shown: Playbill, captions: PlaybillCaptions) -> Picture:
    """Draw and tell a playbill. 1200 pixels wide, PNG; `name` is that of the file."""
    silks = tuple(entry.silk for entry in shown.entries) or tuple(standard_silks(4))
    palette = sprite_palette(silks, ground_of(shown.hero))
    return png(partial(drawn, shown, captions), name, told(shown, captions), palette)


def told(shown: Playbill, captions: PlaybillCaptions) -> str:
    """Tell a playbill in words."""
    host = plain(shown.host) or captions.stand_in.format(seat=1)
    head = captions.invites.format(name=host)
    facts = (captions.fact.format(label=fact.label, value=fact.value) for fact in shown.facts)
    free = shown.seats - len(shown.stalls)
    return alt_text(
        captions.told.format(title=shown.title, head=head, table=shown.table, news=shown.news),
        *facts,
        *_horses_told(shown, captions),
        captions.seats.format(seats=", ".join(_stalls_told(shown, captions))),
        captions.open.format(free=free) if free else "",
    )


def _horses_told(shown: Playbill, captions: PlaybillCaptions) -> Iterator[str]:
    if shown.entries:
        named = (
            (captions.priced if each.odds else captions.entry).format(
                number=each.silk.number, name=each.name, odds=each.odds
            )
            for each in shown.entries
        )
        yield captions.horses.format(horses=", ".join(named))


def _stalls_told(shown: Playbill, captions: PlaybillCaptions) -> Iterator[str]:
    for seat, stall in enumerate(shown.stalls, 1):
        name = plain(stall.name) or captions.stand_in.format(seat=seat)
        yield (captions.noted if stall.note else captions.seat).format(seat=seat, name=name, note=stall.note)


# ----------------------------------------------------------------------------------------------------- drawing


def drawn(shown: Playbill, captions: PlaybillCaptions) -> Canvas:
    """Return the playbill."""
    top = BOTTOM + FACTS + _ENTRY * len(_rows_of(shown.entries))
    lines = -(-shown.seats // 2)
    row = max(_LOW, min(_HIGH, _GATE // lines))
    silks, height = [entry.silk for entry in shown.entries], top + _FIRST + row * lines + 6
    followers = _FOLLOWERS[shown.hero is Hero.TROT][shown.seats > _FEW]
    palette = sprite_palette(tuple(silks) or tuple(standard_silks(4)), ground_of(shown.hero))
    image = with_hero(palette, shown.hero, shown.title, silks, height, followers)
    called = fitted(shown.host, Face.POSTER, 56, 300, captions.stand_in.format(seat=1)).text
    with_title(image, captions.invites.format(name=called).upper(), shown.table)
    with_news(image, shown.news)
    _facts(image, shown.facts)
    _entries(image, shown.entries)
    _gate(image, top, shown, captions, row)
    return image


def _facts(image: Canvas, facts: Sequence[Fact]) -> None:
    """Write what there is to know, side by side; the longest gives way where there is no room."""
    widths = [
        max(fitted(fact.value, Face.POSTER, 54).width, fitted(fact.label, Face.TEXT, 30).width) + 44
        for fact in facts
    ]
    room = WIDTH - 2 * EDGE + 44
    if (over := sum(widths) - room) > 0:
        longest = widths.index(max(widths))
        widths[longest] -= over
    gap, x = max(0.0, room - sum(widths)) / max(1, len(facts)), float(EDGE)
    for number, (fact, width) in enumerate(zip(facts, widths, strict=True)):
        if number:
            image.rectangle((x - 24, BOTTOM + 16, x - 22, BOTTOM + FACTS - 16), LINE)
        write(image, x, BOTTOM + 28, fact.label, 30, fill=FADED, width=round(width - 44))
        poster(image, x, BOTTOM + 70, fact.value, 54, width=round(width - 44))
        x += width + gap


def _rows_of(entries: Sequence[Entry]) -> list[Sequence[Entry]]:
    """Part the horses into rows of at most four: more names would not be read."""
    if not entries:
        return []
    rows = -(-len(entries) // 4)
    wide = -(-len(entries) // rows)
    return [entries[number : number + wide] for number in range(0, len(entries), wide)]


def _entries(image: Canvas, entries: Sequence[Entry]) -> None:
    """Draw the horses that are entered, as the tote has them on its board: with their odds once there are bets."""
    rows, is_crowded = _rows_of(entries), len(entries) > _PATTERNED
    for number, row in enumerate(rows):
        top = BOTTOM + FACTS + _ENTRY * number
        image.rectangle((0, top, WIDTH, top + _ENTRY - 1), SHADE)
        for place, entry in enumerate(row):
            x = EDGE + (WIDTH - 2 * EDGE) * place / len(rows[0])
            _entry(image, x, top + _ENTRY / 2, entry, len(rows[0]), is_crowded=is_crowded)


def _entry(image: Canvas, x: float, y: float, entry: Entry, beside: int, *, is_crowded: bool) -> None:
    if is_crowded:  # the patterns of so many take too many bytes
        number_plate(image, x, y, entry.silk.number, colour=entry.silk.colour, size=44)
    else:
        put_centred(image, token(entry.silk, _TOKEN), x + _TOKEN / 2, y)
    width = max(64, round(fitted(entry.odds, Face.POSTER, 44).width) + 20) if entry.odds else 0
    room = (WIDTH - 2 * EDGE) // beside - _TOKEN - 34 - width
    x += _TOKEN + 12 + poster(image, x + _TOKEN + 12, y, entry.name, 44, width=room) + 12
    if entry.odds:
        image.rectangle((x, y - 23, x + width, y + 22), INK)
        poster(image, x + width / 2, y, entry.odds, 44, fill=CREAM, align="m", width=width - 10)


# -------------------------------------------------------------------------------------------------- the stalls


def _gate(image: Canvas, top: int, shown: Playbill, captions: PlaybillCaptions, row: int) -> None:
    """Draw the starting gate: a stall for every seat, its doors closed once somebody has taken it."""
    image.rectangle((0, top, WIDTH, image.height - 1), FOREST)
    image.rectangle((0, top + 8, WIDTH, top + 15), WHITE)
    width, height = (WIDTH - 2 * EDGE - _GAP) // 2, row - 12
    taken: Sequence[Stall | None] = shown.stalls
    for seat, stall in zip_longest(range(shown.seats), taken):
        x, y = EDGE + (width + _GAP) * (seat % 2), top + _FIRST + row * (seat // 2)
        _stall(image, x, y, (width, height), is_taken=stall is not None)
        size = min(54, height - 2)
        poster(image, x + _NUMBER / 2, y + height / 2, str(seat + 1), size, fill=CREAM, align="m")
        if stall is None:
            middle = x + (_NUMBER + width) / 2
            write(image, middle, y + height / 2, captions.free, 34, fill=CREAM, align="m", width=width - 160)
        else:
            _plate(image, x, y, (width, height), stall, captions.stand_in.format(seat=seat + 1))


def _plate(image: Canvas, x: float, y: float, size: tuple[int, int], stall: Stall, spare: str) -> None:
    """Write who has taken a stall, and what is said of them."""
    (width, height), room = size, size[0] - _NUMBER - 40
    if stall.note:
        right = x + width - 18
        room -= (
            round(write(image, right, y + height / 2, stall.note, 30, fill=FADED, align="r", width=190)) + 14
        )
    large = 42 if height > 60 else 36
    write(image, x + _NUMBER + 18, y + height / 2, stall.name, large, width=room, spare=spare)


def _stall(image: Canvas, x: int, y: int, size: tuple[int, int], *, is_taken: bool) -> None:
    """Draw an empty stall, its doors open, or closed to bear a name."""
    right, bottom = x + size[0] - 1, y + size[1] - 1
    image.rectangle((x, y, x + _NUMBER - 1, bottom), HEDGE)
    image.rectangle((x + _NUMBER, y, right, bottom), CREAM if is_taken else HEDGE)
    if is_taken:
        image.rectangle((x + _NUMBER, y, x + _NUMBER + 7, bottom), WHITE)
        image.rectangle((right - 7, y, right, bottom), WHITE)
        return
    put(image, _door(_DOOR, size[1]), x + _NUMBER, y)
    put(image, _door(_DOOR, size[1], is_right=True), right + 1 - _DOOR, y)


@cache
def _door(width: int, height: int, *, is_right: bool = False) -> Image.Image:
    """Return a door that stands open, seen at an angle."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        hinge, edge = (width * FINE, 0) if is_right else (0, width * FINE)
        bottom, sag = height * FINE, 7 * FINE
        draw.polygon([(hinge, 0), (edge, sag), (edge, bottom - sag), (hinge, bottom)], fill=WHITE)

    return layer(width, height, paint)
