"""Help as pages of text, and the first steps a server is shown.

Both name commands: as something to click once their ids are known, else as something to type.
Source: Discord's documentation, "Message Formatting", slash commands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from bot.games.titles import by_name, titles
from bot.messages.custom_ids import GuildId
from bot.messages.layout import MessageLayout, button
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


COMMANDS: Final = "help.commands"
"""The custom id of the button that lists every command."""


def help_layouts(named: Named, t: Texts) -> Sequence[MessageLayout]:
    """Tell what Paddock is and how a race night goes; a button under that lists every command."""
    *pages, last = map(MessageLayout, help_pages(named, t))
    return [*pages, last._replace(controls=((button(GuildId(COMMANDS), t.help.all_commands),),))]


def help_pages(named: Named, t: Texts) -> Sequence[str]:
    """Tell what Paddock is and how a race night goes, in pages of text."""
    words = t.help
    new, told = _new(named), [(title.words(t), title.engine.seats) for title in by_name(t)]
    games = [words.game(game.name, game.summary, seats) for game, seats in told]
    night = "\n".join([words.night_title, *words.night(new, named), words.further(named)])
    lines = [words.title, words.asks(new, len(games)), words.games_title, *games, night]
    return ["\n".join(page) for page in _paged(lines)]


def _new(named: Named) -> str:
    """Name a command that opens a table."""
    return named(f"race new {titles()[0].key}")


def command_pages(commands: Mapping[str, str], named: Named, t: Texts) -> Sequence[str]:
    """List every command, by its full name, with what it does."""
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
