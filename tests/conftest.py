"""The order in which tests are run: what takes longest first, so that no core waits at the end for another."""

from __future__ import annotations

from pathlib import Path

import pytest

LIGHT = 3


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put whole games on the sandbox first, then all else that is slow; each file stays in one piece."""
    weights: dict[Path, int] = {}
    for item in items:
        weights[item.path] = min(weights.get(item.path, LIGHT), _weight(item))
    items.sort(key=lambda item: weights[item.path])


def _weight(item: pytest.Item) -> int:
    if item.get_closest_marker("timeout"):
        return 0
    return 1 if item.get_closest_marker("e2e") else 2 if item.get_closest_marker("browser") else LIGHT
