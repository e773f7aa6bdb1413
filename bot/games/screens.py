"""What the screens need from each game: its lines, its pictures, its desk, and what a press on the desk means.

A game's screens see views, never a state, and the choices of the one seat whose desk is drawn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from discord import ui

from bot.texts import Texts
from bot.ui.custom_ids import CustomId
from bot.ui.message_layout import Drawing
from engines.core import AnyGame

Who = Callable[[int], str]
"""How to name a seat in a message: a mention for a person, a name for a computer player."""

Controls = Sequence[ui.Item[ui.LayoutView]]


OTHER = "other"
"""The value of a select's option, or the last part of a button's address, that asks for something to be typed."""


class Press(NamedTuple):
    """What was pressed on a desk: the parts of the custom id's `what`, and the values chosen or typed."""

    parts: tuple[str, ...]
    values: tuple[str, ...] = ()
    is_typed: bool = False
    """Whether the values come from a modal."""

    @property
    def wants_form(self) -> bool:
        """Whether it asks for a modal, which has to be the first answer to it and cannot follow another modal."""
        return not self.is_typed and (
            self.values == (OTHER,) or (not self.values and self.parts[-1] == OTHER)
        )


class Act(NamedTuple):
    """The press decides: this is the action as JSON data."""

    action: Mapping[str, Any]


class Drafted(NamedTuple):
    """The press fills in the slip a little more."""

    draft: Mapping[str, Any]


class Misread(Exception):
    """The press cannot be understood; the message is a sentence for whoever pressed."""


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
    drawings: Sequence[Drawing]
    rows: Sequence[Controls]


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

    def control(self, what: str) -> CustomId:
        """Address a control of this decision."""
        return CustomId(self.table_id, self.asked, what)

    def order_control(self, kind: str, *, on: bool) -> CustomId:
        """Address the control that gives or takes back a standing order; it works whether the seat is asked or not."""
        return CustomId(self.table_id, 0, f"order.{kind}.{'on' if on else 'off'}")


class GameScreens(ABC):
    """One game's side of every screen. Stateless."""

    has_one_board_a_scene: ClassVar[bool] = False
    """Whether one board is edited while its scene stays the same, as it always is while many decide in secret."""

    def seating(
        self, options: Mapping[str, Any], people: Sequence[str], capacity: int, t: Texts
    ) -> Sequence[str]:
        """Say in a lobby who will play with whom, a line an item; `people` name the seats that are taken."""
        return ()

    def orders(self) -> Mapping[str, str]:
        """Name the kinds of action a seat may leave to the table, each with the computer player that takes them."""
        return {}

    def watches(self, view: Any) -> int | None:
        """Name the seat whose slip the seat of this view may see while it is filled in: its team's captain."""
        return None

    @abstractmethod
    def prompt(self, view: Any, who: Who, t: Texts) -> str:
        """Say in public whom the table waits for and for what."""

    @abstractmethod
    def progress(self, view: Any, t: Texts) -> str:
        """Say in a few words how far the game is."""

    @abstractmethod
    def scene(self, view: Any) -> str:
        """Name what the board shows now, so that one that goes on showing it may be edited."""

    @abstractmethod
    def is_secret(self, view: Any) -> bool:
        """Whether several seats decide at once, so that the board waits for the last of them."""

    @abstractmethod
    def board(self, view: Any, names: Sequence[str], t: Texts) -> Drawing:
        """Draw the board as everyone may see it."""

    def public_rows(self, view: Any, control: Callable[[str], CustomId], t: Texts) -> Sequence[Controls]:
        """Offer under the board what is decided in the open; `control` addresses the decision that is due."""
        return ()

    @abstractmethod
    def desk(self, seating: Seating, t: Texts) -> Desk:
        """Lay out the desk of one seat."""

    @abstractmethod
    def form(self, seating: Seating, press: Press, t: Texts) -> Form | None:
        """Return the modal a press asks for, None if it asks for none."""

    @abstractmethod
    def pressed(self, seating: Seating, press: Press, t: Texts) -> Act | Drafted:
        """Say what a press means; raise Misread."""

    @abstractmethod
    def refusal(self, reason: str, facts: Mapping[str, Any], t: Texts) -> str:
        """Say why the rules refused, in a sentence."""

    @abstractmethod
    def race_result(self, view: Any, names: Sequence[str], who: Who, t: Texts) -> tuple[str, Drawing]:
        """Tell how the race that was over last ended; `view` is everyone's."""

    @abstractmethod
    def final_result(
        self, view: Any, names: Sequence[str], who: Who, t: Texts
    ) -> tuple[str, Sequence[Drawing]]:
        """Tell how the last race and the game ended, a picture each."""

    @abstractmethod
    def replay(self, views: Sequence[Any], names: Sequence[str], t: Texts) -> Drawing:
        """Draw the whole game again as an animated picture."""
