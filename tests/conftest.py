"""How tests are run: what takes longest first, and every one of them the same each time.

`pytest --hypothesis-profile default` looks for examples that nobody has seen yet, and minds how long each takes.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.compiled import compiled_once, nothing_compiled
from tests.databases import (
    backend,
    choose,
    committed_to_disk,
    db,
    emptied,
    leave_out,
    new_database,
    new_url,
    no_database_url,
    postgresql,
    shared_connection,
)
from tests.distributions import bring, give_back, take_away
from tests.engines.corrected import correct
from tests.lock_order import checked_order

__all__ = [
    "backend",
    "bring",
    "correct",
    "db",
    "emptied",
    "give_back",
    "new_database",
    "new_url",
    "no_database_url",
    "nothing_compiled",
    "postgresql",
    "shared_connection",
    "take_away",
]

LIGHT = 3

gc.set_threshold(100_000, 50, 100)
"""Whole games leave much behind: looking through all of it as often as usual would take a tenth of the time."""

settings.register_profile(
    "steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")


@pytest.fixture(autouse=True, scope="session")
def _compiled_once() -> Iterator[None]:
    """Compile each statement once for all databases."""
    with compiled_once():
        yield


@pytest.fixture(autouse=True, scope="session")
def _in_memory_first() -> Iterator[None]:
    """Wait for no disk at a commit of this process; `tests/db` and bots in processes of their own do."""
    with committed_to_disk("OFF"):
        yield


@pytest.fixture(autouse=True)
def _thawed() -> Iterator[None]:
    """Undo what a bot that ran in this process did : hypothesis looks for who refers to what it is given."""
    yield
    gc.unfreeze()


@pytest.fixture(autouse=True)
def _locks_in_order() -> Iterator[None]:
    """Have every transaction fail that takes a lock too late, and the test with it, whoever caught the error."""
    breaches: list[str] = []
    with checked_order(breaches.append):
        yield
    assert not breaches


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run choose its backend."""
    choose(parser)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put whole games on the sandbox first, then all else that is slow; each file stays in one piece."""
    leave_out(items)
    weights: dict[Path, int] = {}
    for item in items:
        weights[item.path] = min(weights.get(item.path, LIGHT), _weight(item))
    items.sort(key=lambda item: weights[item.path])


def _weight(item: pytest.Item) -> int:
    if item.get_closest_marker("timeout"):
        return 0
    return 1 if item.get_closest_marker("e2e") else 2 if item.get_closest_marker("browser") else LIGHT
