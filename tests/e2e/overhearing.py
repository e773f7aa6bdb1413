"""Every state of every message that reached anybody, held against what its readers could know at that moment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select

from benches.soak.hearing import FILLED_IN, SLIP
from benches.soak.knowledge import FOR_ONE, IN_PUBLIC, OF, Learned, Secret
from bot.client import Paddock
from bot.db.schema import log as stored
from engines.verify import Log
from sandbox import UserClient
from sandbox.client.message import SeenMessage
from tests.databases import reading
from tests.e2e.eavesdropping import is_for_one, states, words
from tests.e2e.players import deciding


class Heard(NamedTuple):
    """A message as somebody saw it: its words, whether only they see it, and when it was so."""

    message: SeenMessage
    text: str
    is_for_one: bool
    at: float
    """Milliseconds since 1970."""


def heard(person: UserClient) -> Iterator[Heard]:
    """Return everything that somebody ever saw."""
    for message in states(person):
        written = message.raw["edited_timestamp"] or message.raw["timestamp"]
        at = datetime.fromisoformat(written).timestamp() * 1000
        text = words(message).replace("\\", "")
        yield Heard(message, text, is_for_one(person, message), at)


async def learned(bot: Paddock, table: str, log: Log, people: Sequence[UserClient]) -> Learned:
    """Work out who learned what when, from the log and from the slips that people filled in."""
    with reading(bot.database) as db:
        found = db.execute(select(stored.c.at).where(stored.c.table_id == table).order_by(stored.c.n))
        times = list(found.scalars())
    knowledge = OF[log.header.game](log.header)
    result = Learned(knowledge)
    for row in log.rows():
        for seats, secret in knowledge.learned(row):
            result.note(seats, secret, times[row.n])
    for at, seat, decision, what, values in sorted(_choices(people)):
        for seats, secret in knowledge.filled_in(seat, decision, what, values):
            result.note(seats, secret, at)
    return result


def _choices(people: Sequence[UserClient]) -> Iterator[tuple[float, int, str, str, Sequence[str]]]:
    for seat, person in enumerate(people):
        for at, sent in person.sent:
            control, values = str(sent["data"].get("custom_id", "")), sent["data"].get("values", ())
            if control.startswith("p:") and values:
                decision, _, what = control.rpartition(":")
                yield at * 1000, seat, decision, what, values


def _is_on_slip(secret: Secret, text: str) -> bool:
    """Whether it is of those that stand on a slip, and this is one: a slip is filled in before anybody has chosen.

    What is suggested there follows from what its reader may know: a computer player gets nothing but a view.
    """
    return secret[0] in FILLED_IN and bool(SLIP.search(text))


def assert_nothing_was_overheard(
    person: UserClient, seat: int | None, known: Learned, everything: Sequence[Heard] | None = None
) -> None:
    """Hold all that reached somebody on a seat (None: a watcher) against what they could know at that moment."""
    for message, text, is_private, at in everything or [*heard(person)]:
        if is_private:
            meta = message.raw.get("interaction_metadata")
            assert meta is None or meta["user"]["id"] == person.id
            secret = [each for each in known.unknown(text, seat, at) if not _is_on_slip(each, text)]
            assert not secret, f"{person.name} was told: {text}"
        else:
            assert not known.unknown(text, None, at), (
                f"everyone was told: {known.unknown(text, None, at)} {text}"
            )
            assert not FOR_ONE.search(text), f"everyone reads what a desk says: {text}"
            allowed = IN_PUBLIC[known.knowledge.header.game]
            decisions = [control.split(":", 3)[3] for control in deciding(message)]
            assert all(re.match(allowed, what) for what in decisions), decisions
    for event in person.received:
        if event["t"] not in {"MESSAGE_CREATE", "MESSAGE_UPDATE", "HTTP"}:
            assert not [*known.knowledge.given_away(str(event["d"]))], event
