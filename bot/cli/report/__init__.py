"""The report of `paddock simulate --report`: a page of Markdown with what was measured in games of each kind.

The same games give the same page, byte for byte, by however many processes they are played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from math import lcm
from typing import Any, Final

from bot.cli.series import Crew, Series, pieces
from bot.games.kit.measures import NONE, Figure, mean, percent, spread
from bot.games.kit.tally import Tally
from bot.games.titles import title
from engines import catalog
from engines.core import Header, Outcome, Row

WINS: Final = {"races": "races", "games": "wins"}
"""The count that wins of races, and of games, are a share of."""

WHOLE: Final = lcm(*range(1, 17))
"""A win in parts: whole numbers still if up to 16 seats share it."""

SHARED: Final = (
    Figure("races a game", mean("races", "games")),
    Figure("actions a race", spread("actions")),
)


@dataclass
class Measured:
    """One column of a table: games of one kind among so many seats."""

    series: Series
    tally: Tally = field(default_factory=Tally)

    @property
    def player(self) -> str:
        """Who plays: the name of the computer player, of all of them if they differ."""
        return ", ".join(dict.fromkeys(self.series.agents))


def measured(series: Series, numbers: range) -> Tally:
    """Play some games and count."""
    tally, measures = Tally(), title(series.game).measures
    for header, rows, outcome in series.play(numbers):
        count_races(tally, header, rows, outcome)
        measures.count(tally, header, rows)
    return tally


def count_races(tally: Tally, header: Header, rows: Iterable[Row], outcome: Outcome) -> None:
    """Count what every game has: races, what seats decided in each, and who won."""
    decided = races = 0
    for row in rows:
        decided += row.action is not None and not row.auto
        if any(event["type"] == "race_over" for event in row.events):
            races += 1
            tally.note("actions", decided)
            decided = 0
    tally.count("games")
    tally.count("races", races)
    tally.note("races", races)
    for seat in outcome.winners:
        tally.count(f"seat {seat}", WHOLE // len(outcome.winners))
    tally.count("wins", WHOLE)


def measure(every: Sequence[Series], games: int, crew: Crew) -> list[Measured]:
    """Play so many games of every series and count."""
    columns = [Measured(series) for series in every]
    work = [(column, numbers) for column in columns for numbers in pieces(games, crew.jobs)]
    results = crew.spread_over(_measured, ((column.series, numbers) for column, numbers in work))
    for (column, numbers), tally in zip(work, results, strict=True):
        column.tally.add(tally)
        crew.played(len(numbers))
    return columns


def _measured(work: tuple[Series, range]) -> Tally:
    return measured(*work)


def page(columns: Iterable[Measured], games: int, command: str) -> str:
    """Write the page: what an edition is, then each game with its format and its tables."""
    by_game: dict[str, list[Measured]] = {}
    for column in columns:
        by_game.setdefault(column.series.game, []).append(column)
    opening = head().replace("{command}", command).replace("{games}", f"{games:,}".replace(",", " "))
    parts = [format_of(game).replace("{tables}", "\n\n".join(tables(own))) for game, own in by_game.items()]
    return "\n\n".join([opening, *parts]) + "\n"


def head() -> str:
    """Return what opens the page, with `{command}` and `{games}` where they go."""
    return resources.files(__name__).joinpath("pages", "editions.md").read_text("utf-8").strip()


def format_of(game: str) -> str:
    """Return what is said of a game's edition, with `{tables}` where the figures go."""
    page = title(game).measures.page
    return f"## {game}\n\n{{tables}}" if page is None else page.read_text("utf-8").strip()


def tables(columns: Sequence[Measured]) -> Iterator[str]:
    """Write a table for each kind of player, a column for each number of seats."""
    for player in dict.fromkeys(column.player for column in columns):
        own = [column for column in columns if column.player == player]
        yield f"With `{player}` players:\n\n" + "\n".join(table(own))


def table(columns: Sequence[Measured]) -> Iterator[str]:
    """Write the lines of one table."""
    measures = title(columns[0].series.game).measures
    yield row("seats", [str(column.series.seats) for column in columns])
    yield row("---", ["---:"] * len(columns))
    for figure in (*SHARED, *measures.figures):
        yield row(figure.label, [figure.of(column.tally) for column in columns])
        if figure.aims and all(is_plain(column.series) for column in columns):
            yield row("… should be about", [figure.aim(column.series.seats) for column in columns])
    if measures.wins_by:
        yield from wins(columns, "races", measures.wins_by, [racers(column) for column in columns])
    yield from wins(columns, "games", "seat", [[*map(str, range(one.series.seats))] for one in columns])


def wins(columns: Sequence[Measured], won: str, by: str, names: Sequence[Sequence[str]]) -> Iterator[str]:
    """Write a line for each of those who can win, with a dash in columns where it does not play."""
    for name in max(names, key=len):
        share = percent(f"{by} {name}", WINS[won])
        cells = zip(columns, names, strict=True)
        yield row(
            f"{won} won by {by} {name}", [share(one.tally) if name in own else NONE for one, own in cells]
        )


def racers(column: Measured) -> Sequence[str]:
    """Return what can win a race there."""
    series = column.series
    edition = catalog.game(series.game, series.edition).edition.model_dump(mode="json")
    return title(series.game).measures.racers(edition, series.seats)


def row(label: str, cells: Iterable[str]) -> str:
    """Write one line of a table."""
    return f"| {' | '.join([label, *cells])} |"


def usual_options(game: str) -> Mapping[str, Any]:
    """Return the options of a report where none are given."""
    return title(game).measures.options


def is_plain(series: Series) -> bool:
    """Tell whether the aims are meant for these games: the packaged edition and usual options, played at random."""
    usual = catalog.game(series.game).options(usual_options(series.game)).model_dump()
    return series.edition is None and series.options == usual and set(series.agents) == {"random"}
