"""Newmarket at the table: its lines, its pictures, its desk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from bot.games.kit.panels import GREEN
from bot.games.kit.screens import KitScreens
from bot.games.newmarket import auction, results, seat
from bot.games.newmarket.english import NewmarketTexts
from bot.games.newmarket.story import sequence
from bot.games.newmarket.words import spoken
from bot.games.screens import Controls, Seating, Who
from bot.texts import Texts
from bot.ui.custom_ids import CustomId
from bot.ui.message_layout import Drawing, button, described
from engines.newmarket.view import Phase, View
from render import newmarket as pictures


@lru_cache(maxsize=128)
def drawn_hand(view: View, t: Texts) -> Drawing:
    """Draw a hand; one that is looked at again is drawn once."""
    return described(pictures.hand(view, spoken(t).words))


class NewmarketScreens(KitScreens[NewmarketTexts]):
    """Newmarket's side of every screen.

    Whoever is to call a card is nobody's business, so that one board tells its sequence, as while all back a horse.
    """

    spoken = spoken
    drawings = pictures
    panels = seat.PANELS
    secret_phases = (Phase.BACKING, Phase.CALLING)

    def prompt(self, view: View, who: Who, t: Texts) -> str:
        """Say whom the table waits for and for what."""
        words = spoken(t)
        waiting = [who(number) for number in view.to_act]
        match view.phase:
            case Phase.BACKING:
                return words.ask_backs(waiting, sum(view.has_backed), view.seats)
            case Phase.CHOOSING:
                return words.ask_hand(waiting[0])
            case Phase.OFFERING:
                return words.ask_auction(waiting[0])
            case Phase.BIDDING:
                return words.ask_bid(waiting[0], view.best, who(view.bidders[-1]) if view.best else None)
            case Phase.LEADING:
                return words.ask_lead(waiting[0], view.may_lead, is_first=not view.plays)
            case Phase.CALLING if view.wanted is not None:
                return words.ask_call(view.wanted, view.window)
        return ""

    def progress(self, view: View, t: Texts) -> str:
        """Say which deal it is."""
        return spoken(t).race(view.deal, view.deals)

    def scene(self, view: View) -> str:
        """Name the deal and its phase; while cards are called, the sequence they belong to as well."""
        scene = f"{view.deal}:{view.phase}"
        return f"{scene}:{sequence(view.plays)[0].card}" if view.phase is Phase.CALLING else scene

    def public_rows(self, view: View, control: Callable[[str], CustomId], t: Texts) -> Sequence[Controls]:
        """Let bids be made and cards be called under the board, before everybody's eyes."""
        if view.phase is Phase.BIDDING:
            return auction.rows(view, control, t)
        if view.phase is Phase.CALLING and view.wanted is not None:
            call = spoken(t).call(view.wanted)
            sign = spoken(t).sign(view.wanted)
            return [(button(control(f"follow.{view.wanted}"), call, GREEN, emoji=sign),)]
        return ()

    def desk_lines(self, seating: Seating, t: Texts) -> Sequence[str]:
        """Tell what is asked, and what the seat has."""
        return seat.lines(seating, t)

    def desk_drawings(self, seating: Seating, t: Texts) -> Sequence[Drawing]:
        """Draw the hand, once there is one."""
        return (drawn_hand(seating.view, t),) if seating.view.own.hand else ()

    def race_lines(self, view: View, who: Who, t: Texts) -> Sequence[str]:
        """Tell how the last deal ended, and what everybody has."""
        assert view.result is not None
        deal = results.deal_lines(view.result, view, who, t)
        return [*deal, results.scores_line(view.result, who, t)]

    def final_lines(self, view: View, who: Who, t: Texts) -> Sequence[str]:
        """Tell how the last deal ended, then the game."""
        assert view.result is not None
        return [*results.deal_lines(view.result, view, who, t), *results.game_lines(view, who, t)]
