"""Bankrolls and leaderboards."""

from __future__ import annotations

from bot.texts.english.phrases import coins, count


class BankTexts:
    """Answers of `/bank` and `/leaderboard`."""

    def balance(self, who: str, wallet: int, owed: int, in_play: int, rank: int | None, members: int) -> str:
        """Tell one bankroll."""
        lines = [f"### Bankroll of {who}", f"**{coins(wallet)}** in the wallet"]
        if in_play:
            lines.append(f"{coins(in_play)} on tables in play")
        if owed:
            lines.append(f"{coins(owed)} owed to the house, paid back out of the next winnings")
        if rank is None:
            lines.append(f"-# {self.unranked}")
        else:
            lines.append(f"-# Place {rank:,} of {members:,} in this server")
        return "\n".join(lines)

    unranked = "Everybody begins with that. Play for coins to be on the leaderboard."
    leaderboard_title = "### 🏆 Bankrolls of this server"
    leaderboard_note = "-# Wallet and coins on tables, less debt."
    leaderboard_empty = "Nobody has played for coins here yet. `/race new` opens a race day."

    def leaderboard_line(self, rank: int, who: str, worth: int, games: int, wins: int) -> str:
        """One place of the leaderboard."""
        record = f" · {count(wins, 'win')} in {count(games, 'game')}" if games else ""
        return f"`{rank:>2}.` {who} · **{worth:,}**{record}"

    def leaderboard_own(self, rank: int, worth: int) -> str:
        """The reader's own place, where it is not on the page."""
        return f"-# You: place {rank:,} with {coins(worth)}"
