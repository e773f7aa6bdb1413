"""What is measured in Jockey: how far the cards go."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Final

from bot.games.kit.measures import Figure, Measures, every_horse, happenings, percent
from bot.games.kit.tally import Tally
from engines.core import Header, Row
from engines.jockey.edition import HAND


def count(tally: Tally, header: Header, rows: Sequence[Row]) -> None:
    """Count cards: every hand is full at the start of a race, whether dealt anew or kept."""
    has_run_out = False
    for row, event in happenings(rows):
        match event["type"]:
            case "race_started":
                tally.count("held", header.seats * HAND[header.seats])
                has_run_out = False
            case "played":
                tally.count("played")
                tally.count("blocked", not any(other["type"] == "moved" for other in row.events))
            case "drawn":
                tally.count("run out", not has_run_out)
                has_run_out = True
            case "race_over":
                tally.count(f"horse {event['order'][0]}")


MEASURES: Final = Measures(
    page=files(__package__) / "measures.md",
    figures=(
        Figure(
            "cards played, of those dealt",
            percent("played", "held"),
            {2: "106 %", 3: "89 %", 4: "80 %", 5: "71 %", 6: "59 %"},
        ),
        Figure("races in which the hands run out", percent("run out", "races")),
        Figure("cards that move nothing", percent("blocked", "played")),
    ),
    count=count,
    wins_by="horse",
    racers=every_horse,
)
