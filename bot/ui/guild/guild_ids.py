"""Custom ids of controls that belong to no table: `s:<what>`, such as `s:settings.pictures.off`.

Like those of tables they say what was pressed and never who pressed it, and anybody can forge one.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_FORM = re.compile(r"s:([a-z0-9_.+-]{1,90})")


class GuildId(NamedTuple):
    """Which control."""

    what: str

    def __str__(self) -> str:
        return f"s:{self.what}"

    @classmethod
    def read(cls, text: str) -> GuildId | None:
        """Parse an id; None if it is not one of these, which includes every malformed one."""
        match = _FORM.fullmatch(text)
        return cls(match[1]) if match else None

    def parts(self) -> tuple[str, ...]:
        """Split it at its dots."""
        return tuple(self.what.split("."))
