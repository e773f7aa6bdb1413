"""A drawing as it is put together: paths of one label each, one over another, in named groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from render.art.curves import At, curve, polygon
from render.art.labels import IN_DRAWING, Label


class Drawing:
    """Collects the elements of an SVG."""

    def __init__(self) -> None:
        self.elements: list[str] = []
        self._clips = 0

    @contextmanager
    def group(self, name: str, **facts: str) -> Iterator[None]:
        """Name what is drawn within; `facts` are its data attributes."""
        told = "".join(f' data-{key}="{value}"' for key, value in facts.items())
        self.elements.append(f'<g id="{name}"{told}>')
        yield
        self.elements.append("</g>")

    @contextmanager
    def within(self, *outlines: Sequence[At]) -> Iterator[None]:
        """Cut what is drawn within to outlines."""
        self._clips += 1
        name = f"clip{self._clips}"
        data = "".join(curve(outline) for outline in outlines)
        self.elements.append(
            f'<clipPath id="{name}"><path d="{data}"/></clipPath><g clip-path="url(#{name})">'
        )
        yield
        self.elements.append("</g>")

    def fill(self, label: Label, points: Sequence[At]) -> None:
        """Fill a smooth outline."""
        self.path(label, curve(points))

    def flat(self, label: Label, points: Sequence[At]) -> None:
        """Fill an outline with straight edges."""
        self.path(label, polygon(points))

    def path(self, label: Label, data: str) -> None:
        """Fill path data."""
        self.elements.append(f'<path class="{label.name.lower()}" d="{data}"/>')

    def line(self, label: Label, points: Sequence[At], width: float) -> None:
        """Draw a smooth line."""
        self.elements.append(
            f'<path class="{label.name.lower()}-line" stroke-width="{width:g}" d="{curve(points, is_closed=False)}"/>'
        )

    def circle(self, label: Label, at: At, radius: float) -> None:
        """Fill a circle."""
        self.elements.append(
            f'<circle class="{label.name.lower()}" cx="{at.x:.1f}" cy="{at.y:.1f}" r="{radius:g}"/>'
        )

    def ring(self, label: Label, at: At, radius: float, width: float) -> None:
        """Draw a circle."""
        self.elements.append(
            f'<circle class="{label.name.lower()}-line" stroke-width="{width:g}" '
            f'cx="{at.x:.1f}" cy="{at.y:.1f}" r="{radius:g}"/>'
        )

    def svg(self, title: str, box: tuple[float, float, float, float], facts: str) -> str:
        """Return the file: a title, the box as left, top, width and height, and facts for whoever uses it."""
        text = "\n".join(self.elements)
        styles = []
        for label, colour in IN_DRAWING.items():
            name, hexed = label.name.lower(), "#{:02x}{:02x}{:02x}".format(*colour)
            if f'class="{name}"' in text:
                styles.append(f".{name}{{fill:{hexed}}}")
            if f'class="{name}-line"' in text:
                styles.append(
                    f".{name}-line{{fill:none;stroke:{hexed};stroke-linecap:round;stroke-linejoin:round}}"
                )
        shown = " ".join(f"{value:g}" for value in box)
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{shown}">'
        parts = [head, f"<title>{title}</title>", f"<metadata>{facts}</metadata>"]
        return "\n".join([*parts, f"<style>{''.join(styles)}</style>", text, "</svg>", ""])
