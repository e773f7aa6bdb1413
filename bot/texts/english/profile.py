"""`/profile`, and what people have achieved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from bot.texts.english.phrases import coins, count, number, signed
from bot.texts.feat_words import FeatWords
from bot.texts.markup import day
from render.profile import CurveCaptions

CAPTIONS: Final = CurveCaptions(
    thousands=",",
    told_of_a_day="{title}: {last} coins now. On {since} between {low} and {high}, from {first} to {last}.",
    told="{title}: {last} coins now. From {since} to {until} between {low} and {high}, from {first} to {last}.",
)


class ProfileTexts:
    """What is told of somebody in a server."""

    captions = CAPTIONS

    feats: Mapping[str, FeatWords] = {
        "first_win": FeatWords("First past the post", "won a game"),
        "hat_trick": FeatWords("Hat trick", "won three games in a row"),
        "all_rounder": FeatWords("All-rounder", "won five different games"),
        "regular": FeatWords("Regular", "finished fifty games"),
        "large_field": FeatWords("Large field", "won at a table of six or more"),
        "dead_heat": FeatWords("Dead heat", "shared a win"),
        "doubled": FeatWords("Doubled up", "won at least the buy-in on top of it"),
        "over_the_limit": FeatWords("Over the limit", "lost more than the buy-in"),
        "fortune": FeatWords("Fortune", "held 10,000 coins after a game"),
        "hundred_to_one": FeatWords("A hundred to one", "won an exacta at those odds or longer"),
    }
    """Of any game, and of the tote; those of one game are in its own words."""

    # ---------------------------------------------------------------------------------------- at a table

    def honours(self, who: str, feats: Sequence[str]) -> str:
        """Tell at the end of a game what somebody has achieved for the first time."""
        return f"🏅 {who}: {', '.join(feats)}"

    def more_honours(self, more: int) -> str:
        """Say that others have achieved something as well."""
        return f"-# 🏅 {count(more, 'more achievement')}: see `/profile`."

    # ----------------------------------------------------------------------------------------- a profile

    def head(self, who: str) -> str:
        """Head a profile."""
        return f"### Profile of {who}"

    def worth(self, worth: int) -> str:
        """Tell somebody's bankroll."""
        return f"**{number(worth)} coins** in all"

    nothing_yet = "No finished game against other people here yet. `/race new` opens a race day."

    def all_games(self, games: int, wins: int) -> str:
        """Tell how all games ended."""
        return f"{count(games, 'game')}, {count(wins, 'win')}"

    def game(self, name: str, games: int, wins: int, best: int, profit: int | None) -> str:
        """Tell how the games of one kind ended; what they brought only to whom it concerns."""
        line = f"{name}: {count(games, 'game')}, {count(wins, 'win')}, best place {best}"
        return line if profit is None else f"{line}, {signed(profit)}"

    def streaks(self, now: int, best: int) -> str:
        """Tell how many games were won one after the other."""
        return f"Wins in a row: {now} now, {best} at best"

    def horse(self, horse: str, game: str, times: int) -> str:
        """Tell on which horse somebody has bet most often."""
        return f"Favourite horse: {horse} in {game}, {count(times, 'bet')}"

    def best_race(self, profit: int, game: str, table: str) -> str:
        """Tell the largest profit at one table."""
        return f"Best race day: {signed(profit)} at {game}, table {table}"

    def nemesis(self, who: str, times: int) -> str:
        """Tell who was ahead most often in the end."""
        return f"Nemesis: {who}, ahead of you {count(times, 'time')}"

    def achievements(self, lines: Sequence[str], of: int) -> str:
        """List what somebody has achieved."""
        return "\n".join([f"### 🏅 Achievements: {len(lines)} of {of}", *lines])

    def achieved(self, feat: FeatWords, at: int) -> str:
        """Tell one of them."""
        return f"{day(at)} **{feat.name}**: {feat.sentence}"

    only_you = (
        "-# Only you see this. Others see your coins in all, games, wins, best places and achievements."
    )

    no_profile_of_computers = "Computers have no profile. Name a person."

    # ----------------------------------------------------------------------------------------- a picture

    curve_title = "Bankroll"

    def date(self, at: int) -> str:
        """Write a day in a picture."""
        moment = datetime.fromtimestamp(at / 1000, UTC)
        return f"{moment.day} {moment:%b %Y}"

    def held(self, worth: int) -> str:
        """Write in a picture what somebody has now."""
        return coins(worth) if worth > 0 else f"{number(worth)} coins"
