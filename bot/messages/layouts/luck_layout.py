"""What goes into the luck of a table: a line in its lobby, and the whole list for whoever wants to see it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from bot.messages.custom_ids import CustomId
from bot.messages.layout import MessageLayout, button
from bot.messages.snapshot import Snapshot
from bot.tables import Status, Table
from bot.tables.luck import Ingredient, is_at_once
from bot.texts import Texts
from bot.texts.markup import mention
from engines.core import commitment
from engines.core.salt import digest

NEWEST = 4
"""Presses that a lobby tells; its button lists all."""

MOST_LISTED, MOST_TEXT = 20, 2500
"""Presses, and characters to tell them, in one message; of more, all are in a file beside it."""


def luck_line(snapshot: Snapshot, ingredients: Sequence[Ingredient]) -> str:
    """Tell in a line what the luck is mixed from: the newest presses, and after the start the one that closed it."""
    words, name = snapshot.t.luck, digest(snapshot.table.salt)
    if is_at_once(ingredients):
        return words.at_once(name, snapshot.table.table_id)
    if snapshot.table.length and ingredients:
        return words.closed(
            name, len(ingredients), press_line(snapshot, ingredients[-1]), snapshot.table.table_id
        )
    newest = [press_line(snapshot, ingredient) for ingredient in ingredients[-NEWEST:]]
    return words.so_far(name, newest, len(ingredients) - len(newest))


def seal_line(snapshot: Snapshot) -> str:
    """Show the commitment; once the table is over, with its secret."""
    words, secret = snapshot.t.lobby, snapshot.table.secret
    if snapshot.table.status.is_open:
        return words.commitment(commitment(secret))
    return words.opened_seal(commitment(secret), secret.hex())


def press_line(snapshot: Snapshot, ingredient: Ingredient) -> str:
    """Tell one press."""
    who = mention(ingredient.user_id) if ingredient.user_id else snapshot.t.luck.somebody
    return snapshot.t.luck.ingredient(
        ingredient.kind, who, ingredient.pressed.at, ingredient.pressed.words, ingredient.why
    )


def listed(snapshot: Snapshot, ingredients: Sequence[Ingredient], user_id: int | None = None) -> list[str]:
    """Tell the newest presses with their ids, those of a user as theirs: as many as fit into a message."""
    lines: deque[str] = deque()
    for number, ingredient in reversed(list(enumerate(ingredients, 1))):
        is_mine = user_id is not None and ingredient.user_id == user_id
        line = snapshot.t.luck.line(
            number, press_line(snapshot, ingredient), ingredient.pressed.press, is_mine=is_mine
        )
        if len(lines) == MOST_LISTED or sum(map(len, lines)) + len(line) > MOST_TEXT:
            break
        lines.appendleft(line)
    return list(lines)


def why_no_words(table: Table, user_id: int, t: Texts) -> str | None:
    """Say why somebody cannot add words to the luck of a table; None: they may, or the table itself refuses."""
    if table.length:
        return t.luck.too_late
    if table.status is Status.LOBBY and table.seat_of(user_id) is None:
        return t.luck.only_players
    return None


def luck_layout(
    snapshot: Snapshot, ingredients: Sequence[Ingredient], user_id: int, head: str = ""
) -> MessageLayout:
    """List what the luck is mixed from, for one who wants to know; who sits in the lobby may add words."""
    table, words = snapshot.table, snapshot.t.luck
    may_add = table.status is Status.LOBBY and table.seat_of(user_id) is not None
    newest = listed(snapshot, ingredients, user_id)
    earlier = len(ingredients) - len(newest)
    lines = [
        words.title(snapshot.game_name, table.table_id),
        *([head] if head else []),
        words.asks_at_once if is_at_once(ingredients) else words.asks(may_add=may_add),
        *newest,
        *([words.more(earlier)] if earlier else []),
        words.digest(digest(table.salt)),
        words.check,
    ]
    add = (button(CustomId(table.table_id, 0, "luck.add"), words.add, emoji="🍀"),)
    return MessageLayout(
        "\n".join(lines),
        controls=(add,) if may_add else (),
        footer=seal_line(snapshot),
        attached=(luck_file(table),) if earlier else (),
    )


def luck_file(table: Table) -> tuple[str, bytes]:
    """Name and write the salt of a table, a press a line."""
    return f"luck-{table.table_id}.txt", "\n".join(table.salt).encode()
