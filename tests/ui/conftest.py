from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext

import pytest

from tests.tables.conftest import new_database, rig, steady_luck
from tests.undrawn import without_drawing

__all__ = ["new_database", "rig", "steady_luck"]


@pytest.fixture(autouse=True, scope="module")
def undrawn(request: pytest.FixtureRequest) -> Iterator[None]:
    """Leave the drawing out, unless a file is marked as `drawn`: what pictures show is tried elsewhere."""
    with nullcontext() if request.node.get_closest_marker("drawn") else without_drawing():
        yield
