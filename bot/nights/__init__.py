"""Race nights: evenings of several games, knock-outs and leagues. It knows tables and the database, and no Discord."""

from bot.nights import commands
from bot.nights.commands import MOST_NAMES, REMIND, note_posted, note_shown
from bot.nights.dealing import POINTS
from bot.nights.leagues import League, league_of
from bot.nights.night import (
    LEAST_PEOPLE,
    Best,
    Cancelled,
    Form,
    Line,
    NameState,
    Night,
    NightRefusal,
    NightRefused,
    NightStatus,
    NotCalled,
    Plan,
    TableState,
)
from bot.nights.nights import LOBBY_WAITS, Nights
from bot.nights.personal import forget, kept_about
from bot.nights.rows import active, find
from bot.nights.when import LONGEST_WHEN, When, read_when, the_zone

__all__ = [
    "LEAST_PEOPLE",
    "LOBBY_WAITS",
    "LONGEST_WHEN",
    "MOST_NAMES",
    "POINTS",
    "REMIND",
    "Best",
    "Cancelled",
    "Form",
    "League",
    "Line",
    "NameState",
    "Night",
    "NightRefusal",
    "NightRefused",
    "NightStatus",
    "Nights",
    "NotCalled",
    "Plan",
    "TableState",
    "When",
    "active",
    "commands",
    "find",
    "forget",
    "kept_about",
    "league_of",
    "note_posted",
    "note_shown",
    "read_when",
    "the_zone",
]
