"""What the bank refuses. Each is a mistake of the caller: players never see one."""

from __future__ import annotations


class BankError(Exception):
    """The bank refused: let it undo the transaction, for other steps of the same call may be done."""


class KeyReusedError(BankError):
    """A key that already stands for one thing was given for another."""


class OverdrawnError(BankError):
    """A movement would take a wallet or an escrow below zero, or a marker above it."""


class SettledError(BankError):
    """A table's money was already dealt with in the other way."""
