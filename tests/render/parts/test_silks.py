from __future__ import annotations

from render import kit
from render.parts import mount, palette, silks
from render.parts.palette import BLUE, FADED, RED
from render.parts.silks import Pattern, Stable


def test_patterns_of_silks_begin_anew_when_there_are_more_horses() -> None:
    stable = Stable({"red": RED, "blue": BLUE, "grey": FADED}, (Pattern.HOOPS, Pattern.SASH))
    worn = list(stable.silks(("red", "blue", "mauve")).values())
    assert [silk.colour for silk in worn] == [RED, BLUE, FADED]
    assert [(silk.number, silk.pattern) for silk in worn] == [("1", "hoops"), ("2", "sash"), ("3", "hoops")]
    assert all(silk.accent != silk.colour for silk in worn)


def test_standard_silks_are_told_apart_by_number_colour_and_pattern() -> None:
    worn = kit.standard_silks(8)
    assert [silk.number for silk in worn] == list("12345678")
    assert len({silk.colour for silk in worn}) == len({silk.pattern for silk in worn}) == 8


def test_every_pattern_looks_different_on_token_and_mount() -> None:
    worn = [silks.Silk("7", palette.RED, palette.CREAM, pattern) for pattern in silks.Pattern]
    assert len({silks.token(silk, 52).tobytes() for silk in worn}) == len(worn)
    assert len({mount.mount(silk, 120).tobytes() for silk in worn}) == len(worn)
