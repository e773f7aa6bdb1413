"""Every state of every message that reached anybody, held against what its readers could know at that moment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select

from bot.client import Paddock
from bot.store.schema import log as stored
from engines.verify import Log
from sandbox import UserClient
from sandbox.client.message import SeenMessage
from tests.e2e.eavesdropping import is_for_one, states, words
from tests.e2e.knowledge import OF, Knowledge, Secret
from tests.e2e.players import deciding

FOR_ONE = re.compile(
    r"\bYour (hand|bet|stacks|cards|prediction|team.s|slip|guess|money|points|score|horse|turn|lead)\b"
    r"|\bYou (have|hold|laid|drive|predict|deal|are the captain)\b|The slip so far|Horse cards|Position cards"
)
"""What only a desk says."""

IN_PUBLIC = {
    "turfe": r"play\.|any\.",
    "jumpyjack": r"move\.",
    "sulkydrom": r"tempo\.|drive\.",
    "newmarket": r"bid\.|follow\.",
}
"""What may be decided under the board, by game."""


class Learned:
    """When everybody learned what: in milliseconds since 1970, by seat; None is everyone."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self._since: dict[int | None, dict[Secret, float]] = {}

    def note(self, seats: Sequence[int] | None, secret: Secret, at: float) -> None:
        """Note that these seats know a secret from now on."""
        for seat in (None,) if seats is None else seats:
            known = self._since.setdefault(seat, {})
            known[secret] = min(at, known.get(secret, at))

    def unknown(self, text: str, seat: int | None, at: float) -> list[Secret]:
        """Return the secrets in a text that neither everyone nor this seat could know by then."""
        told = [self._since.get(reader, {}) for reader in {None, seat}]
        return [
            secret
            for secret in self.knowledge.given_away(text)
            if not any(since.get(secret, at + 1) <= at for since in told)
        ]

    def since(self, seat: int | None, secret: Secret) -> float | None:
        """Say since when a seat knows a secret by itself."""
        return self._since.get(seat, {}).get(secret)


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
    async with bot.store.reading() as db:
        found = await db.execute(select(stored.c.at).where(stored.c.table_id == table).order_by(stored.c.n))
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


def assert_nothing_was_overheard(
    person: UserClient, seat: int | None, known: Learned, everything: Sequence[Heard] | None = None
) -> None:
    """Hold all that reached somebody on a seat (None: a watcher) against what they could know at that moment."""
    for message, text, is_private, at in everything or [*heard(person)]:
        if is_private:
            meta = message.raw.get("interaction_metadata")
            assert meta is None or meta["user"]["id"] == person.id
            assert not known.unknown(text, seat, at), f"{person.name} was told: {text}"
        else:
            assert not known.unknown(text, None, at), f"everyone was told: {text}"
            assert not FOR_ONE.search(text), f"everyone reads what a desk says: {text}"
            allowed = IN_PUBLIC[known.knowledge.header.game]
            decisions = [control.split(":", 3)[3] for control in deciding(message)]
            assert all(re.match(allowed, what) for what in decisions), decisions
    for event in person.received:
        if event["t"] not in {"MESSAGE_CREATE", "MESSAGE_UPDATE", "HTTP"}:
            assert not [*known.knowledge.given_away(str(event["d"]))], event
