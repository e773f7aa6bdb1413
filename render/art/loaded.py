"""The sheets as they are read to be painted, and what is noted of each: its box, where jacket, cloth and nose are."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image

from render.parts.kept import Shelf

SHEETS = Path(__file__).parent / "sheets"
"""What is made of the drawings."""
INDEX = SHEETS / "sheets.json"
"""Of each sheet: what its drawing says of places on it, and the SHA-256 of that drawing."""

MOST = 5 * 2**20
"""Bytes of all sheets that are kept unpacked."""

Facts = dict[str, Any]
"""What a drawing says of itself; lengths are centimetres, the ground below the withers is (0, 0)."""


def _weight(sheet: Image.Image) -> int:
    return sheet.width * sheet.height


_sheets: Shelf[Image.Image] = Shelf(MOST, _weight)


@cache
def noted() -> dict[str, Facts]:
    """Return what is noted of every sheet, by its name."""
    found: dict[str, Facts] = json.loads(INDEX.read_text(encoding="utf-8"))
    return found


def sheet(name: str) -> Image.Image:
    """Return a sheet, on which nobody draws: the number of a label for every pixel."""
    found = _sheets.get(name)
    if found is None:
        with Image.open(SHEETS / f"{name}.png") as file:
            file.load()
            found = file.copy()
        _sheets.keep(name, found)
    return found
