"""What is measured in Turfe: how far the cards go, and how often horses are in each other's way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

from bot.games.kit.measures import Figure, Measures, happenings, percent
from bot.games.kit.tally import Tally
from engines.core import Header, Row
from engines.turfe.edition import HAND, Face, faces
from render.turfe.captions import lane_name


class Track:
    """Where the horses of a race are, as its log tells."""

    def __init__(self, horses: Sequence[str], length: int) -> None:
        self.length = length
        self.places = {horse: (lane, 0) for lane, horse in enumerate(horses, 1)}

    def is_home(self, horse: str) -> bool:
        """Tell whether a horse is over the line."""
        return self.places[horse][1] > self.length

    def reach(self, horse: str, steps: int) -> int:
        """Return how far a move goes at most: the line and the start end it."""
        space = self.places[horse][1]
        return max(0, min(self.length + 1, space + steps)) - space

    def meets(self, horse: str, steps: int) -> bool:
        """Tell whether another horse stands on a space that a move enters if it goes straight on."""
        (lane, space), far = self.places[horse], self.reach(horse, steps)
        entered = range(space + 1, space + far + 1) if far > 0 else range(space + far, space)
        taken = {at for other, (its, at) in self.places.items() if its == lane and other != horse}
        return any(1 <= at <= self.length for at in taken.intersection(entered))


def count(tally: Tally, header: Header, rows: Sequence[Row]) -> None:
    """Follow every move of every race."""
    horses, length = header.edition["horses"], header.edition["length"]
    known = faces(tuple(horses))
    track, is_flipped = Track(horses, length), False
    for row, event in happenings(rows):
        match event["type"]:
            case "race_started":
                track, is_flipped = Track(horses, length), False
                tally.count("dealt", header.seats * HAND[header.seats])
            case "played":
                tally.count("played")
                tally.count("dealt and played", not is_flipped)
                assert row.action is not None
                _move(tally, track, row.action["horse"], known[event["card"]], row.events)
            case "flipped":
                tally.count("reshuffles", not is_flipped)
                is_flipped = True
            case "race_over":
                tally.count(f"lane {lane_name(horses.index(event['order'][0]) + 1)}")


def _move(tally: Tally, track: Track, horse: str, face: Face, events: Sequence[Mapping[str, Any]]) -> None:
    if track.is_home(horse):
        tally.count("spent")
        return
    tally.count("moves")
    tally.count("met", track.meets(horse, face.steps))
    far, start = track.reach(horse, face.steps), track.places[horse][1]
    went = [event["to"] for event in events if event["type"] == "moved"]
    if went:
        tally.count("short", went[0]["space"] - start != far)
        track.places[horse] = (went[0]["lane"], went[0]["space"])
    else:
        tally.count("stuck")


def racers(edition: Mapping[str, Any], seats: int) -> Sequence[str]:
    """Return the lanes from which horses start."""
    return [lane_name(lane) for lane in range(1, len(edition["horses"]) + 1)]


MEASURES: Final = Measures(
    page=files(__package__) / "measures.md",
    figures=(
        Figure(
            "cards played before a reshuffle, of those dealt", percent("dealt and played", "dealt"), "87–90 %"
        ),
        Figure("races with a reshuffle", percent("reshuffles", "races"), "3–7 %"),
        Figure("moves that meet another horse straight on", percent("met", "moves"), "12–13 %"),
        Figure("moves cut short", percent("short", "moves")),
        Figure("moves on which the horse stays where it is", percent("stuck", "moves")),
        Figure("cards of horses that are home", percent("spent", "played")),
    ),
    count=count,
    wins_by="lane",
    racers=racers,
)
