"""What commands answer, to whoever used one and to nobody else."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts.english.phrases import count, counted_races, listed
from bot.texts.markup import ago


def _unfinished(counted: int, so: str) -> str:
    """Say why a log stops before the game is over: after the races that were `counted`, or cancelled before any."""
    return f"The day ended early, after race {counted}." if counted else f"The table was cancelled, so {so}."


class AnswerTexts:
    """Answers about tables: opening, sitting, stopping, looking up."""

    absent_rules = (
        "The game of this thread is not here at the moment, so I cannot tell its rules. Name another game to read "
        "about that."
    )

    def board_follows(self, moved_from: str | None, *, is_lobby: bool) -> str:
        """Answer `/race board`."""
        moved = f", and not in {moved_from} any more" if moved_from else ""
        return f"The {'lobby' if is_lobby else 'board'} will be posted here in a moment{moved}."

    def rematch_open(self, link: str, host: str | None) -> str:
        """Answer whoever pressed Rematch and sits there now; `host`: who opened it, None: they did themselves."""
        start = f"{host} starts it" if host else "press **Start** there when everybody is seated"
        return f"The rematch is open in {link}, and you have a seat: {start}."

    def rematch_taken(self, table: str, link: str, is_over: bool) -> str:
        """Answer whoever pressed Rematch after the rematch has started, or was played already."""
        if is_over:
            return f"The rematch, table {table}, was played in {link}. **Rematch** under its result opens the next."
        return f"The rematch, table {table}, is being run in {link}. Watch there, or open a table with `/race new`."

    def cancelled(self, table: str, paid_back: bool, counted: int = 0) -> str:
        """Answer `/race cancel`; `counted` races were paid out."""
        if counted:
            return f"Table {table} ends here. {counted_races(counted, stakes=paid_back)}"
        money = " Every stake went back to its owner." if paid_back else ""
        return f"Table {table} is cancelled.{money}"

    def sits_here(self, who: str) -> str:
        """Answer `/race invite` for somebody who has a seat at that table."""
        return f"{who} already sits here."

    def sent_away(self, who: str) -> str:
        """Answer `/race remove`."""
        return f"{who} has no seat at your table any more. `/race invite` lets them sit down again."

    def invited(self, who: str) -> str:
        """Answer `/race invite`."""
        return f"{who} may sit down at your table again. Tell them to press **Join**."

    def tables(self, lines: Sequence[str]) -> str:
        """Answer `/race tables`."""
        if not lines:
            return "No table is open in this server. `/race new` opens one."
        return "### Tables in this server\n" + "\n".join(lines)

    def table_line(self, table: str, state: str, people: Sequence[str], link: str) -> str:
        """One open table in the list."""
        return f"**{table}** · {state} · {listed(people)} · {link}"

    waiting_lobby = "waiting for players"
    racing = "racing"
    resting = "resting"
    asleep = "asleep"
    no_table = "You sit at no open table of this server. `/race join` takes a seat at one, `/race new` opens another."
    no_race = "You sit at no race of this server that is being run. `/race tables` lists what is open."
    no_lobby = "No table of this server waits for you with a free seat. `/race new` opens one."
    no_seat_in_a_lobby = (
        "You sit at no table of this server that has yet to start. `/race join` takes a seat at one, "
        "`/race new` opens another."
    )
    no_rest = "No table at which you sit is resting. `/race pause` lets yours rest."
    no_hosted_lobby = "You are the host of no table that has still to start. `/race new` opens one."
    nothing_finished = (
        "No game of yours is over in this server yet. For another one, name its table in the `table` option."
    )
    no_hosted_table = "You are the host of no open table of this server. `/race new` opens one."
    no_choice = "Nothing to choose here just now: no table of this server fits"
    no_bots = "A bot has no hands to hold cards with. Choose a person."
    no_member = "They are not in this server any more. Choose somebody who is."
    paused = (
        "Your table rests, and every clock with it. `/race resume` lets it go on; after a day everybody who sits "
        "there may do so. A rest ends after a week, or an hour after somebody needs its place in a full server."
    )
    resumed = "Your table goes on; every clock has as much left as it had."

    def hints_allowed(self, *, is_allowed: bool) -> str:
        """Answer `/race hints`."""
        if is_allowed:
            return "Hints are allowed at your table: whose turn it is finds **Hint** on the desk."
        return "Nobody gets hints at your table."

    def no_table_like(self, text: str) -> str:
        """Say in the list of tables that none is like what was typed."""
        return f"No table that fits is like “{text}”"

    def joined(self, table: str, link: str) -> str:
        """Answer `/race join`."""
        return f"You sit at table {table}. The race starts in {link} when the host says so."

    def left(self, table: str, *, is_running: bool, is_asleep: bool = False) -> str:
        """Answer `/race leave`."""
        if is_asleep:
            return f"You have left table {table}. Nobody else is there, so it sleeps; `/race back` wakes it."
        if is_running:
            return (
                f"You have left table {table}. A computer player finishes the race for you, and what it brings is "
                "yours; `/race back` takes over again."
            )
        return f"You have left table {table}."

    def gave_back(self, table: str, owner: str, *, is_asleep: bool) -> str:
        """Answer `/race leave` of who held a seat for somebody."""
        follows = "The table sleeps" if is_asleep else "A computer player takes over"
        return f"You have left table {table}, and the seat is {owner}'s again. {follows} until they are back."

    def handed_over(self, who: str) -> str:
        """Answer `/race hand-over`."""
        return (
            f"{who} plays on for you and sees your hand from now on. Your coins stay yours, and `/race back` takes the "
            "seat back at any time."
        )

    def stop_noted(self, missing: Sequence[str], ends: str, until: int | None, would: bool) -> str:
        """Answer `/race stop`; `ends` says what becomes of the money, `until` by when who is away has to speak."""
        if not would:
            return "You would rather go on; that is noted."
        if not missing:
            return f"Everybody agrees: the race ends here, and {ends}."
        asked = f"Noted. It also takes `/race stop` from {listed(missing)}; then {ends}."
        silent = f" Silence counts as agreement: without a word it ends {ago(until)}." if until else ""
        return f"{asked}{silent} `/race stop` again takes it back."

    def log_title(self, game: str, table: str, rows: int, *, is_over: bool, counted: int = 0) -> str:
        """Head the log of a game that is over, or was cancelled on its way."""
        cut = "" if is_over else f" {_unfinished(counted, 'the log ends there')}"
        lines = count(rows, "line")
        return f"### Race log · {game} {table}\n{lines} of what everybody decided and what came of it.{cut}"

    which_rules = "### Rules\nWhich game?"

    def last_board_title(self, game: str, table: str) -> str:
        """Head the last board of a game that is over."""
        return f"### The last board · {game} {table}"

    def replay_title(self, game: str, table: str) -> str:
        """Head a finished game that is shown again."""
        return f"### Once more · {game} {table}"

    def verified(
        self,
        game: str,
        table: str,
        digest: str,
        seed: str,
        rows: int,
        problems: Sequence[str],
        *,
        is_over: bool,
        counted: int = 0,
    ) -> str:
        """Say what the check of a log found; of a day that ended early, after how many races that were `counted`."""
        head = f"### Check · {game} {table}"
        facts = f"-# Sealed luck `{digest}` · seed `{seed}`"
        if not problems:
            cut = "" if is_over else f" {_unfinished(counted, 'it is unfinished')}"
            fine = (
                "✅ The secret fits the sealed luck, the seed follows from it and from the presses below, and all "
                f"{count(rows, 'line')} of the log are what the rules make of them.{cut}\n"
                "-# What only you can check: the sealed luck is the one the lobby showed, and your own presses are "
                "below, with their times. `/race log` hands out the file for `paddock verify`."
            )
            return f"{head}\n{fine}\n{facts}"
        return "\n".join([head, "❌ This log does not hold:", *problems, facts])

    def problem(self, what: str) -> str:
        """Tell one thing that is wrong with a log."""
        return f"- {what}"

    def and_more(self, number: int) -> str:
        """Say that so many more of the same were found, which no message has room for."""
        return f"-# … and {number:,} more: `paddock verify` lists them all, from the file of `/race log`."

    def remark(self, what: str) -> str:
        """Tell what is no fault of a log, but worth a question."""
        return f"⚠️ Worth a question to whoever runs this bot: {what}."

    def wait(self, seconds: int) -> str:
        """Ask somebody to wait who asks for more at once than is done for one person."""
        return f"That was a lot at once, so this was not done. Wait {count(seconds, 'second')} and try again."

    def unfit_option(self, name: str) -> str:
        """Refuse a value that Discord could not check."""
        return f"The rules of this game do not take that `{name}`. Choose another, or leave it out."

    unfit_options = "The rules of this game do not take these options together. Leave one of them out."

    def several_tables(self, tables: Sequence[str]) -> str:
        """Ask which table is meant."""
        return f"Several tables can be meant: name one of {listed(tables)} in the `table` option."
