"""People, coins, tables and races that the tests of the bank begin with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import count

from sqlalchemy import Connection, insert, update

from bot import bank
from bot.bank import Balance, tote
from bot.bank.accounts import house
from bot.bank.accounts import wallet as wallet_of
from bot.bank.ledger import Journal, Memo, Reason
from bot.bank.playing import DAY, NEWCOMER_DAYS
from bot.bank.tote import Bet, Pool, Race
from bot.db.schema import tables
from tests import coins

GUILD, OTHER = 1, 2
ANN, BEN, CAT, DAN = 11, 22, 33, 44
NOW = int(datetime(2026, 11, 25, 12, tzinfo=UTC).timestamp() * 1000)
"""A Wednesday."""

HOUSE = house(GUILD)
KEYS = count(1)

_TABLE = {
    "channel_id": 1,
    "host_id": 1,
    "game": "jockey",
    "options": "{}",
    "edition": "{}",
    "capacity": 6,
    "secret": bytes(32),
    "salt": "[]",
    "length": 0,
    "buy_in": 0,
    "created_at": 0,
}


def put_table(
    db: Connection, guild: int, table: str, status: str = "running", *, stakes: bool = True, **facts: object
) -> None:
    """Write down a table, or its new status: the audit asks for it, the bank does not."""
    new = {"status": status, **facts}
    if not db.execute(update(tables).where(tables.c.table_id == table).values(new)).rowcount:
        row = _TABLE | {"table_id": table, "guild_id": guild, "stakes": stakes} | new
        db.execute(insert(tables).values(row))


def put_result(db: Connection, guild: int, user: int, days: int = NEWCOMER_DAYS) -> None:
    """Have somebody finish a game for coins on so many days; by default they are no newcomer any more."""
    home = wallet_of(guild, user)
    journal = Journal.begin(db, [home], {})
    journal.opened(home, 0)
    journal.write()
    for day in range(days):
        put_finished(db, guild, user, day)


def put_finished(db: Connection, guild: int, user: int, day: int, number: int = 0) -> None:
    """Have somebody finish a game for coins on a day since 1970."""
    table = f"played-{guild}-{user}-{day}-{number}"
    put_table(db, guild, table, "finished")
    facts = {"game": "jockey", "users": [user], "scores": [0], "merits": [0]}
    bank.record_results(db, guild, table, **facts, is_won=False, now=day * DAY)


def wallet(user: int, guild: int = GUILD) -> bank.accounts.Account:
    return wallet_of(guild, user)


def win(db: Connection, user: int, amount: int, guild: int = GUILD) -> None:
    """Pay somebody coins of the house; what they owe is paid back first."""
    memo = Memo(f"win {next(KEYS)}", Reason.PAY_OUT, NOW)
    coins.credit(db, house(guild), wallet(user, guild), amount, memo)


def lose(db: Connection, user: int, amount: int, guild: int = GUILD) -> None:
    """Charge somebody for something that has nothing to do with a table; what is missing is lent."""
    memo = Memo(f"lose {next(KEYS)}", Reason.DEBT, NOW)
    coins.charge(db, wallet(user, guild), house(guild), amount, memo)


def balances(db: Connection, *users: int) -> list[Balance]:
    return [bank.balance(db, GUILD, user) for user in users]


def play(
    db: Connection,
    table: str,
    users: Sequence[int | None],
    scores: Sequence[int],
    *,
    guild: int = GUILD,
    game: str = "jockey",
    stake: int = 0,
    now: int = NOW,
    **facts: object,
) -> None:
    """Play a game from its buy-ins to its result; each final capital is the score."""
    put_table(db, guild, table, stakes=bool(stake), game=game)
    if stake:
        bank.buy_in(db, guild, table, users, stake, now=now - 1000)
        bank.pay_out(db, guild, table, scores, now)
    facts = {"game": game, "users": users, "scores": scores, "merits": scores, **facts}
    bank.record_results(db, guild, table, **facts, now=now)  # type: ignore[arg-type]
    put_table(db, guild, table, "finished")


def bet_on(db: Connection, race: Race, bets: Mapping[int, tuple[str, int]], now: int = NOW) -> None:
    """Open a race of two horses and bet on its Win pool."""
    tote.open_race(db, race, ("red", "blue"), 10)
    for user, (horse, stake) in bets.items():
        made = Bet(race, user, Pool.WIN, f'["{horse}"]', stake, f"{race} {user}")
        tote.bet(db, made, now)


def race_on(
    db: Connection,
    table: str,
    bets: Mapping[int, tuple[str, int]],
    winner: str,
    *,
    guild: int = GUILD,
    game: str = "jockey",
    number: int = 1,
    now: int = NOW,
) -> None:
    """Bet on a race of two horses, run it, and settle it."""
    put_table(db, guild, table, game=game)
    race = Race(guild, table, number)
    bet_on(db, race, bets, now)
    tote.settle(db, race, [[winner], [*{"red", "blue"} - {winner}]], now)


def shown(
    db: Connection,
    by: bank.By,
    since: bank.Since = bank.Since.ALL,
    game: str = "",
    guild: int = GUILD,
    now: int = NOW,
) -> list[tuple[int, int, int]]:
    """Return the first page of a board: places, users and values."""
    found = bank.standings.board(db, guild, by, game, since, 1, ANN, now)
    assert found is not None
    return [(line.place, line.user, line.value) for line in found.lines]
