"""A table during its races: start, act, rest, end early. Each function is one step in the transaction of the caller.

A step writes everything it means at once: the log row, the coins it moves, the clocks it sets, the screens that
have to show it. Whoever draws or posts anything does so afterwards, from what was written.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import bank
from bot.outbox import posts
from bot.servers import read_settings
from bot.store.schema import log, tables
from bot.tables import attendance, deadlines, ending, lobby, luck, marking, turn_clocks
from bot.tables.absent import require_here
from bot.tables.luck import Kind
from bot.tables.refusals import Refusal, Refused, StartRefused
from bot.tables.seat_limits import missing, playable
from bot.tables.stakes import UsualBuyIn, buy_in, finals, merits, money_of
from bot.tables.standing import Standing, game_of
from bot.tables.table import Seat, Status, Table, Taken, load
from engines import catalog
from engines.core import Row
from engines.core.salt import Pressed, digest

PEOPLE_FOR_STAKES = 2
"""Tables with fewer people are for practice: no coins move."""


async def start(
    db: AsyncConnection,
    table: Table,
    user_id: int,
    interaction_id: int,
    now: int,
    usual: UsualBuyIn,
    seen: str | None = None,
) -> Standing | StartRefused:
    """Start the race of a lobby: fix the luck, take the buy-ins, deal. The host decides.

    `usual` says what a seat pays in where the server has not settled on anything else. `seen` is the digest
    of the luck that the host pressed Start on; None: it is not known.
    A press of the host that cannot start the race yet goes into the luck all the same, so that none is passed over
    unseen. Its refusal is returned instead of raised: there is something to keep.
    """
    lobby.require_lobby(table)
    lobby.require_host(table, user_id)
    require_here(table.game)
    pressed = Pressed(interaction_id)
    try:
        _require_ready(table)
        _require_seen(table, pressed, seen)
    except Refused as refused:
        salt = await luck.add(db, table, pressed, Kind.REFUSED, user_id, refused.reason)
        await lobby.changed(db, table, salt=salt)
        return StartRefused(refused.reason, **refused.facts)
    salt = await luck.add(db, table, pressed, Kind.STARTED, user_id)
    table = await _begun(db, table, salt, now, usual)
    standing, rows = Standing.begin(table)
    await _append(db, table, rows, now)
    await deadlines.clear(db, table.table_id)
    await turn_clocks.start_clocks(db, table, standing, now)
    if table.stakes:
        await bank.buy_in(db, table.guild_id, table.table_id, table.owners, table.buy_in, now=now)
    await posts.want(db, table.table_id, posts.BOARD, standing.length)
    await marking.want_desks(db, table, standing.length)
    await marking.call(db, table, standing, ())
    return standing


async def _begun(db: AsyncConnection, table: Table, salt: str, now: int, usual: UsualBuyIn) -> Table:
    """Fix what the race is run by: its luck and its rules, and of the server's settings stakes and clock."""
    settings, game = await read_settings(db, table.guild_id), catalog.game(table.game)
    money = money_of(game_of(table), table.options)
    await lobby.changed(
        db,
        table,
        status=Status.RUNNING,
        salt=salt,
        started_at=now,
        stakes=settings.money and len(table.people) >= PEOPLE_FOR_STAKES,
        buy_in=buy_in(money, settings.buy_in(table.game, usual(table.game))),
        options=json.dumps(game.options_for(table.options, len(table.seats))),
        rules=game.rules,
        clock=settings.clock,
    )
    return await load(db, table.table_id)


def _require_ready(table: Table) -> None:
    seats, can_play = len(table.seats), playable(table.game, table.options)
    least = min(catalog.game(table.game).seats)
    if seats < least:
        raise Refused(Refusal.TOO_FEW, least=least)
    waiting = [seat.user_id for seat in table.people if not seat.ready]
    if waiting:
        raise Refused(Refusal.NOT_READY, users=waiting)
    if seats not in can_play:
        raise Refused(Refusal.UNFIT, seats=seats, missing=missing(can_play, seats, table.capacity))


def _require_seen(table: Table, pressed: Pressed, seen: str | None) -> None:
    """Refuse a Start after which, or unseen before which, something else went into the luck.

    The race is dealt from what the host saw and the one press that nobody could foresee, so nothing that was made to
    fit that press can be slipped in before it.
    """
    if luck.is_overtaken(table, pressed) or seen not in {None, digest(table.salt)}:
        raise Refused(Refusal.OVERTAKEN)


async def act(
    db: AsyncConnection,
    table: Table,
    standing: Standing,
    decision: Decision,
    now: int,
) -> Standing:
    """Let a seat answer the question it was asked.

    Raises `Refused` if the question is settled or not this seat's, `IllegalAction` if the rules refuse, and
    `Unreadable` for what is no action at all.
    """
    require_awake(table)
    number = decision.number
    if number is not None:
        standing.require_asked(number, decision.asked)
        _require_left_to_others(table.seats[number], decision)
    following, rows = standing.after(number, standing.match.game.read_action(decision.action))
    await _append(db, table, rows, now, decision)
    if number is not None:
        table = await _note(db, table, table.seats[number], decision.taken, now)
    await turn_clocks.restart_clocks(db, table, standing, following, now)
    await marking.want_screens(db, table, standing, following, rows)
    overslept = {number} if decision.taken is Taken.CLOCK else set()
    await marking.call(db, table, following, standing.asked.keys() - overslept)
    if following.match.outcome:
        await _finish(db, table, following, now)
    elif any(seat.would_stop for seat in table.people):
        await _hear_again(db, await load(db, table.table_id), standing, following, now)
    return following


async def _hear_again(db: AsyncConnection, table: Table, before: Standing, after: Standing, now: int) -> None:
    """Ask anew who would stop, once a race is over; else see whom it takes by now: somebody may have gone away."""
    if ending.races_settled(after) > ending.races_settled(before):
        await ending.forget_words(db, table)
    else:
        await heed(db, table, after, now)


class Decision(NamedTuple):
    """What a seat decides, or the table's own clock (None); `asked` is the log length at which the question arose."""

    number: int | None
    asked: int
    action: Mapping[str, Any]
    taken: Taken | None = None
    """Why it was decided in the seat's place; None: its person decided, or it is a computer player's seat."""
    user_id: int | None = None
    """The person who decided."""


def _require_left_to_others(seat: Seat, decision: Decision) -> None:
    """Refuse what was thought out in the place of somebody who is back, or took their order back, meanwhile."""
    is_back = decision.taken is Taken.AWAY and not seat.is_played_for
    is_taken_back = decision.taken is Taken.ORDER and decision.action.get("type") not in seat.orders
    if is_back or is_taken_back:
        raise Refused(Refusal.STALE)


async def _note(db: AsyncConnection, table: Table, seat: Seat, taken: Taken | None, now: int) -> Table:
    if taken is Taken.CLOCK:
        return await attendance.note_missed(db, table, seat, now)
    if taken is None and seat.user_id is not None:
        return await attendance.note_decided(db, table, seat, now)
    return table


async def seated_anew(db: AsyncConnection, table: Table, standing: Standing, now: int) -> None:
    """Have clocks and screens follow a change of who decides for a seat; it may settle that all would stop."""
    if await heed(db, table, standing, now):
        return
    await turn_clocks.restart_clocks(db, table, standing, standing, now)
    await marking.show_anew(db, table)


async def handed(db: AsyncConnection, table: Table, standing: Standing, user_id: int, now: int) -> None:
    """Have clocks and screens follow a seat that somebody was given, whose turn it may be: they cannot know of it."""
    # Never stops it: who was given a seat has not said they would.
    await seated_anew(db, table, standing, now)
    await marking.call(db, table, standing, {seat.number for seat in table.seats if seat.user_id != user_id})


async def cancel(
    db: AsyncConnection, table: Table, standing: Standing | None, user_id: int, now: int, *, may_manage: bool
) -> int:
    """End a table early; return how many races count. Who manages the server decides, or the host.

    The host needs everybody's word as soon as that is binding (see `ending`), which nobody can tell of a game that is
    not here.
    """
    if not may_manage:
        lobby.require_host(table, user_id)
        if table.status is Status.RUNNING:
            require_here(table.game)
        if standing is not None and table.status is Status.RUNNING:
            ending.require_agreed_with(table, standing, user_id)
    return await stop(db, table, standing, Status.CANCELLED, now)


async def heed(db: AsyncConnection, table: Table, standing: Standing, now: int) -> bool:
    """End a table if everybody whose word it takes would stop, else ask those who are away; whether it ended."""
    if ending.is_agreed(table, standing):
        await stop(db, table, standing, Status.CANCELLED, now)
        return True
    await ending.ask_the_away(db, table, standing, now)
    return False


async def stop(db: AsyncConnection, table: Table, standing: Standing | None, status: Status, now: int) -> int:
    """End a table before its game does, whoever decided it; return how many races count.

    `standing` is None in a lobby, and where nobody can tell what was settled: then every stake goes back.
    """
    if table.status is Status.LOBBY:
        await lobby.close(db, table, status, now)
        return 0
    require_running(table)
    counted = await ending.settle_up(db, table, standing, now)
    await lobby.changed(db, table, status=status, ended_at=now, counted=counted)
    await deadlines.clear(db, table.table_id)
    await posts.want(db, table.table_id, posts.BOARD, table.length + 1)
    await marking.want_desks(db, table, table.length + 1)
    return counted


async def _append(
    db: AsyncConnection, table: Table, rows: Sequence[Row], now: int, decision: Decision | None = None
) -> None:
    """Write rows down; who took the decision they follow from is noted beside those that are not forced."""
    for row in rows:
        decided = None if row.auto else decision
        await db.execute(
            insert(log).values(
                table_id=table.table_id,
                n=row.n,
                seat=row.seat,
                action=None if row.action is None else _json(row.action),
                events=_json(row.events),
                auto=row.auto,
                at=now,
                taken_by=decided.taken if decided else None,
                decided_by=decided.user_id if decided else None,
            )
        )
    await db.execute(update(tables).where(tables.c.table_id == table.table_id).values(length=rows[-1].n + 1))


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


async def _finish(db: AsyncConnection, table: Table, standing: Standing, now: int) -> None:
    """Close a game that is over: pay out, record the result, have it shown."""
    outcome = standing.match.outcome
    assert outcome is not None
    if table.stakes:
        coins = finals(money_of(standing.match.game, table.options), table.buy_in, outcome)
        await bank.pay_out(db, table.guild_id, table.table_id, coins, now)
    await bank.record_results(
        db,
        table.guild_id,
        table.table_id,
        game=table.game,
        users=table.owners,
        scores=outcome.scores,
        merits=merits(outcome),
        now=now,
    )
    await lobby.changed(db, table, status=Status.FINISHED, ended_at=now)
    await deadlines.clear(db, table.table_id)
    await posts.want(db, table.table_id, posts.FINAL, standing.length)


def require_running(table: Table) -> None:
    """Refuse what only a running race allows."""
    if table.status is Status.LOBBY:
        raise Refused(Refusal.NOT_STARTED)
    if table.status is not Status.RUNNING:
        raise Refused(Refusal.CLOSED)


def require_awake(table: Table) -> None:
    """Refuse what a race that rests does not allow either."""
    require_running(table)
    require_here(table.game)
    if table.paused_at is not None:
        raise Refused(Refusal.PAUSED, host=table.host_id)
