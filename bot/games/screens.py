"""What passes between screens and a game: a desk and whose it is, what was pressed there, and what that means."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from discord import ui

from bot.messages.custom_ids import CustomId
from engines.core import AnyGame
from render.picture import Picture

Who = Callable[[int], str]
"""How to name a seat in a message: a mention for a person, a name for a computer player."""

Controls = Sequence[ui.Item[ui.LayoutView]]
"""Buttons side by side, or a select, which stands alone."""

OTHER = "other"
"""The value of a select's option, or the last part of a button's address, that asks for something to be typed.

Where the game has no form for it (`KitScreens.form`) it is a choice like any other."""


class Press(NamedTuple):
    """What was pressed on a desk: the parts of the custom id's `what`, and the values chosen or typed."""

    parts: tuple[str, ...]
    values: tuple[str, ...] = ()
    is_typed: bool = False
    """Whether the values come from a modal."""

    @property
    def wants_form(self) -> bool:
        """Whether it may ask for a modal, which has to be the first answer to it and cannot follow another modal."""
        return not self.is_typed and (
            self.values == (OTHER,) or (not self.values and self.parts[-1] == OTHER)
        )


class Act(NamedTuple):
    """The press decides: this is the action as JSON data."""

    action: Mapping[str, Any]


class Drafted(NamedTuple):
    """The press fills in the slip a little more."""

    draft: Mapping[str, Any]
    said: str = ""
    """For whoever pressed in public, where it does not show; their desk does."""


class Misread(Exception):
    """The press cannot be understood; with a sentence for whoever pressed, or without where it means nothing."""


class Form(NamedTuple):
    """A modal with one line to fill in."""

    what: str
    title: str
    label: str
    hint: str


@dataclass(frozen=True, slots=True)
class Desk:
    """What a desk says, shows and offers."""

    text: str
    drawings: Sequence[Picture]
    controls: Sequence[Controls]
    more: str = ""
    """What it says to whoever wants to know more."""
    call: str = ""
    """What is called for, which stands above the buttons once more with the time that is left; mostly nothing."""


@dataclass(frozen=True, slots=True)
class Seating:
    """One seat's side of a table at one moment.

    `view` and `choices` are those of the seat; `asked` is the log length at which its decision arose;
    `draft` is the slip as filled in so far; a seat that is not asked sees there the slip of whom it `watches`.
    `orders` are the kinds of action that the table takes for the seat until it is told otherwise.
    """

    table_id: str
    seat: int
    view: Any
    choices: Any
    asked: int
    draft: Mapping[str, Any]
    names: Sequence[str] = ()
    """The name of every seat, to draw and to label with; anybody's markup is in it."""
    orders: frozenset[str] = frozenset()
    game: AnyGame | None = None
    """The rules by which the table plays."""
    suggested_for: str = ""
    """What suggestions are drawn for, where that is not the table: those of a prepared deal are always the same."""

    def control(self, what: str) -> CustomId:
        """Address a control of this decision."""
        return CustomId(self.table_id, self.asked, what)

    def order_control(self, kind: str, *, on: bool) -> CustomId:
        """Address the control that gives or takes back a standing order; it works whether the seat is asked or not."""
        return CustomId(self.table_id, 0, f"order.{kind}.{'on' if on else 'off'}")
