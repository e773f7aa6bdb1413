"""Bankrolls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.bank import ActKind, BankRefusal, Reason
from bot.texts.english.phrases import coins, count, signed
from bot.texts.markup import ago, day, mention, plain

_REFUSED: Mapping[BankRefusal, Callable[[Mapping[str, Any]], str]] = {
    BankRefusal.NO_AMOUNT: lambda facts: f"Name a whole number from 1 to {facts['most']:,}.",
    BankRefusal.TOO_MUCH_HELD: lambda facts: (
        f"No wallet may hold more than {coins(facts['most'])}. Name less."
    ),
    BankRefusal.SHORT: lambda facts: f"The wallet holds {coins(facts['held'])}. Name no more than that.",
    BankRefusal.HOUSE_EMPTY: lambda facts: (
        f"The house pays out no more than {coins(facts['most'])}. Take some back first."
    ),
    BankRefusal.TO_ONESELF: lambda _: "You have those coins already. Name somebody else.",
    BankRefusal.TO_A_BOT: lambda _: "Computers have no wallet. Name a person.",
    BankRefusal.NOT_HERE: lambda facts: (
        f"{mention(facts['user'])} is not in this server. Name somebody who is."
    ),
    BankRefusal.OWES: lambda facts: (
        f"You owe the house {coins(facts['owed'])}. Win that back before you give."
    ),
    BankRefusal.GIVEN_ENOUGH: lambda facts: (
        f"You can give one person {coins(facts['most'])} in 24 hours"
        + (f": {coins(facts['left'])} more for now." if facts["left"] else ". Give again tomorrow.")
    ),
    BankRefusal.RECEIVED_ENOUGH: lambda facts: (
        f"{mention(facts['user'])} cannot be given that much today. Name less, or give tomorrow."
    ),
    BankRefusal.NEWCOMER: lambda facts: (
        "You're a newcomer here: you can't give coins that the house gave you until you've finished games for coins on "
        f"{facts['days']} days. For now you may give {coins(facts['left'])}."
    ),
    BankRefusal.DRAWN_TODAY: lambda facts: f"You have drawn today's coins. The next come {ago(facts['at'])}.",
    BankRefusal.HOLDS_ENOUGH: lambda facts: (
        f"You hold {coins(facts['held'])}. The daily coins are for those who hold less than {facts['most']:,}."
    ),
    BankRefusal.FROZEN: lambda facts: (
        f"Your coins are frozen in this server: “{plain(facts['words'])}”. Ask who manages it."
    ),
    BankRefusal.THEIRS_FROZEN: lambda facts: f"{mention(facts['user'])} cannot be given coins at the moment.",
    BankRefusal.BOOKS_BUSY: lambda _: "Another file of books is being written. Try again in a minute.",
    BankRefusal.NOT_FROZEN: lambda facts: f"{mention(facts['user'])} can move coins already.",
    BankRefusal.SEASON_OPEN: lambda _: "A season is open already. `/season close` ends it.",
    BankRefusal.NO_SEASON: lambda _: "No season is open. `/season start` opens one.",
    BankRefusal.FROZEN_ALREADY: lambda facts: f"The coins of {mention(facts['user'])} are frozen already.",
}


_REASONS: Mapping[Reason, str] = {
    Reason.OPENING: "first coins",
    Reason.LOAN: "lent by the house",
    Reason.REPAYMENT: "paid back to the house",
    Reason.BUY_IN: "buy-in",
    Reason.PAY_OUT: "paid out",
    Reason.DEBT: "debt",
    Reason.COVER: "cover",
    Reason.REMAINDER: "remainder",
    Reason.GIVE_BACK: "buy-in back",
    Reason.BET: "bet at the tote",
    Reason.BET_RETURNED: "bet taken back",
    Reason.DIVIDEND: "won at the tote",
    Reason.REFUND: "bet given back",
    Reason.MINUS_POOL: "added to a pool of the tote",
    Reason.TAKEOUT: "kept of a pool of the tote",
    Reason.GIFT: "gift",
    Reason.STIPEND: "daily coins",
    Reason.GRANT: "granted by a manager",
    Reason.TAKE: "taken by a manager",
    Reason.CLOSING: "closing",
    Reason.WRITE_OFF: "written off",
}


LONGEST_TOLD = 60
"""Characters of a manager's reason in a line of a history: the channel of managers' acts has all of it."""


def _shortened(words: str) -> str:
    return words if len(words) <= LONGEST_TOLD else f"{words[: LONGEST_TOLD - 1]}…"


class BankTexts:
    """Answers of `/bank`."""

    def refused(self, reason: BankRefusal, facts: Mapping[str, Any]) -> str:
        """Say why the bank did not do what somebody asked for, and what to do."""
        return _REFUSED[reason](facts)

    def history(self, lines: Sequence[str], page: int, pages: int) -> str:
        """Tell a page of somebody's movements."""
        head = "### Your coins, newest first"
        if not lines:
            return f"{head}\nNothing here{f': the last page is {pages:,}' if pages else ' yet'}."
        more = f"\n-# Page {page:,} of {pages:,}" if pages > 1 else ""
        return "\n".join([head, *lines]) + more

    def entry(
        self,
        at: int,
        change: int,
        held: int,
        reason: Reason,
        table: str | None,
        other: str | None,
        words: str | None = None,
    ) -> str:
        """Tell one movement, and what the wallet held after it; `words` are a manager's, who said why."""
        why = _REASONS[reason] + (f": “{plain(_shortened(words))}”" if words else "")
        if other:
            why = f"{why} {'from' if change > 0 else 'to'} {other}"
        where = f", table {table}" if table else ""
        return f"{day(at)} **{signed(change)}** {why}{where} · {held:,}"

    def given(self, amount: int, who: str, held: int) -> str:
        """Answer who has given coins."""
        return f"{who} has {coins(amount)} of yours. You hold {held:,}."

    def gift(self, giver: str, receiver: str, amount: int) -> str:
        """Tell everybody of a gift."""
        return f"🪙 {giver} gave {receiver} {coins(amount)}."

    def stipend(self, amount: int, held: int, repaid: int) -> str:
        """Answer who has drawn the coins of the day."""
        back = f", {repaid:,} of them to the house for what you owed" if repaid else ""
        return f"{coins(amount)} for today{back}. You hold {held:,}."

    def done(self, kind: ActKind, who: str, amount: int, held: int | None) -> str:
        """Answer a manager who has done something to a wallet."""
        match kind:
            case ActKind.GRANT:
                return f"{coins(amount)} granted. {who} holds {held or 0:,}."
            case ActKind.TAKE:
                return f"{coins(amount)} taken. {who} holds {held or 0:,}."
            case ActKind.FREEZE:
                return f"{who} moves no coins any more: no stakes, gifts, bets or daily coins."
        return f"{who} can move coins again."

    def act(self, kind: ActKind, by: str | None, who: str | None, amount: int, words: str) -> str:
        """Tell a server what a manager did to a wallet."""
        did = {
            ActKind.GRANT: f"granted {who or 'somebody'} {coins(amount)}",
            ActKind.TAKE: f"took {coins(amount)} from {who or 'somebody'}",
            ActKind.FREEZE: f"froze the coins of {who or 'somebody'}",
            ActKind.THAW: f"let {who or 'somebody'} move coins again",
        }
        return f"🏦 {by or 'Somebody'} {did[kind]}: {plain(words)}"

    def audited(self, channel: str | None) -> str:
        """Answer who has named a channel for acts."""
        if channel is None:
            return "What managers do to wallets is posted nowhere from now on. It is still written down."
        return f"What managers do to wallets is posted in {channel} from now on."

    def no_audit_there(self, channel: str) -> str:
        """Say that the bot may not write there."""
        return f"I may not write in {channel}. Let me see it and send messages there, or name another."

    def books(self, movements: int, *, is_cut: bool) -> str:
        """Say what a file of the books holds."""
        said = f"The books of this server: {count(movements, 'movement')}, newest first."
        if is_cut:
            return f"{said} Older ones did not fit. Whoever runs the bot has all with `paddock bank export`."
        return said

    def balance(
        self,
        who: str,
        wallet: int,
        owed: int,
        in_play: int,
        rank: int | None,
        members: int,
        *,
        bet: int = 0,
        frozen: str | None = None,
    ) -> str:
        """Tell one bankroll; `bet` is on races that are still to be settled, `frozen` why nothing of it moves."""
        lines = [f"### Bankroll of {who}", f"**{coins(wallet)}** in the wallet"]
        if frozen is not None:
            lines.append(f"❄️ Frozen: “{plain(frozen)}”. Ask who manages this server.")
        if in_play:
            lines.append(f"{coins(in_play)} on tables in play")
        if bet:
            lines.append(f"{coins(bet)} bet at the tote, on races that are not over")
        if owed:
            lines.append(f"{coins(owed)} owed to the house, paid back out of your next winnings")
        if rank is None:
            lines.append(f"-# {self.unranked}")
        else:
            lines.append(f"-# Place {rank:,} of {members:,} in this server")
        return "\n".join(lines)

    unranked = "Finish a game for coins to be on the leaderboard."
