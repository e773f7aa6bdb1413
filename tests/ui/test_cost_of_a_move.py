"""What a move costs, counted from outside: from the press to the last post that follows from it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from random import Random
from traceback import extract_stack
from typing import Any, NamedTuple

import pytest
from sqlalchemy import BinaryExpression, BindParameter, Case, func, select
from sqlalchemy.sql.compiler import SQLCompiler

from bot.db.schema import log
from bot.outbox import Posted
from bot.outbox.worker import OutboxWorker
from bot.tables import Status, Table
from bot.tables.clockwork import Clockwork
from bot.tables.race_commands import Answer
from bot.tables.standing import Standing
from engines import catalog
from tests.counting import counting
from tests.databases import reading
from tests.tables.playing import ANA, GUILD, PEOPLE, SHORT_DAYS, SHORT_EDITIONS, TableRig, sampled
from tests.ui.clicks.test_clicks import Pressed
from tests.ui.wall import ANSWERS, THREAD, Painted, Wall, clicks_on, painted, render_pool, wall
from tests.waiting import until

__all__ = ["painted", "render_pool", "wall"]

STATEMENTS = 14
"""At most so many for a card, however many play."""

MOST = 20
"""At most so many for any decision but the one that ends the game."""


class Cost(NamedTuple):
    """What was asked of the database for one move and all that follows from it."""

    statements: int
    reading: int
    writing: int
    decisions: int
    """Of people, and of whoever decides in their place: what a decision forces is part of it."""

    @property
    def each(self) -> float:
        """Statements for one of the decisions."""
        return self.statements / max(1, self.decisions)


class Bot:
    """Tables whose changes are posted and whose clocks run, as in the bot."""

    def __init__(self, rig: TableRig, painted: Painted, wall: Wall) -> None:
        self.rig = rig
        self.wall = wall
        self.screens = painted.screens
        self.clicks = clicks_on(painted)
        self.outbox = OutboxWorker(
            rig.database,
            self.screens.show,
            lambda: rig.time,
            self.screens.look,
            self.screens.notes,
            hand_on=self.screens.hand_on,
        )
        self.clockwork = Clockwork(rig.database, rig.tables, at_once, rig.clock)

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
        before = await self._decisions()
        with counting(self.rig.database) as counted:
            await move()
            await self.quiet()
        decisions = await self._decisions() - before
        return Cost(len(counted.statements), counted.reading, counted.writing, decisions)

    async def _decisions(self) -> int:
        """Return how many decisions the logs have."""
        unforced = select(func.count()).where(log.c.action.is_not(None), log.c.auto.is_(False))
        with reading(self.rig.database) as db:
            return db.scalar(unforced) or 0

    async def press(self, table: Table, standing: Standing, luck: Random) -> None:
        """Have somebody who is asked decide by a press on their desk."""
        number = luck.choice(sorted(standing.asked))
        user_id, asked = table.seats[number].user_id, standing.asked[number]
        assert user_id is not None
        action = sampled(standing, number, luck)
        place = max(place for place in self.wall.messages if place.channel_id == user_id)
        press: Any = Pressed(user_id, "", place)
        await press.response.defer()
        made, _ = await self.rig.tables.race.answer(table.table_id, user_id, asked, lambda *_: Answer(action))
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
        more = {"edition": None, **more}
    table_id = await bot.rig.race(people=people, game=game, **more)
    await bot.quiet()
    return table_id


async def costs(bot: Bot, table_id: str, luck: Random, most: int = 60) -> list[Cost]:
    """Count what each move costs as people play at random, without the one that ends the game."""
    found: list[Cost] = []
    for _ in range(most):
        cost = await next_cost(bot, table_id, luck)
        if cost is None:
            return found[:-1]
        found.append(cost)
    return found


async def next_cost(bot: Bot, table_id: str, luck: Random) -> Cost | None:
    """Count what the next move costs that people play at random; None once the game is over."""
    table, standing = await bot.rig.tables.read.with_standing(table_id)
    if standing is None or not standing.asked:
        return None
    return await bot.cost(lambda: bot.press(table, standing, luck))


async def cards(
    bot: Bot, table_id: str, luck: Random, most: int = 6
) -> AsyncIterator[Callable[[], Awaitable[object]]]:
    """Press a card for whoever is asked, again and again, for as long as the race is run."""
    await bot.rig.play_until(table_id, "racing", luck)
    await bot.quiet()
    for _ in range(most):
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

        yield lambda press=press: bot.clicks.take(press)

        assert (await bot.rig.standing(table_id)).length > standing.length, press.said
        if (await bot.rig.standing(table_id)).view(None).phase != "racing":
            return


@pytest.mark.parametrize("people", [2, 6])
async def test_a_card_that_is_played_takes_two_writing_transactions_and_none_that_reads(
    bot: Bot, people: int
) -> None:
    table_id = await begun(bot, people)
    async for card in cards(bot, table_id, Random(3)):
        cost = await bot.cost(card)

        if (await bot.rig.standing(table_id)).view(None).phase == "racing":
            assert not [post for post in await bot.rig.posts(table_id) if post.is_due]
            assert (cost.reading, cost.writing) == (0, 2)
            assert cost.statements <= STATEMENTS


@pytest.mark.parametrize("people", [2, 6])
async def test_a_card_that_is_played_from_an_opened_desk_takes_no_transaction_more_and_a_statement_at_most(
    bot: Bot, people: int
) -> None:
    table_id, luck = await begun(bot, people), Random(3)
    opened: dict[int, Any] = {}
    async for _ in cards(bot, table_id, luck, most=1):
        for person in PEOPLE[:people]:
            press: Any = Pressed(person.user_id, f"p:{table_id}:0:desk", Posted(THREAD, 1), guild=GUILD)
            await bot.clicks.take(press)
            opened[person.user_id] = bot.wall.opened[press.token]
        break
    for _ in range(6):
        table, standing = await bot.rig.tables.read.with_standing(table_id)
        assert standing is not None
        ((number, asked),) = standing.asked.items()
        user_id = table.seats[number].user_id
        assert user_id is not None
        plays = (sampled(standing, number, luck) for _ in range(100))
        card = next(play["card"] for play in plays if not play.get("horse"))
        control = f"p:{table_id}:{asked}:play.{card}"
        press = Pressed(user_id, control, opened[user_id], guild=GUILD)
        cost = await bot.cost(lambda press=press: bot.clicks.take(press))

        after = await bot.rig.standing(table_id)
        assert after.length > standing.length, press.said
        if after.view(None).phase != "racing":
            return
        assert (cost.reading, cost.writing) == (0, 2)
        assert cost.statements <= STATEMENTS
        posts = await bot.rig.posts(table_id)
        assert not [post for post in posts if post.is_due]
        assert press.token in {post.opened.token for post in posts if post.opened}


@pytest.mark.usefixtures("nothing_compiled")
async def test_a_card_that_is_played_builds_no_statement_anew(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each was built and compiled at the first card: doing it again costs as much as executing it."""
    built: list[str] = []
    async for card in cards(bot, await begun(bot, 4), Random(3)):
        await card()
        await bot.quiet()
        assert built == []
        for kind in (BinaryExpression, BindParameter, Case, SQLCompiler):
            monkeypatch.setattr(kind, "__init__", noting(kind, built))


def noting(kind: type, built: list[str]) -> Callable[..., None]:
    """Return what makes an object of a kind, and notes where that is done."""
    make = kind.__init__  # type: ignore[misc]

    def made(self: object, *arguments: Any, **facts: Any) -> None:
        ours = [frame for frame in extract_stack() if "/bot/" in frame.filename]
        built.append(f"{kind.__name__} by {ours[-1].name}" if ours else kind.__name__)
        make(self, *arguments, **facts)

    return made


@pytest.mark.parametrize("would_stop", [False, True], ids=["all-go-on", "one-would-stop"])
@pytest.mark.parametrize("is_full", [False, True], ids=["fewest", "most"])
@pytest.mark.parametrize("game", catalog.GAMES)
async def test_a_decision_costs_little_in_every_game_however_many_play_and_also_where_one_would_stop(
    bot: Bot, game: str, is_full: bool, would_stop: bool
) -> None:
    seats = catalog.game(game).seats
    table_id = await begun(bot, max(seats) if is_full else max(2, min(seats)), game)
    if would_stop:
        await bot.rig.tables.day.vote_to_stop(table_id, PEOPLE[1].user_id, would=True)
        await bot.quiet()
    found = await costs(bot, table_id, Random(7), most=40)

    decisions = sum(cost.decisions for cost in found)
    assert decisions > 20
    assert max(cost.each for cost in found) <= MOST
    assert sum(cost.statements for cost in found) / decisions <= 12
    assert sum(cost.reading + cost.writing for cost in found) / decisions <= (3 if is_full else 2.5)


@pytest.mark.parametrize("game", catalog.GAMES)
async def test_the_move_that_ends_a_game_pays_everybody_out_at_once(bot: Bot, game: str) -> None:
    people = max(number for number in catalog.game(game).seats if number <= 6)
    for person in PEOPLE[:people]:  # so that the table makes no move of its own before the last one
        await bot.rig.tables.seats.ask_always(person.user_id, is_wanted=True)
    options = catalog.game(game).options(SHORT_DAYS[game]).model_dump(mode="json")
    edition = SHORT_EDITIONS.get(game)
    table_id = await begun(bot, people, game, options=options, edition=edition)
    luck, last = Random(5), None
    while cost := await next_cost(bot, table_id, luck):
        last = cost

    assert (await bot.rig.table(table_id)).status is Status.FINISHED
    assert await bot.rig.audit() == []
    assert not [post for post in await bot.rig.posts(table_id) if post.is_due]
    assert last is not None
    assert (last.reading, last.writing) == (2, 2)
    # Six keep sums and ratings, four careers and achievements, two say who is a newcomer and hold the books for it.
    assert last.statements <= 40


async def test_a_lobby_costs_little_until_its_race_has_begun_for_six(bot: Bot) -> None:
    table_id = await bot.rig.lobby(people=1)
    await until(lambda: bot.wall.messages)
    await bot.quiet()
    (place,) = bot.wall.messages

    async def cost(user_id: int, what: str) -> Cost:
        press: Any = Pressed(user_id, f"p:{table_id}:0:{what}", place, guild=GUILD)
        found = await bot.cost(lambda: bot.clicks.take(press))
        assert press.said == []
        return found

    joined = [await cost(person.user_id, "join") for person in PEOPLE[1:6]]
    options = (await bot.rig.table(table_id)).options
    await bot.rig.tables.lobby.set_options(table_id, ANA.user_id, {**options, "rounds": 2}, 6)
    await bot.quiet()
    terms = await bot.rig.terms(table_id)
    ready = [await cost(person.user_id, f"ready.{terms}") for person in PEOPLE[1:6]]
    started = await cost(ANA.user_id, "start")

    assert (await bot.rig.table(table_id)).status is Status.RUNNING
    assert max(each.statements for each in joined) <= 14
    assert max(each.statements for each in ready) <= 12
    assert max(each.writing for each in (*joined, *ready)) <= 2
    assert started.statements <= 34  # one asks whose coins are frozen
    assert started.writing <= 4


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


async def _bet(bot: Bot, press: Any) -> None:
    """Bet, and wait until the odds are asked for."""
    await bot.clicks.take(press)
    await until(lambda: not bot.clicks.odds._queue._tasks)


async def test_a_bet_at_the_tote_costs_little_and_its_odds_are_one_edit_for_all_bets_of_ten_seconds(
    bot: Bot,
) -> None:
    await bot.rig.played(*PEOPLE[3:6])
    table_id = await begun(bot, 3)
    draft = "1.w.red.-.100"
    found = []
    for person in PEOPLE[3:6]:
        slip = Posted(ANSWERS, 9)
        press: Any = Pressed(person.user_id, f"p:{table_id}:0:tote.bet.{draft}", slip, guild=GUILD)
        found.append(await bot.cost(lambda press=press: _bet(bot, press)))
        assert "You have bet 100 coins" in press.said[0]
    posted = [layout for layout in bot.wall.boards() if "Tote open: Red" in layout.text]

    assert len(posted) == 1
    assert max(cost.statements for cost in found[1:]) <= 10
    assert max(cost.writing for cost in found[1:]) == 1
    assert found[0].statements <= 27  # nine, and the odds, which are shown at once and then every ten seconds
