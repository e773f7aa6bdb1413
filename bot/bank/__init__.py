"""The bank: a double-entry ledger of play coins, with wallets, markers, table money, a leaderboard and standings.

It knows no Discord. Every function works inside the caller's transaction, takes it first, and takes the time
as an argument; a `BankError` means that the transaction has to be rolled back.
"""

from __future__ import annotations

from bot.bank import profiles, standings
from bot.bank.balances import Balance, balance, spendable
from bot.bank.books import audit, guilds
from bot.bank.books_export import Page, pages
from bot.bank.buy_ins import buy_in, give_back, kept_from_others, pay_out
from bot.bank.erasure import forget, forget_bets, hold_books, pages_about
from bot.bank.freezing import frozen_among, frozen_for
from bot.bank.gifts import MOST_GIVEN, STIPEND, STIPEND_UP_TO, Moved, draw_stipend, give
from bot.bank.grants import (
    LONGEST_WORDS,
    Act,
    ActKind,
    grant,
    guilds_untold,
    note_told,
    set_frozen,
    take,
    untold,
)
from bot.bank.ledger import Reason
from bot.bank.receipts import Receipt, receipts
from bot.bank.refusals import BankRefusal, BankRefused
from bot.bank.results import record_results
from bot.bank.standings.boards import By, Since
from bot.bank.statements import Entry, statement

__all__ = [
    "LONGEST_WORDS",
    "MOST_GIVEN",
    "STIPEND",
    "STIPEND_UP_TO",
    "Act",
    "ActKind",
    "Balance",
    "BankRefusal",
    "BankRefused",
    "By",
    "Entry",
    "Moved",
    "Page",
    "Reason",
    "Receipt",
    "Since",
    "audit",
    "balance",
    "buy_in",
    "draw_stipend",
    "forget",
    "forget_bets",
    "frozen_among",
    "frozen_for",
    "give",
    "give_back",
    "grant",
    "guilds",
    "guilds_untold",
    "hold_books",
    "kept_from_others",
    "note_told",
    "pages",
    "pages_about",
    "pay_out",
    "profiles",
    "receipts",
    "record_results",
    "set_frozen",
    "spendable",
    "standings",
    "statement",
    "take",
    "untold",
]
