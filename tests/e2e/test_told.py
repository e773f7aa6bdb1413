"""What happened in a race is told to whoever reads the thread, to the last move, however fast it comes."""

from __future__ import annotations

import asyncio
import re
from random import Random
from typing import Any

import pytest

from bot.client import Paddock
from bot.games.kit.story import Story
from bot.games.kit.told import ToldPassage
from engines.verify import logs
from sandbox import Sandbox, UserClient
from tests.e2e.eavesdropping import all_heard, states
from tests.e2e.players import all_posted, final_of, hurry, play_out, start_table

pytestmark = pytest.mark.e2e


@pytest.fixture(autouse=True)
def _by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have boards and results tell rows by their numbers, so that none can be told in another's words."""

    def numbered(_: Any, rows: Any, *__: Any) -> list[ToldPassage]:
        return [ToldPassage([f"⟨{row.n}⟩"], 1, {}, is_kept=True) for row, _ in rows if row.action]

    monkeypatch.setattr(Story, "told", numbered)


async def assert_all_was_told(
    sandbox: Sandbox, reader: UserClient, people: list[UserClient], table: str
) -> None:
    """Every decision of the log stands in exactly one message, in its order."""
    final = await final_of(people[0], table)
    await all_posted()
    await all_heard(sandbox, reader)
    (name,) = [file for file in final.attachments if file["filename"].endswith(".jsonl")]
    (log,) = logs((await people[0].fetch(name)).decode())
    told = dict.fromkeys(
        (message.id, int(row)) for message in states(reader) for row in re.findall(r"⟨(\d+)⟩", message.text)
    )
    decided = [row.n for row in log.rows() if row.action]
    ends = {row.n for row in log.rows() if any(event["type"] == "race_over" for event in row.events)}
    numbers = [row for _, row in told]
    assert list(dict.fromkeys(numbers)) == decided
    assert {row for row in numbers if numbers.count(row) > 1} <= ends, (
        "the row that ends a race begins the next"
    )


@pytest.mark.parametrize(
    ("game", "computers", "options"),
    [
        ("jockey", 0, {}),
        ("jockey", 2, {}),
        ("turfe", 1, {"races": 2}),
        ("jumpyjack", 2, {"target": 3}),
        ("sulkydrom", 1, {"goal": "first"}),
        ("newmarket", 2, {"deals": 2}),
    ],
)
async def test_every_move_is_told_where_two_people_press_at_once_and_computer_players_follow(
    sandbox: Sandbox,
    bot: Paddock,
    ana: UserClient,
    ben: UserClient,
    cleo: UserClient,
    game: str,
    computers: int,
    options: Any,
) -> None:
    table = await start_table(ana, ben, game=game, computers=computers, **options)
    await play_out([ana, ben], table, Random(game))
    await assert_all_was_told(sandbox, cleo, [ana, ben], table)


@pytest.mark.parametrize("game", ["jockey", "newmarket"])
async def test_every_move_is_told_where_a_day_is_over_before_discord_has_taken_a_board(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient, game: str
) -> None:
    table = await start_table(ana, ben, game=game, computers=1)
    await asyncio.gather(hurry(bot, table))
    await assert_all_was_told(sandbox, cleo, [ana, ben], table)
