"""A row of a Jumpy Jack log as sentences: only public events are told.

Predictions, guesses and points are told by the result of their race, which opens them all at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.games.jumpyjack.moves import Passage, thrown
from bot.games.jumpyjack.words import spoken
from bot.games.screens import Who
from bot.texts import Texts
from engines.core import Event, Row, seen_by
from engines.jumpyjack import OUT, View


def told(row: Row, view: View, who: Who, t: Texts) -> list[str]:
    """Tell what everyone may know of a row, in the order in which it happened."""
    words, events = spoken(t), seen_by(row.events, None)
    kinds = {event["type"] for event in events}
    lines = [words.thrown_for_first(_rounds(events, who))] if row.action is None else []
    moved = next((event["horse"] for event in events if event["type"] == "moved"), None)
    if moved:
        lines.append(_move(row, events, view, who, t))
    for event in events:
        match event["type"]:
            case "predicted" if "rolled" in kinds:
                lines.append(words.off)
            case "finished" if event["horse"] == moved:
                lines.append(words.finished(moved, event["place"]))
            case "finished":
                lines.append(words.left_over(event["horse"], event["place"]))
            case "race_started":
                lines.append(words.race_started(event["race"], who(event["first"])))
    if moved and not kinds & {"rolled", "race_over"}:
        lines.append(words.guesses_open)
    return lines


def _rounds(events: Sequence[Event], who: Who) -> list[list[tuple[str, int]]]:
    """Part the throws for the first move into rounds; in each, seats throw in their order."""
    rounds: list[list[tuple[str, int]]] = []
    last = 0
    for event in events:
        if event["type"] == "rolled":
            if not rounds or event["seat"] < last:
                rounds.append([])
            last = event["seat"]
            rounds[-1].append((who(last), event["value"]))
    return rounds


def _move(row: Row, events: Sequence[Event], view: View, who: Who, t: Texts) -> str:
    stretches: list[dict[str, Any]] = [event for event in events if event["type"] == "moved"]
    out = next((event["place"] for event in events if event["type"] == "out"), None)
    start, end = stretches[0]["from"], stretches[0]["to"]
    way = (start, *(stretch["to"] for stretch in stretches), *((OUT,) if out else ()))
    squares, hedges = Passage.of(view.course, way)
    assert row.seat is not None
    return spoken(t).moved(
        who(row.seat),
        thrown(view.course, start, end),
        stretches[0]["horse"],
        squares,
        hedges,
        out,
    )
