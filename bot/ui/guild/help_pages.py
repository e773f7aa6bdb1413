"""Help as pages of text, and the first steps a server is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from bot.games.titles import by_name, titles
from bot.texts import Texts

PAGE = 3_800
"""Characters of a page; Discord takes 4000."""

Named = Callable[[str], str]


class Offered(NamedTuple):
    """A command by its full name, and what it does."""

    name: str
    what: str


def help_pages(commands: Iterable[Offered], named: Named, t: Texts) -> tuple[str, ...]:
    """Tell what Paddock is and how a race night goes, then list every command."""
    return (_overview(named, t), *_listed(commands, named, t))


def _overview(named: Named, t: Texts) -> str:
    words = t.help
    new, told = _new(named), [(title.words(t), title.engine.seats) for title in by_name(t)]
    games = [words.game(game.name, game.summary, seats) for game, seats in told]
    lines = [words.title, words.asks(new, len(games)), words.games_title, *games]
    return "\n".join([*lines, words.night_title, *words.night(new, named), words.further(named)])


def _new(named: Named) -> str:
    """Name a command that opens a table."""
    return named(f"race new {titles()[0].key}")


def _listed(commands: Iterable[Offered], named: Named, t: Texts) -> Sequence[str]:
    lines = [t.help.command(named(command.name), command.what) for command in commands]
    pages = _paged(lines)
    return [
        "\n".join([t.help.commands_title(number, len(pages)), *page])
        for number, page in enumerate(pages, start=1)
    ]


def _paged(lines: Iterable[str]) -> list[list[str]]:
    pages: list[list[str]] = [[]]
    for line in lines:
        if sum(len(each) + 1 for each in pages[-1]) + len(line) > PAGE - 200:
            pages.append([])
        pages[-1].append(line)
    return pages


def first_steps(named: Named, t: Texts) -> str:
    """Greet a server."""
    return t.help.first_steps(_new(named), named, [f"**{title.words(t).name}**" for title in by_name(t)])
