"""The bank: a double-entry ledger of play coins, with wallets, markers, table money and a leaderboard.

It knows no Discord. Every function works inside the caller's transaction, takes it first, and takes the time
as an argument; a `BankError` means that the transaction has to be rolled back.
"""

from __future__ import annotations

from bot.bank.balances import Balance, balance
from bot.bank.books import audit, guilds
from bot.bank.buy_ins import buy_in, give_back, pay_out
from bot.bank.erasure import forget, hold_books, kept_about
from bot.bank.leaderboard import Member, leaderboard, members, rank_of, record_results
from bot.bank.receipts import Receipt, receipts

__all__ = [
    "Balance",
    "Member",
    "Receipt",
    "audit",
    "balance",
    "buy_in",
    "forget",
    "give_back",
    "guilds",
    "hold_books",
    "kept_about",
    "leaderboard",
    "members",
    "pay_out",
    "rank_of",
    "receipts",
    "record_results",
]
