"""The money on a table: every seat buys in, and gets out its final capital, or its buy-in if it is cancelled.

The house is the race course's bank. What the final capitals come to beyond the buy-ins it covers, what they
fall short of it takes, and who ends below zero owes it the rest. A computer player's coins are the house's, and
so are in the end those of a person who had their data erased meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.bank.accounts import Account, AccountKind, balance_of, escrow, house, wallet
from bot.bank.ledger import BankError, KeyReusedError, Memo, Reason, SettledError, move
from bot.bank.receipts import Receipt, Seated, amounts, receipts, seat_memo, seated
from bot.bank.wallets import charge, close, credit, repay
from bot.store.locks import Lock, hold
from bot.store.schema import movements


async def buy_in(
    db: AsyncConnection, guild: int, table: str, users: Sequence[int | None], amount: int, *, now: int
) -> None:
    """Put `amount` coins a seat on a table; `users` says who sits where, None being a computer player.

    What a wallet lacks is lent. Done before, it moves nothing; done before for others or another amount, it
    raises `KeyReusedError`.
    """
    await hold(db, Lock.BOOKS, guild)
    earlier = await seated(db, guild, table)
    if earlier:
        if earlier != [Seated(user, amount) for user in users]:
            raise KeyReusedError(f"The seats that bought into table {table} were {earlier}.")
        return
    pool = escrow(guild, table)
    for seat, user in enumerate(users):
        home, memo = _home(guild, user), seat_memo(Reason.BUY_IN, table, seat, now)
        await (charge if home.kind is AccountKind.WALLET else move)(db, home, pool, amount, memo)


async def pay_out(
    db: AsyncConnection, guild: int, table: str, finals: Sequence[int], now: int
) -> list[Receipt]:
    """End a table: pay every seat its final capital, collect what is below zero; return a receipt a seat.

    Done before, it moves nothing and returns the same receipts; with other capitals it raises
    `KeyReusedError`. Raises `SettledError` if the buy-ins were given back, `BankError` if the seats that
    bought in are not as many as the capitals.
    """
    await hold(db, Lock.BOOKS, guild)
    bought = await seated(db, guild, table)
    if not bought or len(bought) != len(finals):
        raise BankError(f"{len(bought)} seats bought into table {table}; there are {len(finals)} capitals.")
    homes = [_home(guild, each.user) for each in bought]
    if not await _was_settled(db, guild, table, by_giving_back=False):
        await _fill_up(db, guild, table, sum(final for final in finals if final > 0), now)
        for seat, (home, final) in enumerate(zip(homes, finals, strict=True)):
            reason = Reason.PAY_OUT if final > 0 else Reason.DEBT
            await _settle(db, escrow(guild, table), home, final, seat_memo(reason, table, seat, now))
            await _let_go(db, home, table, seat, now)
    paid = await receipts(db, guild, table)
    if [receipt.final for receipt in paid] != [_due(*facts) for facts in zip(homes, finals, strict=True)]:
        raise KeyReusedError(f"Table {table} was paid out with other capitals than {list(finals)}.")
    return paid


async def give_back(db: AsyncConnection, guild: int, table: str, now: int) -> None:
    """Cancel a table: every seat gets its buy-in back, and what was lent for it is repaid.

    Nothing happens if nobody bought in or it was done before. Raises `SettledError` after `pay_out`.
    """
    await hold(db, Lock.BOOKS, guild)
    if await _was_settled(db, guild, table, by_giving_back=True):
        return
    moved = await amounts(db, table)
    for seat, (user, amount) in enumerate(await seated(db, guild, table)):
        memo = seat_memo(Reason.GIVE_BACK, table, seat, now)
        home = _home(guild, user)
        await move(db, escrow(guild, table), home, amount, memo)
        lent = moved.get(seat_memo(Reason.BUY_IN, table, seat).beside(Reason.LOAN).key, 0)
        if lent:
            await repay(db, home, lent, memo)
        await _let_go(db, home, table, seat, now)


async def _let_go(db: AsyncConnection, home: Account, table: str, seat: int, now: int) -> None:
    """Have the house take what came to somebody who has had their data erased since they sat down."""
    if home.is_nobodys:
        await close(db, home, seat_memo(Reason.CLOSING, table, seat, now))


def _home(guild: int, user: int | None) -> Account:
    """Return where a seat's coins come from and go to."""
    return house(guild) if user is None else wallet(guild, user)


def _due(home: Account, final: int) -> int:
    """Return what moves for a final capital: the house owes itself nothing."""
    return final if home.kind is AccountKind.WALLET else max(final, 0)


async def _was_settled(db: AsyncConnection, guild: int, table: str, *, by_giving_back: bool) -> bool:
    """Whether the escrow was emptied in this way; raises `SettledError` if it was in the other."""
    left = select(movements.c.reason).where(movements.c.source == escrow(guild, table).id).limit(1)
    reason = (await db.execute(left)).scalar_one_or_none()
    if reason is not None and (reason == Reason.GIVE_BACK) != by_giving_back:
        done = "paid out" if by_giving_back else "given back"
        raise SettledError(f"The coins of table {table} were already {done}.")
    return reason is not None


async def _fill_up(db: AsyncConnection, guild: int, table: str, needed: int, now: int) -> None:
    """Make the escrow hold what the final capitals need, no more and no less."""
    pool, bank = escrow(guild, table), house(guild)
    short = needed - (await balance_of(db, pool) or 0)
    if short > 0:
        await move(db, bank, pool, short, Memo(f"cover:{table}", Reason.COVER, now, table))
    elif short < 0:
        await move(db, pool, bank, -short, Memo(f"remainder:{table}", Reason.REMAINDER, now, table))


async def _settle(db: AsyncConnection, pool: Account, home: Account, final: int, memo: Memo) -> None:
    due = _due(home, final)
    if due < 0:
        await charge(db, home, house(home.guild), -due, memo)
    elif due > 0:
        await (credit if home.kind is AccountKind.WALLET else move)(db, pool, home, due, memo)
