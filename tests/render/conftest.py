from __future__ import annotations

import pytest

STATES = 16
"""How many random states of a game are looked at, for each number of seats and length of names."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--states", type=int, default=STATES, help="random states of a game that are looked at")


@pytest.fixture(scope="session")
def wanted_states(pytestconfig: pytest.Config) -> int:
    """How many random states of a game are wanted; a few dozen in all, unless somebody asks for more."""
    return int(pytestconfig.getoption("--states", STATES))
