"""A running table, whatever the game: labels under the board, the result, what is told in private."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.outbox import Notice
from bot.tables.table import Taken
from bot.texts.english.phrases import OUTDATED, coins, count, ended_early, listed, ordinal, signed
from bot.texts.markup import ago, clock_time, plain, time_of_day

_HINTS = {
    Notice.HINTS: (
        "💡 Hints are allowed: **Hint** on the desk, or `/race hint`, tells you alone what the steady computer player "
        "would do, and why."
    ),
    Notice.NO_HINTS: "💡 Hints are no longer allowed.",
}


class TableTexts:
    """Sentences that every game's screens share."""

    desk = "My desk"
    rematch = "Rematch"

    def thread_name(self, game: str, table: str) -> str:
        """Name the thread of a race; at most 100 characters."""
        return f"🏇 {game} · {table}"

    def desk_title(self, game: str, table: str, place: str) -> str:
        """Head a desk, so that several tables in one chat stay apart."""
        return f"### Your desk · {game} {table}\n-# {place}"

    back = "I am back"
    hint = "Hint"

    no_hint = "💡 No hint here: the steady computer player has no answer."

    def hinted(self, said: str) -> str:
        """Answer whoever asked for a hint."""
        return f"💡 {said}"

    ready = "Ready"

    desk_away = (
        "**A computer player decides for you**: your time ran out twice. Press **I am back** to take over."
    )
    desk_left = "**You have left**: a computer player finishes for you. Press **I am back** to take over."
    desk_paused = "**This table rests** until the host lets it go on. Your buttons come back then."
    desk_asleep = "**This table sleeps**, for nobody is here. Press **I am back** to go on."
    desk_asked_later = "It will be your turn when the table goes on."

    def after_the_rest(self, at: int, ends: str, *, goes_on: bool) -> str:
        """Say what becomes of a table whose place is wanted, as the end of a sentence; `ends`: and of its coins."""
        return f"it goes on by itself {ago(at)}" if goes_on else f"it closes {ago(at)}: {ends}"

    def desk_crowded(self, then: str) -> str:
        """Say on a desk that a rest ends because the server is full, and what happens `then`."""
        return (
            "**This table rests, and its place is wanted.** `/race resume`, by anybody seated there, lets it go on; "
            f"else {then}."
        )

    desk_given_up = "Somebody else plays this seat now."

    def desk_handed_over(self, holder: str) -> str:
        """Say on the closed desk of an owner who plays the seat, and how to take it back."""
        return f"{holder} plays your seat now. `/race back` takes it back."

    more = "More"
    whole_result = "the whole result"

    def more_of(self, moves: int, *, result: bool) -> str:
        """Label what tells the rest of what a desk leaves out: so many moves, and of a result most."""
        rest = [*([self.whole_result] if result else []), *([count(moves, "earlier move")] if moves else [])]
        return f"{self.more}: {', '.join(rest)}" if rest else self.more

    more_clock = "When your time is up, the table decides."
    more_rules = "In the server, `/race rules` explains the whole game."

    desk_half_time = "**Half your time is gone.**"

    def desk_clock(self, at: int) -> str:
        """Say until when to decide, so that it is true later too; what happens then stands behind **More**."""
        return f"-# ⏳ Until {clock_time(at)} ({ago(at)})."

    def call_clock(self, called: str, at: int) -> str:
        """Say above the buttons until when somebody may answer what is `called` for."""
        return f"{called} until {clock_time(at)} ({ago(at)})"

    def name_line(self, game: str, table: str) -> str:
        """Name a table under whose posts those of others may stand."""
        return f"-# {game} · table {table}"

    def board_asks(self, asked: str) -> str:
        """Tell what is `asked` apart from what has happened, which stands above it in the same tense."""
        return f"▸ {asked}" if asked else ""

    def board_clock(self, at: int) -> str:
        """Say in public until when the table waits."""
        return f"-# ⏳ Deadline: {clock_time(at)} ({ago(at)}). After it the table decides."

    def board_window(self, at: int) -> str:
        """Say in public until when any seat may answer."""
        return f"-# ⏳ Until {clock_time(at)} ({ago(at)}). If nobody answers by then, the game goes on."

    def stands_still(self, until: int) -> str:
        """Say outside the playing hours when clocks go on; one may decide before."""
        return f"-# 🌙 Clocks stand still until {time_of_day(until)}; you can play meanwhile."

    def board_paused(self, host: str) -> str:
        """Say in public that the table rests."""
        return f"-# ⏸️ This table rests until {host} lets it go on with `/race resume`."

    def board_crowded(self, then: str) -> str:
        """Say in public that a rest ends because the server is full, and what happens `then`."""
        return (
            "-# ⏸️ This table rests, and its place is wanted. `/race resume`, by anybody seated here, lets it go on; "
            f"else {then}."
        )

    board_asleep = "-# 💤 Nobody is here, so this table sleeps. **I am back** wakes it."

    def board_stopping(self, at: int, away: Sequence[str], ends: str) -> str:
        """Say in public that only the word of who is away is missing."""
        silent = f"Without a word from {listed(away)} the table closes {ago(at)}"
        return f"-# 🏳️ All here would stop. {silent}: {ends}."

    def early_end(self, counted: int, *, stakes: bool) -> str:
        """Say what becomes of the money if a race day ends here, as the end of a sentence."""
        if not stakes:
            return "no coins move"
        if not counted:
            return "every stake goes back"
        return f"coins are paid as they stood after race {counted}"

    stop_here = "Stop here"

    def desk_asks_to_stop(self, who: Sequence[str], ends: str, until: int | None) -> str:
        """Ask on a desk whether its owner would stop as others would."""
        silent = f" If those away say nothing, it ends {ago(until)}." if until else ""
        return f"🏳️ {listed(who)} would stop here: {ends}. Press **Stop here** to agree.{silent}"

    def crowded(self, people: Sequence[str], then: str) -> str:
        """Tell a table that rests that somebody else wants its place, and what happens `then`."""
        return (
            f"⏰ {listed(people)}: every table of this server is taken, and this one rests. `/race resume`, by any of "
            f"you, lets it go on; else {then}."
        )

    def taken(self, why: Taken, people: Sequence[str]) -> str:
        """Say for whom something was decided, and why."""
        who = listed(people)
        match why:
            case Taken.CLOCK:
                return f"-# ⏳ Time was up for {who}: the table decided."
            case Taken.AWAY:
                return f"-# 🤖 A computer player decides for {who}."
            case Taken.ORDER:
                return f"-# ↪️ As {who} ordered."
        return f"-# ↪️ The table made the only move of {who}."

    def asleep(self, what: Notice, who: str) -> str:
        """Tell in public whose going has left nobody at a table."""
        gone = {
            Notice.RETURNED: f"🚪 Whoever played for {who} has left",
            Notice.AWAY: f"💤 {who} missed two decisions in a row",
        }
        went = gone.get(what, f"🚪 {who} has left the race")
        return f"{went}. The table sleeps until somebody is back."

    def notice(self, what: Notice, who: str, name: str, missing: Sequence[str], ends: str = "") -> str:
        """Tell in public who decides for a seat from now on, or whether the table rests.

        `ends` says what becomes of the money if the day ends here, which takes the word of those who are `missing`.
        """
        match what:
            case Notice.LEFT:
                return f"🚪 {who} has left the race; a computer player takes over. `/race back` undoes that."
            case Notice.RETURNED:
                return (
                    f"🚪 Whoever played for {who} has left; a computer player takes over until they are back."
                )
            case Notice.AWAY:
                return f"💤 {who} missed two decisions in a row; a computer player takes over until they are back."
            case Notice.BACK:
                return f"👋 {who} is back."
            case Notice.HANDED:
                return f"🤝 {who} plays for {plain(name)} from now on."
            case Notice.GONE:
                return (
                    f"🚪 A player has left Paddock for good. A computer player finishes as {plain(name)}; what it "
                    "wins is the house's."
                )
            case Notice.OUTDATED:
                return f"📜 {OUTDATED}."
            case Notice.PAUSED:
                return "⏸️ The host lets this table rest. All clocks stand still."
            case Notice.ABSENT:
                return (
                    "⏸️ The game of this table is not here at the moment. The table rests until it is back, and keeps "
                    "its stakes. A server manager can end it with `/race cancel`."
                )
            case Notice.RESUMED:
                return "▶️ The race goes on."
            case Notice.HINTS | Notice.NO_HINTS:
                return _HINTS[what]
            case Notice.GOES_ON:
                return f"🏇 {who} would rather go on."
        asked = f" {listed(missing)}: agree with `/race stop`." if missing else ""
        return f"🏳️ {who} wants to stop; if all agree, {ends}.{asked}"

    desk_wakes = "-# This desk wakes up when it is your turn."
    desk_in_messages = "Your desk is in your direct messages."
    desk_ran_out = "Press **My desk** to go on."

    def desk_opened(self, place: str) -> str:
        """Say on a desk where the one is that its owner has opened instead."""
        return f"Your desk is open in {place}."

    def desk_called(self, at: int) -> str:
        """Tell somebody whose desk is open elsewhere that it is their turn, so that it is true later too."""
        return f"**Your turn** came {ago(at)}."

    desk_stays = "-# This copy stays as it is: press **My desk** under the board when it is your turn."

    def desks_closed(self, people: Sequence[str]) -> str:
        """Tell a table that somebody's direct messages are closed, once."""
        verb = "does" if len(people) == 1 else "do"
        return (
            f"{listed(people)} {verb} not take direct messages from this server: "
            "press **My desk** for your hand, for your eyes only."
        )

    def no_place(self, game: str, table: str) -> str:
        """Say on a desk that the public place of a race is gone."""
        return (
            "I cannot post the board: its channel is gone, or I may not write there. Type `/race board` in another "
            f"channel, and {game} {table} goes on there. Nothing is lost."
        )

    def cancelled_desk(self, paid_back: bool, counted: int = 0) -> str:
        """Close the desks of a cancelled table; `counted` races were paid out."""
        if counted:
            return ended_early(counted, stakes=paid_back)
        money = " Your stake is back in your wallet." if paid_back else ""
        return f"This table was cancelled.{money}"

    def left_out(self, moves: int, gains: Mapping[str, int]) -> str:
        """Sum up the oldest of what happened, for which a message has no room: how far each horse came, by its name."""
        came = ", ".join(f"{name} {signed(gain)}" for name, gain in gains.items())
        rest = f": {came}" if came else ", told by the race log at the end"
        return f"-# … and {count(moves, 'move')} before{rest}"

    def over_by_other_rules(self, game: str, table: str) -> str:
        """Close a race day that was over before it could be told, under rules that were put right since."""
        return (
            f"## 🏁 {game} {table} is over\n"
            "The rules have been put right since, so I cannot draw its result or replay. The log below tells both."
        )

    def over_without_game(self, table: str) -> str:
        """Close a race day that was over before it could be told, and whose game is not here any more."""
        return (
            f"## 🏁 Table {table} is over\n"
            "Its game is not here any more, so I cannot draw its result or replay. The log below tells both."
        )

    absent_game = "a game that is not here"
    """Stands for the name of a game that was taken away."""

    def finished_desk(self, link: str, result: str = "") -> str:
        """Close the desk of a race day that is over; `result`: how it ended for its owner."""
        told = f"This race day is over. **{result}**\n" if result else "This race day is over. "
        return f"{told}The result is in {link}: press **Rematch** under it to play again."

    def you_won(self, others: Sequence[str], score: str) -> str:
        """Tell somebody that they have won; `others`: who shares it."""
        return (
            f"{listed(['You', *others])} share the win with {score}." if others else f"You won with {score}."
        )

    def you_came(self, rank: int, players: int, score: str, winners: Sequence[str]) -> str:
        """Tell somebody how they came out who has not won."""
        return f"{ordinal(rank)} of {players} with {score}; {listed(winners)} won."

    def rematch_in_thread(self, link: str) -> str:
        """Answer a press on Rematch in direct messages."""
        return f"Press **Rematch** under the result in {link}."

    unsealed = "Its hands and bets are open now: the log tells the race so far."

    def worth_of_the_rest(self, handed_out: int, price: int) -> str:
        """Say what a game's own money or points bring in coins, before the bankrolls."""
        return f"-# What is left at the end is paid in coins: {handed_out:,} bring {price:,}."

    def bankroll(
        self, name: str, gain: int, paid: int, repaid: int, charged: int, owed: int, balance: int
    ) -> str:
        """Tell what a race day did to one bankroll; `gain` is what it brought in all, below zero for a loss."""
        returned = f", of which {coins(repaid)} went back to the house" if repaid else ""
        debt = f", {coins(owed)} owed to the house" if owed else ""
        what = f"pays {coins(charged)} of debt" if charged else f"is paid {coins(paid)}{returned}"
        return f"{name} {what} → wallet {balance:,}{debt} ({signed(gain)} in all)"

    def kept_from_others(self, kept: int) -> str:
        """Say why winners get less than the game says."""
        return (
            f"-# The house keeps {coins(kept)} of the wins: what newcomers lose, and what is lost of a loan, "
            "goes to no other player."
        )

    def evening(self, rounds: int, credited: Sequence[tuple[str, str, int]], others: int) -> str:
        """Tell everybody's credits and what they have won by them, the most first, with how many `others`."""
        told = [f"{who} {credit} ({signed(net)})" for who, credit, net in credited]
        more = [f"and {count(others, 'other')}"] if others else []
        return f"**Credits this evening, {count(rounds, 'round')}:** {' · '.join([*told, *more])}"

    def evening_credits(self, start: str) -> str:
        """Say what credits are; `start` is what everybody begins a round with."""
        return (
            "-# Credits add up what you held at the end of each round. In brackets: the win or loss, as each round "
            f"starts with {start}."
        )

    def tempers(self, told: Sequence[tuple[str, str]]) -> str:
        """Say what the computer players were like, now that it helps nobody any more."""
        return f"-# The computers' tempers: {' · '.join(f'{who} {what}' for who, what in told)}"

    practice = "Practice: no coins moved."

    def proof(self, secret: str) -> str:
        """Publish the secret of a race's luck."""
        check = "`/race verify` checks the race."
        return f"-# Secret of the sealed luck `{secret}`. {check}"

    answered_elsewhere = (
        "Another copy of this bot answered that press, so this copy ignored it. "
        "Ask whoever hosts the bot to stop one of the two."
    )
    restarting = "Paddock is restarting: press again in a moment."
    broken = "Something went wrong on our side, and nothing was changed: please try again."
    busy = "Paddock could not save that, and nothing was changed: please try again in a moment."
    unanswered = (
        "Paddock was interrupted before it could answer. Look at your desk or the table: if it was not done, please do "
        "it again."
    )
    strange_command = "That command is out of date: wait a minute and type it again."
    unknown_control = "This button is out of date: use those under the newest board or on your desk."
