"""What happens in Sulkydrom, as the race log has it: `type` first, keys always in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engines.core import Private, Public, Seat
from engines.sulkydrom.actions import Card, Deck, Letter
from engines.sulkydrom.course import Spot


def owners(horses: Iterable[Letter]) -> Public:
    """Whose horse is which, by seat, for the whole game."""
    return Public({"type": "owners", "horses": list(horses)})


def lanes(order: Iterable[Letter]) -> Public:
    """The horses line up, from lane 1 outwards."""
    return Public({"type": "lanes", "order": list(order)})


def dealt(seat: Seat, horse: Iterable[Card], position: Iterable[Card]) -> Private:
    """The tempo cards of a seat, in the order they were dealt."""
    return Private(
        {"type": "dealt", "seat": seat, "horse": list(horse), "position": list(position)}, to=[seat]
    )


def surplus(horse: Iterable[Card], position: Iterable[Card]) -> Public:
    """The cards that cannot be dealt out evenly are set aside for all to see."""
    return Public({"type": "surplus", "horse": list(horse), "position": list(position)})


def stacked(seat: Seat) -> Public:
    """A seat has laid its stacks face down."""
    return Public({"type": "stacked", "seat": seat})


def joker(seat: Seat) -> Public:
    """A seat plays its Joker."""
    return Public({"type": "joker", "seat": seat})


def galopp(seat: Seat, horse: Letter) -> Public:
    """A seat plays its Galopp on a horse."""
    return Public({"type": "galopp", "seat": seat, "horse": horse})


def tempo(seat: Seat, deck: Deck, card: Card, allowances: Mapping[Letter, int]) -> Public:
    """A tempo card is turned: half lengths for each running horse, in the order in which they drive."""
    facts = {"type": "tempo", "seat": seat, "deck": deck, "card": card}
    return Public({**facts, "allowances": dict(allowances), "order": list(allowances)})


def moved(horse: Letter, start: Spot, end: Spot) -> Public:
    """A horse goes from space to space."""
    return Public({"type": "moved", "horse": horse, "from": start._asdict(), "to": end._asdict()})


def finished(horse: Letter, place: int) -> Public:
    """A horse has its place."""
    return Public({"type": "finished", "horse": horse, "place": place})


def points(seat: Seat, brought: int, total: int, wins: int) -> Public:
    """What a race brought a seat, and its points and victories so far."""
    return Public({"type": "points", "seat": seat, "points": brought, "total": total, "wins": wins})
