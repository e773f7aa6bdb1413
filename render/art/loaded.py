"""The sheets as they are read to be painted, and what is noted of each: its box, where jacket, cloth and nose are."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image

from render.parts.cache import bounded, image_size

SHEETS = Path(__file__).parent / "sheets"
"""What is made of the drawings."""
INDEX = SHEETS / "sheets.json"
"""Of each sheet: what its drawing says of places on it, and the SHA-256 of that drawing."""

MOST = 5 * 2**20
"""Bytes of all sheets that are kept unpacked."""

Facts = dict[str, Any]
"""What a drawing says of itself; lengths are centimetres, the ground below the withers is (0, 0)."""


@cache
def noted() -> dict[str, Facts]:
    """Return what is noted of every sheet, by its name."""
    found: dict[str, Facts] = json.loads(INDEX.read_text(encoding="utf-8"))
    return found


@bounded(MOST, image_size)
def sheet(name: str) -> Image.Image:
    """Return a sheet, on which nobody draws: the number of a label for every pixel."""
    with Image.open(SHEETS / f"{name}.png") as file:
        file.load()
        return file.copy()
