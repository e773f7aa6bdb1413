"""A press costs what it costs, whoever pressed how often before: in statements, and in what SQLite does for them."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, NamedTuple

import pytest
from sqlalchemy import insert, select, update

from bot.bank.tote import MOST_BETS, Pool
from bot.db.schema import drafts, nights, outbox, seats, sent_away, tables, tote_bets
from bot.nights import commands
from bot.nights.night import Form, NightStatus, Plan
from bot.outbox import PostKind
from bot.tables import (
    Person,
    Refused,
    lobby_commands,
    race_commands,
    seat_commands,
    tote_commands,
)
from bot.tables.deadlines import DAY
from bot.tables.luck import MOST_JOINS, MOST_PRESSES
from bot.tables.reading import finished_in, open_in
from tests.counting import counting
from tests.databases import reading, writing
from tests.tables.playing import BEN, GUILD, HERE, PEOPLE, TableRig

DORA, EMIL, FAY = PEOPLE[3:6]
GUESTS = [Person(900 + number, f"Guest {number}") for number in range(20)]
"""Who press as often as they can."""

Press = Callable[[], Awaitable[object]]
MANY = 1_000


class Cost(NamedTuple):
    """What a press takes."""

    statements: int
    instructions: int
    """Of SQLite's machine, in hundreds: it takes some for every row that it reads. 0: another database."""


@pytest.fixture(autouse=True)
def instructions(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count what SQLite does on every connection that is opened."""
    connect, done = sqlite3.connect, [0]

    def counted(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection = connect(*arguments, **options)

        def note() -> int:
            done[0] += 1
            return 0

        connection.set_progress_handler(note, 10)
        return connection

    monkeypatch.setattr(sqlite3, "connect", counted)
    return done


@pytest.fixture
def cost(rig: TableRig, instructions: list[int]) -> Callable[[Press], Awaitable[Cost]]:
    async def cost(press: Press) -> Cost:
        """Return what a press takes the second time: the first one reads what is remembered from then on."""
        await press()
        before = instructions[0]
        with counting(rig.database) as counted:
            await press()
        assert instructions[0] > before or not rig.database.is_alone
        return Cost(len(counted.statements), (instructions[0] - before) // 10)

    return cost


async def until_refused(press: Press, most: int) -> int:
    """Press again and again; return how often that was taken."""
    for number in range(most):
        try:
            await press()
        except Refused:
            return number
    return most


async def fill(rig: TableRig, table: Any, *rows: dict[str, object]) -> None:
    with writing(rig.database) as db:
        db.execute(insert(table), rows)


def require_alike(first: Cost, later: Cost) -> None:
    assert later.statements == first.statements
    assert later.instructions <= first.instructions + 5


async def test_join_costs_the_same_after_hundreds_of_presses_in_the_lobby(rig: TableRig, cost: Any) -> None:
    async def join_and_leave(table_id: str, person: Any = DORA) -> None:
        await rig.tables.step(lobby_commands.join, table_id, person, rig.interaction())
        await rig.tables.step(lobby_commands.leave, table_id, person.user_id)

    quiet, loud, pressed = await rig.lobby(people=2), await rig.lobby(people=2), 0
    for guest in GUESTS:
        pressed += await until_refused(lambda guest=guest: join_and_leave(loud, guest), MOST_JOINS)
    assert pressed == MOST_JOINS * len(GUESTS)
    first, later = await cost(lambda: join_and_leave(quiet)), await cost(lambda: join_and_leave(loud))
    assert later.statements == first.statements
    assert later.instructions <= first.instructions + MOST_PRESSES, "the salt itself is bounded"


async def test_a_bet_and_the_tote_cost_the_same_after_hundreds_of_bets(rig: TableRig, cost: Any) -> None:
    await rig.played(DORA, EMIL, *GUESTS)
    quiet, loud = await rig.lobby(people=2), await rig.lobby(people=2)

    def bet(table_id: str, person: Any = DORA) -> Press:
        horses = ["red"]
        return lambda: rig.tables.step(
            tote_commands.bet, table_id, person.user_id, Pool.WIN, horses, 1, rig.interaction()
        )

    await bet(quiet, EMIL)()
    made = [await until_refused(bet(loud, guest), MOST_BETS + 9) for guest in GUESTS]
    assert made == [MOST_BETS] * len(GUESTS)
    require_alike(await cost(bet(quiet)), await cost(bet(loud)))

    def look(table_id: str) -> Press:
        return lambda: rig.tables.database.read(
            tote_commands.window, rig.tables.games, table_id, EMIL.user_id
        )

    require_alike(await cost(look(quiet)), await cost(look(loud)))


async def test_a_card_costs_the_same_after_hundreds_of_presses_of_a_guest(
    rig: TableRig, cost: Any, steady_luck: None
) -> None:
    quiet, loud = await rig.race(people=2, rounds=3), await rig.race(people=2, rounds=3)
    luck = Random(2)
    for table_id, times in ((quiet, 1), (loud, 300)):
        for _ in range(times):
            with pytest.raises(Refused):
                await rig.tables.step(race_commands.act, table_id, FAY.user_id, 0, {"type": "play"})
            with pytest.raises(Refused):
                await rig.tables.step(seat_commands.stand_up, table_id, FAY.user_id)
        for number in range(times):
            if number < 30:
                await rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
                await rig.tables.step(seat_commands.come_back, table_id, BEN.user_id)
                rig.pass_minutes(1)
    with writing(rig.database) as db:
        db.execute(update(outbox).values(fulfilled=outbox.c.requested))
    require_alike(await cost(lambda: rig.decide(quiet, luck)), await cost(lambda: rig.decide(loud, luck)))


def words(table_id: str, *, fulfilled: int) -> list[dict[str, object]]:
    """Words to bettors of a race that is over."""
    facts = {"table_id": table_id, "kind": PostKind.TOTE, "moment": 1, "requested": 1, "fulfilled": fulfilled}
    return [{**facts, "requested_anew": 0, "tries": 0, "user_id": 9_000 + each} for each in range(MANY)]


@pytest.mark.parametrize("fulfilled", [0, 1])
async def test_words_to_bettors_cost_a_later_card_nothing(rig: TableRig, cost: Any, fulfilled: int) -> None:
    few, many = await rig.race(people=2, rounds=3), await rig.race(people=2, rounds=3)
    await fill(rig, outbox, *words(few, fulfilled=fulfilled)[:30])
    await fill(rig, outbox, *words(many, fulfilled=fulfilled))
    luck = Random(2)
    require_alike(await cost(lambda: rig.decide(few, luck)), await cost(lambda: rig.decide(many, luck)))


async def test_rows_of_others_cost_a_press_nothing(rig: TableRig, cost: Any) -> None:
    """Whom a host sent away, slips elsewhere, bets of others, nights and tables that are over."""
    await rig.played(DORA)
    lobby, race, other = await rig.lobby(people=2), await rig.race(people=2, rounds=3), await rig.race()
    luck = Random(2)

    async def join_and_leave() -> None:
        await rig.tables.step(lobby_commands.join, lobby, EMIL, rig.interaction())
        await rig.tables.step(lobby_commands.leave, lobby, EMIL.user_id)

    presses: list[Press] = [
        lambda: rig.decide(race, luck),
        lambda: rig.tables.step(
            tote_commands.bet, lobby, DORA.user_id, Pool.WIN, ["red"], 1, rig.interaction()
        ),
        join_and_leave,
        lambda: rig.tables.database.read(open_in, GUILD),
        lambda: rig.tables.database.read(open_in, GUILD, DORA.user_id),
        lambda: rig.tables.database.read(finished_in, GUILD),
    ]
    over = [{**(await _row(rig, other)), "table_id": f"OVER{each}", "ended_at": each} for each in range(MANY)]
    for row in over:
        row |= {"status": "finished"}
    seat = {"seat": 0, "user_id": DORA.user_id, "owner_id": DORA.user_id, "name": "Dora"}
    sat = [{"table_id": row["table_id"], **seat} for row in over]
    await fill(rig, tables, *over[:30])
    await fill(rig, seats, *sat[:30])
    first = [await cost(press) for press in presses]
    await fill(rig, tables, *over[30:])
    await fill(rig, seats, *sat[30:])
    await fill(rig, sent_away, *({"table_id": lobby, "user_id": 9_000 + each} for each in range(MANY)))
    slip = {"table_id": other, "n": 1, "draft": "{}"}
    await fill(rig, drafts, *({**slip, "user_id": 9_000 + each} for each in range(MANY)))
    bet = {"table_id": lobby, "race": 1, "pool": "win", "combination": '["red"]', "stake": 1, "at": 0}
    await fill(rig, tote_bets, *({**bet, "user_id": 9_000 + each, "key": f"b{each}"} for each in range(MANY)))
    for before, press in zip(first, presses, strict=True):
        require_alike(before, await cost(press))


async def _row(rig: TableRig, table_id: str) -> dict[str, object]:
    with reading(rig.database) as db:
        found = db.execute(tables.select().where(tables.c.table_id == table_id))
        return dict(found.mappings().one())


async def test_nights_that_are_over_cost_whoever_plans_one_nothing(rig: TableRig, cost: Any) -> None:
    def plan(host: Person) -> Press:
        later = rig.clock.now() + DAY
        evening = Plan(name="Friday", form=Form.EVENING, games=["jockey"], role_id=None, starts_at=later)
        return lambda: rig.database.write(
            commands.plan, evening, HERE, host, rig.interaction(), rig.clock.now()
        )

    first = await cost(plan(DORA))
    with reading(rig.database) as db:
        (row, *_) = db.execute(select(nights)).mappings().all()
    over = {**row, "status": NightStatus.OVER, "host_id": EMIL.user_id}
    await fill(rig, nights, *({**over, "night_id": 10**6 + each} for each in range(MANY)))
    require_alike(first, await cost(plan(EMIL)))
