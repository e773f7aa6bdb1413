"""Offers of seats: one for a seat at a time, each with a public post that says what became of it.

A post is named after the moment of its offer, which ends `OFFER_LASTS` after it. Whatever ends an offer asks in the
same transaction that its post be edited.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, insert, select

from bot import outbox
from bot.db.schema import offers
from bot.outbox import Notice, PostKey, PostKind
from bot.tables.deadlines import DAY, Clock
from bot.tables.step import Step

OFFER_LASTS = DAY
"""Milliseconds for which an offered seat can be accepted."""


class Offer(NamedTuple):
    """A seat that is offered to a user until a moment, in milliseconds since 1970 UTC."""

    user_id: int
    until: int


def find(db: Connection, table_id: str, seat: int) -> Offer | None:
    """Return the offer of a seat; it may have run out just now."""
    this = (offers.c.table_id == table_id, offers.c.seat == seat)
    row = db.execute(select(offers.c.user_id, offers.c.until).where(*this)).one_or_none()
    return Offer(*row) if row else None


def make(db: Connection, step: Step, seat: int, to: int) -> Offer:
    """Offer a seat to a user, in the place of an earlier offer of it."""
    end(db, step, offers.c.seat == seat)
    offer = Offer(to, step.now + OFFER_LASTS)
    row = {"table_id": step.table.table_id, "seat": seat, **offer._asdict()}
    db.execute(insert(offers).values(row))
    step.start_clock(db, Clock.OFFER.seat(seat), OFFER_LASTS)
    outbox.ask_for(db, step.table.table_id, _post_of(seat, offer.until))
    return offer


def end(db: Connection, step: Step, *which: ColumnElement[bool]) -> None:
    """End some offers of the table's seats, by default all."""
    here = delete(offers).where(offers.c.table_id == step.table.table_id, *which)
    ended = db.execute(here.returning(offers.c.seat, offers.c.until)).all()
    for seat, until in ended:
        step.stop_clock(db, Clock.OFFER.seat(seat))
        outbox.ask_for(db, step.table.table_id, _post_of(seat, until))


def _post_of(seat: int, until: int) -> PostKey:
    return PostKey(PostKind.NOTICE, notice=Notice.OFFERED, seat=seat, happened_at=until - OFFER_LASTS)
