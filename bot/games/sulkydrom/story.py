"""A stretch of a Sulkydrom log as sentences: only public events are told, the drives of a card in one line.

Points are told by the result of their race. That a horse which cannot move stays is not told: its number is in the
sentence about the card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.screens import Who
from bot.games.sulkydrom.runners import named, owner_of
from bot.games.sulkydrom.words import spoken
from bot.texts import Texts
from engines.core import Event, Row, seen_by
from engines.sulkydrom import Phase, View


def told(rows: Sequence[tuple[Row, View]], who: Who, t: Texts) -> list[str]:
    """Tell what everyone may know of the rows, in the order in which it happened."""
    lines: list[str] = []
    driven: list[str] = []
    for row, view in rows:
        others = list(_announced(row, view, who, t))
        if others:
            lines += [*_together(driven, t), *others]
            driven = []
        driven += _driven(row, view, t)
        after = list(_followed(row, view, who, t))
        if after:
            lines += [*_together(driven, t), *after]
            driven = []
    return [*lines, *_together(driven, t)]


def _together(driven: Sequence[str], t: Texts) -> Iterator[str]:
    if driven:
        yield spoken(t).drives(driven)


def _announced(row: Row, view: View, who: Who, t: Texts) -> Iterator[str]:
    """Tell what comes before any horse drives: a Joker, a Galopp, a tempo card."""
    words = spoken(t)
    for event in seen_by(row.events, None):
        match event["type"]:
            case "joker":
                yield words.joker(who(event["seat"]))
            case "galopp":
                yield words.galopp(who(event["seat"]), _horse(view, event["horse"], t))
            case "tempo":
                allowed = [
                    (_horse(view, letter, t), event["allowances"][letter]) for letter in event["order"]
                ]
                yield words.turned(who(event["seat"]), event["deck"], allowed)


def _driven(row: Row, view: View, t: Texts) -> Iterator[str]:
    """Tell in a few words where a horse went, or that it was held back."""
    words, moved, home = spoken(t), _of(row.events, "moved"), _of(row.events, "finished")
    if row.action and row.action["type"] == "drive" and not row.auto and not moved:
        assert row.seat is not None
        yield words.held(named(view, row.seat, t))
    for event in moved:
        horse = _horse(view, event["horse"], t)
        if home and home[0]["horse"] == event["horse"]:
            yield words.crossed(horse, home[0]["place"])
        else:
            yield words.drove(horse, (event["to"]["lane"], event["to"]["space"]))


def _followed(row: Row, view: View, who: Who, t: Texts) -> Iterator[str]:
    """Tell what comes of it: stacks are complete, horses are left over, cards or a new race are dealt."""
    words, events = spoken(t), seen_by(row.events, None)
    started, crossed = _of(events, "race_started"), {event["horse"] for event in _of(events, "moved")}
    if _of(row.events, "dealt") and not started:
        yield words.dealt_again()
    for event in events:
        match event["type"]:
            case "owners":
                owners = enumerate(event["horses"])
                yield words.owners([(who(seat), _horse(view, letter, t)) for seat, letter in owners])
            case "stacked" if view.phase is not Phase.STACKING and view.turn is not None:
                yield words.off(who(view.turn))
            case "finished" if event["horse"] not in crossed:
                yield words.placed(_horse(view, event["horse"], t), event["place"])
            case "lanes":
                lanes = [_horse(view, letter, t) for letter in event["order"]]
                yield words.race_started(started[0]["race"], lanes, who(started[0]["first"]))
            case "surplus":
                yield words.surplus(len(event["horse"]), len(event["position"]))


def _horse(view: View, letter: str, t: Texts) -> str:
    return named(view, owner_of(view, letter), t)


def _of(events: Sequence[Event], kind: str) -> list[Event]:
    return [event for event in events if event["type"] == kind]
