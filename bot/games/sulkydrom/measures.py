"""What is measured in Sulkydrom: tempo cards, how much of them is driven, and what a start lane is worth.

A race that the end of the game cuts short has fewer tempo cards, so these are counted in whole races. Of a game of one
race there is none, which is why a report plays another goal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

from bot.games.kit.measures import Figure, Measures, happenings, mean, percent, spread
from bot.games.kit.tally import Tally
from engines.core import Header, Row

COST: Final = {"F": 1, "L": 2, "R": 2}
"""Half lengths of a step."""


def count(tally: Tally, header: Header, rows: Sequence[Row]) -> None:
    """Follow every tempo card and what was made of it."""
    owned: list[str] = []
    lanes: list[str] = []
    allowances: Mapping[str, int] = {}
    cards, deals = 0, Counter[int]()
    for row in rows:
        if row.action is not None and row.action["type"] == "drive":
            assert row.seat is not None
            _drive(tally, row, allowances[owned[row.seat]])
        for _, event in happenings([row]):
            match event["type"]:
                case "owners":
                    owned = event["horses"]
                case "race_started":
                    cards, deals = 0, Counter()
                case "lanes":
                    lanes = event["order"]
                case "dealt":
                    deals[event["seat"]] += 1
                case "tempo":
                    cards, allowances = cards + 1, event["allowances"]
                case "joker" | "galopp":
                    tally.count(event["type"])
                case "race_over":
                    if len(event["order"]) == len(lanes):
                        tally.count("whole races")
                        tally.note("tempo", cards)
                        tally.count("second deals", max(deals.values()) > 1)
                        tally.count("tempo", cards)
                        tally.count(
                            "cards",
                            len(header.edition["horse_cards"]) + len(header.edition["position_cards"]),
                        )
                    tally.count(f"start lane {lanes.index(event['order'][0]) + 1}")


def _drive(tally: Tally, row: Row, allowed: int) -> None:
    path: Sequence[Any] = row.action["path"] if row.action else ()
    tally.count("drives")
    tally.count("allowed", allowed)
    tally.count("driven", sum(COST[step] for step in path))
    tally.count("stands", row.auto and not path)


def racers(edition: Mapping[str, Any], seats: int) -> Sequence[str]:
    """Return the lanes that horses start in."""
    return [str(lane) for lane in range(1, seats + 1)]


MEASURES: Final = Measures(
    page=files(__package__) / "measures.md",
    figures=(
        Figure("tempo cards a race", spread("tempo"), {4: "27"}),
        Figure("tempo cards, of all 48", percent("tempo", "cards")),
        Figure("races with a second deal", percent("second deals", "whole races")),
        Figure("half lengths driven, of those allowed", percent("driven", "allowed")),
        Figure("drives on which the horse cannot or may not move", percent("stands", "drives")),
        Figure("Jokers a race", mean("joker", "races")),
        Figure("Galopps a race", mean("galopp", "races")),
    ),
    count=count,
    wins_by="start lane",
    racers=racers,
    options={"goal": "minor"},
)
