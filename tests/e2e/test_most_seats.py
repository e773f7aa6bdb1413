"""Tables of every game with as many people as can practically play it, picked up after a kill at the worst moment.

The worst moment is the one between a commit and its posts: a race has just ended, everybody is asked at once, and
what the screens show lags far behind what is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sandbox import Sandbox
from tests.e2e.conftest import connected
from tests.e2e.full_tables import PEOPLE, elsewhere
from tests.e2e.players import all_noted, all_posted, deciding, hurry
from tests.e2e.shortcuts import asked_always, desk_at, running
from tests.tables.playing import with_standing

pytestmark = pytest.mark.e2e


class Most(NamedTuple):
    """A full table, and the moment in which everybody is asked at once for the second time."""

    people: int
    options: Mapping[str, Any]
    is_asked_again: Callable[[Any], bool]


MOST = {
    "jockey": Most(6, {}, lambda view: (view.race, view.phase) == (2, "betting")),
    "jockey of five": Most(5, {}, lambda view: (view.race, view.phase) == (2, "betting")),
    "turfe": Most(6, {"races": 2}, lambda view: (view.race, view.phase) == (2, "betting")),
    "jumpyjack": Most(8, {"target": 30}, lambda view: (view.race, view.phase) == (2, "predicting")),
    "sulkydrom": Most(8, {"goal": "minor"}, lambda view: (view.race, view.phase) == (2, "stacking")),
    "newmarket": Most(8, {"deals": 2}, lambda view: (view.deal, view.phase) == (2, "backing")),
}


@pytest.mark.parametrize("name", MOST)
async def test_a_full_table_that_was_killed_before_its_posts_asks_everybody_at_the_next_start(
    sandbox: Sandbox, database: Path, name: str
) -> None:
    seats, options, is_asked_again = MOST[name]
    game = name.partition(" ")[0]
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(sandbox.user(name)) for name in PEOPLE[:seats]]
        async with connected(sandbox, database) as bot:
            await asked_always(bot, *people)
            table = await running(sandbox, bot, game, people, **options)
            await all_posted()
        async with elsewhere(database) as away:
            await hurry(away, table, is_asked_again)
            _, standing = await with_standing(away.tables, table)
        assert standing
        async with connected(sandbox, database) as bot:
            for seat, since in standing.asked.items():
                await desk_at(
                    people[seat],
                    table,
                    lambda desk, since=since: any(f":{since}:" in c for c in deciding(desk)),
                )
            await all_noted(bot, table)
