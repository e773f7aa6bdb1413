"""What an animation stores: patches of what changed, in both forms."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from render import Picture
from render.parts.animation import Form, Shot, animation
from render.parts.palette import colours_in, fixed_palette
from tests.render.seen import timed_frames


def frame(*dots: tuple[int, int, int]) -> Image.Image:
    """Return a frame with dots, each at a place and in a colour of the palette."""
    image = Image.new("P", (61, 33), 3)
    image.putpalette(colours_in(fixed_palette()))
    for x, y, colour in dots:
        image.paste(colour, (x, y, x + 3, y + 3))
    return image


STORY = [
    Shot(frame((5, 5, 9)), 500),
    Shot(frame((7, 6, 9), (57, 29, 12)), 90),
    Shot(frame((7, 6, 9), (57, 29, 12)), 60),
    Shot(frame(), 90),
    Shot(frame((0, 0, 0)), 1000),
]


def shots(story: list[Shot]) -> list[Shot]:
    return story


def animated(form: Form, story: list[Shot] = STORY) -> Picture:
    return animation(partial(shots, story), "dots", "Dots.", form)


@pytest.mark.parametrize("form", Form)
def test_every_frame_is_seen_as_it_was_drawn_and_equal_ones_are_one(form: Form) -> None:
    shown = [*timed_frames(animated(form))]
    assert [milliseconds for _, milliseconds in shown] == [500, 150, 90, 1000]
    for (image, _), number in zip(shown, (0, 1, 3, 4), strict=True):
        assert ImageChops.difference(image, STORY[number].image.convert("RGB")).getbbox() is None
    assert all(ImageChops.difference(one[0], two[0]).getbbox() for one, two in pairwise(shown))


@pytest.mark.parametrize("form", Form)
def test_a_dot_that_moves_costs_less_than_a_frame(form: Form) -> None:
    film = [Shot(frame(*((x, y, (x * y) % 200) for x in range(0, 55, 4) for y in range(0, 30, 4))), 90)]
    film += [Shot(film[0].image.copy(), 90) for _ in range(20)]
    for number, shot in enumerate(film[1:], 1):
        shot.image.paste(7, (number, 30, number + 2, 32))
    still = len(animated(form, film[:1]).data)
    assert len(animated(form, film).data) < still + 20 * 140


def test_a_patch_that_uses_every_colour_is_stored_whole() -> None:
    full = frame()
    full.putdata([number % 256 for number in range(61 * 33)])
    _, (shown, _) = timed_frames(animated(Form.GIF, [STORY[0], Shot(full, 90)]))
    assert ImageChops.difference(shown, full.convert("RGB")).getbbox() is None
