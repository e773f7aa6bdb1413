"""A turn on a desk: which stack to turn from, and before that a Joker for the own horse or a Galopp for a rival's."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.kit.panels import BLUE, Button, Option, Select
from bot.games.screens import Act, Controls, Drafted, Misread, Press
from bot.games.sulkydrom.drives import WayPanel
from bot.games.sulkydrom.runners import owner_of, to_go
from bot.games.sulkydrom.stacks import DECKS
from engines.sulkydrom.actions import Deck
from engines.sulkydrom.choices import Turns
from engines.sulkydrom.view import View

_LONGEST_NAME = 32


class TurnPanel(WayPanel):
    """The stacks to turn from, and what may be played before; or where a Joker leads, once it is taken up."""

    @property
    def is_joker_open(self) -> bool:
        """Whether it is asked where the Joker shall lead."""
        return bool(self.draft.get("joker")) and self.choices.reach is not None

    def controls(self) -> Sequence[Controls]:
        """Offer the stacks and the specials, or the ends of the Joker."""
        turns: Turns = self.choices
        if turns.reach is not None and self.is_joker_open:
            return self.ways("joker", turns.reach, self.button("joker.keep", self.words.keep_joker))
        buttons = self._stacks(turns.decks)
        if turns.reach is not None:
            buttons.append(self.button("joker.open", self.words.play_joker(turns.reach.most)))
        return [buttons, (self._galopp(turns),)] if turns.horses else [buttons]

    def public_controls(self) -> Controls:
        """Offer the stacks under the board."""
        return self._stacks([deck for deck in DECKS if self._left(deck)])

    def _stacks(self, decks: Sequence[Deck]) -> list[Button]:
        """Offer the top of each of these stacks."""
        return [
            self.button(f"tempo.{deck}", self.words.turn_top(deck, self._left(deck)), BLUE) for deck in decks
        ]

    def _left(self, deck: Deck) -> int:
        counts: Sequence[int] = self.view.horse_counts if deck == "horse" else self.view.position_counts
        return counts[self.seating.seat]

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
        raise Misread


def specials(turns: Turns) -> Sequence[str]:
    """Name what may be played before the tempo card."""
    return [*(["joker"] if turns.reach is not None else []), *(["galopp"] if turns.horses else [])]


def specials_left(view: View) -> Sequence[str]:
    """Name what everyone sees that the seat whose turn it is may still play in this turn."""
    (seat,) = view.to_act
    left = {"joker": view.jokers[seat], "galopp": view.galopps[seat]}
    return [special for special, is_left in left.items() if is_left and view.special is None]
