from __future__ import annotations

from collections import defaultdict

import pytest

from bot.metrics.counted import REGISTRY
from tests.e2e.conftest import database, sandbox
from tests.tables.conftest import new_database

__all__ = ["database", "new_database", "sandbox"]


class Counted:
    """What the metrics of the process say: counters and histograms of what happened since it was made."""

    def __init__(self) -> None:
        self._before = {
            (sample.name, *sorted(sample.labels.items())): sample.value
            for family in REGISTRY.collect()
            if family.type in {"counter", "histogram"}
            for sample in family.samples
        }

    def __call__(self, name: str, **labels: object) -> float:
        """Return the value of a series; 0 if there is none yet."""
        told = {key: str(of) for key, of in labels.items()}
        value = REGISTRY.get_sample_value(name, told) or 0.0
        return value - self._before.get((name, *sorted(told.items())), 0.0)

    def by(self, name: str, label: str) -> dict[str, float]:
        """Return the sums of a metric's values by one of its labels."""
        sums = defaultdict[str, float](float)
        for sample in (sample for family in REGISTRY.collect() for sample in family.samples):
            if sample.name == name:
                sums[sample.labels[label]] += self(name, **sample.labels)
        return dict(sums)


@pytest.fixture
def counted() -> Counted:
    """Return what the metrics say of what a test makes happen."""
    return Counted()
