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
            f"{in_words(games).capitalize()} horse-racing games, played in a channel: "
            "secret bets in private, the race in public.\n"
            f"Gather some people and type {new}, or another game; everything else is buttons."
        )

    def game(self, name: str, what: str, seats: Sequence[int]) -> str:
        """Tell a game in a line."""
        return f"- **{name}**, {min(seats)} to {max(seats)} players: {what}."

    games_title = "### The games"
    night_title = "### A race night in five steps"

    def night(self, new: str, named: Named) -> tuple[str, ...]:
        """Tell how a race night goes, which the command `new` begins."""
        return (
            f"1. {new} (or another game) opens a table in this channel.",
            "2. **Race now** starts at once, with computer players on free seats. "
            "Or others press **Join**, and the host presses **Start**.",
            "3. Everybody gets a **desk** in direct messages: the hand, the bets, what to do now. "
            "**My desk** under the board opens it there instead, for your eyes only.",
            "4. The board is posted after each turn. It says whose turn it is and until when.",
            "5. At the end all bets are opened, coins are paid out, and **Rematch** plays again. "
            f"A day can end early: {named('race stop')} agrees, and finished races count.",
        )

    def further(self, named: Named) -> str:
        """Say where to find more."""
        return (
            f"The rules of every game: {named('race rules')}. What Paddock knows about you: {named('privacy')}. "
            "The next message lists every command."
        )

    def commands_title(self, page: int, pages: int) -> str:
        """Head a page of commands."""
        part = f" ({page} of {pages})" if pages > 1 else ""
        return (
            f"### Commands{part}\nWhat would you like to do? Click a command or type it; it says what it needs. "
            "In the thread of a race it means that race."
        )

    def command(self, named: str, what: str) -> str:
        """Tell a command in a line."""
        return f"- {named} · {what}"

    def first_steps(self, new: str, named: Named, games: Sequence[str]) -> str:
        """Greet a server that the bot has just joined; the command `new` opens a table."""
        return (
            "## 🐎 Paddock is here\n"
            f"A race night? {new} opens a table; alone press **Race now**, with others **Join** and **Start**.\n"
            f"- There is {listed(games)}; {named('race rules')} explains each of them.\n"
            f"- Hands and bets come by direct message, boards are posted in the channel. Coins are play money.\n"
            f"- Whoever manages the server finds channels, clocks, language and stakes in {named('settings')}.\n"
            f"- {named('help')} tells the whole of it, {named('privacy')} what is stored about you."
        )
