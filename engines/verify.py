"""Checking a race log: its commitment and seed, and that it replays byte for byte."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engines import catalog
from engines.core import (
    Header,
    IllegalAction,
    Inexact,
    Match,
    Outcome,
    Row,
    Unreadable,
    commitment,
    dump,
    seed,
)
from engines.core.match import done_again
from engines.core.salt import disorder

LONGEST_SHOWN = 300
"""Letters of an event that a problem shows."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a log, and in which line of the file (from 1)."""

    line: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the check of one log found; it is true exactly if there is no problem."""

    header: Header
    rows: int
    outcome: Outcome | None
    """None for a game that was not over: one that was cancelled, or a log that was cut off."""
    problems: tuple[Problem, ...]
    remarks: tuple[Problem, ...] = ()
    """What is no fault of the log, but worth a question to whoever wrote it."""

    def __bool__(self) -> bool:
        return not self.problems


@dataclass(frozen=True, slots=True)
class Log:
    """One log of a file that may hold several: its header and its other lines, as they stand."""

    start: int
    """The header's line in the file, from 1."""
    header: Header
    lines: tuple[str, ...]

    def rows(self) -> Iterator[Row]:
        """Read row after row; raise Unreadable naming the line, or Inexact."""
        read_event = catalog.event_reader(self.header.game, self.header.rules)
        for number, line in enumerate(self.lines, self.start + 1):
            try:
                yield Row.read(line, read_event)
            except Inexact:
                raise
            except Unreadable as error:
                raise Unreadable(f"line {number}: {error}") from None


def logs(text: str) -> Iterator[Log]:
    """Take a file apart into the logs written one after another in it; raise Unreadable.

    A log by rules that this program has not is none it can tell anything of.
    """
    lines = text.removesuffix("\n").split("\n")
    starts = [number for number, line in enumerate(lines) if number == 0 or line.startswith('{"log":')]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        try:
            header = Header.read(lines[start])
            if header.game in catalog.all_keys():
                catalog.rules_of(header.game, header.rules)
            yield Log(start + 1, header, tuple(lines[start + 1 : end]))
        except Unreadable as error:
            raise Unreadable(f"line {start + 1}: {error}") from None


def verify(log: Log, *, to_the_end: bool = True) -> Verdict:
    """Check one log; raise Unreadable if it is not one (version, game, options, edition, broken lines).

    `to_the_end` says that the game has to be over; else a log may stop where somebody had to decide.
    """
    try:
        game = catalog.game(log.header.game, log.header.edition, log.header.rules)
        match, expected = Match.start(game, log.header)
    except ValueError as error:
        raise Unreadable(f"line {log.start}: {error}") from None
    problems = [Problem(log.start, text) for text in header_problems(log.header, game)]
    rows = 0
    due = deque(expected)
    try:
        for reached, row, right in done_again(match, log.rows(), due, decided):
            compare(row, right)
            match, rows = reached, rows + 1
        is_cut_off = due or (match.outcome is None and to_the_end)
        wrong = "the log ends before the game is over" if is_cut_off else ""
    except Inexact as error:
        wrong = str(error)
    if wrong:
        problems.append(Problem(log.start + min(rows + 1, len(log.lines)), wrong))
    remarks = tuple(Problem(log.start, text) for text in disorder(log.header.salt))
    return Verdict(log.header, rows, match.outcome, tuple(problems), remarks)


def header_problems(header: Header, game: catalog.AnyGame) -> Iterable[str]:
    """Say what in a header does not follow from the rest of it."""
    secret = bytes.fromhex(header.secret)
    if commitment(secret) != header.commitment:
        yield "the commitment is not the SHA-256 of the secret"
    if seed(secret, header.salt) != bytes.fromhex(header.seed):
        yield "the seed is not the SHA-256 of the secret and the salt"
    if dump(game.options(header.options).model_dump(mode="json")) != dump(header.options):
        yield "the options are not complete and in order"
    if dump(game.edition.model_dump(mode="json")) != dump(header.edition):
        yield "the edition is not complete and in order"


def decided(match: Match, row: Row) -> tuple[Match, list[Row]]:
    """Do what `row` says was decided; raise Inexact if that is no legal action."""
    if row.action is None:
        raise Inexact("the action is missing")
    try:
        action = match.game.read_action(row.action)
        following, rows = match.act(row.seat, action, row.action)
    except (IllegalAction, Unreadable) as error:
        raise Inexact(f"the rules refuse this: {error}") from None
    full = match.game.dump_action(action)
    if dump(row.action) != dump({key: full[key] for key in full if key in row.action}):
        raise Inexact("the action's keys are not in their order")
    return following, rows


def compare(row: Row, right: Row) -> None:
    """Raise Inexact, saying how, if a row differs from the one the rules give."""
    if row.line() == right.line():
        return
    if row.n != right.n:
        raise Inexact(f"row {right.n} is expected here, not row {row.n}")
    if (row.seat, row.action, row.auto) != (right.seat, right.action, right.auto):
        raise Inexact(f"expected is what the table does by itself: {right.line()}")
    for event, due in zip(row.events, right.events, strict=False):
        if dump(event) != dump(due):
            raise Inexact(f"the rules give {shown(due)}, the log has {shown(event)}")
    raise Inexact(f"the rules give {len(right.events)} events, the log has {len(row.events)}")


def shown(event: object) -> str:
    """Return an event as the log writes it, and of a long one the beginning."""
    text = dump(event)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
