"""What a game's story is made of: sentences for its actions and events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Plain: TypeAlias = Mapping[str, Any]
"""An action or event, as the race log has it."""

Sentence: TypeAlias = Callable[[Plain], str]


@dataclass(frozen=True)
class Story:
    """The sentences of one game, by the types of actions and events."""

    actions: Mapping[str, Sentence] = field(default_factory=dict)
    """What a seat decides, said after its name."""
    told_by_events: frozenset[str] = frozenset()
    """Actions whose events say it all."""
    events: Mapping[str, Sentence] = field(default_factory=dict)
    """What happens."""


def listed(value: Any) -> str:
    """Join what a list holds with commas; nothing is said as such."""
    if isinstance(value, list):
        return ", ".join(str(each) for each in value) or "nothing"
    return str(value)
