"""`paddock render`: the public pictures of a race log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from bot.cli.logfiles import read_logs
from bot.games.titles import title
from bot.texts import texts
from engines import catalog
from engines.core import IllegalAction, Match, Row, Unreadable
from engines.core.match import applied
from engines.verify import Log
from render import Picture, kit


@click.command()
@click.argument("file", metavar="FILE")
@click.option(
    "--out",
    "folder",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder to write into; made if it is not there.",
)
@click.option("--every", is_flag=True, help="A board for every line, not only the last.")
@click.option(
    "--race", type=click.IntRange(min=1), help="Which race the replay shows; the last one if not said."
)
@click.option("--gif", is_flag=True, help="The replay as a GIF, not as a WebP.")
@click.option("--name", "names", multiple=True, help="A player's name, seat by seat.", metavar="NAME")
def command(
    file: str, folder: Path, every: bool, race: int | None, gif: bool, names: tuple[str, ...]
) -> None:
    """Draw the pictures of a race log that everyone may see.

    Written are the last board, the result of every race, the final standing and the animated replay. FILE may
    hold several logs, each of which then gets a folder of its own; - reads standard input.

    \b
    Examples:
      paddock render race.jsonl --out pictures
      paddock render race.jsonl --out pictures --every --name Anna --name Ben
      paddock simulate jockey --seed 7 --log - | paddock render - --out pictures
    """
    logs = list(read_logs(file))
    for number, log in enumerate(logs, 1):
        own = folder / str(number) if len(logs) > 1 else folder
        asked = kit.Asked(race, kit.Form.GIF if gif else kit.Form.WEBP)
        for name, picture in drawn(file, log, names, every, asked):
            click.echo(written(own, name, picture))


def drawn(
    file: str, log: Log, names: Sequence[str], every: bool, asked: kit.Asked = kit.LAST
) -> Iterator[tuple[str, Picture]]:
    """Draw the pictures of one log, each with its name without extension; raise click.UsageError."""
    try:
        game = title(log.header.game)
    except Unreadable as error:
        raise click.UsageError(f"{file}: {error}") from None
    screens, captions, seats = game.screens, game.words(texts(None)).captions, log.header.seats
    pictures = screens.drawings
    called = [*names[:seats], *(captions.seat.format(seat=seat + 1) for seat in range(len(names), seats))]
    views = seen(file, log)
    settled: int | None = None
    for line, view in enumerate(views):
        if every or line == len(views) - 1:
            yield f"board-{line:04}", pictures.board(view, called, captions)
        if screens.settled(view) != settled:
            settled = screens.settled(view)
            yield f"result-{settled}", pictures.result(view, called, captions)
    if views[-1].phase == "over":
        yield "final", pictures.final(views[-1], called, captions)
    try:
        yield "replay", pictures.replay(views, called, captions, asked)
    except kit.NothingMoved:
        return
    except kit.NoSuchRace as missing:
        raise click.UsageError(f"{file}: {missing}") from None


def seen(file: str, log: Log) -> list[Any]:
    """Return everyone's view after each line of a log, the set-up first; raise click.UsageError."""
    try:
        game = catalog.game(log.header.game, log.header.edition, log.header.rules)
        match, opening = Match.start(game, log.header)
        views = [game.view(match.state, None)]
        for line, row in enumerate(log.rows(), log.start + 1):
            if row.n >= len(opening):
                match = following(match, row, line)
                views.append(game.view(match.state, None))
    except (Unreadable, ValueError) as error:
        raise click.UsageError(f"{file}: {error}") from None
    return views


def following(match: Match, row: Row, line: int) -> Match:
    """Return the match after one more row; raise Unreadable, naming the line, if the rules refuse it."""
    try:
        after, _ = applied(match, row.seat, match.game.read_action(row.action or {}))
    except IllegalAction as error:
        raise Unreadable(f"line {line}: the rules refuse this ({error.reason})") from None
    except Unreadable as error:
        raise Unreadable(f"line {line}: {error}") from None
    return after


def written(folder: Path, name: str, picture: Picture) -> str:
    """Write one picture; return its path and size for the one who asked. Raise click.UsageError."""
    path = folder / f"{name}{Path(picture.filename).suffix}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(picture.data)
    except OSError as error:
        raise click.UsageError(f"{path}: {error.strerror or error}") from None
    return f"{path}  {picture.width} × {picture.height}, {len(picture.data) / 1000:.0f} kB"
