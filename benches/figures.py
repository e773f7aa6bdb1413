"""What a bench tells: figures, a line each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import click


@dataclass(frozen=True)
class Measured:
    """One figure of one case, and its ratio to the yardstick's where there is one."""

    bench: str
    case: str
    figure: str
    value: float
    unit: str = ""
    ratio: float | None = None

    DIGITS: ClassVar[tuple[int, int]] = (2, 2)
    """Decimals of value and ratio in JSON."""

    def as_json(self) -> str:
        """Return the figure as one line of JSON."""
        of_value, of_ratio = self.DIGITS
        ratio = None if self.ratio is None else round(self.ratio, of_ratio)
        facts = {"bench": self.bench, "case": self.case, "figure": self.figure}
        return json.dumps({**facts, "value": round(self.value, of_value), "unit": self.unit, "ratio": ratio})

    def as_text(self) -> str:
        """Return the figure as one line to read."""
        beside = "" if self.ratio is None else f"{self.ratio:9.1f} × yardstick"
        return f"{self.case:<20} {self.figure:<36} {self.value:>12,.1f} {self.unit:<4}{beside}"


def tell(figures: Iterable[Measured], *, as_json: bool) -> None:
    """Print figures as they come."""
    for figure in figures:
        click.echo(figure.as_json() if as_json else figure.as_text())


def quantile(ordered: Sequence[float], at: float) -> float:
    """Return the value below which this share of an ordered list lies."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * at))]


def latencies(
    bench: str, case: str, what: str, ordered: Sequence[float], yardstick: Sequence[float]
) -> Iterator[Measured]:
    """Yield the median, the last percentile and the longest of ordered times (ms), beside a yardstick's."""
    for label, at in (("p50", 0.5), ("p99", 0.99), ("max", 1.0)):
        value = quantile(ordered, at)
        yield Measured(bench, case, f"{what} {label}", value, "ms", value / quantile(yardstick, at))
