"""What the end of a game means for its people: their careers, and what they have achieved for the first time.

It is noted in the step that ends the game, by what is public then. The table keeps what was new by seat, such as
`0:hat_trick 2:turfe.jackpot`, or `-:hundred_to_one` for somebody who watched; so the post that tells the end tells it
as well, however often it has to be made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from bot import bank
from bot.achievements import ANY_GAME, HUNDRED_TO_ONE, LONG_ODDS, Career, Ended
from bot.bank import Receipt, profiles
from bot.bank.playing import PEOPLE_FOR_STAKES
from bot.bank.profiles import Placed
from bot.bank.tote import Pool, Race
from bot.tables.stakes import merits
from bot.tables.standing import Standing, read_log
from bot.tables.step import Step
from bot.tables.table import Table
from engines.core import Outcome, Seat

WATCHED = "-"
"""Stands where the number of a seat would."""


class Honour(NamedTuple):
    """Something that was achieved at a table for the first time."""

    seat: Seat | None
    """None: by somebody who watched."""
    feat: str


def read(honours: str) -> list[Honour]:
    """Read what a table keeps."""
    pairs = (each.split(":", 1) for each in honours.split())
    return [Honour(None if seat == WATCHED else int(seat), feat) for seat, feat in pairs]


def written(honours: Iterable[Honour]) -> str:
    """Write it."""
    return " ".join(f"{WATCHED if seat is None else seat}:{feat}" for seat, feat in honours)


def note(db: Connection, step: Step, standing: Standing, receipts: Sequence[Receipt]) -> None:
    """Note how a game that is over ended for its people; of one that was for practice, nothing.

    `receipts` are what it was paid out by; none: it was not played for coins. The books are held from then on.
    """
    table, outcome = step.table, standing.match.outcome
    people = {seat: user for seat, user in enumerate(table.owners) if user is not None}
    if outcome is None or len(people) < PEOPLE_FOR_STAKES:
        return
    feats, rows = step.games.feats(table.game), read_log(db, table)
    ranks = places(outcome)
    profits = {receipt.seat: receipt.final - table.buy_in for receipt in receipts}
    placed = [Placed(user, ranks[seat], profits.get(seat)) for seat, user in people.items()]
    backed = Counter((people[seat], horse) for seat, horse in feats.bets(rows) if seat in people)
    careers = profiles.note_ended(db, table.guild_id, table.table_id, table.game, placed, backed)
    ended = Ended(
        game=table.game,
        rows=rows,
        places=ranks,
        careers={seat: _career(careers[user]) for seat, user in people.items()},
        buy_in=table.buy_in,
        profits=profits or None,
        worth={receipt.seat: receipt.balance - receipt.owed for receipt in receipts} or None,
    )
    done = [
        (seat, user, feat.key)
        for seat, user in people.items()
        for feat in (*ANY_GAME, *feats.own)
        if feat.found(ended, seat)
    ]
    _achieve(db, step, done)


def places(outcome: Outcome) -> list[int]:
    """Return everybody's place by seat, as the results have it: where nobody has a point, nobody has won."""
    ranked = merits(outcome)
    first = 1 if any(outcome.scores) else 2
    return [first + sum(other > mine for other in ranked) for mine in ranked]


def _career(noted: profiles.Career) -> Career:
    return Career(noted.games, noted.wins, noted.streak, frozenset(noted.won.split()))


def note_tote(db: Connection, step: Step, race: Race) -> None:
    """Note who has won an exacta at long odds, in the step that has settled the race."""
    lucky = profiles.long_shots(db, race.table, race.number, Pool.EXACTA, LONG_ODDS)
    _achieve(db, step, [(None, user, HUNDRED_TO_ONE) for user in lucky])


def watched(db: Connection, table: Table) -> list[tuple[int, str]]:
    """Return what those have achieved at a table who watched, by their ids; nothing is asked where nobody has."""
    if all(honour.seat is not None for honour in read(table.honours)):
        return []
    return profiles.watchers_feats(db, table.table_id)


def _achieve(db: Connection, step: Step, done: Sequence[tuple[Seat | None, int, str]]) -> None:
    table = step.table
    new = bank.profiles.achieve(db, table.guild_id, table.table_id, done, step.now)
    if new:
        step.change(db, honours=written([*read(table.honours), *(Honour(*each) for each in new)]))
