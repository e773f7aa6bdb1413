"""Running matches: load, act, append. Knows no Discord.

A table is a row, its seats and an append-only log; where it stands is that log, folded. `Tables` is the face: what can
be done stands in modules named `…_commands`, by what it is about.
"""

from bot.tables.day_commands import Vote
from bot.tables.refusals import Refusal, Refused, StartRefused
from bot.tables.standing import Standing
from bot.tables.table import Opening, Person, Seat, Status, Table, Visitor
from bot.tables.tables import Tables

__all__ = [
    "Opening",
    "Person",
    "Refusal",
    "Refused",
    "Seat",
    "Standing",
    "StartRefused",
    "Status",
    "Table",
    "Tables",
    "Visitor",
    "Vote",
]
