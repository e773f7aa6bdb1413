"""Time zones of the IANA database, and which of them a person means by what they type."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from bot.tables.offsets import called, zone_at

_EASTERN = ("America/New_York", "UTC-5")
_CENTRAL = ("America/Chicago", "America/Mexico_City", "UTC-6")
_MOUNTAIN = ("America/Denver", "America/Phoenix", "UTC-7")
_PACIFIC = ("America/Los_Angeles", "America/Vancouver", "UTC-8")
_BERLIN = ("Europe/Berlin", "Europe/Paris", "UTC+1")
_ATHENS = ("Europe/Athens", "Europe/Kyiv", "UTC+2")
_LISBON = ("Europe/Lisbon", "Atlantic/Canary", "UTC+0")

UNCLEAR: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(("et", "est", "edt", "eastern"), _EASTERN),
    **dict.fromkeys(("ct", "cdt", "central"), _CENTRAL),
    "cst": ("America/Chicago", "Asia/Shanghai", "America/Costa_Rica"),
    **dict.fromkeys(("mt", "mst", "mdt", "mountain"), _MOUNTAIN),
    **dict.fromkeys(("pt", "pdt", "pacific"), _PACIFIC),
    "pst": ("America/Los_Angeles", "Asia/Manila", "UTC-8"),
    **dict.fromkeys(("akst", "akdt"), ("America/Anchorage", "UTC-9")),
    **dict.fromkeys(("ast", "adt"), ("America/Halifax", "America/Puerto_Rico", "Asia/Riyadh")),
    **dict.fromkeys(("amt", "amst"), ("America/Manaus", "Asia/Yerevan")),
    "act": ("Australia/Canberra", "America/Rio_Branco"),
    "ist": ("Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"),
    "bst": ("Europe/London", "Asia/Dhaka"),
    "gst": ("Asia/Dubai", "Atlantic/South_Georgia"),
    "sst": ("Pacific/Pago_Pago", "Asia/Singapore"),
    **dict.fromkeys(("cet", "cest", "met", "mest", "mez", "mesz"), _BERLIN),
    **dict.fromkeys(("eet", "eest"), _ATHENS),
    **dict.fromkeys(("wet", "west"), _LISBON),
    "east": ("America/New_York", "America/Sao_Paulo", "Pacific/Easter"),
    **dict.fromkeys(("aest", "aedt"), ("Australia/Sydney", "Australia/Brisbane")),
    **dict.fromkeys(("acst", "acdt"), ("Australia/Adelaide", "Australia/Darwin")),
    **dict.fromkeys(("nst", "ndt"), ("America/St_Johns", "UTC-3")),
    **dict.fromkeys(("nzst", "nzdt"), ("Pacific/Auckland", "UTC+12")),
}
"""Abbreviations of two zones, or of a clock that a zone shows for half of the year, each with what may be meant.

The database has zones named `EST`, `MST` and so on: their clocks never change, which nobody in New York means.
"""

_CLEAR: Mapping[str, str] = {
    **dict.fromkeys(("utc", "gmt", "z"), "UTC"),
    "hst": "Pacific/Honolulu",
    "jst": "Asia/Tokyo",
    "kst": "Asia/Seoul",
    "msk": "Europe/Moscow",
}
"""Abbreviations of one zone, whose clocks never change."""


WELL_KNOWN = (
    "UTC",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Paris",
    "Europe/Madrid",
    "Europe/Rome",
    "Europe/Warsaw",
    "Europe/Athens",
    "Europe/Istanbul",
    "Europe/Moscow",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Toronto",
    "America/Mexico_City",
    "America/Sao_Paulo",
    "Africa/Johannesburg",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Singapore",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""Zones to offer before anything is typed; as many as Discord shows."""


@cache
def zone_names() -> tuple[str, ...]:
    """Name every zone, in the order of letters; from one file, for the library would open one for each."""
    listed = files("tzdata").joinpath("zones").read_text(encoding="utf-8")
    return tuple(sorted(listed.split()))


def zones_meant(typed: str) -> Sequence[str]:
    """Return the zone that a person means: by its name, its city, an abbreviation or `UTC+2`.

    None at all: there is no such zone. Several: what was typed may be any of them, some written as `UTC-5`.
    """
    key = key_of(typed)
    if found := zone_at(key) or _CLEAR.get(key) or _by_key().get(key):
        return UNCLEAR.get(key, (found,))
    return UNCLEAR.get(key, ())


def zones_like(typed: str, most: int) -> Sequence[str]:
    """Return the zones to offer while a name is typed: the zones that it means, then all that have it in them.

    Nothing typed: well-known ones. Former names, such as Asia/Calcutta, are offered only where no other has it in them.
    """
    key = key_of(typed)
    if not key:
        return WELL_KNOWN[:most]
    if meant := UNCLEAR.get(key):
        return meant
    found = [name for name in _current_names() if key in key_of(name)]
    found.sort(key=lambda name: not key_of(name.rpartition("/")[2]).startswith(key))
    if key in _CLEAR or zone_at(key):
        found.insert(0, called(zones_meant(key)[0]))
    return list(dict.fromkeys(found or _named_like(key)))[:most]


@cache
def _current_names() -> Sequence[str]:
    """Name UTC and the zones of all countries, without former names; in the order of letters."""
    lines = files("tzdata").joinpath("zoneinfo").joinpath("zone.tab").read_text(encoding="utf-8").splitlines()
    return ["UTC", *sorted(line.split("\t")[2] for line in lines if not line.startswith("#"))]


def _named_like(key: str) -> Sequence[str]:
    """Return every zone of a region that has this in its name, former names among them."""
    regional = (name for name in zone_names() if "/" in name and not name.startswith(("Etc/", "US/")))
    return [name for name in regional if key in key_of(name)]


@cache
def _by_key() -> Mapping[str, str]:
    """Return every zone by its name, and by the city at its end."""
    named = (name for name in zone_names() if name != "Factory")
    names = sorted(named, key=lambda name: (name.count("/"), name))
    cities = [name for name in names if not name.startswith("Etc/GMT")]  # their signs are turned round
    by_city = {key_of(name.rpartition("/")[2]): name for name in reversed(cities)}
    return by_city | {key_of(name): name for name in names}


def key_of(name: str) -> str:
    """Return a name without what people leave out or add: capitals, spaces, accents."""
    return re.sub(r"[^a-z0-9+/-]", "", unicodedata.normalize("NFKD", name).lower())
