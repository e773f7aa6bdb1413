"""What a table did to each seat's money, read from the ledger: the same whenever it is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, func, select, union_all

from bot.bank.accounts import Account, AccountKind, balances_of, escrow, marker, wallet
from bot.bank.ledger import Facts, Memo, Reason, moved
from bot.db.schema import movements


class Seated(NamedTuple):
    """A seat as the ledger knows it: who bought in (None: a computer player), and for how many coins."""

    user: int | None
    buy_in: int


class Receipt(NamedTuple):
    """How a seat was paid out, in coins. A computer player's wallet is the house, shown as zero."""

    seat: int
    user: int | None
    paid: int
    """Final capital paid to the wallet; 0 if there was none."""
    repaid: int
    """How much of the wallet went on to the house for what was owed."""
    charged: int
    """Capital below zero taken from the wallet, what was lent for it included."""
    lent: int
    """How much of that the wallet did not have: newly owed."""
    balance: int
    """What the wallet held after all this."""
    owed: int
    """What was owed to the house after all this."""

    @property
    def final(self) -> int:
        """The final capital, below zero for a debt."""
        return self.paid - self.charged


def seat_memo(reason: Reason, table: str, seat: int, now: int = 0) -> Memo:
    """Return the memo of what happens once to a seat's money."""
    return Memo(f"{reason}:{table}:{seat}", reason, now, table)


def seated(known: Mapping[str, Facts], guild: int, table: str) -> list[Seated]:
    """Return who bought into a table, by what moved there, in seat order; empty if nobody did."""
    pool = escrow(guild, table).id
    bought = {
        int(key.rpartition(":")[2]): Seated(_user(Account.of(facts.source)), facts.amount)
        for key, facts in known.items()
        if facts.target == pool and facts.reason == Reason.BUY_IN
    }
    return [bought[seat] for seat in sorted(bought)]


def _user(account: Account) -> int | None:
    return int(account.owner) if account.kind is AccountKind.WALLET else None


def of_table(db: Connection, table: str) -> dict[str, Facts]:
    """Return every movement of a table, by its key."""
    return moved(db, movements.c.table_id == table)


def receipts(db: Connection, guild: int, table: str) -> list[Receipt]:
    """Return how each seat of a table was paid out, in seat order."""
    known = of_table(db, table)
    seats = seated(known, guild, table)
    theirs = people_of(guild, seats)
    held = balances_of(db, theirs) if theirs else {}
    since = _since(db, theirs, table) if theirs else {}
    return written(
        known, guild, table, {account: (balance or 0) - since[account] for account, balance in held.items()}
    )


def people_of(guild: int, seats: Sequence[Seated]) -> list[Account]:
    """Name wallet and marker of everybody who bought in."""
    users = [seat.user for seat in seats if seat.user is not None]
    return [account for user in users for account in (wallet(guild, user), marker(guild, user))]


def written(known: Mapping[str, Facts], guild: int, table: str, held: Mapping[Account, int]) -> list[Receipt]:
    """Write receipts by what moved at a table and what people held after it, in seat order."""

    def amount(memo: Memo) -> int:
        return known[memo.key].amount if memo.key in known else 0

    found = []
    for seat, (user, _) in enumerate(seated(known, guild, table)):
        pay_out, debt = seat_memo(Reason.PAY_OUT, table, seat), seat_memo(Reason.DEBT, table, seat)
        found.append(
            Receipt(
                seat=seat,
                user=user,
                paid=amount(pay_out),
                repaid=amount(pay_out.beside(Reason.REPAYMENT)),
                charged=amount(debt),
                lent=amount(debt.beside(Reason.LOAN)),
                balance=0 if user is None else held[wallet(guild, user)],
                owed=0 if user is None else -held[marker(guild, user)],
            )
        )
    return found


def _since(db: Connection, those: Sequence[Account], table: str) -> Counter[Account]:
    """Return by how much balances changed since the last movement of a table."""
    last = select(func.max(movements.c.movement_id)).where(movements.c.table_id == table).scalar_subquery()
    ids = {account.id: account for account in those}
    gone = select(movements.c.source, -movements.c.amount)
    come = select(movements.c.target, movements.c.amount)
    changes = union_all(
        gone.where(movements.c.source.in_(list(ids)), movements.c.movement_id > last),
        come.where(movements.c.target.in_(list(ids)), movements.c.movement_id > last),
    )
    found = Counter[Account]()
    for account, change in db.execute(changes):
        found[ids[account]] += change
    return found
