"""What holds for the whole package: threads, imports, and looks that do not depend on colour."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from engines import catalog
from render.jockey import board, faces, hand
from render.jockey.horses import silks as silks_of
from render.kit import round as round_course
from render.parts import cards, lettering, mount, oval, palette, shapes, silks
from render.parts.palette import INK
from tests.render.played import NAMES, WORDS, views
from tests.render.seen import drawn


def test_pictures_drawn_at_once_in_several_threads_are_the_same() -> None:
    seen = views(4, seat=0)[::25]
    alone = [(board(view, NAMES, WORDS), hand(view, WORDS)) for view in seen]
    for module in (cards, faces, lettering, mount, oval, palette, round_course, shapes, silks):
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
    with ThreadPoolExecutor(4) as threads:
        boards = threads.map(lambda view: drawn(board(view, NAMES, WORDS)), seen)
        hands = threads.map(lambda view: drawn(hand(view, WORDS)), seen)
        assert list(zip(boards, hands, strict=True)) == alone


def test_drawing_loads_neither_discord_nor_a_database() -> None:
    games = ", ".join(f"render.{game}" for game in catalog.GAMES)
    code = f"import sys, {games}; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    rooms = {name.partition(".")[0] for name in loaded}
    assert {"discord", "sqlalchemy", "aiohttp", "bot", "sandbox"}.isdisjoint(rooms)


def test_every_horse_has_a_number_and_a_pattern_of_its_own() -> None:
    worn = list(silks_of(("brown", "yellow", "blue", "red")).values())
    assert [silk.number for silk in worn] == ["1", "2", "3", "4"]
    assert len({silk.pattern for silk in worn}) == len({silk.colour for silk in worn}) == 4


def test_horses_are_told_apart_without_colour() -> None:
    grey = [
        silk._replace(colour=(128, 128, 128), accent=INK) for silk in silks_of(("a", "b", "c", "d")).values()
    ]
    assert len({silks.token(silk, 52).tobytes() for silk in grey}) == 4
    blank = [silk._replace(number=" ") for silk in grey]
    assert len({silks.token(silk, 52).tobytes() for silk in blank}) == 4


def test_the_palette_holds_every_house_colour() -> None:
    held = palette.colours()
    assert len(held) == len(set(held)) <= 256
    for silk in silks_of(("brown", "yellow", "blue", "red")).values():
        assert silk.colour in held


def test_every_pattern_looks_different_on_token_and_mount() -> None:
    worn = [silks.Silk("7", palette.RED, palette.CREAM, pattern) for pattern in silks.Pattern]
    assert len({silks.token(silk, 52).tobytes() for silk in worn}) == len(worn)
    assert len({mount.mount(silk, 120).tobytes() for silk in worn}) == len(worn)
