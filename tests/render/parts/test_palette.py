from __future__ import annotations

from render.jockey.horses import silks as silks_of
from render.parts import palette
from render.parts.palette import FADED, GAIN, LOSS, of_gain


def test_a_gain_a_loss_and_nothing_have_each_their_colour() -> None:
    assert [of_gain(amount) for amount in (3, -3, 0)] == [GAIN, LOSS, FADED]


def test_the_palette_holds_every_shared_colour() -> None:
    held = palette.colours()
    assert len(held) == len(set(held)) <= 256
    for silk in silks_of(("brown", "yellow", "blue", "red")).values():
        assert silk.colour in held
