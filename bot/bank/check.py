"""What finds one kind of mistake in the books: a statement that is built and compiled once, and a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, Self

from sqlalchemy import BigInteger, BindParameter, ColumnElement, Connection, Select, bindparam, true

GUILD: Final[BindParameter[int]] = bindparam("guild", type_=BigInteger)
"""The guild whose books are looked at, in statements that are the same for every guild."""


class Which(NamedTuple):
    """Whose books are looked at: those of `GUILD`, or all."""

    is_one: bool

    def has(self, guild: ColumnElement[int]) -> ColumnElement[bool]:
        """Tell rows of theirs by the column that names a guild."""
        return guild == GUILD if self.is_one else true()


class Check(NamedTuple):
    """Finds mistakes in the books of one guild, or of all."""

    of_one: Select[Any]
    of_all: Select[Any]
    sentence: str
    """What is said of each, with the columns of its row by their names."""

    @classmethod
    def build(cls, wanted: Callable[[Which], Select[Any]], sentence: str) -> Self:
        """Build one from what selects the mistakes where it is told whose books are meant."""
        return cls(wanted(Which(is_one=True)), wanted(Which(is_one=False)), sentence)

    def problems(self, db: Connection, guild: int | None) -> list[str]:
        """Return what is wrong in the books of a guild, or of all (None), a sentence each."""
        wanted = self.of_all if guild is None else self.of_one
        return [self.sentence.format_map(row) for row in db.execute(wanted, {"guild": guild}).mappings()]
