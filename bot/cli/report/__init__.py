"""The report of `paddock simulate --report`: a page of Markdown with what was measured in games of each kind.

The same games give the same page, byte for byte, by however many processes they are played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Final, Protocol

from bot.cli.series import Crew, Series, pieces
from bot.games.jockey import measures as jockey
from bot.games.jumpyjack import measures as jumpyjack
from bot.games.kit.figures import NONE, Figure, mean, percent, spread
from bot.games.kit.happenings import count_races
from bot.games.kit.tally import Tally
from bot.games.newmarket import measures as newmarket
from bot.games.sulkydrom import measures as sulkydrom
from bot.games.turfe import measures as turfe
from engines import catalog
from engines.core import Header, Row


class Measures(Protocol):
    """What the module of a game has."""

    @property
    def FIGURES(self) -> Sequence[Figure]:  # noqa: N802 - a constant of the module
        """The lines of its table."""

    @property
    def WINNERS(self) -> str | None:  # noqa: N802
        """What wins are counted by beside seats: `horse`, `lane`."""

    def count(self, tally: Tally, header: Header, rows: Sequence[Row]) -> None:
        """Count what happened in one game."""

    def winners(self, edition: Mapping[str, Any], seats: int) -> Sequence[str]:
        """Return the names of all that can win a race."""


MEASURES: Final[dict[str, Measures]] = {
    "jockey": jockey,
    "turfe": turfe,
    "jumpyjack": jumpyjack,
    "sulkydrom": sulkydrom,
    "newmarket": newmarket,
}
"""By game: the module that counts."""

OPTIONS: Final[dict[str, dict[str, Any]]] = {"newmarket": {"deals": 30}}
"""Options of a report, where the defaults would hide what is measured: how long a game goes on by itself."""

WINS: Final = {"races": "races", "games": "wins"}
"""The count that wins of races, and of games, are a share of."""

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
    tally = Tally()
    for header, rows, outcome in series.play(numbers):
        count_races(tally, header, rows, outcome)
        MEASURES[series.game].count(tally, header, rows)
    return tally


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
    head = (
        text_of("editions").replace("{command}", command).replace("{games}", f"{games:,}".replace(",", " "))
    )
    parts = [text_of(game).replace("{tables}", "\n\n".join(tables(own))) for game, own in by_game.items()]
    return "\n\n".join([head, *parts]) + "\n"


def text_of(name: str) -> str:
    """Return the prose of a part of the page."""
    page = resources.files(__name__).joinpath("pages", f"{name}.md")
    own = resources.files("bot.games").joinpath(name, "measures.md")
    return (page if page.is_file() else own).read_text("utf-8").strip()


def tables(columns: Sequence[Measured]) -> Iterator[str]:
    """Write a table for each kind of player, a column for each number of seats."""
    for player in dict.fromkeys(column.player for column in columns):
        own = [column for column in columns if column.player == player]
        yield f"With `{player}` players:\n\n" + "\n".join(table(own))


def table(columns: Sequence[Measured]) -> Iterator[str]:
    """Write the lines of one table."""
    module = MEASURES[columns[0].series.game]
    yield row("seats", [str(column.series.seats) for column in columns])
    yield row("---", ["---:"] * len(columns))
    for figure in (*SHARED, *module.FIGURES):
        yield row(figure.label, [figure.of(column.tally) for column in columns])
        if figure.aims and all(is_plain(column.series) for column in columns):
            yield row("… should be about", [figure.aim(column.series.seats) for column in columns])
    if module.WINNERS:
        yield from wins(columns, "races", module.WINNERS, [racers(column) for column in columns])
    yield from wins(columns, "games", "seat", [seats_of(column) for column in columns])


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
    return MEASURES[series.game].winners(edition, series.seats)


def seats_of(column: Measured) -> Sequence[str]:
    """Return the seats there."""
    return [str(seat) for seat in range(column.series.seats)]


def row(label: str, cells: Iterable[str]) -> str:
    """Write one line of a table."""
    return f"| {' | '.join([label, *cells])} |"


def is_plain(series: Series) -> bool:
    """Tell whether the aims are meant for these games: the packaged edition and usual options, played at random."""
    usual = catalog.game(series.game).options(OPTIONS.get(series.game, {})).model_dump()
    return series.edition is None and series.options == usual and set(series.agents) == {"random"}
