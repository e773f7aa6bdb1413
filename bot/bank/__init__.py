"""The bank: a double-entry ledger of play coins, with wallets, markers, table money and standings.

It knows no Discord. Every function works inside the caller's transaction, takes it first, and takes the time
as an argument; a `BankError` means that the transaction has to be rolled back.
"""

from __future__ import annotations

from bot.bank.accounts import Account, Kind, escrow, house, marker, wallet
from bot.bank.balances import Balance, Entry, balance, statement
from bot.bank.books import audit
from bot.bank.buy_ins import buy_in, give_back, pay_out
from bot.bank.erasure import forget, kept_about
from bot.bank.errors import BankError, KeyReusedError, OverdrawnError, SettledError
from bot.bank.ledger import OPENING, Memo, Reason, move
from bot.bank.receipts import Receipt, receipts
from bot.bank.standings import Standing, leaderboard, members, rank_of, record_results
from bot.bank.wallets import charge, credit

__all__ = [
    "OPENING",
    "Account",
    "Balance",
    "BankError",
    "Entry",
    "KeyReusedError",
    "Kind",
    "Memo",
    "OverdrawnError",
    "Reason",
    "Receipt",
    "SettledError",
    "Standing",
    "audit",
    "balance",
    "buy_in",
    "charge",
    "credit",
    "escrow",
    "forget",
    "give_back",
    "house",
    "kept_about",
    "leaderboard",
    "marker",
    "members",
    "move",
    "pay_out",
    "rank_of",
    "receipts",
    "record_results",
    "statement",
    "wallet",
]
