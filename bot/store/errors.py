"""What goes wrong with a database, said in one sentence."""

from __future__ import annotations


class StoreError(Exception):
    """The database cannot be used; the message is one sentence that says why and what to do."""


class Misconfigured(StoreError):
    """Another start fails as well until the operator changes an address, a file or a program."""


class StoreBusy(StoreError):
    """Another program does not let go of the database; the same may work later."""
