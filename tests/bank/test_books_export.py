"""The books of a guild as CSV: all of its movements and no others, whatever the pages."""

from __future__ import annotations

import csv
from collections.abc import Sequence

import pytest

from bot import bank
from bot.bank.accounts import house, wallet
from bot.bank.ledger import Memo, Reason, move
from bot.db import Database
from tests.bank.books import ANN, GUILD, NOW
from tests.databases import writing

OTHER = ANN
"""A guild that bears the number of a person."""


async def fill(store: Database) -> None:
    with writing(store) as db:
        for number in range(7):
            move(db, house(GUILD), wallet(GUILD, OTHER), 10, Memo(f"a{number}", Reason.GRANT, NOW))
            move(db, house(OTHER), wallet(OTHER, GUILD), 10, Memo(f"b{number}", Reason.GRANT, NOW))


async def found(store: Database, guild: int, **sizes: int) -> Sequence[Sequence[str]]:
    written = b"".join([page.written async for page in bank.pages(store.read, guild, **sizes)])
    return [*csv.reader(written.decode().splitlines())]


async def test_the_books_are_lines_of_csv_the_newest_first(store: Database) -> None:
    await fill(store)
    head, newest, *_, oldest = await found(store, GUILD)
    assert head == ["movement", "time", "from", "to", "coins", "reason", "table"]
    at = "2026-11-25T12:00:00.000+00:00"
    assert newest[1:] == [at, "house:1", "wallet:1:11", "10", "grant", ""]
    assert oldest[1:] == [at, "house:1", "wallet:1:11", "5000", "opening", ""]


@pytest.mark.parametrize(("size", "looked_at"), [(1, 1), (1, 5), (3, 4), (4, 3), (8, 100), (100, 1)])
async def test_pages_of_any_size_hold_every_movement_of_the_guild_once_and_no_others(
    store: Database, size: int, looked_at: int
) -> None:
    await fill(store)
    _, *lines = await found(store, GUILD, size=size, looked_at=looked_at)
    assert len(lines) == 8
    assert {cell.split(":")[1] for line in lines for cell in line[2:4]} == {str(GUILD)}
    assert [int(line[0]) for line in lines] == sorted({int(line[0]) for line in lines}, reverse=True)


async def test_a_guild_without_books_has_the_names_of_the_columns_alone(store: Database) -> None:
    await fill(store)
    assert len(await found(store, 7)) == 1


async def test_between_two_pages_the_database_is_free_and_what_moves_then_is_not_among_them(
    store: Database,
) -> None:
    await fill(store)
    count = 0
    async for page in bank.pages(store.read, GUILD, size=2):
        count += page.movements
        with writing(store) as db:  # of the same task: it would be refused inside a reading
            memo = Memo(f"meanwhile {count}", Reason.GRANT, NOW)
            move(db, house(GUILD), wallet(GUILD, OTHER), 10, memo)
    assert count == 8
