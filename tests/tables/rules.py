"""The rules of tables on one connection to a database in memory: no event loop, every call is answered at once."""

from __future__ import annotations

from collections.abc import Coroutine
from inspect import iscoroutinefunction
from typing import Any

from bot.tables import Tables
from tests.databases import InMemory


def at_once(work: Coroutine[Any, Any, Any]) -> Any:
    """Run what waits for nothing."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it waits")


class Rules:
    """A `TableRig`, or a part of it, whose calls are answered at once; `whole` is that itself, for who awaits it."""

    whole: Any

    def __init__(self, whole: Any) -> None:
        self.__dict__["whole"] = whole

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.whole, name)
        if iscoroutinefunction(found):
            return lambda *facts, **named: at_once(found(*facts, **named))
        if name == "restarted":
            return lambda: Rules(found())
        return Rules(found) if isinstance(found, Tables | InMemory) else found

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.whole, name, value)
