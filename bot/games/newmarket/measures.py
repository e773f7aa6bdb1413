"""What is measured in Newmarket: how long a game is, and how a deal ends."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Final

from bot.games.kit.measures import Figure, Measures, happenings, mean, middle, percent
from bot.games.kit.tally import Tally
from engines.core import Header, Row
from engines.newmarket.cards import PACK


def count(tally: Tally, header: Header, rows: Sequence[Row]) -> None:
    """Count what happens in each deal."""
    for row, event in happenings(rows):
        match event["type"]:
            case "race_over":
                tally.count("cards", PACK)
            case "played":
                is_lead = row.action is not None and row.action["type"] == "lead"
                tally.count("played")
                tally.count("leads", is_lead)
                tally.count("asked to lead", is_lead)
            case "lead_passed":
                tally.count("passed")
                tally.count("asked to lead")
            case "swapped" | "sold" | "out" | "claimed":
                tally.count(event["type"])


MEASURES: Final = Measures(
    page=files(__package__) / "measures.md",
    figures=(
        Figure(
            "deals after which half the games are over", middle("races"), {3: "10", 6: "5", 7: "5", 8: "5"}
        ),
        Figure("cards played, of all 52", percent("played", "cards")),
        Figure("cards in a sequence", mean("played", "leads")),
        Figure("leads that have to be passed on", percent("passed", "asked to lead")),
        Figure("deals ended by a last card", percent("out", "races")),
        Figure("deals in which the dealer takes the spare hand", percent("swapped", "races")),
        Figure("deals in which the spare hand is sold", percent("sold", "races")),
        Figure("racehorses claimed a deal, of 4", mean("claimed", "races")),
    ),
    count=count,
    options={"deals": 30},
)
