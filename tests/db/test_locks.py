"""Two connections that write at once: whatever one relies on, the other cannot change before it is done."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, text, update

from bot import bank, outbox
from bot.bank.ledger import Memo, Reason
from bot.cluster import heartbeat
from bot.db import Database
from bot.db.locks import Lock, hold, hold_clocks, hold_table, hold_tables
from bot.db.schema import metadata, tables
from bot.servers import ServerSettings, note_greeted, owe_greeting, read_settings, write_settings
from bot.tables import (
    Opening,
    Refusal,
    Refused,
    clock_commands,
    crowding,
    day_commands,
    deadlines,
    erasure,
    guild_commands,
    seat_commands,
)
from bot.tables.deadlines import Deadline
from bot.tables.loading import load
from engines import catalog
from tests.coins import charge, credit
from tests.databases import on_postgresql, reading, writing
from tests.tables.playing import ANA, BEN, CLEO, GUILD, HERE, PEOPLE, TableRig
from tests.waiting import until

pytestmark = on_postgresql

NOW = 1_789_000_000_000
MANY = 6
"""How many do the same at once: more than would ever meet by chance."""

WAITING = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)
"""How many wait for a lock just now."""


@pytest.fixture
async def store(new_url: str) -> AsyncIterator[Database]:
    opened = await Database.open(new_url, connections=2 * MANY)
    yield opened
    await opened.close()


@pytest.fixture
def rig(store: Database) -> TableRig:
    return TableRig(store)


async def at_once(store: Database, *steps: Callable[[Connection], Any]) -> list[Any]:
    """Do steps in transactions that all have begun before any of them does its step."""
    begun = threading.Barrier(len(steps))

    def do(db: Connection, step: Callable[[Connection], Any]) -> Any:
        db.execute(select(1))
        begun.wait(30)
        return step(db)

    return await asyncio.gather(*(store.write(do, step) for step in steps))


async def test_coins_of_one_wallet_charged_many_times_at_once_are_each_counted(store):
    wallet, house = bank.accounts.wallet(GUILD, 11), bank.accounts.house(GUILD)

    def pay(n: int) -> Callable[[Connection], Any]:
        return lambda db: charge(db, wallet, house, 3000, Memo(f"fee {n}", Reason.DEBT, NOW))

    assert await at_once(store, *map(pay, range(MANY))) == [True] * MANY
    with reading(store) as db:
        assert bank.audit(db) == []
        held = bank.balance(db, GUILD, 11)
    assert held.worth == bank.ledger.OPENING - MANY * 3000


async def test_a_key_that_is_used_many_times_at_once_moves_coins_once(store):
    wallet, house = bank.accounts.wallet(GUILD, 11), bank.accounts.house(GUILD)
    memo = Memo("prize", Reason.PAY_OUT, NOW)
    done = await at_once(store, *[lambda db: credit(db, house, wallet, 100, memo)] * MANY)
    assert sorted(done) == [False] * (MANY - 1) + [True]
    with reading(store) as db:
        assert bank.audit(db) == []


async def test_tables_whose_people_buy_in_in_any_order_do_not_wait_for_each_other_in_a_circle(store):
    people = [11, 22, 33, 44]

    def buy(n: int) -> Callable[[Connection], Any]:
        users = Random(n).sample(people, 3)
        return lambda db: bank.buy_in(db, GUILD, f"T{n}", users, 2000, now=NOW)

    await at_once(store, *map(buy, range(MANY)))
    with reading(store) as db:
        worth = [bank.balance(db, GUILD, user).worth for user in people]
    assert worth == [bank.ledger.OPENING] * 4


async def test_no_server_has_more_tables_than_it_allows_however_many_are_opened_at_once(rig, store):
    await rig.set_up_server(most_tables=3, most_hosted=3)

    def open_one(person) -> Coroutine[Any, Any, Any]:
        opening = Opening(
            visitor=HERE,
            host=person,
            game="jockey",
            options=catalog.game("jockey").options({}).model_dump(mode="json"),
            capacity=4,
            interaction_id=person.user_id << 22,
        )
        return rig.tables.open(opening)

    answers = await asyncio.gather(*map(open_one, PEOPLE[:MANY]), return_exceptions=True)
    refused = [each.reason for each in answers if isinstance(each, Refused)]
    assert refused == [Refusal.TOO_MANY_TABLES] * (MANY - 3)
    with reading(store) as db:
        assert db.scalar(select(func.count()).select_from(tables)) == 3


async def test_settings_that_are_changed_at_once_all_hold(rig, store):
    changes: list[Callable[[ServerSettings], ServerSettings]] = [
        lambda settings, change=change: settings.model_copy(update=change)
        for change in ({"clock": 60}, {"pictures": False}, {"most_tables": 7}, {"computers": False})
    ]
    await asyncio.gather(
        *(guild_commands.change_settings(rig.tables, GUILD, change, by=1) for change in changes)
    )
    with reading(store) as db:
        held = read_settings(db, GUILD)
    assert (held.clock, held.pictures, held.most_tables, held.computers) == (60, False, 7, False)


async def test_a_server_that_is_joined_and_set_up_at_once_is_written_down_once(store):
    await at_once(
        store,
        lambda db: owe_greeting(db, GUILD),
        lambda db: write_settings(db, GUILD, ServerSettings(clock=60)),
        lambda db: note_greeted(db, GUILD, NOW),
    )
    with reading(store) as db:
        assert read_settings(db, GUILD).clock == 60


async def test_a_preference_that_is_set_twice_at_once_is_kept_once(rig, store):
    await asyncio.gather(
        *(rig.tables.database.write(seat_commands.ask_always, 7, is_wanted=True) for _ in range(MANY))
    )
    with reading(store) as db:
        kept = db.execute(metadata.tables["users"].select()).all()
    assert [(user.user_id, user.asked_always) for user in kept] == [(7, True)]


async def test_shards_are_laid_out_once_by_processes_that_start_together(rig, store):
    await asyncio.gather(*(rig.shift().start(4) for _ in range(MANY)))
    with reading(store) as db:
        assert [*heartbeat.read(db)] == [0, 1, 2, 3]


async def test_a_post_is_asked_for_once_however_many_ask_for_the_first(rig, store):
    table_id = await rig.race()

    def ask(db: Connection) -> None:
        load(db, table_id)
        outbox.ask_once(db, table_id, outbox.desk_of(CLEO.user_id))

    await at_once(store, *[ask] * MANY)
    assert [post.key.user_id for post in await rig.posts(table_id)].count(CLEO.user_id) == 1


async def test_clocks_of_all_tables_are_set_later_while_everybody_plays(rig, store):
    """The shift locks many tables at once, and steps one each: neither waits for the other in a circle."""
    luck = Random(1)
    ids = [await rig.race(people=2) for _ in range(3)]

    async def play(table_id: str) -> None:
        for _ in range(4):
            await rig.decide(table_id, luck)

    def shift(db: Connection) -> None:
        deadlines.shift(db, 1000, now=NOW)
        deadlines.grant(db, NOW, 0)

    await asyncio.gather(*map(play, ids), *(store.write(shift) for _ in range(12)))
    assert all([(await rig.table(table_id)).length > 1 for table_id in ids])


async def test_people_who_are_forgotten_at_once_leave_the_tables_they_share(rig, store):
    ids = [await rig.race(people=4) for _ in range(2)]

    def forget(db: Connection, person: Any) -> None:
        erasure.erase(db, rig.tables.games, person.user_id, rig.time, lambda _locale, n: f"Seat {n}")

    await asyncio.gather(
        store.write(forget, ANA),
        store.write(forget, BEN),
        *(rig.tables.step(seat_commands.stand_up, each, CLEO.user_id) for each in ids),
    )
    for table_id in ids:
        seats = (await rig.table(table_id)).seats
        assert not {ANA.user_id, BEN.user_id} & {seat.user_id for seat in seats}
    with reading(store) as db:
        assert bank.audit(db) == []


async def test_of_many_who_want_room_all_wait_for_the_same_table(rig, store):
    ids = [await rig.race(people=2) for _ in range(2)]
    for table_id in ids:
        await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    rooms = await at_once(
        store, *[lambda db: crowding.ask_for_room(db, rig.tables.games, GUILD, rig.time)] * MANY
    )
    assert len({room.table_id for room in rooms}) == 1


async def test_a_lock_is_asked_for_once_a_transaction_and_let_go_at_its_end(store):
    def take(db: Connection) -> set[str]:
        for _ in range(2):
            hold_clocks(db)
            hold_tables(db, tables.c.guild_id == GUILD)
            hold_table(db, "none")
            hold(db, Lock.BOOKS, GUILD)
        return set(db.info["held"])

    assert await store.write(take) == {f"books:{GUILD}", "table:none", "clocks", "tables"}
    assert await store.write(lambda db: set(db.info["held"])) == set()
    await store.write(hold, Lock.BOOKS, GUILD)


async def test_whoever_wants_a_lock_waits_for_who_has_it_and_for_nobody_else(store, pause):
    order = []

    def first(db: Connection) -> None:
        hold(db, Lock.BOOKS, GUILD)
        pause()
        order.append("first")

    def second(db: Connection) -> None:
        hold(db, Lock.BOOKS, GUILD)
        order.append("second")

    def other(db: Connection) -> None:
        hold(db, Lock.OPENING, GUILD)
        hold(db, Lock.BOOKS, GUILD + 1)
        order.append("other")

    holding = asyncio.create_task(store.write(first))
    await pause.reached()
    waiting = asyncio.create_task(store.write(second))
    await store.write(other)
    await until(lambda: somebody_waits(store))
    pause.end()
    await asyncio.gather(holding, waiting)
    assert order == ["other", "first", "second"]


async def somebody_waits(store: Database) -> bool:
    """Whether a transaction waits for a lock just now."""
    return bool(await store.read(lambda db: db.scalar(WAITING)))


async def test_a_clock_that_is_put_away_and_a_move_do_not_wait_for_each_other_in_a_circle(rig, store, pause):
    table_id = await rig.race()
    with reading(store) as db:
        clocks = deadlines.of_table(db, table_id)
    kind = next(each for each in clocks if each.startswith("turn"))

    def move(db: Connection) -> None:
        hold_table(db, table_id)
        pause()
        deadlines.change(db, table_id, {kind}, {}, now=rig.time)

    moving = asyncio.create_task(store.write(move))
    await pause.reached()
    dropping = asyncio.create_task(
        rig.tables.database.write(clock_commands.drop, Deadline(table_id, kind, clocks[kind]))
    )
    await until(lambda: somebody_waits(store))
    pause.end()
    await asyncio.gather(moving, dropping)


async def nobody_waits_in_a_circle(
    rig: TableRig, new_pause: Any, change: Callable[[int], Coroutine[Any, Any, Any]]
) -> None:
    """Change something at many tables while somebody has one and wants those after it: the order of all.

    Were they taken in any other order, one of them would be had too early at one of these.
    """
    await rig.set_up_server(most_hosted=6)
    ids = []
    for _ in range(6):
        rig.pass_minutes(1)
        ids.append(await rig.lobby())
    with writing(rig.database) as db:  # as they lie there they are not in order
        for table_id in ids[::-1]:
            db.execute(update(tables).where(tables.c.table_id == table_id).values(salt=tables.c.salt))

    def other(db: Connection, later: Sequence[str], pause: Callable[[], None]) -> None:
        hold_table(db, later[0])
        pause()
        for each in later[1:]:
            hold_table(db, each)

    for number in range(len(ids) - 1):
        pause = new_pause()
        first = asyncio.create_task(rig.database.write(other, ids[number:], pause))
        await pause.reached()
        second = asyncio.create_task(change(number))
        await until(lambda: somebody_waits(rig.database))
        pause.end()
        await asyncio.gather(first, second)


async def test_settings_and_steps_do_not_wait_for_each_other_in_a_circle(rig, new_pause):
    def change(n: int) -> Coroutine[Any, Any, Any]:
        return guild_commands.change_settings(
            rig.tables,
            GUILD,
            lambda held: held.model_copy(update={"clock": 60 + n, "buy_ins": {"jockey": 60 + n}}),
            by=1,
        )

    await nobody_waits_in_a_circle(rig, new_pause, change)
