"""The tote: people bet against each other, and the pools pay what they hold, as on a race course.

`dividends` and `odds` are arithmetic alone. Whatever moves coins works inside the caller's transaction, takes it first,
and takes the time as an argument; a `BankError` means that the transaction has to be rolled back.
"""

from __future__ import annotations

from bot.bank.balances import RaceStatus
from bot.bank.ledger import OverdrawnError
from bot.bank.tote.betting import (
    MOST_BETS,
    MOST_ON_A_RACE,
    Bet,
    EnoughBetsError,
    FrozenError,
    FullRaceError,
    NewcomerError,
    StakeError,
    bet,
    open_race,
)
from bot.bank.tote.dividends import MOST, STEPS, Dividends, Odds, dividends, odds, payout, takeout
from bot.bank.tote.payments import Race, Returned
from bot.bank.tote.pools import Finish, NoSuchBet, Pool, combination, every, horses_of, placed
from bot.bank.tote.reports import (
    PoolReport,
    RaceReport,
    Slip,
    Ticket,
    best_ticket,
    bettors,
    finishes,
    report,
    slips,
    slips_at,
)
from bot.bank.tote.settling import close, refund, return_all, return_to, scratch, settle

__all__ = [
    "MOST",
    "MOST_BETS",
    "MOST_ON_A_RACE",
    "STEPS",
    "Bet",
    "Dividends",
    "EnoughBetsError",
    "Finish",
    "FrozenError",
    "FullRaceError",
    "NewcomerError",
    "NoSuchBet",
    "Odds",
    "OverdrawnError",
    "Pool",
    "PoolReport",
    "Race",
    "RaceReport",
    "RaceStatus",
    "Returned",
    "Slip",
    "StakeError",
    "Ticket",
    "best_ticket",
    "bet",
    "bettors",
    "close",
    "combination",
    "dividends",
    "every",
    "finishes",
    "horses_of",
    "odds",
    "open_race",
    "payout",
    "placed",
    "refund",
    "report",
    "return_all",
    "return_to",
    "scratch",
    "settle",
    "slips",
    "slips_at",
    "takeout",
]
