"""What commands answer, to whoever used one and to nobody else."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts.english.phrases import count, counted_races, listed
from bot.texts.markup import ago, plain


def _unfinished(counted: int, so: str) -> str:
    """Say why a log stops before the game is over: after the races that were `counted`, or cancelled before any."""
    return f"The day ended early, after race {counted}." if counted else f"The table was cancelled, so {so}."


class AnswerTexts:
    """Answers about tables: opening, sitting, stopping, looking up."""

    absent_rules = "The game of this thread is not here at the moment: name another to read its rules."

    def board_follows(self, moved_from: str | None, *, is_lobby: bool) -> str:
        """Answer `/race board`."""
        moved = f", no longer in {moved_from}" if moved_from else ""
        return f"The {'lobby' if is_lobby else 'board'} comes here in a moment{moved}."

    def rematch_open(self, link: str, host: str | None) -> str:
        """Answer whoever pressed Rematch and sits there now; `host`: who opened it, None: they did themselves."""
        start = f"{host} starts it" if host else "press **Start** when all are seated"
        return f"You have a seat at the rematch in {link}: {start}."

    other_terms = "Its settings aren't those of the last race: look at them, then press **Ready** there."

    def rematch_taken(self, table: str, link: str, is_over: bool) -> str:
        """Answer whoever pressed Rematch after the rematch has started, or was played already."""
        if is_over:
            return f"The rematch was played in {link}: **Rematch** under its result opens the next."
        return f"The rematch is on in {link}: watch there, or open a table with `/race new`."

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
        return f"{who} no longer sits at your table. `/race invite` lets them back."

    def invited(self, who: str) -> str:
        """Answer `/race invite`."""
        return f"{who} may press **Join** again. Tell them."

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
    no_table = "You sit at no open table here: `/race join` takes a seat, `/race new` opens another."
    no_race = "You sit in no race that runs here: `/race tables` lists what is open."
    no_lobby = "No table here has a free seat for you: `/race new` opens one."
    no_seat_in_a_lobby = (
        "You sit at no table that has yet to start: `/race join` takes a seat, `/race new` opens another."
    )
    no_rest = "None of your tables is resting: `/race pause` lets one rest."
    no_hosted_lobby = "You host no table that has yet to start: `/race new` opens one."
    nothing_finished = "No game of yours is over here yet: name another table in the `table` option."
    no_hosted_table = "You host no open table here: `/race new` opens one."
    no_choice = "No table here fits just now"
    no_bots = "A bot cannot hold cards: choose a person."
    no_member = "They have left this server: choose somebody who is here."
    paused = (
        "Your table rests, and all clocks with it. `/race resume` lets it go on; after a day anybody seated there may. "
        "A rest ends after a week; in a server full of tables, an hour after somebody wants to open another."
    )
    resumed = "Your table goes on, with as much on every clock as before."

    def hints_allowed(self, *, is_allowed: bool) -> str:
        """Answer `/race hints`."""
        if is_allowed:
            return "Hints are allowed at your table: press **Hint** on the desk."
        return "Nobody gets hints at your table."

    def no_table_like(self, text: str) -> str:
        """Say in the list of tables that none is like what was typed."""
        return f"No table fits “{text}”"

    def joined(self, table: str, link: str, *, is_ready: bool = True) -> str:
        """Answer `/race join`."""
        if not is_ready:
            return f"You sit at table {table}. Look at its settings in {link}, then press **Ready** there."
        return f"You sit at table {table}. Wait in {link} for the host to start."

    def left(self, table: str, *, is_running: bool, is_asleep: bool = False) -> str:
        """Answer `/race leave`."""
        if is_asleep:
            return f"You have left table {table}. It sleeps, for nobody is there; `/race back` wakes it."
        if is_running:
            return (
                f"You have left table {table}. A computer player finishes for you, and what it wins is yours; "
                "`/race back` takes over again."
            )
        return f"You have left table {table}."

    def gave_back(self, table: str, owner: str, *, is_asleep: bool) -> str:
        """Answer `/race leave` of who held a seat for somebody."""
        follows = "The table sleeps" if is_asleep else "A computer player takes over"
        return f"You gave the seat back to {owner}. {follows} until they are back."

    def offered(self, who: str, until: int) -> str:
        """Answer `/race hand-over`; the offer ends `until`, in milliseconds since 1970 UTC."""
        return (
            f"I've asked {who}. Once they accept, they play your seat and see your hand; your coins stay yours. "
            f"The offer ends {ago(until)}. **Never mind** under it takes it back."
        )

    def offer(self, who: str, holder: str, owner: str, which: str, until: int) -> str:
        """Ask somebody, in public, to take over a seat; `which` names the game and the table."""
        return (
            f"{who}: will you take over {holder}'s seat ({which})? You'll see the hand. "
            f"{owner} pays and wins, not you. The offer ends {ago(until)}."
        )

    def offer_accepted(self, who: str, name: str) -> str:
        """Say in the post of an offer that it was accepted."""
        return f"{who} plays for {plain(name)} now."

    accept_seat = "Play on"
    end_offer = "Never mind"
    offer_ended = "The offer has ended."
    seat_accepted = (
        "You play this seat now. Your desk is in your direct messages, and a press away under the board."
    )

    def handed_back(self, owner: str) -> str:
        """Answer `/race hand-over` of who held a seat for its owner."""
        return f"{owner} plays their seat again."

    def stop_noted(self, missing: Sequence[str], ends: str, until: int | None, would: bool) -> str:
        """Answer `/race stop`; `ends` says what becomes of the money, `until` by when who is away has to speak."""
        if not would:
            return "Noted: you would rather go on."
        if not missing:
            return f"Everybody agrees, so the race ends here: {ends}."
        asked = f"Noted. It also takes `/race stop` from {listed(missing)}; then {ends}."
        silent = f" Without a word it ends {ago(until)}." if until else ""
        return f"{asked}{silent} `/race stop` again takes it back."

    def log_title(self, game: str, table: str, rows: int, *, is_over: bool, counted: int = 0) -> str:
        """Head the log of a game that is over, or was cancelled on its way."""
        cut = "" if is_over else f" {_unfinished(counted, 'the log ends there')}"
        lines = count(rows, "line")
        return f"### Race log · {game} {table}\n{lines}: every decision and what came of it.{cut}"

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
                "✅ The secret fits the sealed luck, secret and presses give the seed, and the rules give every line "
                f"of the log ({rows:,}).{cut}\n"
                "-# Check yourself: the sealed luck is the one the lobby showed, and your own presses are below, with "
                "their times. `/race log` gives the file for `paddock verify`."
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
        return f"⚠️ Ask whoever runs this bot: {what}."

    def wait(self, seconds: int) -> str:
        """Ask somebody to wait who asks for more at once than is done for one person."""
        return f"Too much at once: wait {count(seconds, 'second')} and try again."

    still_busy = "What you asked for before is still being done: try again in a moment."

    def unfit_option(self, name: str) -> str:
        """Refuse a value that Discord could not check."""
        return f"This game does not take that `{name}`: choose another, or leave it out."

    unfit_options = "This game does not take these options together: leave one out."

    def several_tables(self, tables: Sequence[str]) -> str:
        """Ask which table is meant."""
        return f"Which table? Name {listed(tables, 'or')} in the `table` option."
