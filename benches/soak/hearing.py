"""What reaches anybody on the sandbox: held, in the end, against what its readers could know and had to be told.

Every state of every message is heard, with its alternative texts, custom ids and file names, and every other event
but those that tell a person of their own presses.
"""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from benches.soak.knowledge import FOR_ONE, IN_PUBLIC, OF, Learned
from engines.verify import Log
from sandbox import Sandbox, UserClient
from sandbox.model import Event, Flag

MESSAGES = {"MESSAGE_CREATE", "MESSAGE_UPDATE"}

OTHERS = {"INTERACTION_MODAL_CREATE", "THREAD_CREATE", "THREAD_UPDATE", "CHANNEL_CREATE", "CHANNEL_UPDATE"}
"""Events beside messages whose words the bot has a hand in."""

NUMBERED = re.compile(r"⟨(\w+) ([\d ]+)⟩")
"""Which rows of the log a message tells, as `subject.py` has it say."""

TABLE = re.compile(r"\b[0-9A-Z]{6}\b")
"""What the id of a table looks like."""

DECISION = re.compile(r"\bp:[0-9A-Z]{6}:[1-9]\d*:(\S+)")
"""A control that decides something, in its custom id."""

SLIP = re.compile(r":(?:bet|predict|guess|back)\.|The slip so far")
"""What tells that a message shows a slip that is still filled in, of its reader or of their team."""

FILLED_IN = {"bet", "slip", "order", "stake"}
"""Kinds of secrets that stand on slips: which presses of a slip have counted, in which order, only the bot knows."""

SLACK = 1000.0
"""Milliseconds by which the log and what is heard may differ about when something was."""

MOST_NAMED = 5
"""How many of the same kind are named."""


class Played(NamedTuple):
    """A table with a log, as it is stored in the end."""

    table_id: str
    log: Log
    times: Sequence[int]
    """When each row was written, in milliseconds since 1970."""
    channel_id: str
    """Where it was played."""
    seats: Mapping[str, int]
    """By user."""
    is_finished: bool
    told_to: int
    """How many rows its boards have told of."""


class Heard(NamedTuple):
    """A text, and who read it: None is everyone."""

    text: str
    reader: str | None
    channel_id: str


@dataclass
class Hearing:
    """Everything that was ever shown to anybody."""

    texts: dict[Heard, float] = field(default_factory=dict)
    """When each was first read, in milliseconds since 1970."""
    told: dict[str, dict[int, set[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )
    """By table and row, the messages that tell of it as they stand."""

    _rows_in: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    """What each message tells, by its id."""

    @classmethod
    def of(cls, sandbox: Sandbox) -> Hearing:
        """Listen from now on."""
        hearing = cls()
        world = sandbox.world

        def hear(event: Event) -> None:
            if event.only == world.bot.id or event.name not in MESSAGES | OTHERS:
                return
            channel = world.channels.get(event.channel_id or "")
            reader = event.only
            if reader is None and channel and channel.guild_id is None:
                reader = next(user.id for user in channel.recipients if not user.bot)
            hearing.note(event, reader)

        world.listeners.append(hear)
        return hearing

    def note(self, event: Event, reader: str | None) -> None:
        """Take note of an event and of who reads it."""
        channel_id = str(event.data.get("channel_id") or event.channel_id or "")
        text = "\n".join(_strings(event.data, is_message=event.name in MESSAGES)).replace("\\", "")
        self.texts.setdefault(Heard(text, reader, channel_id), time.time() * 1000)
        is_ephemeral = int(event.data.get("flags") or 0) & Flag.EPHEMERAL
        if event.name in MESSAGES and reader is None and not is_ephemeral:
            self._note_told(event.data["id"], text)

    def _note_told(self, message_id: str, text: str) -> None:
        """Take note of the rows that a message tells now."""
        for table_id, row in self._rows_in.pop(message_id, ()):
            self.told[table_id][row].discard(message_id)
        rows = [(found, int(row)) for found, numbers in NUMBERED.findall(text) for row in numbers.split()]
        for table_id, row in rows:
            self.told[table_id][row].add(message_id)
        self._rows_in[message_id] = rows

    # --------------------------------------------------------------------------------------- in the end

    def untold(self, tables: Iterable[Played]) -> Iterator[str]:
        """Say which rows of a log nobody was told of, and which were told more than once."""
        for table in tables:
            told = self.told[table.table_id]
            rows = list(table.log.rows())
            least = len(rows) if table.is_finished else table.told_to
            decided = {row.n for row in rows if row.action and row.n < least}
            ends = {row.n for row in rows if any(event["type"] == "race_over" for event in row.events)}
            if missing := sorted(decided - {n for n, messages in told.items() if messages}):
                yield f"table {table.table_id}: rows {missing[:MOST_NAMED]} were told to nobody"
            twice = sorted(n for n, messages in told.items() if len(messages) > 1 + (n in ends))
            if twice:
                where = ", ".join(sorted(told[twice[0]]))
                yield f"table {table.table_id}: rows {twice[:MOST_NAMED]} were told more than once, by messages {where}"

    def overheard(
        self, tables: Sequence[Played], people: Sequence[UserClient], *, slack: float = SLACK
    ) -> Iterator[str]:
        """Say who could read what they could not know: a secret of a table, a word or a control of a desk."""
        known = {table.table_id: learned(table, people) for table in tables}
        subjects = _Subjects(tables)
        for heard, at in self.texts.items():
            if about := subjects.of(heard, at + slack):
                yield from _given_away(heard, about, known, at + slack)


class _Subjects:
    """Finds the tables that a text may be about."""

    def __init__(self, tables: Sequence[Played]) -> None:
        self._tables = tables
        self._by_id = {table.table_id: table for table in tables}
        self._by_channel: dict[str, list[Played]] = defaultdict(list)
        for table in tables:  # a rematch is run in the thread of the race before
            self._by_channel[table.channel_id].append(table)

    def of(self, heard: Heard, at: float) -> Sequence[Played]:
        """Return those that it names, or else that had begun where it was read, or else at which its reader sits."""
        ids = dict.fromkeys(TABLE.findall(heard.text))
        named = [self._by_id[found] for found in ids if found in self._by_id]
        played_there = [each for each in self._by_channel[heard.channel_id] if each.times[0] <= at]
        return named or played_there or [table for table in self._tables if heard.reader in table.seats]


def _given_away(
    heard: Heard, about: Sequence[Played], known: Mapping[str, Learned], at: float
) -> Iterator[str]:
    """Say what a text gives away that was read at a time: of all tables that it may be about, or to everyone."""
    secrets = [_unknown(known[table.table_id], table, heard, at) for table in about]
    whom = f"user {heard.reader}" if heard.reader else "everyone"
    where = f"table {about[0].table_id}, told to {whom}"
    if all(secrets):
        yield f"{where}: {len(secrets[0])} secrets, the first of kind {secrets[0][0][0]}"
    if heard.reader is None:
        yield from (f"{where}: {problem}" for problem in _wrong_in_public(heard.text, about[0]))


def learned(table: Played, people: Sequence[UserClient]) -> Learned:
    """Work out who learned what when, from the log of a table and from the slips that people filled in."""
    knowledge = OF[table.log.header.game](table.log.header)
    result = Learned(knowledge)
    for row in table.log.rows():
        for seats, secret in knowledge.learned(row):
            result.note(seats, secret, table.times[row.n])
    choices = (
        (at, table.seats[person.id], *found)
        for person in people
        if person.id in table.seats
        for at, sent in person.sent
        if (found := _choice(sent["data"], table.table_id))
    )
    for at, seat, decision, what, values in sorted(choices):
        for seats, secret in knowledge.filled_in(seat, decision, what, values):
            result.note(seats, secret, at * 1000)
    return result


def _choice(data: Mapping[str, Any], table_id: str) -> tuple[str, str, Sequence[str]] | None:
    """Return the decision, the field and the values of a choice on a slip of a table."""
    control, values = str(data.get("custom_id", "")), data.get("values", ())
    if not values or not control.startswith(f"p:{table_id}:"):
        return None
    decision, _, what = control.rpartition(":")
    return decision, what, values


def _unknown(known: Learned, table: Played, heard: Heard, at: float) -> list[tuple[Any, ...]]:
    """Return the secrets that a text tells somebody who could not know them."""
    found = known.unknown(heard.text, table.seats.get(heard.reader or ""), at)
    is_own_slip = heard.reader in table.seats and SLIP.search(heard.text)
    return [secret for secret in found if not (is_own_slip and secret[0] in FILLED_IN)]


def _wrong_in_public(text: str, table: Played) -> Iterator[str]:
    """Say which words and controls of desks everybody can read."""
    if said := FOR_ONE.search(text):
        yield f"it says “{said[0]}”, as only a desk does"
    allowed = re.compile(IN_PUBLIC[table.log.header.game])
    if wrong := [what for what in DECISION.findall(text) if not allowed.match(what)]:
        yield f"it offers {wrong[0].partition('.')[0]}, as only a desk does"


def _strings(found: object, *, is_message: bool) -> Iterator[str]:
    """Yield all words; of a message those that the bot has written: texts, labels, values, addresses, file names."""
    if isinstance(found, dict):
        parts = ("content", "components", "attachments") if is_message else found
        for key in parts:
            yield from _strings(found.get(key), is_message=False)
    elif isinstance(found, list):
        for value in found:
            yield from _strings(value, is_message=False)
    elif isinstance(found, str):
        yield found
