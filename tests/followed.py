"""What follows from a log: its match, and which of its events a seat is told; and what may come next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engines.core import AnyGame, Chance, Event, Header, Match, Public, Row, Seat, pick


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


def next_act(game: AnyGame, state: Any, luck: Chance) -> tuple[Seat | None, Any]:
    """Draw what happens next: a seat decides; in a window its time may pass, also where a seat has an answer."""
    able, window = game.able(state), game.window(state)
    if window and (not able or not luck.below(4)):
        return None, window.action
    seat = pick(luck, able)
    return seat, game.choices(state, seat).sample(luck)
