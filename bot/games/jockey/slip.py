"""The bet slip of a Jockey desk: a draft, what can be chosen next, and the bet it amounts to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot.games.jockey.words import spoken
from bot.games.kit.amounts import typed_amount
from bot.games.screens import OTHER, Controls, Drafted, Form, Misread, Press, Seating
from bot.texts import Texts
from bot.ui.message_layout import button, select
from engines.jockey.bets import Bets, loan

_QUICK = (100, 200, 300, 500, 1000, 1500, 2000, 3000, 4000, 5000)
_SINGLE = ("horse", "stake")
_DOUBLE = ("first", "stake_first", "second", "stake_second")
_STAKES = {"stake", "stake_first", "stake_second"}


class Slip:
    """A slip as filled in so far. `bets` says what this seat may bet."""

    def __init__(self, draft: Mapping[str, Any], bets: Bets) -> None:
        self.bets = bets
        self.kind = str(draft.get("kind", "place"))
        self._draft = draft

    def __getitem__(self, field: str) -> Any:
        return self._draft.get(field)

    @property
    def fields(self) -> tuple[str, ...]:
        """What has to be filled in for this kind of bet, in order."""
        return _DOUBLE if self.kind == "double" else _SINGLE

    @property
    def is_complete(self) -> bool:
        """Whether it says all that a bet needs, within the limits."""
        if any(self[field] is None for field in self.fields):
            return False
        return self.total <= self.bets.most and (self.kind != "double" or self["first"] != self["second"])

    @property
    def total(self) -> int:
        """All that is staked so far."""
        return sum(self[field] or 0 for field in self.fields if field in _STAKES)

    def most(self, field: str) -> int:
        """The most that may be staked here: a double's other stake needs its share too."""
        if self.kind != "double":
            return self.bets.most
        other = "stake_second" if field == "stake_first" else "stake_first"
        return self.bets.most - (self[other] or self.bets.least)

    def action(self) -> dict[str, Any]:
        """Return the bet as JSON data; only of a complete slip."""
        return {"type": "bet", "kind": self.kind, **{field: self[field] for field in self.fields}}

    def told(self, t: Texts) -> str:
        """Tell the bet; only of a complete slip."""
        return spoken(t).bet(self.action())

    def pays(self, t: Texts) -> str:
        """Tell what the bet would bring and what it borrows; only of a complete slip."""
        words = spoken(t)
        if self.kind == "double":
            pays = words.pays_double(self["first"], self["second"], self["stake_first"], self["stake_second"])
        else:
            pays = words.pays_single(self.kind, self["horse"], self["stake"])
        borrowed = loan(self.total, self.bets.capital)
        return f"{pays} {words.loan_note(borrowed)}" if borrowed else pays


def rows(seating: Seating, t: Texts) -> Sequence[Controls]:
    """Lay the slip out: a select a field, then the button that places the bet."""
    slip = Slip(seating.draft, seating.choices)
    words = spoken(t)
    kinds = [
        discord.SelectOption(
            label=words.stake_kind(kind), value=kind, description=words.kinds[kind], default=kind == slip.kind
        )
        for kind in map(str, slip.bets.kinds)
    ]
    fields = [(select(seating.control("bet.kind"), words.kind_placeholder, kinds),)]
    fields += [(_field(seating, slip, field, t),) for field in slip.fields]
    place = button(
        seating.control("bet.place"),
        words.confirm(slip.told(t)) if slip.is_complete else words.slip_incomplete,
        discord.ButtonStyle.success,
        disabled=not slip.is_complete,
    )
    return [*fields, (place,)]


def _field(seating: Seating, slip: Slip, field: str, t: Texts) -> discord.ui.Select[discord.ui.LayoutView]:
    options = _stakes(slip, field, t) if field in _STAKES else _horses(seating, slip, field, t)
    placeholder: str = getattr(spoken(t), f"{field}_placeholder")
    return select(seating.control(f"bet.{field}"), placeholder, options)


def _horses(seating: Seating, slip: Slip, field: str, t: Texts) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=spoken(t).horse(horse),
            value=horse,
            emoji=spoken(t).sign(horse),
            default=slip[field] == horse,
        )
        for horse in seating.view.horses
    ]


def _stakes(slip: Slip, field: str, t: Texts) -> list[discord.SelectOption]:
    most = slip.most(field)
    amounts = sorted({amount for amount in (*_QUICK, most, slip[field] or most) if amount <= most})
    options = [
        discord.SelectOption(
            label=spoken(t).amount(amount, loan(amount, slip.bets.capital) if slip.kind != "double" else 0),
            value=str(amount),
            default=slip[field] == amount,
        )
        for amount in amounts
    ]
    return [*options, discord.SelectOption(label=spoken(t).other_amount, value=OTHER)]


def form(seating: Seating, press: Press, t: Texts) -> Form | None:
    """Ask for a stake to be typed; None where the press is about something else."""
    field = press.parts[-1]
    if field not in _STAKES:
        return None
    bets = seating.choices
    hint = spoken(t).amount_hint(bets.least, Slip(seating.draft, bets).most(field), bets.step)
    return Form(f"bet.{field}", spoken(t).amount_title, spoken(t).amount_label, hint)


def filled(seating: Seating, press: Press, t: Texts) -> Drafted:
    """Fill one field in; what no longer fits the rest is taken out again."""
    field = press.parts[1]
    value: str | int = press.values[0] if press.values else ""
    slip = Slip(seating.draft, seating.choices)
    if field in _STAKES:
        value = _amount(str(value), slip, field, t)
    elif field == "kind":
        _require(str(value) in map(str, slip.bets.kinds), t)
    else:
        _require(field in {*_SINGLE, *_DOUBLE} and value in seating.view.horses, t)
    draft = {**seating.draft, field: value}
    if field in {"first", "second"}:
        other = "second" if field == "first" else "first"
        if draft.get(other) == value:
            draft.pop(other)
    return Drafted(draft)


def _require(is_known: bool, t: Texts) -> None:
    if not is_known:
        raise Misread(t.table.unknown_control)


def _amount(text: str, slip: Slip, field: str, t: Texts) -> int:
    least, most, step = slip.bets.least, slip.most(field), slip.bets.step
    amount = typed_amount(text, least, most, step)
    if amount is None:
        raise Misread(spoken(t).amount_wrong(least, most, step))
    return amount
