"""The screens of leaderboards and of the hall of fame."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from discord import ui

from bot.bank.standings import ALL_GAMES, MOST_PAGES, Board, By, Fame, Line, Season, Since
from bot.games.titles import is_here, name_or_key
from bot.messages.custom_ids import GuildId
from bot.messages.layout import MessageLayout, button
from bot.texts import Texts
from bot.texts.markup import mention
from render import standings as picture

SEASONS_A_PAGE: Final = 4

Rows: TypeAlias = Sequence[Sequence[ui.Item[ui.LayoutView]]]

_PAGE = re.compile(r"[1-9][0-9]{0,5}")


class Wanted(NamedTuple):
    """Which page of which board somebody wants to see."""

    by: By
    game: str
    """Empty: all games."""
    since: Since
    page: int

    @property
    def address(self) -> GuildId:
        """The custom id of a button that leads there."""
        return GuildId(f"standings.{self.by}.{self.game or 'all'}.{self.since}.{self.page}")

    @classmethod
    def read(cls, parts: Sequence[str]) -> Wanted | None:
        """Read what follows `standings` in a custom id; None of whatever no button of ours has said."""
        if len(parts) != 4:
            return None
        by, game, since, page = parts
        is_known = by in set(By) and since in set(Since) and (game == "all" or is_here(game))
        number = page_of(page)
        if not is_known or number is None:
            return None
        return cls(By(by), ALL_GAMES if game == "all" else game, Since(since), number)


def page_of(text: str) -> int | None:
    """Read the number of a page as a button of ours says it; None of anything else."""
    return int(text) if _PAGE.fullmatch(text) and int(text) <= MOST_PAGES else None


def game_name(game: str, t: Texts) -> str | None:
    """Name a game in the reader's language; None of all games. One that was taken away keeps its key."""
    return None if game == ALL_GAMES else name_or_key(game, t)


def board_layout(
    wanted: Wanted,
    board: Board,
    reader: int,
    names: Mapping[int, str],
    season: Season | None,
    t: Texts,
    *,
    worth: int,
    remark: str = "",
) -> MessageLayout:
    """Show a page of a board in words and as a picture, with the reader's own place and the way to other pages.

    `worth` is the reader's bankroll.
    """
    words, by = t.standings, wanted.by
    head = words.title(by, game_name(wanted.game, t), wanted.since)
    of = words.season(season.name, season.started_at) if season and _is_of_season(wanted) else ""
    lines = [words.line(line.place, mention(line.user), *_told(line, by, t)) for line in board.lines] or [
        words.empty(by, wanted.since)
    ]
    small = [_own(board, by, worth, t), words.note(by), remark or _begins(wanted, t)]
    if board.pages > 1:
        small.append(words.page(board.page, board.pages))
    text = [f"### 🏆 {head}", of, *lines, *(f"-# {each}" for each in small if each)]
    drawn = [picture.standings(_drawn(wanted, board, reader, names, head, t))] if board.lines else []
    return MessageLayout("\n".join(filter(None, text)), drawings=drawn, controls=_controls(wanted, board, t))


def _is_of_season(wanted: Wanted) -> bool:
    return wanted.since is Since.SEASON and wanted.by not in {By.WORTH, By.RATING}


def _begins(wanted: Wanted, t: Texts) -> str:
    """Say when days and weeks begin where that matters."""
    has_period = wanted.by not in {By.WORTH, By.RATING}
    return t.standings.begins if has_period and wanted.since in {Since.TODAY, Since.WEEK, Since.MONTH} else ""


def _told(line: Line, by: By, t: Texts) -> tuple[str, str]:
    """Return what somebody has, and what is said beside it."""
    value = t.standings.value(by, line.value, is_provisional=line.is_provisional)
    return value, t.standings.beside(by, line.games, line.wins)


def _own(board: Board, by: By, worth: int, t: Texts) -> str:
    if board.own is None:
        return t.standings.not_on_it(by, worth)
    return t.standings.own(board.own.place, board.total, _told(board.own, by, t)[0])


def _drawn(
    wanted: Wanted, board: Board, reader: int, names: Mapping[int, str], head: str, t: Texts
) -> picture.Page:
    def drawn(line: Line) -> picture.Line:
        value, beside = _told(line, wanted.by, t)
        is_loss = line.value < 0
        return picture.Line(line.place, names.get(line.user, ""), value, beside, line.user == reader, is_loss)

    is_apart = board.own is not None and all(line.user != reader for line in board.lines)
    own = drawn(board.own) if board.own and is_apart else None
    return picture.Page(head, tuple(map(drawn, board.lines)), own, t.standings.stand_in, t.standings.told)


def _controls(wanted: Wanted, board: Board, t: Texts) -> Rows:
    at = wanted._replace(page=board.page)
    return _turning(board.page, board.pages, lambda page: at._replace(page=page).address, t)


def _turning(page: int, pages: int, address: Callable[[int], GuildId], t: Texts) -> Rows:
    """Lead to the page before and to the next one; no row where there is only one page."""
    if pages <= 1:
        return ()
    first, last = page == 1, page == pages
    before = button(address(max(1, page - 1)), t.standings.before, emoji="◀️", disabled=first)
    after = button(address(min(pages, page + 1)), t.standings.after, emoji="▶️", disabled=last)
    return ((before, after),)


# ------------------------------------------------------------------------------------------------ seasons


def fame_layout(
    seasons: Sequence[tuple[Season, Sequence[Fame]]], page: int, pages: int, t: Texts
) -> MessageLayout:
    """Show a page of the hall of fame: the seasons that are over, the latest first."""
    told = [season_told(season, lines, t) for season, lines in seasons] or [t.standings.fame_empty]
    turned = [f"-# {t.standings.page(page, pages)}"] if pages > 1 else []
    text = "\n".join([t.standings.fame_title, "\n\n".join(told), *turned])
    return MessageLayout(text, controls=_turning(page, pages, lambda to: GuildId(f"fame.{to}"), t))


def season_told(season: Season, lines: Sequence[Fame], t: Texts, head: str = "") -> str:
    """Tell the best of a season, a line a board, below a line that heads it."""
    words = t.standings
    named = head or words.season(season.name, season.started_at, season.closed_at)
    of_boards = [
        words.best(by, game_name(game, t), [_famous(line, t) for line in best])
        for (by, game), best in groupby(filter(_is_famous, lines), key=lambda line: (line.by, line.game))
    ]
    return "\n".join([named, *(of_boards or [words.season_empty])])


def _is_famous(line: Fame) -> bool:
    """Whether there is something to tell: who has won nothing is not among the best by wins."""
    return line.by is not By.WINS or line.value > 0


def _famous(line: Fame, t: Texts) -> str:
    who = None if line.user is None else mention(line.user)
    return t.standings.famous(line.place, who, t.standings.value(line.by, line.value, is_provisional=False))
