"""A turn on a desk: which stack to turn from, and before that a Joker for the own horse or a Galopp for a rival's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.games.kit.panels import BLUE, Button, Option, Select
from bot.games.screens import Act, Controls, Drafted, Press
from bot.games.sulkydrom.drives import WayPanel
from bot.games.sulkydrom.runners import owner_of, to_go
from bot.games.sulkydrom.words import spoken
from bot.texts import Texts
from bot.ui.custom_ids import CustomId
from bot.ui.message_layout import button
from engines.sulkydrom import Deck, Turns, View

_LONGEST_NAME = 32


class TurnPanel(WayPanel):
    """The stacks to turn from, and what may be played before; or where a Joker leads, once it is taken up."""

    @property
    def is_joker_open(self) -> bool:
        """Whether it is asked where the Joker shall lead."""
        return bool(self.draft.get("joker")) and self.choices.reach is not None

    def rows(self) -> Sequence[Controls]:
        """Offer the stacks and the specials, or the ends of the Joker."""
        turns: Turns = self.choices
        if turns.reach is not None and self.is_joker_open:
            return self.ways("joker", turns.reach, self.button("joker.keep", self.words.keep_joker))
        buttons = list(stack_buttons(self.view, turns.decks, self.seating.control, self.t))
        if turns.reach is not None:
            buttons.append(self.button("joker.open", self.words.play_joker(turns.reach.most)))
        return [buttons, (self._galopp(turns),)] if turns.horses else [buttons]

    def _galopp(self, turns: Turns) -> Select:
        """Offer the rivals, the foremost first."""
        view: View = self.view
        owners = (owner_of(view, horse) for horse in turns.horses)
        options = [self._rival(seat) for seat in sorted(owners, key=lambda seat: view.positions[seat])]
        return self.select("galopp.on", self.words.galopp_placeholder, options)

    def _rival(self, seat: int) -> Option:
        view: View = self.view
        return Option(
            label=self.words.rival(view.names[seat], self.seating.names[seat][:_LONGEST_NAME]),
            value=view.horses[seat],
            emoji=self.words.sign(view.horses[seat]),
            description=self.words.where(view.positions[seat], to_go(view, seat)),
        )

    def pressed(self, press: Press) -> Act | Drafted:
        """Say what a press means; raise Misread. Whether it is allowed, the rules say."""
        turns: Turns = self.choices
        match press.parts, press.values:
            case ("tempo", "horse" | "position" as deck), ():
                return Act({"type": "tempo", "deck": deck})
            case ("galopp", "on"), (horse,) if horse in self.view.horses:
                return Act({"type": "galopp", "horse": horse})
            case ("joker", "open"), ():
                return Drafted({"joker": True})
            case ("joker", "keep"), ():
                return Drafted({})
            case ("joker", "more"), ():
                return self.turned_over()
            case ("joker", *_), _ if turns.reach is not None:
                return Act({"type": "joker", "path": self.chosen(turns.reach, press)})
        raise self.unknown()


def specials(turns: Turns) -> Sequence[str]:
    """Name what may be played before the tempo card."""
    return [*(["joker"] if turns.reach is not None else []), *(["galopp"] if turns.horses else [])]


def specials_left(view: View) -> Sequence[str]:
    """Name what everyone sees that the seat whose turn it is may still play in this turn."""
    (seat,) = view.to_act
    left = {"joker": view.jokers[seat], "galopp": view.galopps[seat]}
    return [special for special, is_left in left.items() if is_left and view.special is None]


def stack_buttons(
    view: View, decks: Sequence[Deck], control: Callable[[str], CustomId], t: Texts
) -> Sequence[Button]:
    """Offer the top of each stack that is left to the seat whose turn it is."""
    (seat,) = view.to_act
    left: Mapping[Deck, int] = {"horse": view.horse_counts[seat], "position": view.position_counts[seat]}
    return [button(control(f"tempo.{deck}"), spoken(t).turn_top(deck, left[deck]), BLUE) for deck in decks]


def public_row(view: View, control: Callable[[str], CustomId], t: Texts) -> Controls:
    """Offer the stacks under the board."""
    (seat,) = view.to_act
    counts = (("horse", view.horse_counts[seat]), ("position", view.position_counts[seat]))
    decks: list[Any] = [deck for deck, count in counts if count]
    return stack_buttons(view, decks, control, t)
