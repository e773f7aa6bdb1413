"""A row of a Jockey log as sentences: only public events are told."""

from __future__ import annotations

from typing import Any

from bot.games.jockey.words import spoken
from bot.games.screens import Who
from bot.texts import Texts
from engines.core import Row, seen_by


def told(row: Row, view: Any, who: Who, t: Texts) -> list[str]:
    """Tell what everyone may know of a row, in the order in which it happened."""
    words = spoken(t)
    lines: list[str] = []
    events = seen_by(row.events, None)
    moved = next((event for event in events if event["type"] == "moved"), None)
    for event in events:
        match event["type"]:
            case "race_started":
                lines.append(words.race_started(event["race"], view.races, who(event["first"])))
            case "played":
                horse, start, end = (moved["horse"], moved["from"], moved["to"]) if moved else (None, 0, 0)
                lines.append(words.played(who(event["seat"]), event["card"], horse, start, end))
            case "finished":
                lines.append(words.finished(event["horse"], event["place"]))
    drew = _drawn(row)
    if drew:
        lines.append(words.drawn([who(seat) for seat in drew], max(drew.values())))
    if _closes_betting(row, view):
        lines.append(words.off(who(view.first)))
    return lines


def _drawn(row: Row) -> dict[int, int]:
    """How many cards each seat drew; how many is public, since every card is drawn before everyone's eyes."""
    return {event["seat"]: len(event["cards"]) for event in row.events if event["type"] == "drawn"}


def _closes_betting(row: Row, view: Any) -> bool:
    placed = any(event["type"] == "bet_placed" for event in row.events)
    return placed and all(view.has_bet) and view.last is None
