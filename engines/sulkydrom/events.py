"""What happens in Sulkydrom, as the plain data of the race log: `type` first, keys always in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engines.core import Event, Seat
from engines.sulkydrom.actions import Card, Deck, Letter
from engines.sulkydrom.course import Place


def owners(horses: Iterable[Letter]) -> Event:
    """Whose horse is which, by seat, for the whole game."""
    return {"type": "owners", "horses": list(horses)}


def race_started(race: int, first: Seat) -> Event:
    """A race opens; `first` turns its first tempo card."""
    return {"type": "race_started", "race": race, "first": first}


def lanes(order: Iterable[Letter]) -> Event:
    """The horses line up, from lane 1 outwards."""
    return {"type": "lanes", "order": list(order)}


def dealt(seat: Seat, horse: Iterable[Card], position: Iterable[Card]) -> Event:
    """Private: the tempo cards of a seat, in the order they were dealt."""
    return {"type": "dealt", "seat": seat, "horse": list(horse), "position": list(position), "to": [seat]}


def surplus(horse: Iterable[Card], position: Iterable[Card]) -> Event:
    """The cards that cannot be dealt out evenly are set aside for all to see."""
    return {"type": "surplus", "horse": list(horse), "position": list(position)}


def stacked(seat: Seat) -> Event:
    """A seat has laid its stacks face down."""
    return {"type": "stacked", "seat": seat}


def joker(seat: Seat) -> Event:
    """A seat plays its Joker."""
    return {"type": "joker", "seat": seat}


def galopp(seat: Seat, horse: Letter) -> Event:
    """A seat plays its Galopp on a horse."""
    return {"type": "galopp", "seat": seat, "horse": horse}


def tempo(
    seat: Seat, deck: Deck, card: Card, allowances: Mapping[Letter, int], order: Iterable[Letter]
) -> Event:
    """A tempo card is turned: half lengths for each running horse, and the order in which they drive."""
    return {
        "type": "tempo",
        "seat": seat,
        "deck": deck,
        "card": card,
        "allowances": dict(allowances),
        "order": list(order),
    }


def moved(horse: Letter, start: Place, end: Place) -> Event:
    """A horse goes from space to space."""
    return {
        "type": "moved",
        "horse": horse,
        "from": {"lane": start.lane, "space": start.space},
        "to": {"lane": end.lane, "space": end.space},
    }


def finished(horse: Letter, place: int) -> Event:
    """A horse has its place."""
    return {"type": "finished", "horse": horse, "place": place}


def points(seat: Seat, brought: int, total: int, wins: int) -> Event:
    """What a race brought a seat, and its points and victories so far."""
    return {"type": "points", "seat": seat, "points": brought, "total": total, "wins": wins}


def race_over(race: int, order: Iterable[Letter]) -> Event:
    """A race is closed; `order` are its horses by their places."""
    return {"type": "race_over", "race": race, "order": list(order)}


def game_over(scores: Sequence[int], winners: Sequence[Seat]) -> Event:
    """The game ends."""
    return {"type": "game_over", "scores": list(scores), "winners": list(winners)}
