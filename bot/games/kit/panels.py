"""The controls of one decision on a desk: what a seat can press, and what that means."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import discord
from discord import ui

from bot.games.screens import Act, Controls, Drafted, Form, Misread, Press, Seating
from bot.messages.layout import MOST_OPTIONS, button, select

T = TypeVar("T")
W = TypeVar("W")

Button: TypeAlias = ui.Button[ui.LayoutView]
Select: TypeAlias = ui.Select[ui.LayoutView]
Option = discord.SelectOption

BLUE, GREEN, GREY, RED = (
    discord.ButtonStyle.primary,
    discord.ButtonStyle.success,
    discord.ButtonStyle.secondary,
    discord.ButtonStyle.danger,
)

SIDE_BY_SIDE = 5
"""Buttons that Discord puts side by side."""
MOST_SELECTS = 4
"""That a desk shows at once, which leaves a row for buttons."""

IDLE = "idle"
"""The address of a select of moves that do nothing; its values are the addresses of their buttons."""


class Panel(ABC, Generic[W]):
    """What a seat that is asked may do, as controls. Made anew for every look at a desk and every press."""

    def __init__(self, seating: Seating, words: W) -> None:
        """`words` are those of the game."""
        self.seating, self.words = seating, words
        self.view, self.choices, self.draft = seating.view, seating.choices, seating.draft

    @abstractmethod
    def controls(self) -> Sequence[Controls]:
        """Lay the controls out."""

    def form(self, press: Press) -> Form | None:
        """Return the modal a press asks for, None if it asks for none."""
        return None

    @abstractmethod
    def pressed(self, press: Press) -> Act | Drafted:
        """Say what a press means; raise Misread."""

    def button(self, what: str, label: str, style: discord.ButtonStyle = GREY, **looks: Any) -> Button:
        """Make a button of this decision; `looks` are its `emoji`, and whether it is `disabled`."""
        return button(self.seating.control(what), label, style, **looks)

    def select(self, what: str, placeholder: str, options: Sequence[Option], **limits: int) -> Select:
        """Make a select of this decision; `limits` are the `least` and the `most` values to choose."""
        return select(self.seating.control(what), placeholder, options, **limits)


def chunks(things: Sequence[T], most: int) -> list[Sequence[T]]:
    """Part things into pieces of so many, the last of which may be shorter."""
    return [things[start : start + most] for start in range(0, len(things), most)]


def side_by_side(buttons: Sequence[Button]) -> list[Controls]:
    """Put buttons side by side, as many as fit."""
    return list(chunks(buttons, SIDE_BY_SIDE))


def useful_first(moves: Sequence[tuple[Button, bool]]) -> list[Controls]:
    """Put buttons side by side, each with whether its move does something: those that do nothing come last."""
    return side_by_side([each for each, _ in sorted(moves, key=lambda move: not move[1])])


def useless_folded(panel: Panel[W], moves: Sequence[tuple[Button, bool]], asked: str) -> list[Controls]:
    """Put the useful buttons side by side, and the others into one select that asks so, where there are several."""
    idle = [each for each, is_useful in moves if not is_useful]
    if len(idle) < 2:
        return useful_first(moves)
    options = [
        Option(label=str(each.label), value=str(each.custom_id).rpartition(":")[2], emoji=each.emoji)
        for each in idle
    ]
    useful = [each for each, is_useful in moves if is_useful]
    selects = [(panel.select(IDLE, asked, part),) for part in chunks(options, MOST_OPTIONS)]
    return [*side_by_side(useful), *selects]


class HandOfButtons(Panel[W]):
    """A button for each of the listed choices; its address names the action and its facts: `play.red+7`."""

    kind: ClassVar[str]
    """The type of the action."""
    facts: ClassVar[Sequence[str]]
    """Its facts, in the order in which the address has them; those without a value are left out at the end."""

    def controls(self) -> Sequence[Controls]:
        """Offer every choice."""
        moves = [
            (self.offer(self.address(action), action), self.is_useful(action)) for action in self.choices
        ]
        return useful_first(moves) if self.idle is None else useless_folded(self, moves, self.idle)

    @property
    def idle(self) -> str | None:
        """Ask for one of the actions that do nothing, which are folded into a select; None: they stay buttons."""
        return None

    def is_useful(self, action: Any) -> bool:
        """Whether an action does something; the buttons of those that do nothing come last."""
        return True

    @abstractmethod
    def offer(self, what: str, action: Any) -> Button:
        """Make the button of an action, with this address."""

    def address(self, action: Any) -> str:
        """Name an action and its facts."""
        facts = (getattr(action, fact) for fact in self.facts)
        return ".".join([self.kind, *(str(fact) for fact in facts if fact is not None)])

    def pressed(self, press: Press) -> Act:
        """Say which action an address names; whether one that is not listed is legal, the rules say."""
        match press.parts, press.values:
            case (address,), (value,) if address == IDLE:
                return self.pressed(Press(tuple(value.split("."))))
        for action in self.choices:
            if self.address(action) == ".".join(press.parts):
                return Act({"type": self.kind, **{fact: getattr(action, fact) for fact in self.facts}})
        kind, *facts = press.parts
        if kind != self.kind or not 0 < len(facts) <= len(self.facts):
            raise Misread
        return Act({"type": kind, **dict.fromkeys(self.facts), **dict(zip(self.facts, facts, strict=False))})
