"""How a running table is closed, in the step that does it: its game is over, or it ends before that."""

from __future__ import annotations

from collections.abc import Sequence

from bot import bank, outbox
from bot.tables import ending, honours, lobby, marking, seat_offers, totes
from bot.tables.stakes import merits, sides_of
from bot.tables.standing import Standing
from bot.tables.step import Step
from bot.tables.table import Status


def close_if_over(step: Step, before: Standing, after: Standing) -> bool:
    """Close a table whose game a move has ended; else see whether it ends early, or who has to be asked that anew.

    Returns whether the posts that the move asked for are all there are.
    """
    if after.match.outcome:
        return _finish(step, after)
    if not any(seat.would_stop for seat in step.table.people):
        return True
    if ending.races_settled(after) > ending.races_settled(before):
        ending.forget_words(step)  # what was agreed to was the end of another race
        return True
    if ending.is_agreed(step.table, after):  # somebody may have gone away meanwhile
        step.read_again()
        stop(step, after, Status.CANCELLED)
        return False
    return not ending.ask_the_away(step, after)


def stop_if_agreed(step: Step, standing: Standing) -> bool:
    """End a table if everybody whose word it takes would stop, else ask those who are away; whether it ended."""
    if ending.is_agreed(step.table, standing):
        stop(step, standing, Status.CANCELLED)
        return True
    ending.ask_the_away(step, standing)
    return False


def stop(step: Step, standing: Standing | None, status: Status) -> int:
    """End a table before its game does, whoever decided it; return how many races count.

    `standing` is None in a lobby, and where nobody can tell what was settled: then every stake goes back.
    """
    db, table = step.db, step.table
    if table.status is Status.LOBBY:
        lobby.close(step, status)
        return 0
    table.require_running()
    totes.end_early(step, standing)
    counted = ending.settle_up(step, standing)
    lobby.changed(db, table, status=status, ended_at=step.now, counted=counted)
    seat_offers.end(step)
    step.stop_clocks_for_good()
    outbox.ask_for(db, table.table_id, outbox.BOARD, moment=table.length)
    marking.ask_for_desks(db, table)
    return counted


def _finish(step: Step, standing: Standing) -> bool:
    """Close a game that is over: pay out and record the result, which the move has asked to be shown.

    Returns whether the posts that the move asked for are all there are.
    """
    db, table, outcome = step.db, step.table, standing.match.outcome
    assert outcome is not None
    is_voided = totes.void(step)  # of a race that was never run
    receipts: Sequence[bank.Receipt] = ()
    if table.stakes:
        receipts = ending.pay_out(step, standing, outcome)
    bank.record_results(
        db,
        table.guild_id,
        table.table_id,
        game=table.game,
        users=table.owners,
        scores=outcome.scores,
        merits=merits(outcome),
        sides=sides_of(standing.match.game, table.options, len(table.seats)),
        is_won=any(outcome.scores),
        now=step.now,
    )
    honours.note(step, standing, receipts)
    step.facts |= {"status": Status.FINISHED, "ended_at": step.now}
    step.facts["paused_at"] = None  # nobody may have been there to see it
    has_ended_offers = seat_offers.end(step)
    step.stop_clocks_for_good()
    return not (is_voided or has_ended_offers)
