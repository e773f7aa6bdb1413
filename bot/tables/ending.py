"""How a table ends, with its game or before: whose word that takes, and what becomes of the stakes.

What finished races have settled stays settled, and only the race that is being run is void. So nobody, the host least
of all, gets out of a loss by ending the day; and where nothing is settled yet every stake goes back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection, select, update

from bot import bank, outbox
from bot.db.schema import night_seats, seats
from bot.outbox import PostKind
from bot.tables import deadlines, honours, lobby, marking, seat_offers, totes
from bot.tables.deadlines import Clock
from bot.tables.refusals import Refusal, Refused
from bot.tables.stakes import finals, merits, money_of, sides_of
from bot.tables.standing import Standing
from bot.tables.step import Step
from bot.tables.table import Seat, Status, Table
from engines.core import Outcome


def races_settled(standing: Standing | None) -> int:
    """Return how many races have been run, whose outcome stands whatever becomes of the day."""
    interim = standing.match.interim if standing else None
    return interim.races if interim else 0


def is_binding(table: Table, standing: Standing) -> bool:
    """Whether somebody could get out of a loss, or decide bets, by ending the day now.

    So it is once a race has been run, and while the first one is on if it is the only one or was bet on.
    """
    if races_settled(standing):
        return True
    game = standing.match.game
    return (table.tote > 0 or game.is_one_race(game.options(table.options))) and _is_off(table, standing)


def _is_off(table: Table, standing: Standing) -> bool:
    """Whether the first race has begun: every seat that was asked at the start has decided."""
    first, _ = Standing.begin(table)
    return standing.length >= first.length + len(first.asked)


def missing(table: Table, standing: Standing) -> Sequence[Seat]:
    """Return the seats whose people have to agree yet before the table can end early.

    Once that is binding it takes the word of everybody who plays for coins of their own, there or away; before, of
    those who are there.
    """
    asked = table.people if is_binding(table, standing) else table.present
    return [seat for seat in asked if not seat.would_stop]


def is_agreed(table: Table, standing: Standing) -> bool:
    """Whether everybody whose word it takes would stop."""
    return any(seat.would_stop for seat in table.people) and not missing(table, standing)


def require_agreed_with(table: Table, standing: Standing, user_id: int) -> None:
    """Refuse to end a table at somebody's word alone where it takes that of others as well."""
    if not is_binding(table, standing):
        return
    others = [seat.user_id for seat in missing(table, standing) if seat.user_id != user_id]
    if others:
        raise Refused(Refusal.NEEDS_EVERYBODY, users=others)


def require_no_part(db: Connection, table: Table, user_id: int) -> None:
    """Refuse to end a race of a race night to whoever races in that night against others."""
    dealt = select(night_seats.c.user_id).where(night_seats.c.night_id == table.night_id).distinct()
    people = [] if table.night_id is None else list(db.scalars(dealt))
    if user_id in people and len(people) > 1:
        raise Refused(Refusal.RACES_IN_NIGHT)


def ask_the_away(db: Connection, step: Step, standing: Standing) -> None:
    """Give those who are away a day to say whether they would stop too, once only their word is missing.

    Their desks ask them. If somebody who is there would rather go on, or a new race begins, nobody is waited for.
    """
    waiting = step.clock(Clock.STOPPING)
    away = _left_to(step.table, standing)
    if away and waiting is None:
        begins = step.table.closed_until(step.now) or step.now  # before nobody asks them
        step.start_clock(db, Clock.STOPPING, begins - step.now + deadlines.STOPPING_CLOSES_AFTER)
        for seat in away:
            assert seat.user_id is not None
            outbox.post_anew(db, step.table.table_id, PostKind.DESK, seat.user_id)
    elif not away and waiting is not None:
        step.stop_clock(db, Clock.STOPPING)


def _left_to(table: Table, standing: Standing) -> Sequence[Seat]:
    """Return the seats of who is away, if only their word is missing; else none."""
    if not any(seat.would_stop for seat in table.people) or not is_binding(table, standing):
        return ()
    silent = missing(table, standing)
    return silent if all(seat.is_played_for for seat in silent) else ()


def forget_words(db: Connection, step: Step) -> None:
    """Have everybody asked anew: what was agreed to was the end of another race."""
    here = seats.c.table_id == step.table.table_id
    db.execute(update(seats).where(here).values(would_stop=False))
    silent = tuple(seat._replace(would_stop=False) for seat in step.table.seats)
    step.table = replace(step.table, seats=silent)
    step.stop_clock(db, Clock.STOPPING)


def settle_up(db: Connection, step: Step, standing: Standing | None) -> int:
    """Pay out what the finished races have settled, or else give every stake back; return how many races count.

    Without a standing nothing can be said to be settled.
    """
    table, now = step.table, step.now
    interim = standing.match.interim if standing else None
    if not table.stakes:
        return interim.races if interim else 0
    if standing is None or interim is None:
        bank.give_back(db, table.guild_id, table.table_id, now)
        return 0
    pay_out(db, step, standing, interim.outcome)
    return interim.races


def pay_out(db: Connection, step: Step, standing: Standing, outcome: Outcome) -> Sequence[bank.Receipt]:
    """Pay out a table that was played for coins, by the outcome of its game or of the races that count."""
    table = step.table
    money = money_of(standing.match.game, table.options)
    coins = finals(money, table.buy_in, outcome)
    if money is None or money.is_won_from_seats:
        coins = bank.kept_from_others(db, table.guild_id, table.table_id, coins)
    return bank.pay_out(db, table.guild_id, table.table_id, coins, step.now)


def close_if_over(db: Connection, step: Step, before: Standing, after: Standing) -> None:
    """Close a table whose game a move has ended; else see whether it ends early, or who has to be asked that anew."""
    if after.match.outcome:
        _finish(db, step, after)
    elif any(seat.would_stop for seat in step.table.people):
        if races_settled(after) > races_settled(before):
            forget_words(db, step)  # what was agreed to was the end of another race
        else:
            stop_if_agreed(db, step, after)  # somebody may have gone away meanwhile


def stop_if_agreed(db: Connection, step: Step, standing: Standing) -> bool:
    """End a table if everybody whose word it takes would stop, else ask those who are away; whether it ended."""
    if is_agreed(step.table, standing):
        stop(db, step, standing, Status.CANCELLED)
        return True
    ask_the_away(db, step, standing)
    return False


def stop(db: Connection, step: Step, standing: Standing | None, status: Status) -> int:
    """End a table before its game does, whoever decided it; return how many races count.

    `standing` is None in a lobby, and where nobody can tell what was settled: then every stake goes back.
    """
    table = step.table
    if table.status is Status.LOBBY:
        lobby.close(db, step, status)
        return 0
    table.require_running()
    totes.end_early(db, step, standing)
    counted = settle_up(db, step, standing)
    lobby.change(db, step, status=status, ended_at=step.now, counted=counted)
    seat_offers.end(db, step)
    step.stop_clocks_for_good(db)
    outbox.ask_for(db, table.table_id, outbox.BOARD, moment=table.length)
    marking.ask_for_desks(db, table)
    return counted


def _finish(db: Connection, step: Step, standing: Standing) -> None:
    """Close a game that is over: pay out and record the result, which the move has asked to be shown."""
    table, outcome = step.table, standing.match.outcome
    assert outcome is not None
    totes.void(db, step)  # of a race that was never run
    receipts: Sequence[bank.Receipt] = ()
    if table.stakes:
        receipts = pay_out(db, step, standing, outcome)
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
    honours.note(db, step, standing, receipts)
    # It rests no more: nobody may have been there to see it.
    step.change(db, status=Status.FINISHED, ended_at=step.now, paused_at=None)
    seat_offers.end(db, step)
    step.stop_clocks_for_good(db)
