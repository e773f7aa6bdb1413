"""Turfe at the table: its lines, its pictures, its desk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import ClassVar

from bot.games.kit.screens import KitScreens
from bot.games.screens import Controls, Seating, Who
from bot.games.turfe.english import TurfeTexts
from bot.games.turfe.hand import Hand, flipped_rows
from bot.games.turfe.moves import suits
from bot.games.turfe.results import ending_lines, settlement_lines
from bot.games.turfe.slip import TurfeSlip
from bot.games.turfe.words import spoken
from bot.texts import Texts
from bot.ui.custom_ids import CustomId
from bot.ui.message_layout import Drawing, described
from engines.turfe import Horse, Phase, Place, View
from render import turfe as pictures


@lru_cache(maxsize=128)
def drawn_hand(view: View, t: Texts) -> Drawing:
    """Draw a hand; one that is looked at again, as while a slip is filled in, is drawn once."""
    return described(pictures.hand(view, spoken(t).words))


@lru_cache(maxsize=32)
def drawn_choice(view: View, horse: Horse, ends: tuple[Place, ...], t: Texts) -> Drawing:
    """Draw where a horse may go, numbered."""
    return described(pictures.choice(view, horse, ends, spoken(t).words))


class TurfeScreens(KitScreens[TurfeTexts]):
    """Turfe's side of every screen."""

    spoken = spoken
    drawings = pictures
    panels: ClassVar = {Phase.BETTING: TurfeSlip, Phase.RACING: Hand}
    secret_phases = (Phase.BETTING,)

    def prompt(self, view: View, who: Who, t: Texts) -> str:
        """Say whom the table waits for and for what; who is broke is not waited for."""
        waiting = [who(seat) for seat in view.to_act]
        match view.phase:
            case Phase.BETTING:
                placed = sum(view.has_bet)
                return spoken(t).ask_bets(waiting, placed, placed + len(waiting))
            case Phase.RACING if view.flipped is not None:
                return spoken(t).ask_flipped(waiting[0], view.flipped)
            case Phase.RACING:
                return spoken(t).ask_turn(waiting[0])
        return ""

    def public_rows(self, view: View, control: Callable[[str], CustomId], t: Texts) -> Sequence[Controls]:
        """Let a card that everybody sees, turned over from the pile, be played under the board."""
        return flipped_rows(view, control, t)

    def desk_lines(self, seating: Seating, t: Texts) -> Sequence[str]:
        """Tell the own bet, what is asked, what the slip would bring, the hand, and the money."""
        words, view, own, panel = spoken(t), seating.view, seating.view.own, self.panel(seating, t)
        bet = words.bet(own.bet.kind, own.bet.horse, own.bet.stake) if own.bet else ""
        return (
            words.bet_slip(bet, own.aside) if bet else "",
            panel.question() if isinstance(panel, Hand) else _question(seating, t),
            panel.pays() if isinstance(panel, TurfeSlip) else "",
            words.hand(suits(view, own.hand)),
            words.purse(view.money[seating.seat], own.bet.stake if own.bet else 0, view.pot),
        )

    def desk_drawings(self, seating: Seating, t: Texts) -> Sequence[Drawing]:
        """Draw where the horse may go whose lane is to be chosen, else the hand."""
        panel = self.panel(seating, t)
        if isinstance(panel, Hand) and panel.looked_at and panel.looked_at.has_choice:
            return (drawn_choice(seating.view, panel.looked_at.horse, panel.looked_at.ends, t),)
        return (drawn_hand(seating.view, t),)

    def race_lines(self, view: View, who: Who, t: Texts) -> Sequence[str]:
        """Tell the order of finish, what every bet brought, and what is in the jackpot now."""
        assert view.result is not None
        return [*settlement_lines(view.result, view, who, t), spoken(t).pot(view.result.pot)]

    def final_lines(self, view: View, who: Who, t: Texts) -> Sequence[str]:
        """Tell the settlement of the last race, then the final ranking."""
        assert view.result is not None
        return [*settlement_lines(view.result, view, who, t), *ending_lines(view, who, t)]


def _question(seating: Seating, t: Texts) -> str:
    """Ask for a bet, or say what goes on while nothing is asked."""
    words, view = spoken(t), seating.view
    if seating.choices:
        return words.own_bet
    if view.phase is Phase.BETTING:
        return words.own_bet_stands if view.has_bet[seating.seat] else words.own_broke
    return words.own_wait
