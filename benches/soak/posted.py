"""What stands on the sandbox once everything is posted, held against what the outbox says of it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from itertools import zip_longest

from benches.soak.books import Books
from sandbox import Sandbox
from sandbox.model import Channel, Message
from sandbox.snowflakes import moment_of

ONCE = re.compile(r"'(p:\w+:0:(?:rematch|options))'")
"""Controls that one message of a table carries: that of its end, or its lobby."""

DESK = re.compile(r"Your desk · .* ([0-9A-Z]{6})\b")
"""What a desk says of itself, and of which table it is."""

CUT_OFF_WITHIN = 15.0
"""Seconds after a desk was sent in which the one before is removed."""

NEEDED = {"finished": {"lobby", "final"}, "running": {"lobby", "board"}, "lobby": {"lobby"}}
"""Which posts stand of a table, by its status; of each seat of one that runs its desk as well."""

LEFT_STANDING = {"finished", "running", "lobby", "expired"}
"""What may become of a table while people play on: nobody cancels one."""


_PLACES = (
    "SELECT table_id, kind, user_id, channel_id, message_id, opened_channel_id, opened_message_id FROM outbox"
)


def wrong_statuses(books: Books) -> Iterator[str]:
    """Name the tables that are neither finished nor in play."""
    for table_id, status in books.read("SELECT table_id, status FROM tables"):
        if status not in LEFT_STANDING:
            yield f"table {table_id} is {status}"


def not_standing(books: Books, sandbox: Sandbox) -> Iterator[str]:
    """Name the posts of tables that ought to stand and do not.

    A desk that its owner has opened elsewhere is not sent to the direct messages before they leave it.
    """
    standing: dict[str, set[str]] = {}
    for table_id, kind, user_id, *posted, opened_channel, opened_message in books.read(_PLACES):
        is_standing = _stands(sandbox, *posted)
        if is_standing or _stands(sandbox, opened_channel, opened_message):
            standing.setdefault(table_id, set()).add(f"{kind} {user_id}" if kind == "desk" else kind)
        if not is_standing and None not in posted:
            yield f"table {table_id}: its {kind} was posted and does not stand"
    for table_id, status in books.read("SELECT table_id, status FROM tables"):
        needed = set(NEEDED.get(status, ()))
        if status == "running":
            needed |= {f"desk {user_id}" for user_id in books.seated(table_id)}
        if missing := sorted(needed - standing.get(table_id, set())):
            yield f"table {table_id}, {status}: no {', '.join(missing)} stands"


def _stands(sandbox: Sandbox, channel_id: int | None, message_id: int | None) -> bool:
    channel = sandbox.world.channels.get(str(channel_id))
    return channel is not None and str(message_id) in channel.messages


def standing_twice(sandbox: Sandbox) -> Iterator[str]:
    """Name what stands in two messages of everybody's, though there is one of each; desks offer a rematch as well."""
    messages = (
        message
        for channel in sandbox.world.channels.values()
        for message in channel.messages.values()
        if channel.guild_id is not None and message.visible_to is None
    )
    counted = Counter(control for message in messages for control in set(ONCE.findall(_controls(message))))
    yield from (f"{times} messages carry {control}" for control, times in counted.items() if times > 1)


def desks_twice(
    books: Books, sandbox: Sandbox, removals: Collection[str], killed: Iterable[float]
) -> Iterator[str]:
    """Name the desks of which more than one stands, of one table and person.

    One that is sent anew leaves the one before standing where its removal failed, and was asked for (`removals`), or
    where a process was killed just before (`killed`, in seconds since 1970). One that was sent just before a kill is
    found by whatever is sent next, which is nothing before its owner is called who has another one open elsewhere.
    """
    killed = [*killed]
    known = books.read("SELECT table_id, user_id, message_id, opened_until FROM outbox WHERE kind = 'desk'")
    own = {str(message_id) for *_, message_id, _ in known}
    opened = {(table_id, str(user_id)) for table_id, user_id, _, opened_until in known if opened_until}
    desks: dict[tuple[str, str], list[str]] = defaultdict(list)
    for channel, message in _posts(sandbox):
        if channel.guild_id is None and (found := DESK.search(_words(message))):
            desks[channel.id, found[1]].append(message.id)
    for (channel_id, table_id), standing in desks.items():
        ordered = sorted(standing, key=int)
        owner = sandbox.world.channels[channel_id].other(sandbox.world.bot.id)
        is_open = (table_id, owner.id) in opened
        left = [
            one
            for one, next_one in zip_longest(ordered, ordered[1:])
            if one not in own | {*removals}
            and not (next_one and _was_cut_off(next_one, killed))
            and not (is_open and _was_cut_off(one, killed))
        ]
        if left:
            yield f"table {table_id}: {1 + len(left)} desks of one person stand"


def _was_cut_off(message_id: str, killed: Iterable[float]) -> bool:
    """Whether a process was killed soon after it sent a message."""
    return any(0 <= at - moment_of(message_id) <= CUT_OFF_WITHIN for at in killed)


def lines_twice(books: Books, sandbox: Sandbox) -> Iterator[str]:
    """Name the public posts, such as notices, calls to who takes no direct messages and results, that stand twice.

    A message of the same words stands beside one that the outbox knows, and it knows only that one. Boards stay
    where they are, and who told which rows is held elsewhere.
    """
    rows = books.read(
        "SELECT message_id, table_id, kind FROM outbox WHERE message_id IS NOT NULL AND kind NOT IN ('board', 'desk')"
    )
    known = {str(message_id): (table_id, kind) for message_id, table_id, kind in rows}
    said: dict[tuple[str, str], list[str]] = defaultdict(list)
    for channel, message in _posts(sandbox):
        if channel.guild_id is not None:
            said[channel.id, _words(message)].append(message.id)
    for same in said.values():
        ours = [each for each in same if each in known]
        if ours and len(same) > len(ours):
            table_id, kind = known[ours[0]]
            yield f"table {table_id}: {len(same)} messages are its {kind}, of {len(ours)} that there are"


def _posts(sandbox: Sandbox) -> Iterator[tuple[Channel, Message]]:
    """Yield every message that stands and that the bot posted by itself: an answer to a press is none."""
    for channel in sandbox.world.channels.values():
        for message in channel.messages.values():
            is_answer = message.answers is not None or message.visible_to is not None
            if message.author.id == sandbox.world.bot.id and message.nonce is not None and not is_answer:
                yield channel, message


def _words(message: Message) -> str:
    return "\n".join((message.content, *_texts(message.components)))


def _texts(value: object) -> Iterator[str]:
    """Yield what is written in components, wherever it stands."""
    if isinstance(value, dict):
        if isinstance(text := value.get("content"), str):
            yield text
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def _controls(message: Message) -> str:
    return repr(message.components)
