"""Games that other distributions bring are played like those built in; `make test-derby` has one installed."""

from __future__ import annotations

import logging
from contextlib import AsyncExitStack
from random import Random

import pytest

from bot.client import Paddock
from bot.texts import DEFAULT
from engines import catalog
from engines.verify import verify
from sandbox import Sandbox
from tests.e2e.eavesdropping import states, words
from tests.e2e.players import all_noted, all_posted, desk_of, play_out, start_table
from tests.e2e.test_five_games import PEOPLE, assert_books, assert_winners_are_named, race_log, settle

pytestmark = [pytest.mark.e2e, pytest.mark.drawn, pytest.mark.timeout(1200)]

BROUGHT = [key for key in catalog.all_keys() if key not in catalog.GAMES]


@pytest.mark.parametrize("computers", [0, 1])
@pytest.mark.parametrize("game", BROUGHT)
async def test_a_whole_game_is_played_by_random_people_to_its_payout(
    sandbox: Sandbox, bot: Paddock, game: str, computers: int, caplog: pytest.LogCaptureFixture
) -> None:
    await settle(sandbox, bot, pictures=True)
    seats = catalog.game(game).seats
    async with AsyncExitStack() as stack:
        names = PEOPLE[: seats[-1] if not computers else max(2, seats[0] - 1)]
        people = [await stack.enter_async_context(sandbox.user(name)) for name in names]
        table = await start_table(*people, game=game, computers=computers)
        final = await play_out(people, table, Random(f"{game} {computers}"))
        for person in people:
            await desk_of(person, table, "This race day is over.")
        await all_posted()

        log = await race_log(people[0], final)
        verdict = verify(log)
        assert verdict, verdict.problems
        assert verdict.outcome
        assert_winners_are_named(final, people, computers, verdict.outcome)
        await assert_books(sandbox, bot, people, final, log, verdict.outcome)
        await all_noted(bot, table)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    for person in people:
        assert DEFAULT.table.broken not in "".join(words(message) for message in states(person))
