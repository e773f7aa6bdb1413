"""The track with its horses: where they run, where the last one came from, who is home."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image

from engines.turfe.actions import Horse, Place
from render.parts.signs import hoofprint, medal, rosette
from render.parts.silks import ghost, token
from render.parts.smooth import put_centred
from render.turfe.horses import silks
from render.turfe.lanes import Lanes
from render.turfe.path import path

_NOWHERE = Place(0, 0)


@dataclass(frozen=True, slots=True)
class Field:
    """All horses of a race at one moment."""

    horses: tuple[Horse, ...]
    places: tuple[Place, ...]
    """By horse."""
    home: tuple[Horse, ...]
    """In the order of finish."""

    def place(self, horse: Horse) -> Place:
        """Return where a horse stands."""
        return self.places[self.horses.index(horse)]

    def with_place(self, horse: Horse, place: Place) -> Field:
        """Return the horses with one of them on another place."""
        return replace(
            self,
            places=tuple(
                place if other == horse else own for other, own in zip(self.horses, self.places, strict=True)
            ),
        )

    def others(self, horse: Horse) -> list[Place]:
        """Return where all horses but one stand."""
        return [place for other, place in zip(self.horses, self.places, strict=True) if other != horse]

    def way(self, horse: Horse, start: Place, end: Place, length: int) -> list[Place]:
        """Return the places a horse passed, the last one included."""
        return path(start, end, self.others(horse), length)


def spot(track: Lanes, field: Field, horse: Horse) -> tuple[float, float]:
    """Return where the middle of a horse's token is; horses that share a start or a home stand apart."""
    place = field.place(horse)
    beside = [other for other in field.horses if field.place(other) == place]
    x, y = track.at(place.lane, place.space)
    if len(beside) == 1:
        return x, y
    return x, y + (beside.index(horse) - (len(beside) - 1) / 2) * track.token * 0.72


def with_field(
    image: Image.Image, track: Lanes, field: Field, top: Horse | None = None, *, without: Horse | None = None
) -> None:
    """Draw every horse on its place, `top` over all others; one may be left out."""
    field = field if without is None else field.with_place(without, _NOWHERE)
    for horse in sorted(field.horses, key=lambda horse: horse == top):
        if horse == without:
            continue
        x, y = spot(track, field, horse)
        put_centred(image, token(silks(field.horses)[horse], track.token), x, y)
        if horse in field.home:
            with_rosette(image, track, field, horse)


def with_rosette(image: Image.Image, track: Lanes, field: Field, horse: Horse) -> None:
    """Draw the rosette of a horse that came home, beside its token."""
    place = field.home.index(horse) + 1
    x, y = spot(track, field, horse)
    put_centred(
        image, rosette(str(place), round(track.token * 0.78), medal(place)), x + track.token * 0.84, y
    )


def trail(
    image: Image.Image, track: Lanes, horses: Sequence[Horse], horse: Horse, passed: Sequence[Place]
) -> None:
    """Draw where a horse came from, the first of `passed`, and a hoofprint on each place but the last."""
    worn = silks(horses)[horse]
    for place in passed[1:-1]:
        put_centred(
            image, hoofprint(round(track.token * 0.36), worn.colour), *track.at(place.lane, place.space)
        )
    start = passed[0]
    put_centred(image, ghost(round(track.token * 0.86), worn.colour), *track.at(start.lane, start.space))
