"""How everybody of a server stands: profits, ratings, boards of them and of results, and seasons.

Profits and ratings are written in the transaction of what they come from.
"""

from __future__ import annotations

from bot.bank.playing import ALL_GAMES
from bot.bank.standings.boards import A_PAGE, MOST_PAGES, Board, By, Line, Since, board, most_rated, names_of
from bot.bank.standings.ratings import PROVISIONAL, Rating
from bot.bank.standings.seasons import (
    LONGEST_NAME,
    Fame,
    Season,
    close,
    fame,
    open_season,
    season_count,
    start,
)

__all__ = [
    "ALL_GAMES",
    "A_PAGE",
    "LONGEST_NAME",
    "MOST_PAGES",
    "PROVISIONAL",
    "Board",
    "By",
    "Fame",
    "Line",
    "Rating",
    "Season",
    "Since",
    "board",
    "close",
    "fame",
    "most_rated",
    "names_of",
    "open_season",
    "season_count",
    "start",
]
