"""A game whose rules were corrected: from then on the same actions give something else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

import pytest

from engines import catalog
from engines.core import Chance

Correct = Callable[..., type[catalog.AnyGame]]


@pytest.fixture
def correct(monkeypatch: pytest.MonkeyPatch) -> Iterator[Correct]:
    """Put a game's rules right: `correct(key)`, as the next version, the earlier rules thrown away.

    With `is_kept` the program has those still; with `raised=0` somebody forgot to raise the version.
    """

    def correct(key: str, *, raised: int = 1, is_kept: bool = False) -> type[catalog.AnyGame]:
        today = catalog.rules_of(key)
        room = import_module(f"engines.{key}")
        monkeypatch.setattr(room, "GAME", corrected(today, today.rules + raised))
        if is_kept:
            where = f"{today.__module__}:{today.__name__}"
            monkeypatch.setitem(catalog.EARLIER, (key, today.rules), where)
        catalog._packaged.cache_clear()
        return catalog.rules_of(key)

    yield correct
    monkeypatch.undo()
    catalog._packaged.cache_clear()


def corrected(today: type[catalog.AnyGame], version: int) -> type[catalog.AnyGame]:
    """Return rules by which other cards lie on top: some luck is used up before the game is set up."""

    class Corrected(today):
        rules = version

        def new(self, options, seats, chance: Chance):
            chance.below(256**8)
            return super().new(options, seats, chance)

    Corrected.__module__ = today.__module__  # its packaged edition is that of the game
    return Corrected
