"""The sentences of a game, one an event: boards tell what everyone may know, `paddock replay` tells all."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest
from typing import Any, Generic, TypeAlias, TypeVar

from bot.games.kit.commentary import Commentary
from bot.games.kit.passages import (
    Decision,
    Facts,
    OpenRow,
    Passage,
    Remark,
    Sentence,
    Told,
    acted,
    decider,
    in_lines,
    kind_of,
    plainly,
)
from bot.games.kit.told import ToldPassage, gains_of, lines_of
from bot.games.screens import Who
from bot.texts import Spoken, Texts
from engines.core import Event, Public, Row

log = logging.getLogger(__name__)

W = TypeVar("W")

Viewed: TypeAlias = tuple[Row, Any]
"""A row of a log, and everyone's view after it; None where there is none."""

MALFORMED = (LookupError, TypeError, ValueError, AttributeError, AssertionError, StopIteration)
"""What a sentence raises over facts that are not as they should be; the last of them where it looks for one in vain."""


@dataclass(frozen=True, slots=True)
class Story(Generic[W]):
    """The sentences of a game, by the types of actions and events.

    What has no sentence, or one that raises, is told as its type and facts, so that a game without any can be followed
    on the first day and every log can be read.
    """

    spoken: Spoken[W] | None = None
    events: Mapping[str, Sentence[W] | None] = field(default_factory=dict)
    """What boards tell, and logs as well; None: other sentences say it."""
    announced: Mapping[str, Callable[[Facts], Facts]] = field(default_factory=dict)
    """Secret events of which boards tell, each with what everyone may know of its facts."""
    silent: Mapping[str, Callable[[Passage[W], OpenRow], Told]] = field(default_factory=dict)
    """What boards tell of a kind of action ahead of its events, where these do not say all."""
    in_logs: Mapping[str, Sentence[W] | None] = field(default_factory=dict)
    """What only logs tell: secrets, and what boards leave to the result of a race; None: other sentences say it."""
    actions: Mapping[str, Decision[W] | None] = field(default_factory=dict)
    """What logs tell of actions; None: their events say it."""
    goes_on: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Kinds of action that are told together with a passage that began with one of these kinds."""
    kept: Collection[str] = frozenset({"finished"})
    """Types of events that are told where there is hardly any room."""
    gains: Callable[[Passage[W]], Mapping[str, int]] = gains_of
    """How far horses came, by their names, which is told where there is no room for the sentences; of a game that
    cannot say it, nothing."""
    commentary: Commentary | None = None
    """What is said of what a passage means for the race; None: nothing."""

    def told(
        self, rows: Iterable[Viewed], who: Who, t: Texts, before: Any = None, table: str = ""
    ) -> list[ToldPassage]:
        """Tell what everyone may know of a stretch of the log; `before` is everyone's view when it begins.

        Those at a `table`, which is named, hear the commentary as well.
        """
        told, seen = list[ToldPassage](), before
        for passage, whole in self._passages(rows, who, t, before):
            each = self._told_passage(passage)
            if table and (comment := self._comment(passage, whole[-1].n, seen, table)):
                each = each._replace(sentences=[*each.sentences, Remark(comment)])
            told.append(each)
            seen = passage.view
        return told

    def lines(
        self, rows: Iterable[Viewed], who: Who, t: Texts, before: Any = None, table: str = ""
    ) -> list[str]:
        """Return what is told of a stretch, a line an item."""
        return lines_of(self.told(rows, who, t, before, table))

    def _comment(self, passage: Passage[W], row: int, before: Any, table: str) -> str | None:
        words: Any = passage.words
        if self.commentary is None or words is None:
            return None
        is_opened = bool(passage.of(self.commentary.opens))
        return self.commentary.comment(row, is_opened, before, passage.view, passage.who, words, table)

    def in_full(self, rows: Iterable[Viewed], who: Who, t: Texts) -> Iterator[tuple[int, list[str]]]:
        """Tell everything: yield the number of each passage's first row, and its sentences."""
        for passage, whole in self._passages(rows, who, t, None):
            told = list(self._sentences(passage, whole))
            yield whole[0].n, in_lines(told or (acted(row, who) for row in whole if row.action is not None))

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

    def _seen(self, row: Row) -> OpenRow:
        return OpenRow(row.seat, kind_of(row.action), row.auto, list(map(self._shown, row.events)))

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

    def _told_passage(self, passage: Passage[W]) -> ToldPassage:
        decided = [row for row in passage.rows if row.kind and row.seat is not None and not row.auto]
        try:
            gains = self.gains(passage)
        except MALFORMED:
            gains = {}
        is_kept = any(map(passage.of, self.kept))
        return ToldPassage(list(self._sentences(passage)), len(decided), gains, is_kept)

    def _sentences(self, passage: Passage[W], whole: Sequence[Row] = ()) -> Iterator[str]:
        """Tell what everyone may know, or all that stands in its `whole` rows."""
        who = passage.who
        for shown, row in zip_longest(passage.rows, whole):
            if row and row.action is not None:
                kind, plain = kind_of(row.action), partial(acted, row, who)
                yield from _told(self.actions, passage, kind, plain, decider(row, who), row.action)
            if shown.kind in self.silent:
                plain = partial("{} {}".format, decider(shown, who), shown.kind)
                yield from _told(self.silent, passage, shown.kind, plain, shown)
            for public, event in zip_longest(shown.events, row.events if row else ()):
                kind = kind_of(public)
                if public is not None and (kind in self.events or kind not in self.in_logs):
                    yield from _told(self.events, passage, kind, partial(plainly, public, who), public)
                kind = kind_of(event)
                if event is not None and (public is None or kind in self.in_logs):
                    yield from _told(self.in_logs, passage, kind, partial(plainly, event, who), event)


def _told(
    sentences: Mapping[str, Callable[..., Told] | None],
    passage: Passage[W],
    kind: str,
    plain: Callable[[], str],
    *facts: Any,
) -> list[str]:
    """Tell something by the sentence of its kind; plainly where there is none, or where it raised."""
    if kind in sentences and (key := (kind, sentence := sentences[kind])) not in passage.failed:
        try:
            told = sentence(passage, *facts) if sentence else None
        except MALFORMED as error:
            passage.failed.append(key)
            log.warning("the sentence of %r cannot be told: %s", kind, type(error).__name__)
        else:
            return [told] if isinstance(told, str) else list(told or ())
    return [plain()]
