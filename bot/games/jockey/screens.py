"""Jockey at the table: its lines, its pictures, its desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, ClassVar

from bot.games.jockey import spoken
from bot.games.jockey.english import JockeyTexts
from bot.games.jockey.hand import Keeps, Plays
from bot.games.jockey.hint import hint
from bot.games.jockey.slip import JockeySlip
from bot.games.kit.screens import KitScreens, drawn
from bot.games.kit.suggestion import suggested
from bot.games.screens import Seating, Who
from engines.jockey.actions import Action
from engines.jockey.view import Phase, View
from render import jockey as pictures
from render.jockey.horses import silks
from render.lobby import Entry
from render.picture import Picture


class JockeyScreens(KitScreens[JockeyTexts]):
    """Jockey's side of every screen."""

    spoken = spoken
    drawings = pictures
    panels: ClassVar = {Phase.BETTING: JockeySlip, Phase.RACING: Plays, Phase.KEEPING: Keeps}
    secret_phases = (Phase.BETTING, Phase.KEEPING)
    boardless_phases = (Phase.BETTING,)

    def entries(self, edition: Mapping[str, Any], words: JockeyTexts) -> Mapping[str, Entry]:
        """Return the horses that run."""
        worn = silks(edition["horses"])
        return {horse: Entry(words.horse(horse), silk) for horse, silk in worn.items()}

    # ----------------------------------------------------------------------------------------- in public

    def prompt(self, view: View, who: Who, words: JockeyTexts) -> str:
        """Say whom the table waits for and for what."""
        waiting = [who(seat) for seat in view.to_act]
        match view.phase:
            case Phase.BETTING:
                return words.ask_bets(waiting, sum(view.has_bet), view.seats)
            case Phase.RACING:
                return words.ask_turn(waiting[0])
            case Phase.KEEPING:
                return words.ask_keep(waiting)
        return ""

    # ------------------------------------------------------------------------------------------- the desk

    def desk_lines(self, seating: Seating, words: JockeyTexts) -> Sequence[str]:
        """Tell the own bet, what is asked, what the slip would bring, and the capital."""
        view, panel = seating.view, self.panel(seating, words)
        return (
            words.bet_slip(words.bet(asdict(view.own.bet)), view.own.loan) if view.own.bet else "",
            _question(seating, words),
            panel.pays() if isinstance(panel, JockeySlip) else "",
            words.capital(view.capitals[seating.seat]),
        )

    def desk_drawings(self, seating: Seating, words: JockeyTexts) -> Sequence[Picture]:
        """Draw the hand, with the bet that the slip is filled in with."""
        is_betting = seating.view.phase is Phase.BETTING and seating.choices
        bet = suggested(seating) if is_betting else None
        return (drawn(pictures.hand, words, seating.view, suggested=bet),)

    def hint(self, seating: Seating, action: Action, words: JockeyTexts) -> str:
        """Say what the steady player would do, and why."""
        return hint(seating, action, words)

    # ---------------------------------------------------------------------------------------- the results

    def race_lines(self, view: View, who: Who, words: JockeyTexts) -> list[str]:
        """Tell the order of finish, then every bet with what it brought."""
        result = view.result
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

    def final_lines(self, view: View, who: Who, words: JockeyTexts) -> Sequence[str]:
        """Tell the settlement of the last race, then the final ranking."""
        return [*self.race_lines(view, who, words), *super().final_lines(view, who, words)]


def _question(seating: Seating, words: JockeyTexts) -> str:
    view, is_asked = seating.view, bool(seating.choices)
    match view.phase:
        case Phase.BETTING:
            return words.own_bet if is_asked else words.own_bet_stands
        case Phase.KEEPING:
            return words.own_keep(len(view.own.hand)) if is_asked else words.own_kept
    if not is_asked:
        return words.own_wait
    first, *more = seating.choices
    return words.own_turn if more else words.own_last(first.card)
