from __future__ import annotations

import pytest

from bot.metrics import Metrics
from tests.e2e.conftest import database, sandbox
from tests.tables.conftest import new_database

__all__ = ["database", "new_database", "sandbox"]


class Counted:
    """The metrics of a process, and what they say."""

    def __init__(self) -> None:
        self.metrics = Metrics()

    def __call__(self, name: str, **labels: object) -> float:
        """Return the value of a series; 0 if there is none yet."""
        told = {key: str(of) for key, of in labels.items()}
        return self.metrics.registry.get_sample_value(name, told) or 0.0


@pytest.fixture
def counted() -> Counted:
    """Metrics that hear of whatever a test makes while they observe."""
    return Counted()
