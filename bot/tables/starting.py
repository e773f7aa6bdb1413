"""How a race starts, in the transaction of the caller: its luck and its rules are fixed, buy-ins taken, cards dealt."""

from __future__ import annotations

import json

from bot import bank, outbox
from bot.servers import read_settings
from bot.tables import deadlines, lobby, luck, marking, race_log, turn_clocks
from bot.tables.loading import load
from bot.tables.refusals import Refusal, Refused
from bot.tables.seat_limits import missing, playable
from bot.tables.stakes import UsualBuyIn, buy_in, money_of
from bot.tables.standing import Standing
from bot.tables.step import Step
from bot.tables.table import Status, Table
from engines import catalog
from engines.core.salt import Pressed, digest

PEOPLE_FOR_STAKES = 2
"""Tables with fewer people are for practice: no coins move."""


def require_may_start(table: Table, pressed: Pressed, seen: str | None) -> None:
    """Refuse a start for which something is missing, or of other luck than its host saw (its digest is `seen`)."""
    _require_ready(table)
    _require_seen(table, pressed, seen)


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


async def start(step: Step, salt: str, usual_buy_in: UsualBuyIn) -> None:
    """Start a race whose luck is complete with this salt."""
    db, now = step.db, step.now
    table = await _begun(step, salt, usual_buy_in)
    standing, rows = Standing.begin(table)
    await race_log.append(db, table, rows, now)
    await deadlines.clear(db, table.table_id)
    await turn_clocks.start_clocks(db, table, standing, now)
    if table.stakes:
        await bank.buy_in(db, table.guild_id, table.table_id, table.owners, table.buy_in, now=now)
    await outbox.ask_for(db, table.table_id, outbox.BOARD, moment=standing.length)
    await marking.ask_for_desks(db, table)
    await marking.call(db, table, standing, ())
    step.reached = standing


async def _begun(step: Step, salt: str, usual_buy_in: UsualBuyIn) -> Table:
    """Fix what the race is run by: its luck and its rules, and of the server's settings stakes and clock."""
    table = step.table
    settings, game = await read_settings(step.db, table.guild_id), catalog.game(table.game)
    settled = settings.buy_in(table.game, usual_buy_in(table.game))
    await lobby.changed(
        step.db,
        table,
        status=Status.RUNNING,
        salt=salt,
        started_at=step.now,
        stakes=settings.money and len(table.people) >= PEOPLE_FOR_STAKES,
        buy_in=buy_in(money_of(game, table.options), settled),
        options=json.dumps(game.options_for(table.options, len(table.seats))),
        rules=game.rules,
        clock=settings.clock,
    )
    return await load(step.db, table.table_id)
