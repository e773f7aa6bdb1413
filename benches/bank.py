"""`paddock bench bank`: what the bank costs in a large server."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import click

from benches import large_server, options
from benches.figures import Measured, tell
from bot.store import Store


class Large(NamedTuple):
    """How large the server is that is measured."""

    members: int
    movements: int


class Case(NamedTuple):
    """What can be measured by itself."""

    line: str
    measure: Callable[[Store, Large], Coroutine[Any, Any, list[Measured]]]


CASES: Mapping[str, Case] = {
    "leaderboard": Case(
        "Boards by every column and stretch of time.",
        lambda store, large: large_server.measured(store, large.members, large.movements),
    ),
}


@click.command()
@click.option(
    "--case", "names", type=click.Choice([*CASES]), multiple=True, help="Only this; all if left out."
)
@options.number("--members", click.IntRange(10, 1_000_000), 10_000, "How many people the server has.")
@options.number("--movements", click.IntRange(16, 20_000_000), 1_000_000, "How many movements of coins.")
@options.as_json
def command(names: tuple[str, ...], members: int, movements: int, as_json: bool) -> None:
    """Time what people ask of the bank of a large server, each case in a new database.

    \b
    Examples:
      paddock bench bank
      paddock bench bank --members 1000 --movements 50000 --json
    """
    for name in names or CASES:
        tell(options.run(_measured(CASES[name], Large(members, movements))), as_json=as_json)


async def _measured(case: Case, large: Large) -> list[Measured]:
    with tempfile.TemporaryDirectory(prefix="paddock-bench-") as folder:
        store = await Store.open(f"sqlite+aiosqlite:///{Path(folder, 'paddock.db')}")
        try:
            return await case.measure(store, large)
        finally:
            await store.close()
