"""What is counted in race logs: numbers that can be added up over any number of games."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import accumulate


@dataclass
class Tally:
    """Counts by name, and spreads: how often a measured number came out as which value."""

    counts: Counter[str] = field(default_factory=Counter)
    spreads: defaultdict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, other: Tally) -> None:
        """Add what was counted elsewhere."""
        self.counts.update(other.counts)
        for name, spread in other.spreads.items():
            self.spreads[name].update(spread)

    def count(self, name: str, by: int = 1) -> None:
        """Count something that happened."""
        self.counts[name] += by

    def note(self, name: str, value: int) -> None:
        """Note a measured number."""
        self.spreads[name][value] += 1

    def share(self, part: str, whole: str) -> float | None:
        """Return one count divided by another, None if there is nothing to divide by."""
        return self.counts[part] / self.counts[whole] if self.counts[whole] else None

    def quantile(self, name: str, part: float) -> int | None:
        """Return the least value which so large a part of the measured numbers does not exceed."""
        spread = sorted(self.spreads[name].items())
        wanted = part * sum(times for _, times in spread)
        reached = accumulate(times for _, times in spread)
        return next((value for (value, _), sum_ in zip(spread, reached, strict=True) if sum_ >= wanted), None)
