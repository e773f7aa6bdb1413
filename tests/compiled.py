"""Statements, compiled once for all databases of a run.

Every engine of SQLAlchemy compiles for itself whatever it says for the first time, and a test with a database of its
own says nearly everything for the first time. What comes of that depends on the kind of the engine and on nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest

from bot.db import postgresql, sqlite


class Kept(dict[Any, Any]):
    """Compiled statements by the kind of engine they are for, where SQLAlchemy asks by dialect, one an engine."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(_of_its_kind(key), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__(_of_its_kind(key), compiled)


def _of_its_kind(key: Any) -> Any:
    """Name what our engines set differently in a dialect: readers take no locks, migrations comment nothing."""
    dialect, *statement = key
    return (type(dialect), dialect.statement_compiler, dialect.supports_comments, *statement)


_KEPT = Kept()


@contextmanager
def compiled_once() -> Iterator[None]:
    """Have all engines that are made inside share what they have compiled."""
    with pytest.MonkeyPatch.context() as patch:
        for backend in (sqlite, postgresql):
            made = partial(backend.create_engine, execution_options={"compiled_cache": _KEPT})
            patch.setattr(backend, "create_engine", made)
        yield


@pytest.fixture
def nothing_compiled() -> None:
    """Have nothing compiled yet, as in a process that has just started: for who looks at what is compiled, and when."""
    _KEPT.clear()
