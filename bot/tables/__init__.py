"""Running matches: load, act, append. Knows no Discord.

A table is a row, its seats and an append-only log; where it stands is that log, folded. What can be done at a table are
plain functions in modules named `…_commands`, by what they are about; `Tables.step` runs one in a transaction.
"""

from bot.tables.day_commands import Vote
from bot.tables.reading import Reading
from bot.tables.refusals import Refusal, Refused, StartRefused
from bot.tables.standing import Standing
from bot.tables.table import Opening, Person, Seat, Status, Table, Visitor
from bot.tables.tables import Tables

__all__ = [
    "Opening",
    "Person",
    "Reading",
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
