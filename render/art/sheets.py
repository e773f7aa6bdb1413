"""The figures as sheets of labels: for each spot of a figure what it is, as a picture in few colours.

Drawing a sheet needs resvg, which Paddock does not need to run: sheets are packaged as they are.
"""

from __future__ import annotations

import hashlib
import importlib
import io
import json
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageFilter

from render.art.labels import IN_DRAWING, Colour, Label
from render.art.loaded import INDEX, SHEETS

SVG = Path(__file__).parent / "svg"
"""The drawings."""


class NoResvg(Exception):
    """What draws the sheets is not installed."""


def digest(drawing: str) -> str:
    """Return what a drawing is known by."""
    return hashlib.sha256(drawing.encode()).hexdigest()


def facts(drawing: str) -> dict[str, Any]:
    """Return what a drawing says of itself."""
    found: dict[str, Any] = json.loads(drawing.partition("<metadata>")[2].partition("</metadata>")[0])
    return found


def sheet(drawing: str) -> Image.Image:
    """Return the sheet of a drawing, an image whose colours are labels; NoResvg where that is not installed."""
    told = facts(drawing)
    width = round(told["box"][2] * told["pixels"])
    labels = _labels(_raster(drawing, width))
    outline = _around(labels.point(_WHATEVER, "L"), told["rim"] * told["pixels"])
    labels.paste(Label.RIM, (0, 0), ImageChops.logical_and(outline, labels.point(_NOTHING, "1")).convert("L"))
    labels.putpalette([part for label in Label for part in IN_DRAWING.get(label, (0, 0, 0))])
    return labels


_WHATEVER = [0] + [255] * 255
_NOTHING = [255] + [0] * 255


def _raster(drawing: str, width: int) -> Image.Image:
    try:
        resvg = importlib.import_module("resvg_py")
    except ModuleNotFoundError as missing:
        raise NoResvg("the sheets are drawn with resvg: pip install resvg-py") from missing
    data = resvg.svg_to_bytes(
        svg_string=drawing, width=width, shape_rendering="crisp_edges", skip_system_fonts=True
    )
    return Image.open(io.BytesIO(bytes(data))).convert("RGBA")


def _labels(raster: Image.Image) -> Image.Image:
    """Return which label the colour of each pixel stands for."""
    known = {bytes((*colour, 255)): label for label, colour in IN_DRAWING.items()}
    data = raster.tobytes()
    found: dict[bytes, int] = {}
    for _, colour in raster.getcolors(1 << 16) or ():
        red, green, blue, alpha = (int(part) for part in colour)  # type: ignore[union-attr]
        told = bytes((red, green, blue, alpha))
        found[told] = known.get(told, _nearest((red, green, blue)) if alpha > 127 else Label.CLEAR)
    return Image.frombytes("P", raster.size, bytes(found[data[at : at + 4]] for at in range(0, len(data), 4)))


def _nearest(colour: Colour) -> Label:
    """Return the label of the nearest colour: of pixels at the edge of what is cut to an outline."""
    return min(
        IN_DRAWING,
        key=lambda label: sum((a - b) ** 2 for a, b in zip(IN_DRAWING[label], colour, strict=True)),
    )


def _around(mask: Image.Image, reach: float) -> Image.Image:
    """Return a mask that reaches so many pixels further, round at corners."""
    spread = mask.filter(ImageFilter.GaussianBlur(reach * 0.6))
    return spread.point([255 if value > 12 else 0 for value in range(256)], "1")


def write(drawings: dict[str, str]) -> None:
    """Write drawings and their sheets; NoResvg where nothing can be drawn."""
    SVG.mkdir(exist_ok=True)
    SHEETS.mkdir(exist_ok=True)
    told = {}
    for name, drawing in drawings.items():
        told[name] = {"svg": digest(drawing), **facts(drawing)}
        (SVG / f"{name}.svg").write_text(drawing)
        sheet(drawing).save(SHEETS / f"{name}.png", optimize=True)
    INDEX.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n")
    for path in [*SVG.glob("*.svg"), *SHEETS.glob("*.png")]:
        if path.stem not in drawings:
            path.unlink()
