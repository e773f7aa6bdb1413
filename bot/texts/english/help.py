"""`/help`, and the first steps a server is shown when Paddock joins it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.texts.english.phrases import in_words, listed

Named = Callable[[str], str]
"""Turns a command's name into something to click, or at least to type: `race rules`."""


class HelpTexts:
    """Sentences of `/help` and of the first steps."""

    title = "## 🐎 Paddock"

    def asks(self, new: str, games: int) -> str:
        """Say what this is and what to do next, with so many games."""
        return (
            f"{in_words(games).capitalize()} horse-racing games: secret bets in private, the race in public. "
            f"Begin with {new}; the rest is buttons."
        )

    def game(self, name: str, what: str, seats: Sequence[int]) -> str:
        """Tell a game in a line."""
        return f"- **{name}**, {min(seats)} to {max(seats)} players: {what}."

    games_title = "### The games"
    night_title = "### A race in five steps"

    def night(self, new: str, named: Named) -> tuple[str, ...]:
        """Tell how a race night goes, which the command `new` begins."""
        return (
            f"1. {new} opens a table in this channel.",
            "2. **Race now** starts against computers. Or others press **Join**, then the host **Start**.",
            "3. Your **desk** comes by direct message: your hand, and what to do now. **My desk** under the board "
            "opens it there, for your eyes only.",
            "4. The board says whose turn it is and until when.",
            f"5. At the end bets are opened and coins paid. **Rematch** plays again, {named('race stop')} ends early.",
        )

    def further(self, named: Named) -> str:
        """Say where to find more."""
        return (
            f"Rules: {named('race rules')}. A lesson: {named('race learn')}. Your data: {named('privacy')}."
        )

    all_commands = "All commands"

    def commands_title(self, page: int, pages: int) -> str:
        """Head a page of commands."""
        part = f" ({page} of {pages})" if pages > 1 else ""
        return f"### Commands{part}\nClick or type one; it says what it needs. In a race's thread it means that race."

    def command(self, named: str, what: str) -> str:
        """Tell a command in a line."""
        return f"- {named} · {what}"

    def first_steps(self, new: str, named: Named, games: Sequence[str]) -> str:
        """Greet a server that the bot has just joined; the command `new` opens a table."""
        return (
            "## 🐎 Paddock is here\n"
            f"{new} opens a table. Alone press **Race now**, with others **Join** and **Start**.\n"
            f"- Games: {listed(games)}; {named('race rules')} explains them, {named('race learn')} teaches one.\n"
            "- Hands and bets come by direct message, boards in the channel. Coins are play money.\n"
            f"- Server managers set channels, clocks, language and stakes in {named('settings')}.\n"
            f"- {named('help')} tells more, {named('privacy')} what is stored about you."
        )
