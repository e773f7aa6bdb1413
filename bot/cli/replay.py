"""`paddock replay`: tell a race log as a story."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from bot.cli.lines import printable
from bot.cli.logfiles import read_logs
from bot.games.kit.story import MALFORMED, Story, Viewed
from bot.games.titles import title
from bot.texts import texts
from bot.texts.english.phrases import count
from engines import catalog
from engines.core import Header, IllegalAction, Match, Row, Unreadable
from engines.core.match import applied
from engines.verify import Log


@click.command()
@click.argument("file", metavar="FILE")
def command(file: str) -> None:
    """Tell a race log as a story, line by line.

    FILE may hold several logs; - reads standard input. The story is told as it is written down; whether it
    could have happened is for `paddock verify` to say.

    \b
    Examples:
      paddock replay race.jsonl
      paddock simulate jockey --seed 7 --log - | paddock replay -
    """
    for log in read_logs(file):
        click.echo(opening(log.header))
        try:
            for line in story_lines(log):
                click.echo(line)
        except Unreadable as error:
            raise click.UsageError(f"{file}: {error}") from None


def opening(header: Header) -> str:
    """Introduce a game; options that list something for each seat are left to the story."""
    options = {name: value for name, value in header.options.items() if not isinstance(value, list)}
    seats = count(header.seats, "seat")
    try:
        words = title(header.game).words(texts(None))
        told = [words.name, seats, *words.facts(options)]
    except (Unreadable, *MALFORMED):
        agreed = (f"{name} {value}" for name, value in options.items() if value is not None)
        told = [header.game, seats, *agreed]
    return printable(", ".join(told))


def story_lines(log: Log) -> Iterator[str]:
    """Tell a log: each row by its number, or several that belong together; raise Unreadable where it cannot be read."""
    unreadable: list[Unreadable] = []
    story, t = story_of(log.header.game), texts(None)
    say = story.spoken(t).spelled_out if story.spoken else str
    for n, sentences in story.in_full(viewed(log, unreadable), "seat {}".format, t):
        for number, sentence in enumerate(sentences or [""]):
            yield f"{'' if number else n:>4}  {printable(say(sentence))}"
    for error in unreadable:
        raise error


def story_of(game: str) -> Story[Any]:
    """Return the sentences of a game; those of one that is not here are types and facts."""
    try:
        return title(game).story
    except Unreadable:
        return Story()


def viewed(log: Log, unreadable: list[Unreadable]) -> Iterator[Viewed]:
    """Go through the rows of a log with everyone's view after each, None from where the rules do not go on.

    What cannot be read ends it, and is added to `unreadable`.
    """
    match, forced = _start(log.header)
    try:
        for row in log.rows():
            if row.n >= forced and match is not None and row.action is not None:
                match = _after(match, row)
            yield row, None if match is None else match.game.view(match.state, None)
    except Unreadable as error:
        unreadable.append(error)


def _start(header: Header) -> tuple[Match | None, int]:
    """Set the game up; return it with the number of rows that this takes, or nothing."""
    try:
        match, rows = Match.start(catalog.game(header.game, header.edition, header.rules), header)
    except ValueError:
        return None, 0
    return match, len(rows)


def _after(match: Match, row: Row) -> Match | None:
    """Do again what a row says was decided; None, if that cannot be."""
    try:
        return applied(match, row.seat, match.game.read_action(row.action or {}))[0]
    except (IllegalAction, Unreadable):
        return None
