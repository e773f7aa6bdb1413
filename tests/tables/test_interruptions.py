"""A step that breaks off half-way, wherever it does, leaves nothing: no row, no coin, no clock, no screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random

import pytest
from sqlalchemy import event

from bot.bank.tote import Pool
from bot.db import Database
from bot.db.schema import metadata
from bot.tables import (
    Standing,
    Status,
    Tables,
    day_commands,
    erasure,
    lobby_commands,
    race_commands,
    seat_commands,
    tote_commands,
)
from bot.tables.deadlines import Deadline
from bot.tables.race_commands import Company
from tests.databases import writing
from tests.tables.playing import ANA, BEN, CLEO, HERE, TableRig, facts, run_out, sampled

Step = Callable[[Tables], Awaitable[object]]


class Pulled(Exception):
    """The plug."""


class Plug:
    """Lets a number of statements through, and no more."""

    def __init__(self, store: Database) -> None:
        self.left: int | None = None
        for engine in store.engines.values():
            event.listen(engine, "before_cursor_execute", self._count)

    def _count(self, *_: object) -> None:
        if self.left is not None:
            if self.left == 0:
                raise Pulled
            self.left -= 1


@pytest.fixture
def plug(rig: TableRig) -> Plug:
    return Plug(rig.database)


async def _in_lobby(rig: TableRig) -> tuple[str, dict[str, Step]]:
    table_id = await rig.lobby(people=2, computers=1)
    return table_id, {
        "join": lambda tables: tables.step(lobby_commands.join, table_id, CLEO, 77),
        "leave": lambda tables: tables.step(lobby_commands.leave, table_id, ANA.user_id),
        "words": lambda tables: tables.step(lobby_commands.add_words, table_id, ANA.user_id, "lucky", 77),
        "send away": lambda tables: tables.step(lobby_commands.send_away, table_id, ANA.user_id, BEN.user_id),
        "start": lambda tables: tables.start(table_id, ANA.user_id, 78),
    }


async def _alone_in_lobby(rig: TableRig) -> tuple[str, dict[str, Step]]:
    table_id = await rig.lobby(people=1)
    company = Company(4, ("Tin", "Brass", "Iron"))
    return table_id, {"race now": lambda tables: tables.start(table_id, ANA.user_id, 78, company=company)}


async def _in_race(rig: TableRig) -> tuple[str, dict[str, Step]]:
    table_id, luck = await rig.race(people=2), Random(1)
    await rig.play_until(table_id, "racing", luck)
    step, _ = await _next(rig, table_id, luck)
    return table_id, {"act": step, **_stop(table_id)}


async def _at_the_last_card(rig: TableRig) -> tuple[str, dict[str, Step]]:
    table_id, luck = await rig.race(people=2), Random(1)
    step, after = await _next(rig, table_id, luck)
    while not after.match.outcome:
        await step(rig.tables)
        step, after = await _next(rig, table_id, luck)
    return table_id, {"act": step, **_stop(table_id)}


async def _before_the_first_bet(rig: TableRig) -> tuple[str, dict[str, Step]]:
    await rig.played(CLEO)
    table_id = await rig.lobby(people=2)
    return table_id, {
        "bet": lambda tables: tables.step(
            tote_commands.bet, table_id, CLEO.user_id, Pool.WIN, ["red"], 100, 77
        )
    }


async def _before_the_first_move_of_a_race_with_bets(rig: TableRig) -> tuple[str, dict[str, Step]]:
    table_id, luck = await rig.lobby(people=2), Random(1)
    await _bet_on_everything(rig, table_id)
    await rig.start(table_id)
    await rig.play_until(table_id, "racing", luck)
    step, _ = await _next(rig, table_id, luck)
    return table_id, {"act": step, **_stop(table_id)}


async def _before_the_end_of_a_race_with_bets(rig: TableRig) -> tuple[str, dict[str, Step]]:
    table_id, luck = await rig.race(people=2), Random(1)
    await _bet_on_everything(rig, table_id)
    step, after = await _next(rig, table_id, luck)
    while not after.match.interim:
        await step(rig.tables)
        step, after = await _next(rig, table_id, luck)
    return table_id, {"act": step, **_stop(table_id)}


async def _bet_on_everything(rig: TableRig, table_id: str) -> None:
    await rig.played(CLEO)
    horses = (await rig.open_tote(table_id)).offer.horses
    for pool in Pool:
        for number in range(len(horses)):
            named = [horses[number - step] for step in range(pool.horses)]
            await rig.tables.step(
                tote_commands.bet, table_id, CLEO.user_id, pool, named, 10, rig.interaction()
            )


async def _before_all_agree(rig: TableRig) -> tuple[str, dict[str, Step]]:
    """Have the first race of a day run, and all but Ana agree to end it."""
    table_id = await rig.race(people=3)
    await rig.play_races(table_id, 1, Random(1))
    for person in (BEN, CLEO):
        await rig.tables.step(day_commands.vote_to_stop, table_id, person.user_id)
    return table_id, {"agree": lambda tables: tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)}


async def _alone(rig: TableRig) -> tuple[str, dict[str, Step]]:
    """Have Ana be the last who is there: the table falls asleep without her."""
    table_id = await rig.race(people=2)
    await rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
    return table_id, {
        "fall asleep": lambda tables: tables.step(seat_commands.stand_up, table_id, ANA.user_id)
    }


async def _asleep(rig: TableRig) -> tuple[str, dict[str, Step]]:
    table_id, luck = await rig.race(people=1, computers=1), Random(1)
    await rig.tables.step(seat_commands.stand_up, table_id, ANA.user_id)
    act, _ = await _next(rig, table_id, luck)
    return table_id, {
        "wake": lambda tables: tables.step(day_commands.resume, table_id, ANA.user_id),
        "wake by a press": act,
    }


async def _finished(rig: TableRig) -> tuple[str, dict[str, Step]]:
    table_id = await rig.race(people=1, computers=1)
    await rig.play_out(table_id, Random(1))
    (clock,) = (await rig.everything())["deadlines"]
    return table_id, {
        "rematch": lambda tables: tables.rematch(table_id, ANA, HERE, 79),
        "thread": lambda tables: run_out(tables, Deadline(table_id, clock.kind, clock.due_at)),
    }


async def _before_one_is_forgotten(rig: TableRig) -> tuple[str, dict[str, Step]]:
    """Have Ana sit in a lobby, host a race and remember another, with coins in all of them."""
    over = await rig.race(people=2)
    await rig.play_out(over, Random(1))
    table_id, _ = await rig.race(people=2), await rig.lobby(people=2)

    async def erase(tables: Tables) -> None:
        erased = await rig.database.write(
            erasure.erase, tables.games, ANA.user_id, rig.time, lambda _, seat: f"Player {seat}"
        )
        for each in erased.tables:
            tables.tell(each)

    return table_id, {"erase": erase}


async def _next(rig: TableRig, table_id: str, luck: Random) -> tuple[Step, Standing]:
    """Choose what the seat that is asked does next; return the step, and where it leads."""
    standing = await rig.standing(table_id)
    seat, asked = next(iter(standing.asked.items()))
    action, user = sampled(standing, seat, luck), (ANA, BEN)[seat].user_id
    after, _ = standing.after(seat, standing.match.game.read_action(action))
    return lambda tables: tables.step(race_commands.act, table_id, user, asked, action), after


def _stop(table_id: str) -> dict[str, Step]:
    return {"cancel": lambda tables: tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=True)}


@pytest.mark.parametrize(
    "moment",
    [
        _in_lobby,
        _alone_in_lobby,
        _in_race,
        _alone,
        _asleep,
        _at_the_last_card,
        _before_the_first_bet,
        _before_the_first_move_of_a_race_with_bets,
        _before_the_end_of_a_race_with_bets,
        _before_all_agree,
        _finished,
        _before_one_is_forgotten,
    ],
)
async def test_wherever_a_step_breaks_off_it_leaves_nothing(rig: TableRig, plug: Plug, moment) -> None:
    _, steps = await moment(rig)
    before = await rig.everything()
    for step in steps.values():
        rig.told.clear()
        for statements in range(1000):
            plug.left = statements
            try:
                await step(rig.tables)
            except Pulled:
                plug.left = None
            else:
                break
            assert await rig.everything() == before
            assert rig.told == []
        plug.left = None
        assert statements > 4
        assert rig.told
        assert await rig.everything() != before
        if step is not list(steps.values())[-1]:
            await _put_back(rig, before)


async def _put_back(rig: TableRig, before) -> None:
    """Make the database what it was, to try the next step from the same moment."""
    with writing(rig.database) as db:
        for table in reversed(metadata.sorted_tables):
            db.execute(table.delete())
        for table in metadata.sorted_tables:
            for row in before[table.name]:
                db.execute(table.insert().values(**row._asdict()))
    rig.tables.games.states.clear()


async def test_after_a_step_that_broke_off_the_table_goes_on(rig: TableRig, plug: Plug) -> None:
    table_id, luck = await rig.race(people=2), Random(1)
    await rig.play_until(table_id, "racing", luck)
    step, _ = await _next(rig, table_id, luck)
    plug.left = 5
    with pytest.raises(Pulled):
        await step(rig.tables)
    plug.left = None

    await step(rig.tables)
    assert facts(await rig.standing(table_id)) == facts(await rig.restarted().standing(table_id))
    await rig.play_out(table_id, luck)
    assert (await rig.table(table_id)).status is Status.FINISHED
    assert await rig.audit() == []
