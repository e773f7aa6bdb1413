"""Tests in which nobody looks at the pictures."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from render.picture import Drawn, Picture


@contextmanager
def without_drawing() -> Iterator[None]:
    """Have every picture be an empty file: drawing would take most of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Picture, "draw", lambda _: Drawn(b"", 1, 1))
        patch.setattr(Picture, "is_drawn", True)
        yield
