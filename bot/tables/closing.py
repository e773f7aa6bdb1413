"""How a running table is closed, in the transaction of the caller: its game is over, or it ends before that."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import bank, outbox
from bot.tables import deadlines, ending, lobby, marking
from bot.tables.loading import load
from bot.tables.stakes import finals, merits, money_of
from bot.tables.standing import Standing
from bot.tables.table import Status, Table


async def close_if_over(
    db: AsyncConnection, table: Table, before: Standing, after: Standing, now: int
) -> None:
    """Close a table whose game a move has ended; else see whether it ends early, or who has to be asked that anew."""
    if after.match.outcome:
        await _finish(db, table, after, now)
    elif any(seat.would_stop for seat in table.people):
        table = await load(db, table.table_id)
        if ending.races_settled(after) > ending.races_settled(before):
            await ending.forget_words(db, table)  # what was agreed to was the end of another race
        else:
            await stop_if_agreed(db, table, after, now)  # somebody may have gone away meanwhile


async def stop_if_agreed(db: AsyncConnection, table: Table, standing: Standing, now: int) -> bool:
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
    table.require_running()
    counted = await ending.settle_up(db, table, standing, now)
    await lobby.changed(db, table, status=status, ended_at=now, counted=counted)
    await deadlines.clear(db, table.table_id)
    await outbox.ask_for(db, table.table_id, outbox.BOARD, moment=table.length)
    await marking.ask_for_desks(db, table)
    return counted


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
    await outbox.ask_once(db, table.table_id, outbox.FINAL)
