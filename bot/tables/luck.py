"""What goes into the luck of a table: presses and words, in the open as they come, and who made them.

The salt stands in the table's row and later in its log. Who pressed what stands beside it: shown to everybody, and
forgotten with the person.
"""

from __future__ import annotations

import json
import unicodedata
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, func, insert, select, update

from bot.db.schema import presses, tables
from bot.tables.refusals import Refusal, Refused
from bot.tables.table import Table
from engines.core.salt import Pressed, newest, with_press

LONGEST_WORDS = 80
"""Characters that somebody may add at once."""

MOST_WORDS = 3
"""How often one person may add words to one table."""

MOST_JOINS = 9
"""How often one person may join one lobby."""

MOST_PRESSES, MOST_WITH_STARTS = 200, 250
"""Presses in one salt: so many before joins and words are refused, and so many before every Start is."""

_JOINER = "\u200d"
"""Holds together what several characters draw as one, such as a flag or a family."""


class PressKind(StrEnum):
    """What a press was."""

    OPENED = "opened"
    JOINED = "joined"
    WORDS = "words"
    STARTED = "started"
    BY_ITSELF = "by_itself"
    """Nobody pressed: a race night started the race, and Discord's name of the lobby's message closes the luck."""
    REFUSED = "refused"
    """The host pressed Start, and something was missing."""


class Ingredient(NamedTuple):
    """A string of the salt, with what is known of who made it."""

    pressed: Pressed
    kind: PressKind | None = None
    """None: from before it was noted."""
    user_id: int | None = None
    """None: nobody who is remembered."""
    why: Refusal | None = None
    """Why a Start was refused."""


def add(db: Connection, table: Table, new: Ingredient) -> tuple[str, ...]:
    """Note who made a press; return the salt with it."""
    note(db, table.table_id, len(table.salt), new)
    return tuple(with_press(table.salt, new.pressed))


def note(db: Connection, table_id: str, n: int, new: Ingredient) -> None:
    """Note who made the press that arrived as number `n`, from 0."""
    made = {"kind": new.kind, "user_id": new.user_id, "why": new.why}
    db.execute(insert(presses).values(table_id=table_id, n=n, press=new.pressed.press, **made))


def stored(salt: Iterable[str]) -> str:
    """Return a salt as it is stored."""
    return json.dumps(list(salt))


def read(db: Connection, table: Table) -> list[Ingredient]:
    """Read the luck of a table so far, in the order in which it is mixed."""
    rows = db.execute(select(presses).where(presses.c.table_id == table.table_id).order_by(presses.c.n))
    known = defaultdict[int, deque[tuple[PressKind, int | None, Refusal | None]]](deque)
    for row in rows:
        known[row.press].append((PressKind(row.kind), row.user_id, Refusal(row.why) if row.why else None))
    found = (Pressed.read(text) for text in table.salt)
    return [
        Ingredient(each, *(known[each.press].popleft() if known[each.press] else ()))
        for each in found
        if each
    ]


def is_at_once(ingredients: Sequence[Ingredient]) -> bool:
    """Whether one command opened the table and started its race: no press came after the seal was shown."""
    kinds = [each.kind for each in ingredients]
    return kinds == [PressKind.OPENED, PressKind.STARTED] and len({each.pressed for each in ingredients}) == 1


def is_overtaken(table: Table, pressed: Pressed) -> bool:
    """Whether something pressed later is in the luck already."""
    return pressed.at < newest(table.salt)


def require_space(table: Table, most: int = MOST_PRESSES) -> None:
    """Refuse another press where the salt holds so many."""
    if len(table.salt) >= most:
        raise Refused(Refusal.FULL_LUCK, most=most)


def readable(db: Connection, table: Table, user_id: int, text: str) -> str:
    """Return the words somebody adds, as they are kept and shown; refuse none, too long ones, and too many."""
    require_space(table)
    words = normal(text)
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in words):
        raise Refused(Refusal.NO_WORDS)
    if len(words) > LONGEST_WORDS:
        raise Refused(Refusal.LONG_WORDS, most=LONGEST_WORDS)
    mine = (presses.c.table_id == table.table_id) & (presses.c.user_id == user_id)
    said = select(func.count()).select_from(presses).where(mine, presses.c.kind == PressKind.WORDS)
    if (db.scalar(said) or 0) >= MOST_WORDS:
        raise Refused(Refusal.ENOUGH_WORDS, most=MOST_WORDS)
    return words


def normal(text: str) -> str:
    """Put words on one line, in one form, without what cannot be seen: two that look alike are alike."""
    seen = (
        " " if letter.isspace() else letter
        for letter in text
        if letter.isspace() or letter == _JOINER or unicodedata.category(letter)[0] != "C"
    )
    return unicodedata.normalize("NFC", " ".join("".join(seen).split()))


def forget(db: Connection, user_id: int, these: ColumnElement[bool] | None = None) -> list[str]:
    """Forget who made a person's presses; their words go too, where no cards were dealt from them.

    `these` says at which tables, by rows of presses; None: at all. Returns the tables that have not been dealt at:
    their lobbies say something else now.
    """
    mine = presses.c.user_id == user_id if these is None else and_(presses.c.user_id == user_id, these)
    made = defaultdict[str, set[str]](set)
    undealt = select(presses.c.table_id, presses.c.press).join(
        tables, tables.c.table_id == presses.c.table_id
    )
    for table_id, press in db.execute(undealt.where(mine, tables.c.length == 0)):
        made[table_id].add(str(press))
    for table_id, silenced in made.items():
        this = tables.c.table_id == table_id
        salt = json.loads(db.scalar(select(tables.c.salt).where(this)) or "[]")
        kept = [press if (press := text.partition(" ")[0]) in silenced else text for text in salt]
        if kept != salt:
            db.execute(update(tables).where(this).values(salt=stored(kept)))
    db.execute(update(presses).where(mine).values(user_id=None))
    return list(made)
