"""A lesson as it is stored: a row, read and written."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from sqlalchemy import Row

from bot.tables.table import Taken

_ALPHABET = "ABCDEFGHJKLMNPQRTUVWXYZ2346789"
_MARK = "0"
"""What the id of a lesson begins with, and that of no table has in it."""
_ID_LENGTH = 8


def is_lesson(table_id: str) -> bool:
    """Whether the id that a control carries is a lesson's, and not a table's."""
    return table_id.startswith(_MARK)


def new_id() -> str:
    """Draw the id of a lesson: long enough that no control of an older one is taken for its own."""
    return _MARK + "".join(secrets.choice(_ALPHABET) for _ in range(_ID_LENGTH))


class Decided(NamedTuple):
    """What one seat decided; `taken` says why, if it was decided in the learner's place."""

    seat: int
    action: Mapping[str, Any]
    taken: Taken | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredLesson:
    """One person's lesson."""

    lesson_id: str
    user_id: int
    game: str
    deal: str
    """Names the rules, the options and the deal by which it is played."""
    names: Sequence[str]
    """The name of every seat; the first is the learner's."""
    decided: Sequence[Decided] = ()
    draft: Mapping[str, Any]
    """The slip that is being filled in."""
    drafted_at: int = 0
    """The length of the log at which its question arose; for another one it is void."""
    orders: Mapping[str, str]
    """Kinds of action that the learner leaves to a computer player."""

    @classmethod
    def read(cls, row: Row[Any]) -> Self:
        """Return what a row says."""
        decided = [
            Decided(seat, action, Taken(taken) if taken else None)
            for seat, action, taken in json.loads(row.decided)
        ]
        return cls(
            lesson_id=row.lesson_id,
            user_id=row.user_id,
            game=row.game,
            deal=row.deal,
            names=tuple(json.loads(row.names)),
            decided=tuple(decided),
            draft=json.loads(row.draft),
            drafted_at=row.drafted_at,
            orders=json.loads(row.orders),
        )

    @property
    def written(self) -> dict[str, object]:
        """The row of it, but for when something was pressed."""
        return {
            "lesson_id": self.lesson_id,
            "user_id": self.user_id,
            "game": self.game,
            "deal": self.deal,
            "names": json.dumps(self.names),
            "decided": json.dumps([[*each] for each in self.decided]),
            "length": len(self.decided),
            "draft": json.dumps(dict(self.draft)),
            "drafted_at": self.drafted_at,
            "orders": json.dumps(dict(self.orders)),
        }

    def slip(self, asked: int) -> Mapping[str, Any]:
        """Return the slip begun for the question that arose at this length of the log; empty if there is none."""
        return self.draft if self.drafted_at == asked else {}
