"""What a step tells the keeper of its table, so that it has less to read.

Whoever may connect to the database can tell such words, also who may read nothing there. So each is signed with the
secret of its table, and one that was not signed by who knows that is passed over. It names nobody's cards.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from bot.tables.known_tables import Known


class News(NamedTuple):
    """What a keeper is told."""

    known: Known | None
    """The table as the step has left it; None: it has to be read."""
    presser: int | None
    """Who has just pressed their desk and looks at it, if the keeper is to show it."""


def told(before: Known, after: Known, presser: int | None) -> str:
    """Say in a word what a step has made of a table, whose `presser` has yet to be shown their desk (None: nobody).

    More than the length of its log and its clocks is not said: where there is more, that has to be read.
    """
    facts: dict[str, object] = {} if presser is None else {"presser": presser}
    if _carried_on(before, after.table.length, after.clocks) == after:
        facts |= {"after": before.table.version, "length": after.table.length, "clocks": {**after.clocks}}
    words = json.dumps(facts, separators=(",", ":"))
    return f"{_signature(after, words)} {words}"


def understood(known: Known, word: str) -> News:
    """Say what a word means to who knows a table so; nothing if it is not of somebody who knows the table as well."""
    signature, _, words = word.partition(" ")
    if not hmac.compare_digest(signature.encode(), _signature(known, words).encode()):
        return News(None, None)
    facts = json.loads(words)
    presser = facts.get("presser")
    if facts.get("after") != known.table.version:
        return News(None, presser)
    return News(_carried_on(known, facts["length"], facts["clocks"]), presser)


def _carried_on(known: Known, length: int, clocks: Mapping[str, int]) -> Known:
    """Return a table at its next version, with a longer log and other clocks."""
    table = replace(known.table, version=known.table.version + 1, length=length)
    return known._replace(table=table, clocks=clocks)


def _signature(known: Known, words: str) -> str:
    table = known.table
    return hmac.digest(table.secret, f"{table.table_id} {words}".encode(), "sha256").hex()[:32]
