"""What every seat of a finished game is to have won or lost, reckoned from its log, and what the ledger says.

Reckoned by what docs/money.md says and by nothing that the bot reckons with: it may be wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from benches.soak.databases import Read
from engines import catalog
from engines.core import Header, Outcome

PLACES = (60, 30, 10)
"""Per cent of a purse for the first three; of two seats the first has it all."""


class Movement(NamedTuple):
    """Coins that went from one account to another."""

    key: str
    source: str
    target: str
    amount: int


class Table(NamedTuple):
    """A finished game, as far as its money goes."""

    guild_id: int
    buy_in: int
    """What every seat paid in; 0 where no coins move."""
    owners: Sequence[int | None]
    """Who is paid for each seat; None: nobody, for a computer player sits there."""
    movements: Sequence[Movement]


def wrong_payouts(read: Read, table_id: str, header: Header, outcome: Outcome) -> Iterator[str]:
    """Say whose coins are not what a finished game, by its log, has brought them."""
    yield from wrong_in_ledger(_table(read, table_id), table_id, header, outcome)


def _table(read: Read, table_id: str) -> Table:
    ((guild_id, stakes, buy_in),) = read(
        "SELECT guild_id, stakes, buy_in FROM tables WHERE table_id = ?", table_id
    )
    owners = read("SELECT owner_id FROM seats WHERE table_id = ? ORDER BY seat", table_id)
    moved = read(
        "SELECT key, source, target, amount FROM movements WHERE table_id = ? AND reason <> 'opening'",
        table_id,
    )
    return Table(
        *(guild_id, buy_in if stakes else 0, [owner for (owner,) in owners]),
        [Movement(*row) for row in moved],
    )


def wrong_in_ledger(table: Table, table_id: str, header: Header, outcome: Outcome) -> Iterator[str]:
    """Say at which seats a table's movements are not what its outcome is worth."""
    if not table.buy_in:
        if table.movements:
            yield "coins were moved, though it was played for none"
        return
    worth = finals(header, table.buy_in, outcome)
    if len(worth) != len(table.owners):
        yield f"{len(table.owners)} seats were taken, and {len(worth)} have played"
        return
    kept = _under(table, f"remainder:{table_id}")  # what newcomers lost, and what was lost of loans
    for seat, (owner, final) in enumerate(zip(table.owners, worth, strict=True)):
        if owner is None:
            expected, found = max(final, 0), _under(table, f"pay_out:{table_id}:{seat}")
        else:
            expected, found = final - table.buy_in, _gained(table, owner)
        if owner is not None and 0 <= found < expected and expected - found <= kept:
            kept -= expected - found
        elif found != expected:
            yield f"seat {seat} was to get {expected:+d} coins, and got {found:+d}"


def _gained(table: Table, user: int) -> int:
    """Return by how much a table changed what somebody is worth."""
    theirs = {f"{kind}:{table.guild_id}:{user}" for kind in ("wallet", "marker")}
    return sum(each.amount * ((each.target in theirs) - (each.source in theirs)) for each in table.movements)


def _under(table: Table, key: str) -> int:
    return sum(each.amount for each in table.movements if each.key == key)


def finals(header: Header, buy_in: int, outcome: Outcome) -> list[int]:
    """Return what every seat gets out, in coins; below zero it owes so much."""
    game = catalog.game(header.game, header.edition, header.rules)
    money = game.starting_money(game.options(header.options))
    if money is None:
        return _purse(buy_in * len(outcome.scores), outcome)
    of_one = buy_in // money.times
    return [int(_sign(score) * (abs(score) * of_one // money.amount)) for score in outcome.scores]


def _sign(score: int) -> int:
    return -1 if score < 0 else 1


def _purse(coins: int, outcome: Outcome) -> list[int]:
    """Share a purse: those who tie share what their places bring, and the first of them has what is left."""
    seats = range(len(outcome.scores))
    per_cent = [100] if len(seats) == 2 else [*PLACES]
    places = [coins * each // 100 for each in per_cent] + [0] * len(seats)
    places[0] += coins - sum(places)
    paid = [0] * len(seats)
    for seat in seats:
        better = [other for other in seats if _merit(outcome, other) > _merit(outcome, seat)]
        equal = [other for other in seats if _merit(outcome, other) == _merit(outcome, seat)]
        together = sum(places[len(better) : len(better) + len(equal)])
        paid[seat] = together // len(equal) + (equal.index(seat) < together % len(equal))
    return paid


def _merit(outcome: Outcome, seat: int) -> tuple[bool, int]:
    return seat in outcome.winners, outcome.scores[seat]
