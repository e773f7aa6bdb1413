from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

import pytest

from bot.ui.games.registry import SCREENS
from render import Picture
from tests.tables.conftest import house, new_database, steady_luck

__all__ = ["house", "new_database", "steady_luck", "undrawn", "without_drawing"]


@pytest.fixture(autouse=True, scope="module")
def undrawn() -> Iterator[None]:
    """Leave the drawing out: what pictures show is tried elsewhere, here it would only take time."""
    with without_drawing():
        yield


@contextmanager
def without_drawing() -> Iterator[None]:
    """Have every picture stand for itself by name, and nothing drawn."""
    with pytest.MonkeyPatch.context() as patch:
        for game in SCREENS:
            pictures = import_module(f"render.{game}")
            for name in filter(lambda name: inspect.isfunction(getattr(pictures, name)), pictures.__all__):
                file = f"{name}.{'gif' if name == 'replay' else 'png'}"
                picture = Picture(b"", file, 1, 1, f"A {name}.")
                patch.setattr(pictures, name, lambda *_, picture=picture, **__: picture)
        yield
    for game in SCREENS:
        for kept in vars(import_module(f"bot.ui.games.{game}")).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()
