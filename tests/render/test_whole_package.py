"""What holds for the whole package: threads and imports."""

from __future__ import annotations

import subprocess
import sys

from engines import catalog


def test_drawing_loads_neither_discord_nor_a_database() -> None:
    games = ", ".join(f"render.{game}" for game in catalog.GAMES)
    code = f"import sys, {games}; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    rooms = {name.partition(".")[0] for name in loaded}
    assert {"discord", "sqlalchemy", "aiohttp", "bot", "sandbox"}.isdisjoint(rooms)
