"""`paddock bench bank`: what the bank costs in a large server."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import click

from benches import large_server, options, tote_bets
from benches.figures import Measured, tell
from benches.postgresql_server import own_server
from bot.db import Database


class Large(NamedTuple):
    """How large the server is that is measured, and the race that all bet on."""

    members: int
    movements: int
    bets: int
    people: int
    """Who bet."""


class Case(NamedTuple):
    """What can be measured by itself."""

    line: str
    measure: Callable[[Database, Large], Coroutine[Any, Any, list[Measured]]]


CASES: Mapping[str, Case] = {
    "leaderboard": Case(
        "Boards by every column and stretch of time.",
        lambda store, large: large_server.measured(store, large.members, large.movements),
    ),
    "tote": Case(
        "What one bet costs, the settlement of many, and the odds.",
        lambda store, large: tote_bets.measured(store, large.bets, large.people),
    ),
}


@click.command()
@click.option(
    "--case", "names", type=click.Choice([*CASES]), multiple=True, help="Only this; all if left out."
)
@options.number("--members", click.IntRange(10, 1_000_000), 10_000, "How many people the server has.")
@options.number("--movements", click.IntRange(16, 20_000_000), 1_000_000, "How many movements of coins.")
@options.number("--bets", click.IntRange(100, 5_000_000), 200_000, "How many bets on one race are settled.")
@options.number("--people", click.IntRange(1, 5_000_000), 20_000, "How many people made them.")
@click.option(
    "--database",
    type=click.Choice(["sqlite", "postgresql"]),
    default="sqlite",
    show_default=True,
    help="A file, or a PostgreSQL server started for this.",
)
@options.as_json
def command(
    names: tuple[str, ...],
    members: int,
    movements: int,
    bets: int,
    people: int,
    database: str,
    as_json: bool,
) -> None:
    """Time what people ask of the bank of a large server, each case in a new database.

    \b
    Examples:
      paddock bench bank
      paddock bench bank --case leaderboard --members 1000 --movements 50000 --json
      paddock bench bank --case tote --database postgresql --bets 50000
    """
    large = Large(members, movements, bets, people)
    for name in names or CASES:
        with _address(database) as url:
            tell(options.run(_measured(CASES[name], url, large)), as_json=as_json)


@contextmanager
def _address(database: str) -> Iterator[str]:
    if database == "sqlite":
        options.refuse_old_sqlite()
        with tempfile.TemporaryDirectory(prefix="paddock-bench-") as folder:
            yield f"sqlite+aiosqlite:///{Path(folder, 'paddock.db')}"
    else:
        with own_server() as server:
            yield server.url(server.create())


async def _measured(case: Case, url: str, large: Large) -> list[Measured]:
    store = await Database.open(url)
    try:
        return await case.measure(store, large)
    finally:
        await store.close()
