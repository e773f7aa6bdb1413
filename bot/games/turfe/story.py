"""A row of a Turfe log as sentences: only public events are told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.games.screens import Who
from bot.games.turfe.moves import faces_of
from bot.games.turfe.words import spoken
from bot.texts import Texts
from engines.core import Event, Row, seen_by
from engines.turfe import View
from engines.turfe.bets import is_broke


def story(rows: Sequence[tuple[Row, View]], who: Who, t: Texts, before: View | None) -> list[str]:
    """Tell what everyone may know of a stretch of the log, which began when everyone saw `before`."""
    lines: list[str] = []
    has_run_out = before is not None and before.flipped is not None
    for row, view in rows:
        lines += told(row, view, who, t, has_run_out=has_run_out)
        happened = {event["type"] for event in row.events}
        has_run_out = (has_run_out or "flipped" in happened) and "race_over" not in happened
    return lines


def told(row: Row, view: View, who: Who, t: Texts, *, has_run_out: bool = False) -> list[str]:
    """Tell what everyone may know of a row, in the order in which it happened.

    `has_run_out` says that cards were turned over from the pile before already.
    """
    words = spoken(t)
    events = seen_by(row.events, None)
    bets = [(who(e["seat"]), e["kind"], e["stake"]) for e in events if e["type"] == "bet_placed"]
    lines = [words.off(bets, who(view.banker))] if bets else []
    for event in events:
        match event["type"]:
            case "played":
                moved = next((other for other in events if other["type"] == "moved"), None)
                lines.append(_played(event, moved, view, who, t))
            case "finished":
                lines.append(words.finished(event["horse"], event["place"]))
            case "flipped":
                lines.append(words.flipped(who(event["seat"]), event["card"], is_first=not has_run_out))
            case "race_started":
                broke = [who(seat) for seat, money in enumerate(view.money) if is_broke(money)]
                lines.append(words.race_started(event["race"], view.races, who(event["first"]), broke))
    return lines


def _played(event: Event, moved: Event | None, view: View, who: Who, t: Texts) -> str:
    move = _moved(moved, event["card"], view, t) if moved else spoken(t).nobody_moved
    return spoken(t).played(who(event["seat"]), event["card"], "aside" in event, move)


def _moved(moved: Event, card: Any, view: View, t: Texts) -> str:
    start, end = ((place["lane"], place["space"]) for place in (moved["from"], moved["to"]))
    went, steps = end[1] - start[1], faces_of(view.horses)[card].steps
    is_stopped = 0 < end[1] <= view.length and went != steps
    return spoken(t).moved(moved["horse"], start, None if end[1] > view.length else end, is_stopped)
