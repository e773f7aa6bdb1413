"""Slips: filled in already, to be confirmed by one press or changed.

To change one there is a select for each thing to choose, amounts may be typed, and one button seals it all.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

from bot.games.kit.amounts import typed_amount
from bot.games.kit.english import BettingTexts, GameTexts
from bot.games.kit.panels import BLUE, GREEN, GREY, RED, Button, Option, Panel
from bot.games.kit.suggestion import suggestion
from bot.games.screens import OTHER, Act, Controls, Drafted, Form, Misread, Press, Seating

W = TypeVar("W", bound=GameTexts)
B = TypeVar("B", bound=BettingTexts)

_DIGITS: Final = 8
"""Hex digits that name what a ready-made slip decides."""


class Limits(NamedTuple):
    """Which amounts may be chosen: multiples of `step` from `least` to `most`."""

    least: int
    most: int
    step: int = 1


class SlipPanel(Panel[W]):
    """A slip: what is filled in so far is the draft, by field.

    To begin with it is folded: it has what is suggested, with the button that decides so and one that opens it.
    """

    kind: str
    """The type of the action, with which every address begins."""
    seal: ClassVar[str] = "go"
    """The end of the address of the button that decides."""
    sure: ClassVar[str] = "sure"
    """The end of the address of the button that decides to stake everything; the field that shows it."""
    fields: Collection[str]
    """All that may be filled in."""
    is_advice: ClassVar[bool] = True
    """Whether what is suggested is better than chance; else its button is grey, and the slip opens empty."""
    opened: ClassVar[str] = "change"
    """The end of the address of the button that opens the slip; the field that keeps an empty one open."""

    def __init__(self, seating: Seating, words: W) -> None:
        super().__init__(seating, words)
        self.is_folded = not self.draft and self._is_ready()

    def _is_ready(self) -> bool:
        """Fill in what is suggested, and say whether that makes a whole slip of it."""
        suggested = suggestion(self.seating)
        self.draft = self.drafted(suggested) if suggested and suggested["type"] == self.kind else {}
        if self.draft and not self.missing():
            return True
        self.draft = self.seating.draft
        return False

    def drafted(self, action: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the draft of a slip that decides so."""
        return {field: value for field, value in action.items() if field in self.fields}

    def __getitem__(self, field: str) -> Any:
        return self.draft.get(field)

    def shown(self) -> Collection[str]:
        """Name the fields that are asked for now, in their order."""
        return self.fields

    @abstractmethod
    def placeholder(self, field: str) -> str:
        """Ask for a field."""

    @abstractmethod
    def options(self, field: str) -> Sequence[Option]:
        """Offer what can be chosen for a field."""

    @abstractmethod
    def missing(self) -> str | None:
        """Say what has to be filled in yet; None of a complete slip."""

    @abstractmethod
    def label(self) -> str:
        """Label the button that decides, of a complete slip."""

    @abstractmethod
    def action(self) -> Mapping[str, Any]:
        """Return what a complete slip decides, as JSON data."""

    def everything(self) -> int | None:
        """Return what a complete slip stakes where that is all the seat has, and less could be staked."""
        return None

    def filled(self, field: str, value: Any) -> Mapping[str, Any]:
        """Return the draft with a field filled in; what no longer fits is taken out."""
        return {**self.draft, field: value}

    def others(self) -> Sequence[Button]:
        """Offer more beside the button that decides."""
        return ()

    def controls(self) -> Sequence[Controls]:
        """Lay out a select a field, then the button that decides; of a folded slip what decides and what opens it."""
        if self.is_folded:
            decides, opens = (GREEN, GREY) if self.is_advice else (GREY, BLUE)
            ready = self.button(f"{self.kind}.ready.{self._digest()}", self.label(), decides)
            return [
                (ready, self.button(f"{self.kind}.{self.opened}", self.words.change, opens), *self.others())
            ]
        fields = [(self._field(field),) for field in self.shown()]
        return [*fields, (self.decides(), *self.others())]

    def decides(self) -> Button:
        """Make the button that decides; one that was pressed for all a seat has asks whether that is meant."""
        missing = self.missing()
        if missing is None and self.draft.get(self.sure) and (amount := self.everything()) is not None:
            return self.button(f"{self.kind}.{self.sure}", self.sure_label(amount), RED)
        return self.button(
            f"{self.kind}.{self.seal}", missing or self.label(), GREEN, disabled=missing is not None
        )

    def sure_label(self, amount: int) -> str:
        """Label the button that stakes everything."""
        raise NotImplementedError

    def _field(self, field: str) -> Any:
        return self.select(f"{self.kind}.{field}", self.placeholder(field), self.options(field))

    def pressed(self, press: Press) -> Act | Drafted:
        """Fill one field in, or decide."""
        match press.parts, press.values:
            case (self.kind, "ready", seen), ():
                return self._confirmed(seen)
            case (self.kind, self.opened), ():
                return Drafted(self.draft if self.is_advice or not self.is_folded else {self.opened: True})
            case (self.kind, self.seal | self.sure as end), ():
                if self.is_folded:  # what was filled in there is gone
                    raise Misread(self.words.slip_overtaken)
                if missing := self.missing():
                    raise Misread(missing)
                is_sure = end == self.sure and self.draft.get(self.sure)
                if self.everything() is not None and not is_sure:
                    return Drafted({**self.draft, self.sure: True})
                return Act(self.action())
            case (self.kind, field), (value,) if field in self.fields:
                draft = self.filled(field, self.read(field, value))
                return Drafted({name: each for name, each in draft.items() if name != self.sure})
        raise Misread

    def _confirmed(self, seen: str) -> Act | Drafted:
        """Decide as suggested, if it is what was `seen` on the button; raise Misread where it is not any more."""
        if not self._is_ready() or self._digest() != seen:
            raise Misread(self.words.slip_overtaken)
        if self.everything() is not None:
            return Drafted({**self.draft, self.sure: True})
        return Act(self.action())

    def _digest(self) -> str:
        """Name what the slip decides in a few characters."""
        return sha256(json.dumps(self.action(), sort_keys=True).encode()).hexdigest()[:_DIGITS]

    def read(self, field: str, value: str) -> Any:
        """Return what was chosen for a field; raise Misread."""
        if value not in [option.value for option in self.options(field)]:
            raise Misread
        return value


class BetSlip(SlipPanel[B]):
    """A bet on a horse, of choices that are described: `horses`, `least`, `most`, `step`, and maybe `kinds`.

    The kind is the first one until another is chosen; a stake is one of the usual amounts, or typed.
    """

    kind = "bet"
    seal = "place"
    fields: Collection[str] = ("kind", "horse", "stake")
    stakes: ClassVar[Collection[str]] = ("stake",)
    """The fields that are amounts."""
    usual: ClassVar[Sequence[int]] = (1, 2, 3, 4, 5, 10, 20, 50, 100, 200, 500, 1000)
    """Amounts that are offered, as far as they are within the limits."""

    def __getitem__(self, field: str) -> Any:
        return self.draft.get(field, next(iter(self.kinds), None) if field == "kind" else None)

    @property
    def kinds(self) -> Sequence[str]:
        """The kinds of bet there are."""
        return [str(kind) for kind in getattr(self.choices, "kinds", ())]

    def shown(self) -> Sequence[str]:
        """Ask for the kind only where there are any."""
        return [field for field in self.fields if field != "kind" or self.kinds]

    def missing(self) -> str | None:
        """Say whether something is open yet."""
        return self.words.slip_incomplete if any(self[field] is None for field in self.shown()) else None

    def sure_label(self, amount: int) -> str:
        """Ask whether all of it is meant."""
        return self.words.stake_all(amount)

    def label(self) -> str:
        """Label the button with the bet."""
        return self.words.confirm(self.words.on_horse(self["horse"], self["stake"]))

    def action(self) -> Mapping[str, Any]:
        """Return the bet."""
        return {"type": self.kind, **{field: self[field] for field in self.shown()}}

    # --------------------------------------------------------------------------------------- what is offered

    def placeholder(self, field: str) -> str:
        """Ask for a field, by its name."""
        asked: str = getattr(self.words, f"{field}_placeholder")
        return asked

    def options(self, field: str) -> Sequence[Option]:
        """Offer the kinds, the horses or the usual amounts."""
        if field in self.stakes:
            return self._amounts(field)
        if field == "kind":
            return [self.option(field, kind, self.words.stake_kind(kind)) for kind in self.kinds]
        return [
            self.option(field, horse, self.words.horse(horse), self.words.sign(horse))
            for horse in self.choices.horses
        ]

    def option(self, field: str, value: str, label: str, emoji: str | None = None) -> Option:
        """Offer one value of a field."""
        hint = self.hint(field, value)
        return Option(label=label, value=value, emoji=emoji, description=hint, default=self[field] == value)

    def hint(self, field: str, value: str) -> str | None:
        """Say more about a value, below it."""
        return None

    # -------------------------------------------------------------------------------------------- amounts

    def limits(self, field: str) -> Limits:
        """Return which amounts may be chosen."""
        return Limits(self.choices.least, self.choices.most, self.choices.step)

    def offered(self, field: str) -> Iterable[int]:
        """Return amounts that are offered, as far as they are within the limits."""
        return (*self.usual, self.limits(field).most)

    def amount(self, amount: int) -> str:
        """Label an amount."""
        return f"{amount:,}"

    def _amounts(self, field: str) -> Sequence[Option]:
        limits, chosen = self.limits(field), self[field]
        options = [
            Option(label=self.amount(amount), value=str(amount), default=amount == chosen)
            for amount in sorted({*self.offered(field), chosen or limits.most})
            if limits.least <= amount <= limits.most
        ]
        return [*options, Option(label=self.words.other_amount, value=OTHER)]

    def form(self, press: Press) -> Form | None:
        """Ask for an amount to be typed."""
        kind, *fields = press.parts
        if kind != self.kind or len(fields) != 1 or fields[0] not in self.stakes:
            return None
        hint = self.words.amount_hint(*self.limits(fields[0]))
        return Form(f"{kind}.{fields[0]}", self.words.amount_title, self.words.amount_label, hint)

    def read(self, field: str, value: str) -> Any:
        """Return what was chosen or typed for a field; raise Misread."""
        if field not in self.stakes:
            return super().read(field, value)
        limits = self.limits(field)
        amount = typed_amount(value, *limits)
        if amount is None:
            raise Misread(self.words.amount_wrong(*limits))
        return amount
