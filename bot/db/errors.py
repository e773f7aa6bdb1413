"""Errors of the database, each with one sentence for the operator."""

from __future__ import annotations


class DatabaseUnusable(Exception):
    """The database cannot be used. The message is one sentence: why, and what to do."""


class Misconfigured(DatabaseUnusable):
    """A restart does not help: the operator has to change an address, a file or a program."""


class DatabaseBusy(DatabaseUnusable):
    """The database is busy or away; a later try may succeed."""
