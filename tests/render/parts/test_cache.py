"""Parts of pictures that were drawn are not drawn again while there is room for them."""

from __future__ import annotations

import pytest
from cachetools import LRUCache
from PIL import Image

from render.parts import cache
from render.parts.cache import bounded, copied, image_id, image_size, shared

SIDE = 100
A_CARD = image_size(Image.new("RGBA", (SIDE, SIDE)))


def test_what_is_kept_is_drawn_once_and_a_copy_of_it_may_be_drawn_on() -> None:
    drawn = []

    def card(number: int) -> Image.Image:
        drawn.append(number)
        return Image.new("RGBA", (SIDE, SIDE), (number, 0, 0, 255))

    one, other = shared(card), copied(card)
    assert one(1) is one(1)
    other(1).putpixel((0, 0), (9, 9, 9, 255))
    assert other(1).getpixel((0, 0)) == (1, 0, 0, 255)
    assert drawn == [1]


def test_all_that_is_shared_has_one_bound_whoever_draws_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_images", LRUCache(2 * A_CARD, image_size))
    drawn = []

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


def test_what_is_bounded_lets_go_of_what_nobody_asked_for_longest() -> None:
    made = []

    @bounded(10, len)
    def word(letter: str) -> str:
        made.append(letter)
        return 4 * letter

    for letter in "ababca":
        word(letter)
    assert made == ["a", "b", "c", "a"]


def test_a_copy_that_may_be_drawn_on_has_an_id_of_its_own() -> None:
    image = Image.new("RGB", (4, 4))
    assert image_id(image) == image_id(image)
    assert image_id(image.copy()) != image_id(image)
