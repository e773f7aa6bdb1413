"""The names of all time zones, as the IANA database has them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def zone_names() -> tuple[str, ...]:
    """Name every zone, in the order of letters; from one file, for the library would open one for each."""
    listed = files("tzdata").joinpath("zones").read_text(encoding="utf-8")
    return tuple(sorted(listed.split()))
