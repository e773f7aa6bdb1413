"""How many hostile inputs are tried: a small share, always the same, or with `--inputs` as many as one likes."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
from hypothesis.errors import HypothesisWarning

from tests.fuzz.stage import Stage
from tests.undrawn import without_drawing

FEW = 400
"""Inputs of the small share, over all kinds."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--inputs", type=int, default=0, help="hostile inputs over all kinds, new ones by --hypothesis-seed"
    )


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many inputs were tried; workers tell by a property of their reports."""
    reports = terminalreporter.stats.get("passed", []) + terminalreporter.stats.get("failed", [])
    tried = {
        name.removeprefix("inputs: "): number
        for report in reports
        for name, number in report.user_properties
        if name.startswith("inputs: ")
    }
    if tried:
        terminalreporter.write_line(
            f"{sum(tried.values())} hostile inputs: " + ", ".join(f"{n} {kind}" for kind, n in tried.items())
        )


class Trying:
    """Tries a property on a share of all inputs, and counts what it was given."""

    def __init__(self, config: pytest.Config, record_property: Any) -> None:
        self._wanted = config.getoption("--inputs", 0)
        self._record = record_property
        self.tried = 0

    def all_of(
        self, share: float, what: str, each: Any, strategy: Any, at_once: int = 1, least: int = 1
    ) -> None:
        """Try `each` on drawn inputs: of all that are wanted a share, `at_once` on average in one example."""
        wanted = max(least, int((self._wanted or FEW) * share))
        settings = hypothesis.settings(
            max_examples=max(1, -(-wanted // at_once)),
            derandomize=not self._wanted,
            deadline=None,
            database=None,
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        try:
            with warnings.catch_warnings():  # an input that fails may be long: it is told all the same
                warnings.filterwarnings("ignore", "Generating overly large repr", HypothesisWarning)
                settings(hypothesis.given(strategy)(each))()
        finally:
            self._record(f"inputs: {what}", self.tried)


@pytest.fixture
def trying(pytestconfig: pytest.Config, record_property: Any) -> Trying:
    return Trying(pytestconfig, record_property)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """Tables of every game, in the middle of everything."""
    with without_drawing(), Stage(tmp_path_factory.mktemp("stage")) as stage:
        yield stage
