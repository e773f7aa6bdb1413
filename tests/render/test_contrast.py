"""Text stands out from every ground that docs/art.md allows it on."""

from __future__ import annotations

import pytest

from render.jockey.horses import STABLE
from render.parts import palette
from render.parts.palette import Colour, readable_on
from render.parts.silks import LOOKS

ON_PAPER = [(text, ground) for text in ("INK", "FADED", "GAIN", "LOSS") for ground in ("CREAM", "SHADE")]
ON_GROUNDS = [("INK", ground) for ground in ("GOLD", "TURF", "TURF_LIGHT", "SAND", "SAND_LIGHT", "RAY")]
ON_SAND = [("BROWN", ground) for ground in ("SAND", "SAND_LIGHT")]
ON_MEDALS = [("INK", medal) for medal in ("SILVER", "BRONZE")]
ON_GREEN = [("CREAM", "FOREST"), ("GOLD", "FOREST"), ("CREAM", "HEDGE")]


def luminance(colour: Colour) -> float:
    """Return how bright a colour is, 0 to 1 (WCAG 2.2, relative luminance)."""
    parts = [part / 255 for part in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Return how much two colours stand out from each other, 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize(("text", "ground"), [*ON_PAPER, *ON_GROUNDS, *ON_SAND, *ON_MEDALS, *ON_GREEN])
def test_text_stands_out_from_its_ground(text: str, ground: str) -> None:
    assert contrast(getattr(palette, text), getattr(palette, ground)) >= 4.5


@pytest.mark.parametrize("silk", [colour for colour, _ in LOOKS] + list(STABLE.colours.values()))
def test_large_numbers_stand_out_from_silks(silk: Colour) -> None:
    assert contrast(readable_on(silk), silk) >= 3
