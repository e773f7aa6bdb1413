"""How everybody of a server stands: kept sums by game and stretch of time, ratings, boards of them, and seasons.

Sums and ratings are written in the transaction of what they count, and can be worked out anew from results and
movements: `checking` does that for the audit.
"""

from __future__ import annotations

from bot.bank.standings.boards import A_PAGE, MOST_PAGES, Board, By, Line, board, most_rated, names_of
from bot.bank.standings.checking import counts_again
from bot.bank.standings.ratings import PROVISIONAL, Rating, rated_again, rates_again
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
from bot.bank.standings.spans import ALL_GAMES, Since, spans_at
from bot.bank.standings.sums import Change, forget_passed, some_passed

__all__ = [
    "ALL_GAMES",
    "A_PAGE",
    "LONGEST_NAME",
    "MOST_PAGES",
    "PROVISIONAL",
    "Board",
    "By",
    "Change",
    "Fame",
    "Line",
    "Rating",
    "Season",
    "Since",
    "board",
    "close",
    "counts_again",
    "fame",
    "forget_passed",
    "most_rated",
    "names_of",
    "open_season",
    "rated_again",
    "rates_again",
    "season_count",
    "some_passed",
    "spans_at",
    "start",
]
