"""Zones that people name by what their clocks show beside UTC: `UTC+2`, `GMT-5`.

The IANA database has them with the sign turned round, after POSIX: `Etc/GMT-2` is two hours ahead. Whoever types
`GMT+2` means that one, and not `Etc/GMT+2`, which is two hours behind.
"""

from __future__ import annotations

import re

MOST_AHEAD, MOST_BEHIND = 14, 12
"""Hours by which a zone of the database is ahead of UTC, or behind it, at most."""

_TYPED = re.compile(r"(?:utc|gmt)([+-])(\d{1,2})(?::?00)?", re.ASCII)
_STORED = re.compile(r"Etc/GMT([+-])([1-9]\d?)")


def zone_at(typed: str) -> str | None:
    """Return the database's name of what somebody typed, in small letters and without spaces; None: it is no offset."""
    found = _TYPED.fullmatch(typed)
    if found is None or (hours := int(found[2])) > (MOST_AHEAD if found[1] == "+" else MOST_BEHIND):
        return None
    return f"Etc/GMT{_turned(found[1])}{hours}" if hours else "UTC"


def called(zone: str) -> str:
    """Return a zone as people name it."""
    found = _STORED.fullmatch(zone)
    return f"UTC{_turned(found[1])}{found[2]}" if found else zone


def _turned(sign: str) -> str:
    return "-" if sign == "+" else "+"
