"""What happens in Sulkydrom, as the race log has it: `type` first, keys always in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engines.core import Event, Private, Public, Seat
from engines.sulkydrom.actions import Card, Deck, Letter
from engines.sulkydrom.course import Place


def owners(horses: Iterable[Letter]) -> Event:
    """Whose horse is which, by seat, for the whole game."""
    return Public({"type": "owners", "horses": list(horses)})


def race_started(race: int, first: Seat) -> Event:
    """A race opens; `first` turns its first tempo card."""
    return Public({"type": "race_started", "race": race, "first": first})


def lanes(order: Iterable[Letter]) -> Event:
    """The horses line up, from lane 1 outwards."""
    return Public({"type": "lanes", "order": list(order)})


def dealt(seat: Seat, horse: Iterable[Card], position: Iterable[Card]) -> Event:
    """The tempo cards of a seat, in the order they were dealt."""
    return Private(
        {"type": "dealt", "seat": seat, "horse": list(horse), "position": list(position)}, to=[seat]
    )


def surplus(horse: Iterable[Card], position: Iterable[Card]) -> Event:
    """The cards that cannot be dealt out evenly are set aside for all to see."""
    return Public({"type": "surplus", "horse": list(horse), "position": list(position)})


def stacked(seat: Seat) -> Event:
    """A seat has laid its stacks face down."""
    return Public({"type": "stacked", "seat": seat})


def joker(seat: Seat) -> Event:
    """A seat plays its Joker."""
    return Public({"type": "joker", "seat": seat})


def galopp(seat: Seat, horse: Letter) -> Event:
    """A seat plays its Galopp on a horse."""
    return Public({"type": "galopp", "seat": seat, "horse": horse})


def tempo(seat: Seat, deck: Deck, card: Card, allowances: Mapping[Letter, int]) -> Event:
    """A tempo card is turned: half lengths for each running horse, in the order in which they drive."""
    facts = {"type": "tempo", "seat": seat, "deck": deck, "card": card}
    return Public({**facts, "allowances": dict(allowances), "order": list(allowances)})


def moved(horse: Letter, start: Place, end: Place) -> Event:
    """A horse goes from space to space."""
    return Public(
        {
            "type": "moved",
            "horse": horse,
            "from": {"lane": start.lane, "space": start.space},
            "to": {"lane": end.lane, "space": end.space},
        }
    )


def finished(horse: Letter, place: int) -> Event:
    """A horse has its place."""
    return Public({"type": "finished", "horse": horse, "place": place})


def points(seat: Seat, brought: int, total: int, wins: int) -> Event:
    """What a race brought a seat, and its points and victories so far."""
    return Public({"type": "points", "seat": seat, "points": brought, "total": total, "wins": wins})


def race_over(race: int, order: Iterable[Letter]) -> Event:
    """A race is closed; `order` are its horses by their places."""
    return Public({"type": "race_over", "race": race, "order": list(order)})


def game_over(scores: Sequence[int], winners: Sequence[Seat]) -> Event:
    """The game ends."""
    return Public({"type": "game_over", "scores": list(scores), "winners": list(winners)})


PUBLIC = frozenset(
    {
        "owners",
        "race_started",
        "lanes",
        "surplus",
        "stacked",
        "joker",
        "galopp",
        "tempo",
        "moved",
        "finished",
        "points",
        "race_over",
        "game_over",
    }
)
"""The types of events that everyone is told."""

PRIVATE = frozenset({"dealt"})
"""The types of events that only some seats are told."""
