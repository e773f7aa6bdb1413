"""What follows from a log: the match that it has reached, and which of its events a seat is told."""

from __future__ import annotations

from collections.abc import Iterable

from engines.core import AnyGame, Event, Header, Match, Public, Row, Seat


def followed(game: AnyGame, header: Header, rows: Iterable[Row]) -> Match:
    """Return the match that a log has reached, by doing every decision in it again."""
    match, _ = Match.start(game, header)
    for row in rows:
        if row.action is not None and not row.auto:
            match, _ = match.act(row.seat, game.read_action(row.action))
    return match


def seen_by(events: Iterable[Event], seat: Seat | None) -> list[Event]:
    """Return those of `events` that `seat` may know; None stands for everyone."""
    return [event for event in events if isinstance(event, Public) or seat in event.seats]
