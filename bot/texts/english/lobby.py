"""The lobby: who sits, what is played, how it starts."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts.english.phrases import coins, count, listed
from bot.texts.markup import ago


class LobbyTexts:
    """Sentences and labels of the lobby message."""

    join = "Join"
    leave = "Leave"
    computer = "Computer player"
    remove_computer = "Remove computer"
    options = "Options"
    rules = "Rules"
    start = "Start"
    ready = "Ready"

    options_title = "Options of this table"
    capacity = "Seats"
    capacity_hint = "How many may sit down here"

    def title(self, game: str, table: str) -> str:
        """Head the message."""
        return f"## 🏇 {game} · table {table}"

    def invitation(self, host: str, open_seats: int) -> str:
        """Say what is going on and what to do, in a line."""
        seats = f"{count(open_seats, 'seat')} free." if open_seats else "Every seat is taken."
        return f"{host} opens a race day. {seats} Press **Join** to sit down."

    def seat(self, number: int, who: str, is_host: bool, *, is_ready: bool = True) -> str:
        """One taken seat."""
        return f"{number}. {who}{' · host' if is_host else ''}{'' if is_ready else ' · not ready'}"

    def options_changed(self, waiting: Sequence[str]) -> str:
        """Ask whoever has not agreed to the new options."""
        return f"**The options have changed.** {listed(waiting)}: press **Ready** if you agree, or **Leave**."

    no_money = "**Stakes:** none; this server plays for the fun of it."

    def computer_name(self, number: int) -> str:
        """Name a computer player; drawn in pictures too."""
        return ("Clockwork", "Tin Lizzie", "Abacus", "Steam Jack", "Copperplate", "Old Iron")[
            (number - 1) % 6
        ]

    def stakes(self, buy_in: int, people: int, game: str) -> str:
        """Say what it costs."""
        if people < 2:
            return "**Stakes:** practice, no coins, until a second person sits down."
        if game in {"jumpyjack", "sulkydrom"}:
            return (
                f"**Stakes:** {coins(buy_in)} a seat into the purse: 60, 30 and 10 per cent to the first three, "
                "of two seats all to the first."
            )
        return f"**Stakes:** {coins(buy_in)} a seat into the table's escrow; what you end with is paid out."

    def played(self, described: Sequence[str]) -> str:
        """Say how it will be played."""
        return f"**Played:** {' · '.join(described)}"

    def commitment(self, digest: str) -> str:
        """Show the commitment; whoever keeps it can check the luck afterwards."""
        return f"-# Sealed luck `{digest}` — its secret is published at the end, so anyone can check the shuffle."

    def closes(self, at: int, host: str, least: int) -> str:
        """Say what happens next; `least` players are needed."""
        return f"{host} presses **Start** once {least} or more are seated. This lobby closes {ago(at)}."

    def opened(self, table: str) -> str:
        """Tell the host, in private, that the table stands."""
        return f"Your table {table} is open in this channel. Press **Start** there when everybody is seated."

    def started(self, link: str) -> str:
        """Close the lobby message of a race that runs."""
        return f"The race is on: {link}"

    def finished(self) -> str:
        """Close the lobby message of a race that is over."""
        return "This race day is over."

    def cancelled(self, paid_back: bool) -> str:
        """Close the lobby message of a cancelled table."""
        return "This table was cancelled." + (" Every stake went back." if paid_back else "")

    def expired(self) -> str:
        """Close the lobby message of a lobby that nobody started."""
        return "Nobody started this table for 30 minutes, so it closed. `/race new` opens another."

    def players(self, least: int, most: int) -> str:
        """Say how many may play."""
        return f"{least} to {most} players" if least < most else f"{count(most, 'player')}"
