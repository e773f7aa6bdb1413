"""What a game's races are measured by."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Any

from bot.games.kit.figures import Figure
from bot.games.kit.tally import Tally
from engines.core import Header, Row


def _count_nothing(_tally: Tally, _header: Header, _rows: Sequence[Row]) -> None:
    pass


def _no_racers(_edition: Mapping[str, Any], _seats: int) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """What `paddock simulate --report` counts in games of its own accord, and what it says of the edition."""

    page: Traversable | None = None
    """Markdown: the format of the edition, with `{tables}` where the figures go."""
    figures: Sequence[Figure] = ()
    """The lines of its table."""
    count: Callable[[Tally, Header, Sequence[Row]], None] = _count_nothing
    """Counts what happened in one game."""
    wins_by: str = ""
    """What wins of races are counted by beside seats: `horse`, `lane`; nothing: by seats alone."""
    racers: Callable[[Mapping[str, Any], int], Sequence[str]] = _no_racers
    """The names of all that can win a race, with this edition and so many seats."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of a report, where the defaults would hide what is measured."""
