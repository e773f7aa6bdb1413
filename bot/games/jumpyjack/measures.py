"""What is measured in Jumpy Jack: throws, barriers, and in how many races each hedge is met."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Final

from bot.games.kit.measures import Figure, Measures, every_horse, happenings, percent, spread
from bot.games.kit.tally import Tally
from engines.core import Header, Row
from engines.jumpyjack.course import OUT, START, Course
from engines.jumpyjack.game import JumpyJack


class Round:
    """One race as its log tells it: where the horses are, and which hedges they have met."""

    def __init__(self, course: Course, horses: Sequence[str]) -> None:
        self.course = course
        self.horses = horses
        self.places = [START] * len(horses)
        self.throws = 0
        self.met: set[str] = set()

    def rolled(self, tally: Tally, value: int) -> None:
        """Look at what the horses can do with a throw."""
        places, course = tuple(self.places), self.course
        running = [horse for horse, place in enumerate(places) if START <= place <= course.squares]
        able = [horse for horse in running if course.route(places, horse, value)]
        self.throws += 1
        tally.count("throws")
        tally.count("blocked", len(able) < len(running))
        tally.count("forced", len(able) == 1)
        if course.stop in places and any(0 <= place < course.stop <= place + value for place in places):
            self.met.add("stop blocks")

    def moved(self, horse: str, start: int, end: int) -> None:
        """Take a horse to another square, and note the hedges on the way."""
        course = self.course
        self.places[self.horses.index(horse)] = end
        if end == course.stop:
            self.met.add("stop stands")
        if end == course.double:
            self.met.add("double stands")
        if start == course.double:
            self.met.add("double acts")

    def out(self, horse: str) -> None:
        """Take a horse off the course."""
        self.places[self.horses.index(horse)] = OUT
        self.met.add("out")


def count(tally: Tally, header: Header, rows: Sequence[Row]) -> None:
    """Follow every race square by square."""
    game = JumpyJack.with_edition(header.edition)
    assert isinstance(game, JumpyJack)
    course, horses = game.setup.courses[header.options["double"]], header.edition["horses"]
    race: Round | None = None
    for _, event in happenings(rows):
        match event["type"]:
            case "race_started":
                race = Round(course, horses)
            case "rolled" if race:
                race.rolled(tally, event["value"])
            case "moved" if race:
                race.moved(event["horse"], event["from"], event["to"])
            case "restarted" if race:
                race.met.add("restart")
            case "out" if race:
                race.out(event["horse"])
            case "race_over" if race:
                tally.note("throws", race.throws)
                tally.counts.update(race.met)
                tally.count(f"horse {event['order'][0]}")


MEASURES: Final = Measures(
    page=files(__package__) / "measures.md",
    figures=(
        Figure("throws a race", spread("throws"), "33 (24–46)"),
        Figure("throws that cannot move some running horse", percent("blocked", "throws")),
        Figure("throws that can move only one", percent("forced", "throws")),
        Figure("races in which STOP is in the way of a throw", percent("stop blocks", "races"), "80 %"),
        Figure("races in which a horse stands on STOP", percent("stop stands", "races")),
        Figure("races in which a horse lands on DOUBLE", percent("double stands", "races"), "87 %"),
        Figure("races in which a horse goes twice the number", percent("double acts", "races")),
        Figure("races in which a horse is put OUT", percent("out", "races"), "75 %"),
        Figure("races in which a horse has to RESTART", percent("restart", "races"), "55 %"),
    ),
    count=count,
    wins_by="horse",
    racers=every_horse,
)
