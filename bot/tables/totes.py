"""The tote at a table: which race is bet on, who may, and what a move, a start or an end of the table does to the bets.

A race is bet on from the lobby, or the end of the race before, until it is off. When that is, and how the horses came
in, the title of the game says (`bot.tables.horses`). The row in which it is off closes the tote, the row that ends the
race settles it. A table that ends before that settles a race that is off as its horses stand, unless those in front
are level, and gives bets on any other back. Each happens in the transaction of its cause.

While nobody has bet a step asks nothing of the database for it: `Table.tote` says whether there are bets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import BigInteger, Connection, Text, exists, insert, literal, select

from bot import outbox
from bot.bank import tote
from bot.bank.playing import PEOPLE_FOR_STAKES
from bot.bank.tote import Pool, Race, RaceStatus, Returned
from bot.db.schema import stood_in
from bot.outbox import PostKind
from bot.tables import honours
from bot.tables.games import Runners
from bot.tables.refusals import Refusal, Refused
from bot.tables.standing import Standing
from bot.tables.step import Step
from bot.tables.table import Seat, Status, Table
from engines.core import Event, Row


class Offer(NamedTuple):
    """A race that can be bet on now."""

    race: int
    """From 1 through the whole game."""
    horses: Sequence[str]
    """Those that run; before the start of the first race, all that may."""

    @property
    def pools(self) -> Sequence[Pool]:
        """Those in which a bet can be lost."""
        return [pool for pool in Pool if pool.is_offered(len(self.horses))]


def offered(table: Table, standing: Standing | None, runners: Runners) -> Offer | None:
    """Return what can be bet on at a table now; None while a race is run, and once there is none to come."""
    if table.status is Status.LOBBY:
        return Offer(1, runners.entered(table.edition))
    if table.status is not Status.RUNNING or standing is None:
        return None
    view = standing.view(None)
    race = runners.open_race(view)
    return None if race is None else Offer(race, runners.running(view))


def has_too_few(table: Table) -> bool:
    """Whether too few people sit at a table for bets: somebody alone decides too much of a race."""
    return len(table.people) < PEOPLE_FOR_STAKES


def require_may_bet(
    table: Table, standing: Standing | None, runners: Runners, user_id: int, horses: Sequence[str]
) -> None:
    """Refuse somebody with a seat: they bet on nothing, or on the horse that is theirs."""
    own = own_horses(table, standing, runners, user_id)
    if own is not None and not {*horses} <= own:
        raise Refused(Refusal.TOTE_NOT_FOR_YOU)


def own_horses(
    table: Table, standing: Standing | None, runners: Runners, user_id: int
) -> frozenset[str] | None:
    """Return the only horses that somebody with a seat may bet on; None: they have no seat, and may bet on all."""
    seats = [seat.number for seat in table.seats if user_id in {seat.user_id, seat.owner_id}]
    if not seats:
        return None
    view = standing.view(None) if standing else None
    own = (runners.own(view, seat) for seat in seats) if view else ()
    return frozenset(horse for horse in own if horse is not None)


def require_saw_no_hand(db: Connection, step: Step, user_id: int) -> None:
    """Refuse who has had a seat of the table in their hands: they have seen what nobody else who bets can.

    That holds for the whole day, since cards are kept from one race to the next.
    """
    if step.table.status is not Status.RUNNING:
        return
    theirs = (stood_in.c.table_id == step.table.table_id, stood_in.c.user_id == user_id)
    if db.scalar(select(stood_in.c.user_id).where(*theirs)) is not None:
        raise Refused(Refusal.TOTE_STOOD_IN)


def note_stood_in(db: Connection, step: Step, seat: Seat) -> None:
    """Note that somebody has a seat no more that they had for another, for as long as the table's log is kept."""
    if seat.user_id is None or seat.user_id == seat.owner_id:
        return
    row = select(literal(step.table.table_id, Text), literal(seat.user_id, BigInteger))
    is_known = exists().where(stood_in.c.table_id == step.table.table_id, stood_in.c.user_id == seat.user_id)
    db.execute(insert(stood_in).from_select(["table_id", "user_id"], row.where(~is_known)))


def race_of(table: Table, race: int) -> Race:
    """Name a race of a table as the bank does."""
    return Race(table.guild_id, table.table_id, race)


def _live(step: Step) -> Race | None:
    """Return the race whose bets are still to be settled, None if there are none."""
    return race_of(step.table, step.table.tote) if step.table.tote else None


def _runners(step: Step) -> Runners:
    runners = step.games.runners(step.table.game)
    assert runners, "nobody bets on a game without runners"
    return runners


def follow(db: Connection, step: Step, before: Standing, after: Standing, rows: Sequence[Row]) -> None:
    """Close the tote when its race is off, and settle it with the end of the race."""
    race = _live(step)
    if race is None:
        return
    runners = _runners(step)
    if runners.open_race(before.view(None)) == race.number != runners.open_race(after.view(None)):
        tote.close(db, race)
    over = next((event for row in rows for event in row.events if _ends(event, race)), None)
    if over is not None:
        if tote.settle(db, race, runners.finish(over), step.now):
            honours.note_tote(db, step, race)
        _tell(db, step, race)


def _ends(event: Event, race: Race) -> bool:
    return bool(event["type"] == "race_over" and event["race"] == race.number)


def begin(db: Connection, step: Step, standing: Standing) -> None:
    """Give back, as the first race is prepared, bets on horses that do not run, and all where too few people play."""
    race = _live(step)
    if race is None:
        return
    if has_too_few(step.table):
        tote.return_all(db, race, Returned.TOO_FEW, step.now)
        return
    runners = _runners(step)
    running = runners.running(standing.view(None))
    if {*running} != {*runners.entered(step.table.edition)}:
        tote.scratch(db, race, running, step.now)


def end_early(db: Connection, step: Step, standing: Standing | None) -> None:
    """Settle a race that is off as its horses stand.

    All bets go back where the race is not off, where the horses in front are level, and where the order is unknown.
    """
    race = _live(step)
    if race is None:
        return
    report = tote.report(db, race)
    if standing is None or report is None or report.status is not RaceStatus.CLOSED:
        void(db, step)
        return
    stand = _runners(step).as_they_stand(standing.view(None))
    if len(stand[0]) > 1:
        void(db, step)
        return
    tote.settle(db, race, stand, step.now, is_broken_off=True)
    _tell(db, step, race)


def require_no_bet(db: Connection, step: Step, user_id: int) -> None:
    """Refuse somebody with a bet on a race that is off: the end of the table would settle that bet."""
    race = _live(step)
    if race is None:
        return
    report = tote.report(db, race)
    if report is None or report.status is not RaceStatus.CLOSED:
        return
    if any(slip.returned is None for slip in tote.slips(db, race, user_id)):
        raise Refused(Refusal.TOTE_HAS_BET)


def void(db: Connection, step: Step) -> None:
    """Give everything back: the race is not run."""
    if race := _live(step):
        tote.refund(db, race, step.now)
        _tell(db, step, race)


def _tell(db: Connection, step: Step, race: Race) -> None:
    """Have everybody who has bet on a race told in private what became of it: no bets are left to settle."""
    step.change(db, tote=0)
    outbox.ask_everybody(db, race.table, PostKind.TOTE, tote.bettors(race), race.number)


def sit_down(db: Connection, step: Step, user_id: int, standing: Standing | None = None) -> None:
    """Give back what somebody has bet who takes a seat; once their race is run, refuse them the seat."""
    race = _live(step)
    if race is None:
        return
    if offered(step.table, standing, _runners(step)):
        tote.return_to(db, race, user_id, step.now)
    elif any(not slip.returned for slip in tote.slips(db, race, user_id)):
        raise Refused(Refusal.TOTE_BETS)
