"""Parts of pictures that were drawn are not drawn again while there is room for them, packed or not."""

from __future__ import annotations

import pytest
from PIL import Image

from render.parts import kept
from render.parts.kept import Shelf, shared
from render.parts.numbers import number_of_image

SIDE = 100
A_CARD = SIDE * SIDE * 4 + 400
"""Bytes that a card takes."""


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Keep two cards as they are; return the list in which is noted what is drawn."""
    monkeypatch.setattr(kept, "_images", Shelf(2 * A_CARD, kept._size))
    monkeypatch.setattr(kept, "_packed", Shelf(kept.MOST_PACKED, kept._packed_size))
    return []


def test_what_is_kept_is_not_drawn_again(drawn: list[int]) -> None:
    @shared
    def card(number: int) -> Image.Image:
        drawn.append(number)
        return Image.new("RGBA", (SIDE, SIDE), (number, 0, 0, 255))

    assert card(1) is card(1)
    assert drawn == [1]


@pytest.mark.parametrize("mode", ["RGBA", "RGB", "L", "P"])
def test_what_made_room_is_unpacked_equal_to_the_pixel_and_by_its_number(drawn: list[int], mode: str) -> None:
    @shared
    def card(number: int) -> Image.Image:
        drawn.append(number)
        red = Image.new("RGB", (SIDE, SIDE), (number * 40, 0, 200))
        return red.quantize(8) if mode == "P" else red.convert(mode)

    first = card(1)
    number, pixels = number_of_image(first), first.convert("RGBA").tobytes()
    for other in range(2, 12):
        card(other)
    again = card(1)
    assert drawn == list(range(1, 12))
    assert again is not first
    assert again.mode == first.mode
    assert again.convert("RGBA").tobytes() == pixels
    assert number_of_image(again) == number


def test_what_is_kept_as_it_is_has_one_bound_whoever_draws_it(
    monkeypatch: pytest.MonkeyPatch, drawn: list[int]
) -> None:
    monkeypatch.setattr(kept, "_packed", Shelf(0, kept._packed_size))

    @shared
    def card(number: int) -> Image.Image:
        drawn.append(number)
        return Image.new("RGBA", (SIDE, SIDE))

    @shared
    def ground(number: int) -> Image.Image:
        drawn.append(number)
        return Image.new("RGB", (SIDE, SIDE))

    for draw, number in ((card, 1), (ground, 2), (card, 1), (card, 3), (card, 1), (card, 4), (ground, 2)):
        draw(number)
    assert drawn == [1, 2, 3, 4, 2]


def test_a_copy_that_may_be_drawn_on_has_a_number_of_its_own() -> None:
    image = Image.new("RGB", (4, 4))
    assert number_of_image(image) == number_of_image(image)
    assert number_of_image(image.copy()) != number_of_image(image)


def test_a_shelf_lets_go_of_what_nobody_asked_for_longest() -> None:
    shelf = Shelf[str](10, len)
    assert shelf.keep("a", "aaaa") == []
    assert shelf.keep("b", "bbbb") == []
    assert shelf.get("a") == "aaaa"
    assert shelf.keep("c", "cccc") == [("b", "bbbb")]
    assert shelf.keep("c", "cc") == []
    assert [shelf.get(key) for key in "abc"] == ["aaaa", None, "cc"]
