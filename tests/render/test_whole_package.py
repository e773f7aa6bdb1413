"""What holds for the whole package: threads and imports."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from engines import catalog
from render.jockey import board, faces, hand
from render.kit import round as round_course
from render.parts import bands, cards, inks, lettering, mount, oval, palette, shapes, silks
from render.parts import kept as kept_images
from tests.render.jockey.played import CAPTIONS, NAMES, views
from tests.render.seen import drawn


def test_pictures_drawn_at_once_in_several_threads_are_the_same() -> None:
    seen = views(4, seat=0)[::25]
    alone = [(drawn(board(view, NAMES, CAPTIONS)), drawn(hand(view, CAPTIONS))) for view in seen]
    for module in (cards, faces, lettering, mount, oval, palette, round_course, shapes, silks):
        for value in vars(module).values():
            for kept in (value, getattr(value, "__wrapped__", None)):
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()
    for shelf in (kept_images._images, kept_images._packed, bands._kept, inks._baked):
        shelf.clear()
    with ThreadPoolExecutor(4) as threads:
        boards = threads.map(lambda view: drawn(board(view, NAMES, CAPTIONS)), seen)
        hands = threads.map(lambda view: drawn(hand(view, CAPTIONS)), seen)
        assert list(zip(boards, hands, strict=True)) == alone


def test_drawing_loads_neither_discord_nor_a_database() -> None:
    games = ", ".join(f"render.{game}" for game in catalog.GAMES)
    code = f"import sys, {games}; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    rooms = {name.partition(".")[0] for name in loaded}
    assert {"discord", "sqlalchemy", "aiohttp", "bot", "sandbox"}.isdisjoint(rooms)
