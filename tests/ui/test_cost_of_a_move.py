"""What a move costs, counted from outside: from the press to the last post that follows from it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from random import Random
from statistics import mean
from typing import Any, NamedTuple

import pytest

from bot.outbox.worker import OutboxWorker
from bot.tables import Table
from bot.tables.clockwork import Clockwork
from bot.tables.race_commands import Answer
from bot.tables.standing import Standing
from engines import catalog
from tests.counting import counting
from tests.tables.playing import TableRig, sampled
from tests.ui.clicks.test_clicks import Pressed
from tests.ui.wall import Painted, Wall, clicks_on, painted, render_pool, wall
from tests.waiting import until

__all__ = ["painted", "render_pool", "wall"]


class Cost(NamedTuple):
    """What was asked of the database for one move and all that follows from it."""

    statements: int
    reading: int
    writing: int


class Bot:
    """Tables whose changes are posted and whose clocks run, as in the bot."""

    def __init__(self, rig: TableRig, painted: Painted, wall: Wall) -> None:
        self.rig = rig
        self.wall = wall
        self.screens = painted.screens
        self.clicks = clicks_on(painted)
        self.outbox = OutboxWorker(
            rig.store, self.screens.show, lambda: rig.time, self.screens.look, self.screens.notes
        )
        self.clockwork = Clockwork(rig.store, rig.tables, at_once, rig.clock)

    async def start(self) -> None:
        """Follow what happens at the tables."""
        self.rig.tables.watchers.add(self.outbox.post_soon)
        self.rig.tables.watchers.add(self.clockwork.notify)
        await self.clockwork.resume()

    async def close(self) -> None:
        """Follow it no more."""
        await self.clockwork.close()
        await self.outbox.close()

    async def quiet(self) -> None:
        """Wait until nothing is under way."""
        await until(lambda: not self._busy())
        await asyncio.sleep(0)
        await until(lambda: not self._busy())

    def _busy(self) -> bool:
        outbox, notes = self.outbox, self.screens.notes
        queues = outbox._public, outbox._private, self.clockwork.computers._queue
        return bool(notes._pending or notes._writing or any(queue._tasks for queue in queues))

    async def cost(self, move: Callable[[], Awaitable[object]]) -> Cost:
        """Make a move and count what it asks of the database, until nothing follows from it any more."""
        with counting(self.rig.store) as counted:
            await move()
            await self.quiet()
        return Cost(len(counted.statements), counted.reading, counted.writing)

    async def press(self, table: Table, standing: Standing, luck: Random) -> None:
        """Have somebody who is asked decide by a press on their desk."""
        number = luck.choice(sorted(standing.asked))
        user_id, asked = table.seats[number].user_id, standing.asked[number]
        assert user_id is not None
        action = sampled(standing, number, luck)
        place = max(place for place in self.wall.messages if place.channel_id == user_id)
        press: Any = Pressed(user_id, "", place)
        await press.response.defer()
        made = await self.rig.tables.race.answer(table.table_id, user_id, asked, lambda *_: Answer(action))
        await self.screens.show_desk(table.table_id, user_id, press, made)


async def at_once(task: Callable[[], Any]) -> Any:
    return task()


@pytest.fixture
async def bot(rig: TableRig, painted: Painted, wall: Wall) -> AsyncIterator[Bot]:
    made = Bot(rig, painted, wall)
    await made.start()
    yield made
    await made.close()


async def begun(bot: Bot, people: int, game: str = "jockey", **more: Any) -> str:
    if game != "jockey":
        more = {"edition": None}
    table_id = await bot.rig.race(people=people, game=game, **more)
    await bot.quiet()
    return table_id


async def costs(bot: Bot, table_id: str, luck: Random, most: int = 60) -> list[Cost]:
    """Count what each move costs as people play at random, without the one that ends the game."""
    found: list[Cost] = []
    for _ in range(most):
        table, standing = await bot.rig.tables.read.with_standing(table_id)
        if standing is None or not standing.asked:
            return found[:-1]

        async def move(table: Table = table, standing: Standing = standing) -> None:
            await bot.press(table, standing, luck)

        found.append(await bot.cost(move))
    return found


@pytest.mark.parametrize(("people", "statements"), [(2, 20), (6, 20)])
async def test_a_card_that_is_played_takes_one_reading_and_two_writing_transactions(
    bot: Bot, people: int, statements: int
) -> None:
    table_id, luck = await begun(bot, people), Random(3)
    await bot.rig.play_until(table_id, "racing", luck)
    await bot.quiet()
    for _ in range(6):
        table, standing = await bot.rig.tables.read.with_standing(table_id)
        assert standing is not None
        ((number, asked),) = standing.asked.items()
        plays = (sampled(standing, number, luck) for _ in range(100))
        user_id, card = (
            table.seats[number].user_id,
            next(play["card"] for play in plays if not play.get("horse")),
        )
        place = max(place for place in bot.wall.messages if place.channel_id == user_id)
        press: Any = Pressed(user_id, f"p:{table_id}:{asked}:play.{card}", place)

        cost = await bot.cost(lambda press=press: bot.clicks.take(press))

        assert (await bot.rig.standing(table_id)).length > standing.length, press.said
        if (await bot.rig.standing(table_id)).view(None).phase != "racing":
            return
        assert not [post for post in await bot.rig.posts(table_id) if post.is_due]
        assert (cost.reading, cost.writing) == (1, 2)
        assert cost.statements <= statements


@pytest.mark.parametrize("game", catalog.GAMES)
async def test_a_move_costs_little_in_every_game(bot: Bot, game: str) -> None:
    people = sorted(catalog.game(game).seats)[min(1, len(catalog.game(game).seats) - 1)]
    found = await costs(bot, await begun(bot, people, game), Random(5), most=40)

    assert len(found) > 20
    assert mean(cost.statements for cost in found) <= 20
    assert mean(cost.reading + cost.writing for cost in found) <= 3.5
    assert max(cost.statements for cost in found) <= 40


async def test_a_slip_that_is_filled_in_writes_once(bot: Bot) -> None:
    table_id = await begun(bot, 2)
    table, standing = await bot.rig.tables.read.with_standing(table_id)
    assert standing is not None
    (user_id, asked) = table.seats[0].user_id, standing.asked[0]
    place = max(place for place in bot.wall.messages if place.channel_id == user_id)
    press: Any = Pressed(user_id, f"p:{table_id}:{asked}:bet.horse", place, "red")

    cost = await bot.cost(lambda: bot.clicks.take(press))

    assert cost.writing <= 2
    assert cost.reading == 1
    assert cost.statements <= 10
