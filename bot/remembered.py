"""What is kept in memory to save time, up to a number: what was set or used longest ago is forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from threading import RLock
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Remembered(OrderedDict[Key, Value]):
    """A mapping that never has more entries than `most`; whoever uses one without setting it moves it to the end.

    Several threads may set entries at once.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self._lock = RLock()

    def __setitem__(self, key: Key, value: Value) -> None:
        """Remember a value as the newest; the oldest is forgotten where there are too many."""
        with self._lock:
            self.pop(key, None)
            super().__setitem__(key, value)
            if len(self) > self._most:
                self.popitem(last=False)
