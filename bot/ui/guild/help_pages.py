"""Help as pages of text, and the first steps a server is shown.

Both name commands: as something to click once their ids are known, else as something to type.
Source: Discord's documentation, "Message Formatting", slash commands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from bot.games.titles import by_name, titles
from bot.texts import Texts

PAGE = 3_800
"""Characters of a page; Discord takes 4000."""

Named = Callable[[str], str]
"""Names a command by its full name, such as `race new jockey`."""


class CommandNames:
    """Names commands as `Named` says."""

    def __init__(self) -> None:
        self._ids: Mapping[str, int] = {}

    def learn(self, ids: Mapping[str, int]) -> None:
        """Note which id each top-level command has."""
        self._ids = ids

    def __call__(self, name: str) -> str:
        """Return a mention that can be clicked; code where the id is not known."""
        known = self._ids.get(name.split(maxsplit=1)[0])
        return f"`/{name}`" if known is None else f"</{name}:{known}>"


def help_pages(commands: Mapping[str, str], named: Named, t: Texts) -> tuple[str, ...]:
    """Tell what Paddock is and how a race night goes, then list every command, by its full name, with what it does."""
    return (*_overview(named, t), *_listed(commands, named, t))


def _overview(named: Named, t: Texts) -> Sequence[str]:
    words = t.help
    new, told = _new(named), [(title.words(t), title.engine.seats) for title in by_name(t)]
    games = [words.game(game.name, game.summary, seats) for game, seats in told]
    night = "\n".join([words.night_title, *words.night(new, named), words.further(named)])
    lines = [words.title, words.asks(new, len(games)), words.games_title, *games, night]
    return ["\n".join(page) for page in _paged(lines)]


def _new(named: Named) -> str:
    """Name a command that opens a table."""
    return named(f"race new {titles()[0].key}")


def _listed(commands: Mapping[str, str], named: Named, t: Texts) -> Sequence[str]:
    lines = [t.help.command(named(name), what) for name, what in commands.items()]
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
