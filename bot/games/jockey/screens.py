"""Jockey at the table: its lines, its pictures, its desk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import ClassVar

from bot.games.jockey.english import JockeyTexts
from bot.games.jockey.hand import Keeps, Plays
from bot.games.jockey.slip import JockeySlip
from bot.games.jockey.words import spoken
from bot.games.kit.screens import KitScreens
from bot.games.screens import Seating, Who
from bot.texts import Texts
from bot.ui.message_layout import Drawing, described
from engines.jockey.view import Phase, View
from render import jockey as pictures


@lru_cache(maxsize=128)
def drawn_hand(view: View, t: Texts) -> Drawing:
    """Draw a hand; one that is looked at again, as while a slip is filled in, is drawn once."""
    return described(pictures.hand(view, spoken(t).words))


class JockeyScreens(KitScreens[JockeyTexts]):
    """Jockey's side of every screen."""

    spoken = spoken
    drawings = pictures
    panels: ClassVar = {Phase.BETTING: JockeySlip, Phase.RACING: Plays, Phase.KEEPING: Keeps}
    secret_phases = (Phase.BETTING, Phase.KEEPING)

    # ----------------------------------------------------------------------------------------- in public

    def prompt(self, view: View, who: Who, t: Texts) -> str:
        """Say whom the table waits for and for what."""
        waiting = [who(seat) for seat in view.to_act]
        match view.phase:
            case Phase.BETTING:
                return spoken(t).ask_bets(waiting, sum(view.has_bet), view.seats)
            case Phase.RACING:
                return spoken(t).ask_turn(waiting[0])
            case Phase.KEEPING:
                return spoken(t).ask_keep(waiting)
        return ""

    # ------------------------------------------------------------------------------------------- the desk

    def desk_lines(self, seating: Seating, t: Texts) -> Sequence[str]:
        """Tell the own bet, what is asked, what the slip would bring, and the capital."""
        view, words, panel = seating.view, spoken(t), self.panel(seating, t)
        return (
            words.bet_slip(words.bet(asdict(view.own.bet)), view.own.loan) if view.own.bet else "",
            _question(seating, t),
            panel.pays() if isinstance(panel, JockeySlip) else "",
            words.capital(view.capitals[seating.seat]),
        )

    def desk_drawings(self, seating: Seating, t: Texts) -> Sequence[Drawing]:
        """Draw the hand."""
        return (drawn_hand(seating.view, t),)

    # ---------------------------------------------------------------------------------------- the results

    def race_lines(self, view: View, who: Who, t: Texts) -> list[str]:
        """Tell the order of finish, then every bet with what it brought."""
        words, result = spoken(t), view.result
        assert result is not None
        settled = zip(map(asdict, result.bets), result.nets, result.capitals, strict=True)
        return [
            words.result_title(result.race, view.races),
            words.order(result.order),
            *(
                words.settled(who(seat), words.bet(bet), net, capital)
                for seat, (bet, net, capital) in enumerate(settled)
            ),
        ]

    def final_lines(self, view: View, who: Who, t: Texts) -> Sequence[str]:
        """Tell the settlement of the last race, then the final ranking."""
        return [*self.race_lines(view, who, t), *super().final_lines(view, who, t)]


def _question(seating: Seating, t: Texts) -> str:
    words, view, is_asked = spoken(t), seating.view, bool(seating.choices)
    match view.phase:
        case Phase.BETTING:
            return words.own_bet() if is_asked else words.own_bet_stands
        case Phase.KEEPING:
            return words.own_keep(len(view.own.hand)) if is_asked else words.own_kept
    return words.own_turn if is_asked else words.own_wait
