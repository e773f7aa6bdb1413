"""The lobby: who sits, what is played, how it starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.texts.english.phrases import coins, count, ended_early, listed
from bot.texts.markup import ago, plain
from render.lobby import PlaybillCaptions


class LobbyTexts:
    """Sentences and labels of the lobby message."""

    join = "Join"
    leave = "Leave"
    computer = "Computer player"
    remove_computer = "Remove computer"
    options = "Options"
    pace = "Pace"
    rules = "Rules"
    start = "Start"

    def race_now(self, computers: int) -> str:
        """Label the button that starts at once, with so many computer players more."""
        return f"Race now against {count(computers, 'computer')}"

    ready = "Ready"

    options_title = "Options of this table"
    capacity = "Seats"
    capacity_hint = "How many may sit down here"

    playbill = PlaybillCaptions(
        invites="{name} invites",
        stand_in="Player {seat}",
        free="free",
        told="{title}. {head} to {table}. {news}.",
        fact="{label}: {value}.",
        horses="Horses: {horses}.",
        entry="{number} {name}",
        priced="{number} {name} at odds of {odds}",
        seats="Seats: {seats}.",
        seat="{seat}. {name}",
        noted="{seat}. {name} ({note})",
        open="{free} free.",
    )
    """What is written on the playbill."""
    playbill_stakes = "Stakes"
    playbill_no_stakes = "for fun"
    playbill_practice = "none: practice"
    playbill_length = "Length"
    playbill_played = "Played"
    playbill_tote = "Tote"
    playbill_host = "host"
    playbill_computer = "computer"
    playbill_not_ready = "not ready"

    def playbill_table(self, table: str) -> str:
        """Name the table on the playbill, below who hosts."""
        return f"Table {table}"

    def playbill_news(self, open_seats: int) -> str:
        """Say on the playbill's ribbon how many seats are free."""
        return f"{count(open_seats, 'seat')} free" if open_seats else "Every seat taken"

    def playbill_coins(self, amount: int) -> str:
        """Write what a seat costs, or what the tote holds, on the playbill."""
        return coins(amount)

    def playbill_minutes(self, minutes: int) -> str:
        """Say on the playbill how long it takes."""
        return f"about {count(minutes, 'minute')}"

    def title(self, game: str, table: str) -> str:
        """Head the message."""
        return f"## 🏇 {game} · table {table}"

    def own_edition(self, differences: str) -> str:
        """Say that the operator's edition is not the packaged one, and how it differs."""
        return f"**Own edition:** {plain(differences)}."

    def invitation(self, open_seats: int) -> str:
        """Say whether one can sit down, and how."""
        if not open_seats:
            return "Every seat is taken."
        return f"{count(open_seats, 'seat')} free: press **Join**."

    def seat(self, number: int, who: str, is_host: bool, *, is_ready: bool = True) -> str:
        """One taken seat."""
        return f"{number}. {who}{' · host' if is_host else ''}{'' if is_ready else ' · not ready'}"

    def not_ready(self, waiting: Sequence[str]) -> str:
        """Ask the players for their Ready who have not agreed to the settings as they are now."""
        return (
            f"**Not everybody has agreed to the settings above.** {listed(waiting)}: press **Ready** if you agree, or "
            "**Leave**. **Start** works once all are ready."
        )

    def changed(self, changes: Sequence[str]) -> str:
        """Name what has changed since everybody agreed."""
        return f"**Changed:** {'; '.join(changes)}."

    def term_changed(self, term: str, before: Any, now: Any) -> str:
        """Name a term that is no option of the game, and its values."""
        match term:
            case "hours":
                return f"{self.hours_label}: {before or 'at any time'} → {now or 'at any time'}"
            case "pace":
                return f"{self.pace_label}: {self.paces[before]} → {self.paces[now]}"
            case "hints":
                return f"{self.hints_label}: {self.hints_choices[before]} → {self.hints_choices[now]}"
            case "stake":
                return f"Stakes: {_stake(before)} → {_stake(now)}"
        return "The tote is open" if now else "The tote is closed"

    no_money = "**Stakes:** none; this server plays for the fun of it."
    money = "Money"

    computer_names = (
        "Clockwork",
        "Tin Lizzie",
        "Abacus",
        "Steam Jack",
        "Copperplate",
        "Old Iron",
        "Brass Penny",
        "Mainspring",
        "Windup Will",
        "Cogwheel",
        "Lady Lever",
        "Piston Pete",
        "Silver Dial",
        "Rusty Bolt",
        "Pendulum",
        "Flywheel",
    )
    """What computer players are called, in the order in which they sit down; drawn in pictures too."""

    def stakes(self, buy_in: int, *, is_practice: bool) -> str:
        """Say what a seat costs, or that for now no coins move; what can be won stands behind **Money**."""
        if is_practice:
            return f"**Practice:** no coins move until two people sit here; then {coins(buy_in)} a seat."
        return f"**Stakes:** {coins(buy_in)} a seat."

    def pot(self, buy_in: int, *, may_owe: bool) -> str:
        """Tell stakes that are paid back by what a seat ends with; `may_owe`: that can be below zero."""
        owed = " Below zero you owe the house." if may_owe else ""
        return (
            f"{coins(buy_in)} a seat; what you lack the house lends. You are paid by what you end with: "
            f"twice what you began with pays {2 * buy_in:,}.{owed}"
        )

    def purse(self, buy_in: int, seats: int, prizes: Sequence[int], *, in_teams: bool) -> str:
        """Tell stakes that go into a purse, and what places bring with so many seats."""
        won = (
            f"the winner takes {prizes[0]:,}"
            if len(prizes) == 1
            else f"the first three win {listed(f'{prize:,}' for prize in prizes)}"
        )
        shared = "; teammates share what their places bring" if in_teams else ""
        return (
            f"{coins(buy_in)} a seat into one purse; what you lack the house lends. "
            f"With {count(seats, 'player')} {won}{shared}."
        )

    manner_title = "Pace, playing hours and hints"
    pace_label = "Pace of computer players"
    pace_hint = "How long they take over a move that everybody watches"
    paces: Mapping[str | None, str] = {
        None: "as the server has set it",
        "at_once": "at once",
        "quick": "quick, 1 second a move",
        "steady": "steady, 1.5 seconds a move",
        "leisurely": "leisurely, 3 seconds a move",
    }
    hours_label = "Playing hours"
    hours_hint = "Outside them clocks stand still and nobody is called. Empty: at any time"
    hours_example = "18:00-23:00"
    zone_label = "Time zone of these hours"
    zone_hint = "A region and a city, such as Europe/Berlin, or UTC+2"
    zone_example = "Europe/Berlin"
    hints_label = "Hints"
    hints_hint = "What the steady computer player would do, told to whoever asks"
    hints_choices: Mapping[bool | None, str] = {
        None: "as usual: for somebody who plays without other people",
        True: "allowed to everybody",
        False: "allowed to nobody",
    }

    def hours(self, span: str, zone: str) -> str:
        """Say when it is played, in a few words."""
        return f"{span}, {zone}"

    def played_at(self, pace: str) -> str:
        """Say in a few words how computer players play."""
        return f"computer players {pace.replace('_', ' ')}"

    hints = "hints allowed"
    no_hints = "no hints"

    def played(self, what: str, described: Sequence[str]) -> str:
        """Say what one does in this game, in a few words, and how it will be played."""
        return f"**Played:** {' · '.join([what, *described])}"

    def takes(self, length: str | None, minutes: int) -> str:
        """Say how long it takes who sits there, as it was measured; `length`: quick, usual or long, if it is one."""
        return f"{_length(length)}about {count(minutes, 'minute')}"

    def took(self, length: str | None, minutes: int) -> str:
        """Say how long such games took in this server."""
        return f"{_length(length)}about {count(minutes, 'minute')}, as your last games here"

    def commitment(self, digest: str) -> str:
        """Show the commitment; whoever keeps it can check the luck afterwards, as **Luck** says."""
        return f"-# Sealed luck `{digest}`"

    def opened_seal(self, digest: str, secret: str) -> str:
        """Show the commitment of a table that is over, with the secret that it sealed."""
        return f"-# Sealed luck `{digest}`, of which the secret was `{secret}`."

    def missing(self, more: int, host: str, *, may_add_computers: bool) -> str:
        """Say how many are missing before Start works; below zero, how many are too many."""
        if more < 0:
            need = "has" if more == -1 else "have"
            return f"**{-more} too many** for equal teams: {-more} {need} to leave before **Start** works."
        need = "is" if more == 1 else "are"
        how = f"{host} can add a **Computer player**." if may_add_computers else "Invite somebody."
        return f"**{count(more, 'more player', 'more players')}** {need} needed. {how}"

    def nobody_else(self, host: str, *, is_alone: bool) -> str:
        """Tell a host who sits alone how to begin; `is_alone`: there seems to be nobody else who could join."""
        asked = "You seem to have this server to yourself." if is_alone else "Nobody else here?"
        return f"**{asked}** {host}: press **Race now**."

    def play_again(self, people: Sequence[str]) -> str:
        """Call those to a rematch who played the race before and do not sit yet."""
        return f"{listed(people)}: press **Join** to play again."

    def can_start(self, host: str, *, is_alone: bool) -> str:
        """Say what happens next once enough sit; `is_alone`: all but the host are computer players."""
        return (
            f"{host}: press **Start**." if is_alone else f"{host} presses **Start** when everybody is seated."
        )

    def closes(self, at: int) -> str:
        """Say until when the lobby waits."""
        return f"-# ⏳ This lobby closes {ago(at)}."

    def starts(self, at: int, host: str, computers: int) -> str:
        """Say when the race starts without a press, with so many computer players more, and who can press what."""
        if computers:
            told = f"⏳ The race starts by itself {ago(at)}, with {count(computers, 'computer player')} more"
            return f"{told}; {host} can press **Race now** before."
        return f"⏳ The race starts by itself {ago(at)}; {host} can press **Start** before."

    absent = "Its game is not here at the moment, so the race cannot start."

    def opened(self, table: str) -> str:
        """Tell the host, in private, that the table stands."""
        return f"Your table {table} is open: the buttons under its lobby start the race."

    def too_few_seats(self, computers: int, seats: int) -> str:
        """Refuse to start at once against more computer players than the table would have seats for."""
        needed = computers + 1
        return (
            f"You and {count(computers, 'computer')} take {needed} seats, and this table would have {seats}. "
            f"Choose {needed} seats or more, or leave `seats` out."
        )

    def begun(self, table: str) -> str:
        """Tell the host, in private, that the race has started already."""
        return f"Table {table} races. Your desk is in your direct messages, and a press away under the board."

    def started(self, link: str) -> str:
        """Close the lobby message of a race that runs."""
        return f"The race is on: {link}\nPlay in your direct messages, or press **My desk** there."

    def finished(self, link: str, won: str = "") -> str:
        """Close the lobby message of a race day that is over; `won`: who has won, where that can be told."""
        return f"This race day is over. **{won}:** {link}" if won else f"This race day is over: {link}"

    def won(self, winners: Sequence[str], score: str) -> str:
        """Name who has won, as the beginning of a sentence."""
        return f"{listed(winners)} won with {score}"

    def cancelled(self, paid_back: bool, counted: int = 0) -> str:
        """Close the lobby message of a cancelled table; `counted` races were paid out."""
        if counted:
            return ended_early(counted, stakes=paid_back)
        return "This table was cancelled." + (" Every stake went back." if paid_back else "")

    expired = "Nobody started this table for 30 minutes, so it closed. `/race new` opens another."

    def players(self, numbers: Sequence[int]) -> str:
        """Say how many may play: `2 to 6 players`, `4, 6 or 8 players`."""
        first, *others = numbers
        if not others:
            return count(first, "player")
        if others[-1] - first == len(others):
            return f"{first} to {others[-1]} players"
        return f"{listed(map(str, numbers), 'or')} players"


def _stake(amount: int | None) -> str:
    return "none" if amount is None else f"{coins(amount)} a seat"


def _length(length: str | None) -> str:
    return f"{length} length: " if length else ""
