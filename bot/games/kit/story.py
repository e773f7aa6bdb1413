"""The sentences of a game, one an event: boards tell what everyone may know, `paddock replay` tells all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeAlias, TypeVar

from bot.games.kit.passages import (
    Decision,
    Facts,
    Passage,
    Sentence,
    Shown,
    acted,
    decider,
    in_lines,
    kind_of,
    plainly,
)
from bot.games.screens import Who
from bot.texts import Spoken, Texts
from engines.core import Event, Public, Row

W = TypeVar("W")

Viewed: TypeAlias = tuple[Row, Any]
"""A row of a log, and everyone's view after it; None where there is none."""

MALFORMED = (LookupError, TypeError, ValueError, AttributeError, AssertionError)
"""What a sentence raises over facts that are not as they should be."""


@dataclass(frozen=True, slots=True)
class Story(Generic[W]):
    """The sentences of a game, by the types of actions and events.

    What has no sentence is told as its type and facts, so that a game without any can be followed on the first day
    and every log can be read.
    """

    spoken: Spoken[W] | None = None
    events: Mapping[str, Sentence[W]] = field(default_factory=dict)
    """What boards tell, and logs as well."""
    announced: Mapping[str, Callable[[Facts], Facts]] = field(default_factory=dict)
    """Secret events of which boards tell, each with what everyone may know of its facts."""
    silent: Mapping[str, Callable[[Passage[W], Shown], str | Sequence[str] | None]] = field(
        default_factory=dict
    )
    """What boards tell of a kind of action ahead of its events, where these do not say all."""
    in_logs: Mapping[str, Sentence[W]] = field(default_factory=dict)
    """What only logs tell: secrets, and what boards leave to the result of a race."""
    actions: Mapping[str, Decision[W] | None] = field(default_factory=dict)
    """What logs tell of actions; None: their events say it."""
    goes_on: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Kinds of action that are told together with a passage that began with one of these kinds."""

    def lines(self, rows: Iterable[Viewed], who: Who, t: Texts, before: Any = None) -> list[str]:
        """Tell what everyone may know of a stretch of the log; `before` is everyone's view when it begins."""
        passages = self._passages(rows, who, t, before)
        return in_lines(line for passage, _ in passages for line in self._openly(passage))

    def in_full(self, rows: Iterable[Viewed], who: Who, t: Texts) -> Iterator[tuple[int, list[str]]]:
        """Tell everything: yield the number of each passage's first row, and its sentences.

        Rows in which something is not as it should be are told as types and facts.
        """
        for passage, whole in self._passages(rows, who, t, None):
            try:
                yield whole[0].n, self._fully(passage, whole)
            except MALFORMED:
                for shown, row in zip(passage.rows, whole, strict=True):
                    yield row.n, self._as_it_stands(replace(passage, rows=[shown]), row)

    # ---------------------------------------------------------------------------------- what is told together

    def _passages(
        self, rows: Iterable[Viewed], who: Who, t: Texts, before: Any
    ) -> Iterator[tuple[Passage[W], Sequence[Row]]]:
        words: Any = self.spoken(t) if self.spoken else None
        earlier: list[Facts] = []
        for together in self._together(rows):
            whole = [row for row, _ in together]
            _, view = together[-1]
            passage = Passage(words, who, list(map(self._seen, whole)), view, before, earlier)
            yield passage, whole
            earlier += passage.events

    def _together(self, rows: Iterable[Viewed]) -> Iterator[Sequence[Viewed]]:
        together: list[Viewed] = []
        for row, view in rows:
            if together and not self._follows(row, together[0][0]):
                yield together
                together = []
            together.append((row, view))
        if together:
            yield together

    def _follows(self, row: Row, first: Row) -> bool:
        return kind_of(first.action) in self.goes_on.get(kind_of(row.action), ())

    def _seen(self, row: Row) -> Shown:
        return Shown(row.seat, kind_of(row.action), row.auto, list(map(self._shown, row.events)))

    def _shown(self, event: Event) -> Facts | None:
        """Return what everyone may know of an event."""
        if isinstance(event, Public):
            return event
        announced = self.announced.get(kind_of(event))
        try:
            return announced(event) if announced else None
        except MALFORMED:
            return None

    # ------------------------------------------------------------------------------------------ what is told

    def _openly(self, passage: Passage[W]) -> Iterator[str]:
        for row in passage.rows:
            yield from self._silently(passage, row)
            for event in row.events:
                yield from self._event(passage, event)

    def _silently(self, passage: Passage[W], row: Shown) -> list[str]:
        return _several(self.silent[row.kind](passage, row)) if row.kind in self.silent else []

    def _event(self, passage: Passage[W], event: Facts | None) -> list[str]:
        if event is None:
            return []
        if (kind := kind_of(event)) in self.events:
            return _several(self.events[kind](passage, event))
        return [] if kind in self.in_logs else [plainly(event, passage.who)]

    def _fully(self, passage: Passage[W], whole: Sequence[Row]) -> list[str]:
        told = list(self._everything(passage, whole))
        return in_lines(told or [acted(row, passage.who) for row in whole if row.action is not None])

    def _everything(self, passage: Passage[W], whole: Sequence[Row]) -> Iterator[str]:
        for shown, row in zip(passage.rows, whole, strict=True):
            yield from self._action(passage, row)
            yield from self._silently(passage, shown)
            for open_, event in zip(shown.events, row.events, strict=True):
                yield from self._event(passage, open_)
                if (kind := kind_of(event)) in self.in_logs:
                    yield from _several(self.in_logs[kind](passage, event))
                elif open_ is None:
                    yield plainly(event, passage.who)

    def _action(self, passage: Passage[W], row: Row) -> list[str]:
        if row.action is None:
            return []
        if (kind := kind_of(row.action)) not in self.actions:
            return [acted(row, passage.who)]
        sentence = self.actions[kind]
        return _several(sentence(passage, decider(row, passage.who), row.action)) if sentence else []

    def _as_it_stands(self, passage: Passage[W], row: Row) -> list[str]:
        """Tell a row by itself; plainly, if anything in it is not as it should be."""
        try:
            return self._fully(passage, [row])
        except MALFORMED:
            events = [plainly(event, passage.who) for event in row.events]
            return events if row.action is None else [acted(row, passage.who), *events]


def _several(told: str | Sequence[str] | None) -> list[str]:
    if told is None:
        return []
    return [told] if isinstance(told, str) else list(told)
