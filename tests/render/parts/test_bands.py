"""A PNG of bands shows all of a canvas, and takes from earlier pictures what they have in common."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from render.parts import bands
from render.parts.canvas import Canvas
from render.parts.inks import Inks
from render.parts.kept import Shelf
from render.parts.lettering import write
from render.parts.palette import CREAM, FOREST, GOLD, INK, RED, fixed_palette, palette_with
from render.parts.shapes import put, sheet


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin without the bands of other tests."""
    monkeypatch.setattr(bands, "_kept", Shelf(bands.MOST, bands._weight))


ROWS = Canvas.rows
"""What paints, without a note of it."""


def of_words(*words: str) -> Canvas:
    """Return a canvas with a word in every second band."""
    canvas = Canvas(300, 2 * bands.HEIGHT * len(words) + 5, FOREST)
    for number, word in enumerate(words):
        write(canvas, 10, bands.HEIGHT * (2 * number + 0.5), word, 20, fill=CREAM)
    return canvas


def opened(data: bytes) -> Image.Image:
    """Return the pixels of a PNG, all of whose checksums hold."""
    Image.open(io.BytesIO(data)).verify()
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def seen(canvas: Canvas) -> Image.Image:
    """Return what a canvas shows in the colours of the shared palette."""
    return ROWS(canvas, 0, canvas.height, Inks(fixed_palette())).convert("RGB")


class Painted(list[tuple[int, int]]):
    """The rows that were painted, from one to another."""


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> Painted:
    """Note which rows are painted."""
    noted, rows = Painted(), Canvas.rows

    def noting(canvas: Canvas, top: int, bottom: int, inks: Inks) -> Image.Image:
        noted.append((top, bottom))
        return rows(canvas, top, bottom, inks)

    monkeypatch.setattr(Canvas, "rows", noting)
    return noted


@pytest.mark.parametrize(
    "height", [1, bands.HEIGHT - 1, bands.HEIGHT, bands.HEIGHT + 1, 5 * bands.HEIGHT + 7]
)
def test_a_picture_of_any_height_is_whole(height: int) -> None:
    canvas = Canvas(77, height, FOREST)
    put(canvas, sheet(50, height + 9, 10, GOLD), 9, -4)
    image = opened(bands.png(canvas, fixed_palette()))
    assert image.mode == "P"
    assert image.convert("RGB").tobytes() == seen(canvas).tobytes()


def test_the_same_again_is_the_same_file_and_not_painted(painted: Painted) -> None:
    first = bands.png(of_words("Anna", "Ben", "Cleo"), fixed_palette())
    painted.clear()
    assert bands.png(of_words("Anna", "Ben", "Cleo"), fixed_palette()) == first
    assert painted == []


def test_only_the_bands_that_changed_are_painted(painted: Painted) -> None:
    bands.png(of_words("Anna", "Ben", "Cleo"), fixed_palette())
    painted.clear()
    other = of_words("Anna", "Dev", "Cleo")
    image = opened(bands.png(other, fixed_palette()))
    assert painted == [(2 * bands.HEIGHT, 3 * bands.HEIGHT)]
    assert image.convert("RGB").tobytes() == seen(other).tobytes()


def test_a_band_is_another_in_another_palette_place_or_colour(painted: Painted) -> None:
    bands.png(of_words("Anna"), fixed_palette())
    aside = Canvas(300, 2 * bands.HEIGHT + 5, FOREST)
    write(aside, 11, bands.HEIGHT / 2, "Anna", 20, fill=CREAM)
    gilded = Canvas(300, 2 * bands.HEIGHT + 5, FOREST)
    write(gilded, 10, bands.HEIGHT / 2, "Anna", 20, fill=GOLD)
    painted.clear()
    for canvas in (aside, gilded):
        shown = opened(bands.png(canvas, fixed_palette()))
        assert shown.convert("RGB").tobytes() == seen(canvas).tobytes()
    bands.png(of_words("Anna"), palette_with(RED))
    assert painted == [(0, bands.HEIGHT), (0, bands.HEIGHT), (0, 2 * bands.HEIGHT + 5)]


def test_what_was_drawn_from_an_image_that_is_gone_is_not_taken_for_another(painted: Painted) -> None:
    def shown(colour: tuple[int, int, int]) -> Canvas:
        canvas = Canvas(60, 20, FOREST)
        put(canvas, Image.new("RGBA", (20, 20), (*colour, 255)), 5, 0)
        return canvas

    files = [opened(bands.png(shown(colour), fixed_palette())) for colour in (INK, CREAM, INK)]
    assert [file.convert("RGB").getpixel((10, 10)) for file in files] == [INK, CREAM, INK]
    assert len(painted) == 3


def test_no_more_is_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch, painted: Painted) -> None:
    monkeypatch.setattr(bands, "_kept", Shelf(3000, bands._weight))
    for word in ("Anna", "Ben", "Cleo", "Dev"):
        bands.png(of_words(word), fixed_palette())
    painted.clear()
    bands.png(of_words("Anna"), fixed_palette())
    assert (0, bands.HEIGHT) in painted
