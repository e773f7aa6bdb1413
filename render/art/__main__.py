"""`python -m render.art` draws all figures anew and makes their sheets; `make sprites` does it with what that needs."""

from __future__ import annotations

from render.art.composition import figures
from render.art.loaded import SHEETS
from render.art.sheets import SVG, write

if __name__ == "__main__":
    write(figures())
    for folder in (SVG, SHEETS):
        files = sorted(folder.iterdir())
        size = sum(path.stat().st_size for path in files)
        print(f"{folder}: {len(files)} files, {size / 1000:.0f} kB")  # noqa: T201
