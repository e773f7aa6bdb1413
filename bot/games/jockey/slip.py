"""The bet slip of a Jockey desk: one horse and a stake, or two of each for a double."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.games.jockey.english import JockeyTexts
from bot.games.kit.panels import Option
from bot.games.kit.slips import BetSlip, Limits
from engines.jockey.bets import loan

_SINGLE = ("horse", "stake")
_DOUBLE = ("first", "stake_first", "second", "stake_second")
_OTHERS = {"first": "second", "stake_first": "stake_second", "second": "first", "stake_second": "stake_first"}


class JockeySlip(BetSlip[JockeyTexts]):
    """A bet to place or to win, or a double."""

    fields = ("kind", *_SINGLE, *_DOUBLE)
    stakes = ("stake", "stake_first", "stake_second")
    usual = (100, 200, 300, 500, 1000, 1500, 2000, 3000, 4000, 5000)

    @property
    def is_double(self) -> bool:
        """Whether it is on two horses."""
        return bool(self["kind"] == "double")

    @property
    def total(self) -> int:
        """All that is staked so far."""
        return sum(self[field] or 0 for field in self.shown() if field in self.stakes)

    def shown(self) -> Sequence[str]:
        """Ask for what this kind of bet needs."""
        return ("kind", *(_DOUBLE if self.is_double else _SINGLE))

    def options(self, field: str) -> Sequence[Option]:
        """Offer as the second horse none that is the first."""
        return [each for each in super().options(field) if field != "second" or each.value != self["first"]]

    def hint(self, field: str, value: str) -> str | None:
        """Say what a kind of bet is."""
        return self.words.kinds[value] if field == "kind" else None

    def limits(self, field: str) -> Limits:
        """Return which amounts may be chosen: a double's other stake needs its share too."""
        least, most, step = super().limits(field)
        return Limits(least, most - (self[_OTHERS.get(field, "")] or least) if self.is_double else most, step)

    def amount(self, amount: int) -> str:
        """Label a stake with what it would borrow."""
        return self.words.amount(amount, 0 if self.is_double else loan(amount, self.choices.capital))

    def missing(self) -> str | None:
        """Say whether something is open yet, or does not fit together."""
        is_fit = self.total <= self.choices.most and (not self.is_double or self["first"] != self["second"])
        return super().missing() if is_fit else self.words.slip_incomplete

    def label(self) -> str:
        """Label the button with the bet."""
        return self.words.confirm(self.words.bet(self.action()))

    def everything(self) -> int | None:
        """Return the stake of a bet of the whole capital, or of more; whoever owes has nothing to lose."""
        capital, least = self.choices.capital, self.choices.least
        is_all = 0 < capital <= self.total and self.choices.most > least
        return self.total if is_all and self.total > least else None

    def filled(self, field: str, value: Any) -> Mapping[str, Any]:
        """Fill one field in; a horse cannot come in first and second."""
        draft = {**self.draft, field: value}
        if field in {"first", "second"} and draft.get(_OTHERS[field]) == value:
            del draft[_OTHERS[field]]
        return draft

    def pays(self) -> str:
        """Tell what the bet would bring and what it borrows; nothing while it is not complete."""
        if self.missing():
            return ""
        return self.words.pays(self.action(), loan(self.total, self.choices.capital))
