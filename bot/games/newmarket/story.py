"""Rows of a Newmarket log as sentences: only public events are told, a whole sequence or auction in one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.games.newmarket.words import spoken
from bot.games.screens import Who
from bot.texts import Texts
from engines.core import Event, Row, seen_by
from engines.newmarket.view import Phase, Shown, View

Told = tuple[Row, View]
"""A row, and everyone's view after it."""


class Passage(NamedTuple):
    """Rows that belong together: a sequence of cards, the bids of an auction, or a single row."""

    kind: str
    """The type of its first action; empty for the set-up."""
    rows: list[Told]

    @property
    def view(self) -> View:
        """What everyone knows after it."""
        return self.rows[-1][1]

    def has(self, kind: str) -> bool:
        """Whether an action of this kind is among its rows."""
        return any(kind == kind_of(row) for row, _ in self.rows)

    def events(self) -> dict[str, list[Event]]:
        """Return what everyone may know of it, by type."""
        found: dict[str, list[Event]] = defaultdict(list)
        for row, _ in self.rows:
            for event in seen_by(row.events, None):
                found[event["type"]].append(event)
        return found


def kind_of(row: Row) -> str:
    """Return the type of a row's action; empty for the set-up."""
    return "" if row.action is None else str(row.action["type"])


def passages(rows: Sequence[Told]) -> list[Passage]:
    """Split a stretch of the log into what is told together."""
    found: list[Passage] = []
    for row, view in rows:
        kind = kind_of(row)
        goes_on = kind == "follow" and found and found[-1].kind in {"lead", "follow"}
        if goes_on or (kind == "bid" and found and found[-1].kind == "bid"):
            found[-1].rows.append((row, view))
        else:
            found.append(Passage(kind, [(row, view)]))
    return found


def told(rows: Sequence[Told], who: Who, t: Texts) -> list[str]:
    """Tell what everyone may know of a stretch of the log."""
    return [line for passage in passages(rows) for line in _told(passage, who, t)]


def _told(passage: Passage, who: Who, t: Texts) -> Iterator[str]:
    events = passage.events()
    match passage.kind:
        case "back":
            yield from _backed(events, passage.view, who, t)
        case "hand" | "auction":
            yield _prepared(passage.kind, events, passage.view, who, t)
        case "bid":
            yield from _bids(events, passage.view, who, t)
        case "lead" | "follow":
            yield from _played(passage, events, who, t)
        case "time":
            yield spoken(t).time_is_up
    for event in events["race_started"]:
        yield spoken(t).deal_started(event["race"], passage.view.deals, who(event["first"]))


def _backed(events: dict[str, list[Event]], view: View, who: Who, t: Texts) -> Iterator[str]:
    """Tell the stakes, which are shown once all are down."""
    placed = [
        (horse, [who(event["seat"]) for event in events["backed"] if event["horse"] == horse])
        for horse in view.racehorses
    ]
    if events["backed"]:
        yield spoken(t).stakes_down([(horse, people) for horse, people in placed if people], view.stake)


def _prepared(kind: str, events: dict[str, list[Event]], view: View, who: Who, t: Texts) -> str:
    """Tell what the dealer decided; to change nothing has no event of its own."""
    words, dealer = spoken(t), who(view.dealer)
    if kind == "hand":
        return words.swapped(dealer) if events["swapped"] else words.kept(dealer)
    return words.auction_opened(dealer) if events["auction_opened"] else words.not_offered(dealer)


def _bids(events: dict[str, list[Event]], view: View, who: Who, t: Texts) -> Iterator[str]:
    yield spoken(t).bids([(who(event["seat"]), event["points"]) for event in events["bid"]])
    for event in events["sold"]:
        yield spoken(t).sold(who(event["seat"]), who(event["to_seat"]), event["points"])
    if view.phase is not Phase.BIDDING and not events["sold"]:
        yield spoken(t).unsold


def _played(passage: Passage, events: dict[str, list[Event]], who: Who, t: Texts) -> Iterator[str]:
    words, view = spoken(t), passage.view
    played = [Shown(event["seat"], event["card"]) for event in events["played"]]
    # Later rows tell it as a whole.
    is_cut_short = bool(played and view.plays and view.plays[-1] != played[-1])
    is_last = passage.kind == "follow" and bool(events["deal_over"])  # what came before was told already
    cards = played if passage.kind == "lead" or is_last else sequence(view.plays)
    if cards and not is_cut_short:
        tell = words.sequence_ended if is_last else words.sequence
        yield tell([(who(play.seat), play.card) for play in cards])
    for event in events["claimed"]:
        yield words.claimed(who(event["seat"]), event["horse"], event["points"])
    if _is_missed(passage):
        yield words.missed(following(cards[-1].card) if cards else None)
    yield from _ended(events, view, who, t)


def _is_missed(passage: Passage) -> bool:
    """Whether its last row is a call that nobody answered."""
    row, _ = passage.rows[-1]
    return kind_of(row) == "follow" and not any(event["type"] == "played" for event in row.events)


def _ended(events: dict[str, list[Event]], view: View, who: Who, t: Texts) -> Iterator[str]:
    """Tell how the lead is passed on, or how the deal ended."""
    words = spoken(t)
    passed = [who(event["seat"]) for event in events["lead_passed"]]
    if passed and not events["deal_over"]:
        yield words.lead_passed(passed, view.may_lead, who(view.to_act[0]))
    for event in events["out"]:
        paid = [(who(paying["from"]), paying["points"]) for paying in events["paid"]]
        yield words.out(who(event["seat"]), paid)
    for event in events["deal_over"]:
        if not events["out"]:
            yield words.stuck
        yield words.left(list(event["unclaimed"].items()))


def sequence(plays: Sequence[Shown]) -> Sequence[Shown]:
    """Return the plays of the sequence that was played last."""
    start = len(plays) - 1
    while start > 0 and following(plays[start - 1].card) == plays[start].card:
        start -= 1
    return plays[max(start, 0) :]


def following(card: str) -> str:
    """Name the next card of a colour."""
    colour = card.rstrip("0123456789")
    return f"{colour}{int(card[len(colour) :]) + 1}"
