"""The money on a table: every seat buys in, and gets out its final capital, or its buy-in if it is cancelled.

The house is the race course's bank. What the final capitals come to beyond the buy-ins it covers, what they
fall short of it takes, and who ends below zero owes it the rest. A computer player's coins are the house's, and
so are in the end those of a person who had their data erased meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection

from bot.bank.accounts import Account, AccountKind, escrow, house, wallet
from bot.bank.ledger import BankError, Facts, Journal, KeyReusedError, Memo, Reason, SettledError
from bot.bank.playing import own_coins
from bot.bank.receipts import (
    Receipt,
    Seated,
    of_table,
    people_of,
    receipts,
    seat_memo,
    seated,
    written,
)
from bot.bank.standings.profits import note_paid
from bot.bank.wallets import charged, credited, given_up, repay
from bot.db.locks import Lock, hold


def buy_in(
    db: Connection, guild: int, table: str, users: Sequence[int | None], amount: int, *, now: int
) -> None:
    """Put `amount` coins a seat on a table; `users` says who sits where, None being a computer player.

    What a wallet lacks is lent. Done before, it moves nothing; done before for others or another amount, it
    raises `KeyReusedError`.
    """
    hold(db, Lock.BOOKS, guild)
    known = of_table(db, table)
    earlier = seated(known, guild, table)
    if earlier:
        if earlier != [Seated(user, amount) for user in users]:
            raise KeyReusedError(f"The seats that bought into table {table} were {earlier}.")
        return
    pool, seats = escrow(guild, table), [Seated(user, amount) for user in users]
    journal = Journal.begin(db, [pool, *people_of(guild, seats)], known)
    for seat, user in enumerate(users):
        home, memo = _home(guild, user), seat_memo(Reason.BUY_IN, table, seat, now)
        if home.kind is AccountKind.WALLET:
            charged(journal, home, pool, amount, memo)
        else:
            journal.move(home, pool, amount, memo)
    journal.write()


def pay_out(db: Connection, guild: int, table: str, finals: Sequence[int], now: int) -> list[Receipt]:
    """End a table: pay every seat its final capital, collect what is below zero; return a receipt a seat.

    Done before, it moves nothing and returns the same receipts; with other capitals it raises
    `KeyReusedError`. Raises `SettledError` if the buy-ins were given back, `BankError` if the seats that
    bought in are not as many as the capitals.
    """
    hold(db, Lock.BOOKS, guild)
    known = of_table(db, table)
    bought = seated(known, guild, table)
    if not bought or len(bought) != len(finals):
        raise BankError(f"{len(bought)} seats bought into table {table}; there are {len(finals)} capitals.")
    homes = [_home(guild, each.user) for each in bought]
    if _was_settled(known, guild, table, by_giving_back=False):
        paid = receipts(db, guild, table)
    else:
        theirs = people_of(guild, bought)
        journal = Journal.begin(db, [escrow(guild, table), *theirs], known)
        _fill_up(journal, guild, table, sum(final for final in finals if final > 0), now)
        for seat, (home, final) in enumerate(zip(homes, finals, strict=True)):
            reason = Reason.PAY_OUT if final > 0 else Reason.DEBT
            _settle(journal, escrow(guild, table), home, final, seat_memo(reason, table, seat, now))
            _let_go(journal, home, table, seat, now)
        journal.write()
        paid = written(journal.known, guild, table, {account: journal.balance(account) for account in theirs})
        brought = [(each.user, final - each.buy_in) for each, final in zip(bought, finals, strict=True)]
        note_paid(db, guild, table, brought, now)
    if [receipt.final for receipt in paid] != [_due(*facts) for facts in zip(homes, finals, strict=True)]:
        raise KeyReusedError(f"Table {table} was paid out with other capitals than {list(finals)}.")
    return paid


def kept_from_others(db: Connection, guild: int, table: str, finals: Sequence[int]) -> list[int]:
    """Return what seats get that win from each other: only what the others lose of their own coins.

    What a newcomer loses beyond what they have earned goes to the house, and so does what is lost of a loan.
    Every winner's gain comes from all losses in proportion. Once the table is paid out, what it paid is returned.
    """
    hold(db, Lock.BOOKS, guild)
    known = of_table(db, table)
    if _was_settled(known, guild, table, by_giving_back=False):
        return [receipt.final for receipt in receipts(db, guild, table)]
    bought = seated(known, guild, table)
    lost = [max(0, each.buy_in - final) for each, final in zip(bought, finals, strict=True)]
    losers = [
        each.user for each, loss in zip(bought, lost, strict=True) if each.user is not None and loss > 0
    ]
    own, unowned = own_coins(db, guild, losers), 0
    for seat, (each, loss) in enumerate(zip(bought, lost, strict=True)):
        if each.user in own:
            lent = _lent(known, table, seat)
            brought = max(0, own[each.user] + each.buy_in - lent)
            unowned += max(min(loss, lent), loss - brought)
    return [
        final
        if each.user is None or final <= each.buy_in
        else final + (each.buy_in - final) * unowned // max(1, sum(lost))
        for each, final in zip(bought, finals, strict=True)
    ]


def _lent(known: Mapping[str, Facts], table: str, seat: int) -> int:
    """Return how much of a seat's buy-in was lent."""
    loan = known.get(seat_memo(Reason.BUY_IN, table, seat).beside(Reason.LOAN).key)
    return loan.amount if loan else 0


def give_back(db: Connection, guild: int, table: str, now: int) -> None:
    """Cancel a table: every seat gets its buy-in back, and what was lent for it is repaid.

    Nothing happens if nobody bought in or it was done before. Raises `SettledError` after `pay_out`.
    """
    hold(db, Lock.BOOKS, guild)
    known = of_table(db, table)
    if _was_settled(known, guild, table, by_giving_back=True):
        return
    bought = seated(known, guild, table)
    journal = Journal.begin(db, [escrow(guild, table), *people_of(guild, bought)], known)
    for seat, (user, amount) in enumerate(bought):
        memo = seat_memo(Reason.GIVE_BACK, table, seat, now)
        home = _home(guild, user)
        journal.move(escrow(guild, table), home, amount, memo)
        if lent := _lent(known, table, seat):
            repay(journal, home, lent, memo)
        _let_go(journal, home, table, seat, now)
    journal.write()


def _let_go(journal: Journal, home: Account, table: str, seat: int, now: int) -> None:
    """Have the house take what came to somebody who has had their data erased since they sat down."""
    if home.is_nobodys:
        given_up(journal, home, seat_memo(Reason.CLOSING, table, seat, now))


def _home(guild: int, user: int | None) -> Account:
    """Return where a seat's coins come from and go to."""
    return house(guild) if user is None else wallet(guild, user)


def _due(home: Account, final: int) -> int:
    """Return what moves for a final capital: the house owes itself nothing."""
    return final if home.kind is AccountKind.WALLET else max(final, 0)


def _was_settled(known: Mapping[str, Facts], guild: int, table: str, *, by_giving_back: bool) -> bool:
    """Whether the escrow was emptied in this way; raises `SettledError` if it was in the other."""
    pool = escrow(guild, table).id
    reason = next((facts.reason for facts in known.values() if facts.source == pool), None)
    if reason is not None and (reason == Reason.GIVE_BACK) != by_giving_back:
        done = "paid out" if by_giving_back else "given back"
        raise SettledError(f"The coins of table {table} were already {done}.")
    return reason is not None


def _fill_up(journal: Journal, guild: int, table: str, needed: int, now: int) -> None:
    """Make the escrow hold what the final capitals need, no more and no less."""
    pool, bank = escrow(guild, table), house(guild)
    short = needed - journal.balance(pool)
    if short > 0:
        journal.move(bank, pool, short, Memo(f"cover:{table}", Reason.COVER, now, table))
    elif short < 0:
        journal.move(pool, bank, -short, Memo(f"remainder:{table}", Reason.REMAINDER, now, table))


def _settle(journal: Journal, pool: Account, home: Account, final: int, memo: Memo) -> None:
    due = _due(home, final)
    if due < 0:
        charged(journal, home, house(home.guild), -due, memo)
    elif due > 0 and home.kind is AccountKind.WALLET:
        credited(journal, pool, home, due, memo)
    elif due > 0:
        journal.move(pool, home, due, memo)
