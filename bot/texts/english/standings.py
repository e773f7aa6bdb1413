"""Leaderboards, ratings and seasons."""

from __future__ import annotations

from collections.abc import Sequence

from bot.bank import By, Since
from bot.texts.english.phrases import count, number, signed
from bot.texts.markup import day, plain

_TITLES = {
    By.WORTH: "Bankrolls",
    By.PROFIT: "Profit",
    By.WINS: "Wins",
    By.RATING: "Ratings",
    By.TOTE: "Tote profit",
}

_SINCE = {
    Since.TODAY: "today",
    Since.WEEK: "this week",
    Since.MONTH: "this month",
    Since.SEASON: "this season",
    Since.ALL: "of all time",
}

_NOTES = {
    By.WORTH: "Wallet and coins on tables, less debt.",
    By.PROFIT: "Coins paid out at tables, less the buy-ins.",
    By.WINS: "Finished games that were won.",
    By.RATING: "Who finishes before whom, among people. Everybody begins at 1,000; ? means fewer than five games.",
    By.TOTE: "Coins that the tote paid, less the bets.",
}


class StandingsTexts:
    """Answers of `/leaderboard` and `/season`."""

    stand_in = "Somebody"
    """In a picture, for who has not played here lately."""
    told = "{place}. {name}: {value}."
    """How the alternative text of a picture tells a line."""
    before, after = "Page before", "Next page"
    begins = "Days begin at midnight UTC, weeks on Monday."

    worth_is_now = (
        "A bankroll is what somebody has right now, so it has no period and no game. "
        "`/leaderboard by: profit` has both."
    )
    rating_is_now = "A rating is as it is right now, so it has no period."
    no_season = (
        "No season is open. Somebody who may **Manage Server** opens one with `/season start`; "
        "`/season fame` shows those that are over."
    )

    def title(self, by: By, game: str | None, since: Since) -> str:
        """Head a leaderboard."""
        when = "" if by in {By.WORTH, By.RATING} else f" {_SINCE[since]}"
        return f"{_TITLES[by]}{when}{f' · {game}' if game else ''}"

    def empty(self, by: By, since: Since) -> str:
        """Say that nobody stands on a leaderboard."""
        when = "yet" if since is Since.ALL else _SINCE[since]
        if by is By.WORTH:
            return "Nobody has played for coins here yet. `/race new` opens a race day."
        if by is By.RATING:
            return "Nobody is rated here yet: it takes a finished game of two people or more."
        if by is By.TOTE:
            return f"No bet on a race was settled here {when}."
        return f"Nobody has finished a game here {when}. `/race new` opens a race day."

    def value(self, by: By, value: int, *, is_provisional: bool) -> str:
        """Write what somebody has."""
        if by in {By.PROFIT, By.TOTE}:
            return signed(value)
        return f"{number(value)}{'?' if is_provisional else ''}"

    def beside(self, by: By, games: int, wins: int) -> str:
        """Say how many games somebody has for it."""
        if not games:
            return ""
        if by is By.TOTE:
            return count(games, "race")
        if by is By.RATING:
            return count(games, "game")
        if by is By.WINS:
            return f"in {count(games, 'game')}"
        return f"{count(wins, 'win')} in {count(games, 'game')}"

    def line(self, place: int, who: str, value: str, beside: str) -> str:
        """Tell a line of a leaderboard."""
        return f"`{place:>2}.` {who} · **{value}**{f' · {beside}' if beside else ''}"

    def own(self, place: int, total: int, value: str) -> str:
        """Tell the reader's own place."""
        return f"You: place {place:,} of {total:,} with **{value}**"

    def not_on_it(self, by: By, worth: int) -> str:
        """Tell a reader who is not on a leaderboard how to get there, and of bankrolls what theirs is."""
        if by is By.WORTH:
            return f"You: not on it yet, with **{number(worth)}**. Finish a game for coins to be on it."
        if by is By.TOTE:
            return "You: not on it yet. Bet on a race to be on it; a bet that is given back does not count."
        return "You: not on it yet. Finish a game to be on it."

    def note(self, by: By) -> str:
        """Say what a leaderboard counts."""
        return _NOTES[by]

    def page(self, page: int, pages: int) -> str:
        """Say which page of a list this is."""
        return f"Page {page:,} of {pages:,}"

    # -------------------------------------------------------------------------------------------- seasons

    def season(self, name: str, started_at: int, closed_at: int | None = None) -> str:
        """Name a season, with its days."""
        days = f"{day(started_at)} to {day(closed_at)}" if closed_at else f"since {day(started_at)}"
        return f"**{plain(name)}** ({days})" if name else f"**Season** {days}"

    def started(self, season: str) -> str:
        """Tell that a season is open."""
        return f"The season is open: {season}. Everybody begins it from zero; `/leaderboard since: season` shows it."

    def closed(self, season: str) -> str:
        """Head what a season that was just closed leaves."""
        return f"🏁 The season is over: {season}. Its best stay in `/season fame`."

    def open_season(self, season: str) -> str:
        """Head the season that is open."""
        return f"### 🏇 {season}"

    season_empty = "Nobody finished a game in it."

    def best(self, by: By, game: str | None, who: Sequence[str]) -> str:
        """Tell the best of a season in a line."""
        return f"{_TITLES[by]}{f' · {game}' if game else ''}: {', '.join(who)}"

    def famous(self, place: int, who: str | None, value: str) -> str:
        """Tell somebody in the hall of fame; None: they had their data erased."""
        return f"{place}. {who or 'somebody'} {value}"

    fame_title = "### 🏛️ Hall of fame"
    told_all = "Done: everybody here reads it below."
    """Answers who has opened or closed a season."""
    fame_empty = (
        "No season is over yet. Somebody who may **Manage Server** opens one with `/season start` and closes it "
        "with `/season close`."
    )
