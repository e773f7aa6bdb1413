"""Custom ids: the address a button carries, `p:<table>:<n>:<what>` at a table, `s:<what>` elsewhere.

`n` is the log length at which the decision arose (0 in a lobby), so that a button pressed late is told from one
pressed in time. An id says what was pressed and never who pressed it; anybody can forge one.
Source: Discord's documentation of message components, "Custom ID" (1 to 100 characters).
"""

from __future__ import annotations

import re
from typing import NamedTuple

_FORM = re.compile(r"p:([A-Z0-9]{4,12}):(0|[1-9][0-9]{0,8}):([a-z0-9_.+-]{1,70})")
_GUILD_FORM = re.compile(r"s:([a-z0-9_.+-]{1,90})")


class CustomId(NamedTuple):
    """Which table, which decision, which control."""

    table: str
    n: int
    what: str

    def __str__(self) -> str:
        return f"p:{self.table}:{self.n}:{self.what}"

    @classmethod
    def read(cls, text: str) -> CustomId | None:
        """Parse an id; None if it is not one of ours, which includes every malformed one."""
        match = _FORM.fullmatch(text)
        return cls(match[1], int(match[2]), match[3]) if match else None


class GuildId(NamedTuple):
    """Which control of a screen that belongs to no table, such as `s:settings.pictures.off`."""

    what: str

    def __str__(self) -> str:
        return f"s:{self.what}"

    @classmethod
    def read(cls, text: str) -> GuildId | None:
        """Parse an id; None if it is not one of these, which includes every malformed one."""
        match = _GUILD_FORM.fullmatch(text)
        return cls(match[1]) if match else None
