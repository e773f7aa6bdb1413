"""Rows of a race log as sentences take them: those told together, with what everyone may know of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from bot.games.screens import Who
from engines.core import Row

W = TypeVar("W")
W_co = TypeVar("W_co", covariant=True)

Facts: TypeAlias = Mapping[str, Any]
"""An action or an event, as the race log has it."""


class OpenRow(NamedTuple):
    """What everyone may know of a row: the kind of its action, empty for the set-up, and its events."""

    seat: int | None
    kind: str
    auto: bool
    events: Sequence[Facts | None]
    """None stands for a secret one."""


@dataclass(frozen=True, slots=True)
class Passage(Generic[W_co]):
    """Rows that are told together, mostly one, with all that a sentence about them needs."""

    words: W_co
    who: Who
    rows: Sequence[OpenRow]
    view: Any
    """What everyone knows after it."""
    before: Any
    """What everyone knew when the stretch of the log began, None at the start of the game."""
    earlier: Sequence[Facts]
    """What everyone saw happen since then."""
    failed: list[Any] = field(default_factory=list)
    """Sentences that raised: what is left for them to tell is told plainly."""

    @property
    def kind(self) -> str:
        """The kind of its first action."""
        return self.rows[0].kind

    @property
    def events(self) -> list[Facts]:
        """What everyone may know of what happened."""
        return [event for row in self.rows for event in row.events if event is not None]

    def of(self, kind: str) -> list[Facts]:
        """Return the events of a type."""
        return [event for event in self.events if kind_of(event) == kind]

    def is_first(self, event: Facts) -> bool:
        """Tell whether an event is the first of its type, for where one sentence tells them all."""
        return self.of(kind_of(event))[0] is event


Told: TypeAlias = str | Sequence[str] | None
"""A sentence, several, or None where another sentence of the passage tells it."""

Sentence: TypeAlias = Callable[[Passage[W], Any], Told]
"""Tells an event."""

Decision: TypeAlias = Callable[[Passage[W], str, Any], Told]
"""Tells who, by the name handed in, decided what: an action."""


class Fragment(str):
    """What is told in one line with its neighbours."""

    __slots__ = ()


class Remark(str):
    """A line of the commentary: it tells nothing that the sentences above it do not."""

    __slots__ = ()


def in_lines(told: Iterable[str]) -> list[str]:
    """Return what is told a line an item, fragments next to each other in one."""
    lines: list[str] = []
    for is_fragment, some in groupby(told, lambda each: isinstance(each, Fragment)):
        each = list(some)
        lines += [" · ".join(each)] if is_fragment else each
    return lines


def told_by(*kinds: str) -> Sentence[Any]:
    """Leave an event to one of these types, which has to stand beside it."""

    def nothing(passage: Passage[Any], event: Facts) -> None:
        if not any(map(passage.of, kinds)):
            raise LookupError(kinds)

    return nothing


# -------------------------------------------------------------------------------------- without a sentence


def kind_of(fact: Facts | None) -> str:
    """Return the type of an action or event; empty where there is none, or one that is no word."""
    kind = (fact or {}).get("type")
    return kind if isinstance(kind, str) else ""


def plainly(fact: Facts, who: Who) -> str:
    """Tell the type, then every fact by its name, but not the seats that see a secret event."""
    facts = [
        _fact(name, value, who)
        for name, value in fact.items()
        if name != "type" and not (name == "to" and isinstance(value, list))
    ]
    kind = str(fact.get("type", "?"))
    return f"{kind}: {', '.join(facts)}" if facts else kind


def decider(row: Row | OpenRow, who: Who) -> str:
    """Name who decided a row of the log."""
    return "the table" if row.seat is None else who(row.seat)


def acted(row: Row, who: Who) -> str:
    """Tell who decided, and what, by its type and facts."""
    return f"{decider(row, who)} {plainly(row.action or {}, who)}"


def _fact(name: str, value: Any, who: Who) -> str:
    if name == "seat" and isinstance(value, int):
        return who(value)
    return f"{name} {(', '.join(map(str, value)) or 'nothing') if isinstance(value, list) else value}"
