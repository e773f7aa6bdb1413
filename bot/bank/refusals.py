"""Why the bank does not do what a person asked for. `bot.texts` has the sentence for each reason."""

from __future__ import annotations

from enum import StrEnum


class BankRefusal(StrEnum):
    """Reasons that a person is told; what only a caller can have done wrong is a `BankError`."""

    NO_AMOUNT = "no_amount"
    """An amount that is not a whole number of coins from 1 to `most`."""
    TOO_MUCH_HELD = "too_much_held"
    """The wallet would hold more than `most`."""
    SHORT = "short"
    """The wallet holds only `held`."""
    HOUSE_EMPTY = "house_empty"
    """The house would have paid out more than `most`."""
    TO_ONESELF = "to_oneself"
    TO_A_BOT = "to_a_bot"
    NOT_HERE = "not_here"
    """Whoever is to be given coins, `user`, is no member of the server."""
    OWES = "owes"
    """Whoever gives owes the house `owed`."""
    GIVEN_ENOUGH = "given_enough"
    """Of `most` a day only `left` can still be given to the same person."""
    RECEIVED_ENOUGH = "received_enough"
    """Of all together, `user` gets no more of that size for now. How much others gave is nobody's business."""
    NEWCOMER = "newcomer"
    """The giver is a newcomer (see `bot.bank.playing`) for `days` days, and has earned only `left` coins."""
    DRAWN_TODAY = "drawn_today"
    """The next stipend is due at `at`, in milliseconds since 1970 UTC."""
    HOLDS_ENOUGH = "holds_enough"
    """Wallet, tables and tote hold `held`, and the stipend ends at `most`."""
    FROZEN = "frozen"
    """The own wallet is frozen, for `words`."""
    THEIRS_FROZEN = "theirs_frozen"
    """The wallet of the other one, `user`, is frozen."""
    BOOKS_BUSY = "books_busy"
    """Somebody takes the books of a server away, and others wait for their turn."""
    NOT_FROZEN = "not_frozen"
    FROZEN_ALREADY = "frozen_already"
    SEASON_OPEN = "season_open"
    NO_SEASON = "no_season"
    """No season is open."""


class BankRefused(Exception):
    """A request that moved no coin, with the facts its sentence needs."""

    def __init__(self, reason: BankRefusal, **facts: object) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.facts = facts
