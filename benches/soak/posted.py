"""What stands on the sandbox once everything is posted, held against what the outbox says of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from benches.soak.books import Books
from sandbox import Sandbox
from sandbox.model import Message

ONCE = re.compile(r"'(p:\w+:0:(?:rematch|options))'")
"""Controls that one message of a table carries: that of its end, or its lobby."""

NEEDED = {"finished": {"lobby", "final"}, "running": {"lobby", "board"}, "lobby": {"lobby"}}
"""Which posts stand of a table, by its status; of each seat of one that runs its desk as well."""

LEFT_STANDING = {"finished", "running", "lobby", "expired"}
"""What may become of a table while people play on: nobody cancels one."""


def wrong_statuses(books: Books) -> Iterator[str]:
    """Name the tables that are neither finished nor in play."""
    for table_id, status in books.read("SELECT table_id, status FROM tables"):
        if status not in LEFT_STANDING:
            yield f"table {table_id} is {status}"


def not_standing(books: Books, sandbox: Sandbox) -> Iterator[str]:
    """Name the posts of tables that ought to stand and do not."""
    posts = books.read("SELECT table_id, kind, user_id, channel_id, message_id FROM outbox")
    standing: dict[str, set[str]] = {}
    for table_id, kind, user_id, channel_id, message_id in posts:
        if message_id is None:
            continue
        channel = sandbox.world.channels.get(str(channel_id))
        if channel and str(message_id) in channel.messages:
            standing.setdefault(table_id, set()).add(f"{kind} {user_id}" if kind == "desk" else kind)
        else:
            yield f"table {table_id}: its {kind} was posted and does not stand"
    for table_id, status in books.read("SELECT table_id, status FROM tables"):
        needed = set(NEEDED.get(status, ()))
        if status == "running":
            needed |= {f"desk {user_id}" for user_id in books.seated(table_id)}
        if missing := sorted(needed - standing.get(table_id, set())):
            yield f"table {table_id}, {status}: no {', '.join(missing)} stands"


def standing_twice(sandbox: Sandbox) -> Iterator[str]:
    """Name what stands in two messages, though there is one of each."""
    messages = (
        message for channel in sandbox.world.channels.values() for message in channel.messages.values()
    )
    counted = Counter(control for message in messages for control in set(ONCE.findall(_controls(message))))
    yield from (f"{times} messages carry {control}" for control, times in counted.items() if times > 1)


def _controls(message: Message) -> str:
    return repr(message.components)
