"""What a person could have learned from all that ever reached them, held against the log of the race.

Everything that names a card or a bet has to be public in the log already, or the reader's own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from bot.games.jockey import spoken as jockey_words
from bot.texts import DEFAULT
from engines import catalog
from engines.core import Event, Private
from engines.verify import Log
from sandbox import Sandbox, UserClient
from sandbox.client.inbox import PATIENCE
from sandbox.client.message import SeenMessage
from sandbox.model import Json

WORDS = jockey_words(DEFAULT)
PUBLIC_CONTROLS = {
    "desk", "rematch", "join", "leave", "start", "now", "computer", "fewer", "options", "rules", "luck",
    "money", "pace", "back", "tote",
}  # fmt: skip
IN_PRIVATE = re.compile(r"Your hand|Your bet|You have [\d,]+ bills|owe the bank|Keep ")


@cache
def pack() -> frozenset[str]:
    """Every card as the log writes it."""
    return frozenset(catalog.game("jockey").setup.pack)


@cache
def cards() -> re.Pattern[str]:
    """Any card, as the log or as a person reads it."""
    named = {name for card in pack() for name in (card, WORDS.card(card))}
    return re.compile("|".join(re.escape(name) + r"(?!\d)" for name in sorted(named)))


@cache
def bets() -> re.Pattern[str]:
    """Any bet, as a person reads it."""
    horses = "|".join(WORDS.horse(horse) for horse in catalog.game("jockey").setup.horses)
    return re.compile(rf"[\d,]+ on (?:{horses}) (?:to win|to place|first and [\d,]+ on (?:{horses}) second)")


@dataclass
class Known:
    """What a log says: in public, and to each seat alone."""

    plays: Counter[tuple[int, str]] = field(default_factory=Counter)
    """Which seat has laid which card."""
    hands: dict[int, set[tuple[str, ...]]] = field(default_factory=dict)
    """Every hand that a seat ever held, as a person reads it, sorted."""
    bets: dict[int, set[str]] = field(default_factory=dict)
    """Every bet of a seat, as a person reads it."""
    by_race: dict[int, list[str]] = field(default_factory=dict)
    """The bets of each race, in seat order."""


def known(log: Log) -> Known:
    """Read a log."""
    found = Known()
    held: dict[int, Counter[str]] = {seat: Counter() for seat in range(log.header.seats)}
    race = 0
    for row in log.rows():
        if row.action and row.action["type"] == "keep":
            assert row.seat is not None
            held[row.seat] = Counter(row.action["cards"])
        for event in row.events:
            race = event["race"] if event["type"] == "race_started" else race
            _note(found, held, race, event)
    return found


def _note(found: Known, held: dict[int, Counter[str]], race: int, event: Event) -> None:
    seat = event.get("seat", -1)
    match event["type"]:
        case "dealt" | "drawn":
            assert isinstance(event, Private)
            held[seat].update(event["cards"])
            _note_hand(found, held, seat)
        case "played":
            found.plays[seat, WORDS.card(event["card"])] += 1
            held[seat][event["card"]] -= 1
            _note_hand(found, held, seat)
        case "bet_shown":
            told = WORDS.bet(event["bet"])
            found.bets.setdefault(seat, set()).add(told)
            found.by_race.setdefault(race, []).append(told)
        case _:
            return


def _note_hand(found: Known, held: dict[int, Counter[str]], seat: int) -> None:
    hand = tuple(sorted(WORDS.card(card) for card in held[seat].elements()))
    found.hands.setdefault(seat, set()).add(hand)


# ------------------------------------------------------------------------------------------- what arrived


MARK = "MARK"
"""An event that Discord does not have; it comes after all that was sent before it."""


async def all_heard(sandbox: Sandbox, *people: UserClient) -> None:
    """Wait until everything that was sent to these people so far has reached them."""
    for person in people:
        sandbox.world.publish(MARK, {}, only=person.id)
        await person.wait_for(lambda person=person: _marks(person) or None, PATIENCE, "what is on its way")
        for mark in _marks(person):
            person.received.remove(mark)


def _marks(person: UserClient) -> list[Any]:
    return [event for event in person.received if event["t"] == MARK]


def states(person: UserClient) -> Iterator[SeenMessage]:
    """Every state of every message that ever reached somebody, in the order in which they came."""
    for event in person.received:
        if event["t"] in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}:
            yield SeenMessage(event["d"])
        if event["t"] == "HTTP":
            found = event["d"] if isinstance(event["d"], list) else [event["d"]]
            yield from (SeenMessage(message) for message in found if "components" in message)


def words(message: SeenMessage) -> str:
    """All of a message that could tell something: texts, labels, descriptions, values, addresses, file names."""
    return "\n".join(_strings({key: message.raw[key] for key in ("content", "components", "attachments")}))


def _strings(found: object) -> Iterator[str]:
    if isinstance(found, dict):
        for value in found.values():
            yield from _strings(value)
    elif isinstance(found, list):
        for value in found:
            yield from _strings(value)
    elif isinstance(found, str):
        yield found


def is_for_one(person: UserClient, message: SeenMessage) -> bool:
    """Whether only this person sees a message."""
    return message.ephemeral or person.is_direct(message.channel_id)


# --------------------------------------------------------------------------------------------- the checks


def assert_nothing_leaked(
    people: Sequence[UserClient | None], log: Log, watchers: Sequence[UserClient] = ()
) -> None:
    """Hold everything that people ever received against a log; `people` by seat, None for computer players."""
    facts = known(log)
    seats = {person.id: seat for seat, person in enumerate(people) if person}
    for person in (*(each for each in people if each), *watchers):
        seat = seats.get(person.id, -1)
        for message in states(person):
            if is_for_one(person, message):
                _assert_own(person, seat, message, facts)
            else:
                _assert_public(message, facts, seats)
        for event in person.received:
            _assert_silent(event)


def _assert_own(person: UserClient, seat: int, message: SeenMessage, facts: Known) -> None:
    """A private message shows the reader's own hand and bets, and answers nobody else."""
    meta = message.raw.get("interaction_metadata")
    assert meta is None or meta["user"]["id"] == person.id
    told = words(message)
    for shown in re.findall(r"Your hand: (.*?)(?<!No)\.", told):
        hand = re.sub(r" \([^)]*\)", "", shown)  # what a card needs is told behind it
        assert tuple(sorted(hand.split(", "))) in facts.hands.get(seat, set()), f"{person.name} saw {hand}"
    for bet in re.findall(r"\*\*Your bet:\*\* (.*?)(?: \(if lost, you owe the bank [\d,]+\))?\.\n", told):
        assert bet in facts.bets[seat], f"{person.name} saw {bet}"
    if "Your hand:" not in told and "The cards" not in told:
        assert not cards().search(told), f"{person.name} saw {told}"


def _assert_public(message: SeenMessage, facts: Known, seats: dict[str, int]) -> None:
    """A public message names cards as they are played and bets as they are settled, and carries no hand."""
    told = words(message)
    assert not IN_PRIVATE.search(told), told
    pressed = {str(c["custom_id"]).rpartition(":")[2] for c in message.components if "custom_id" in c}
    controls = {re.sub(r"^(start|now|join|ready)\.[0-9a-f]{8,16}$", r"\1", what) for what in pressed}
    assert controls <= PUBLIC_CONTROLS, controls
    plays = set(re.findall(r"<@(\d+)> played \*\*(.*?)\*\*", told))
    assert all(facts.plays[seats[user], card] for user, card in plays), told
    rest = re.sub(r"(<@\d+>|🤖 [\w ]+) played \*\*.*?\*\*", "", told)
    assert not cards().search(rest), rest
    shown = bets().findall(told)
    race = re.search(r"## 🏁 Race (\d)", told)
    if shown or race:
        assert race, told
        assert shown == facts.by_race[int(race[1])], told


def _assert_silent(event: Json) -> None:
    """No other event names a card or a hand."""
    if event["t"] not in {"MESSAGE_CREATE", "MESSAGE_UPDATE", "HTTP"}:
        told = "\n".join(_strings(event["d"]))
        assert not cards().search(told), event
        assert "Your hand:" not in told, event
