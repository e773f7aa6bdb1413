"""What one accepted move asks the database for, counted underneath everything of the bot: the same on every machine."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from statistics import mean

from benches.crowd import Party
from benches.figures import Measured
from benches.ground import new_ground
from benches.measured_process import HERE, Checkout, Subject

PEOPLE = (2, 6)
"""How many sit at the tables at which it is counted."""

MOVES = 40
"""How many moves of each are counted."""

FIRST = 10
"""Moves before it is counted: by then everything is known that a table asks for once."""

QUIET = 0.3
"""Seconds without a statement after which all that a press led to is done."""

KINDS = ("statements", "transactions", "writing transactions")

Counted = dict[str, float]


async def measure(checkouts: Sequence[Checkout] = (HERE,), people: Sequence[int] = PEOPLE) -> list[Measured]:
    """Count what moves cost that are made one after another, each when the one before is done in every respect."""
    figures: list[Measured] = []
    for checkout in checkouts:
        for seats in people:
            moves = await _moves(checkout, seats)
            case = " ".join(filter(None, (f"{seats} people", checkout.name)))
            for kind in KINDS:
                counts = [move[kind] for move in moves]
                figures.append(Measured("bot", case, f"{kind} a move", mean(counts)))
                figures.append(Measured("bot", case, f"{kind} a move, most", max(counts)))
    return figures


async def _moves(checkout: Checkout, people: int) -> list[Counted]:
    """Play at one table; return what each move asked for, the posts that it led to included."""
    async with new_ground() as ground, Party(ground.sandbox, 1, people) as party:
        subject = await ground.start("bot", "counted", checkout)
        await party.start()
        moves: list[Counted] = []
        before, decided = await _at_rest(subject), _decisions(ground.file)
        while len(moves) < FIRST + MOVES:
            await party.press()
            after, now = await _at_rest(subject), _decisions(ground.file)
            if now == decided + 1:
                moves.append({kind: after[kind] - before[kind] for kind in KINDS})
            before, decided = after, now
        await subject.stop()
        return moves[FIRST:]


def _decisions(database: Path) -> int:
    """Return how many decisions of people stand in the logs."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        (decisions,) = db.execute("SELECT count(*) FROM log WHERE action IS NOT NULL AND NOT auto").fetchone()
    return int(decisions)


async def _at_rest(subject: Subject) -> Counted:
    """Wait until nothing more is asked of the database, and return all that was."""
    counted = await subject.report()
    while True:
        await asyncio.sleep(QUIET)
        now = await subject.report()
        if now["statements"] == counted["statements"]:
            return now
        counted = now
