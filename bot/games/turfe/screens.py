"""Turfe at the table: its lines, its pictures, its desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from bot.games.kit.results import ranking_lines, winners_line
from bot.games.kit.screens import KitScreens, drawn
from bot.games.kit.suggestion import suggested
from bot.games.screens import Controls, Seating, Who
from bot.games.turfe import spoken
from bot.games.turfe.english import TurfeTexts
from bot.games.turfe.hand import Hand
from bot.games.turfe.hint import hint
from bot.games.turfe.moves import suits
from bot.games.turfe.slip import TurfeSlip
from bot.games.turfe.story import played_line
from engines.turfe.actions import Action
from engines.turfe.state import Result
from engines.turfe.view import Phase, View
from render import turfe as pictures
from render.lobby import Entry
from render.picture import Picture
from render.turfe.horses import silks


class TurfeScreens(KitScreens[TurfeTexts]):
    """Turfe's side of every screen."""

    spoken = spoken
    drawings = pictures
    panels: ClassVar = {Phase.BETTING: TurfeSlip, Phase.RACING: Hand}
    secret_phases = (Phase.BETTING,)
    boardless_phases = (Phase.BETTING,)

    def entries(self, edition: Mapping[str, Any], words: TurfeTexts) -> Mapping[str, Entry]:
        """Return the horses that run."""
        worn = silks(edition["horses"])
        return {horse: Entry(words.horse(horse), silk) for horse, silk in worn.items()}

    def prompt(self, view: View, who: Who, words: TurfeTexts) -> str:
        """Say whom the table waits for and for what; who is broke is not waited for."""
        waiting = [who(seat) for seat in view.to_act]
        match view.phase:
            case Phase.BETTING:
                placed = sum(view.has_bet)
                return words.ask_bets(waiting, placed, placed + len(waiting))
            case Phase.RACING if view.flipped is not None:
                return words.ask_flipped(waiting[0], view.flipped)
            case Phase.RACING:
                return words.ask_turn(waiting[0])
        return ""

    def board(self, view: View, names: Sequence[str], words: TurfeTexts) -> Picture:
        """Draw the board, its last play told as the story tells it."""
        who = partial(words.captions.name, names)
        last = words.spelled_out(played_line(view.last, view, who, words)) if view.last else ""
        return pictures.board(view, names, words.captions, last)

    def public_controls(self, seating: Seating, words: TurfeTexts) -> Sequence[Controls]:
        """Let a card that everybody sees, turned over from the pile, be played under the board."""
        return Hand(seating, words).public_controls()

    def desk_lines(self, seating: Seating, words: TurfeTexts) -> Sequence[str]:
        """Tell the own bet, what is asked, what the slip would bring, the hand, and the money."""
        view, own, panel = seating.view, seating.view.own, self.panel(seating, words)
        bet = words.bet(own.bet.kind, own.bet.horse, own.bet.stake) if own.bet else ""
        return (
            words.bet_slip(bet, own.aside) if bet else "",
            panel.question() if isinstance(panel, Hand) else _question(seating, words),
            panel.pays() if isinstance(panel, TurfeSlip) else "",
            words.purse(view.money[seating.seat], own.bet.stake if own.bet else 0, view.pot),
        )

    def desk_more(self, seating: Seating, words: TurfeTexts) -> Sequence[str]:
        """Tell the hand in words."""
        return (words.hand(suits(seating.view, seating.view.own.hand)),)

    def desk_drawings(self, seating: Seating, words: TurfeTexts) -> Sequence[Picture]:
        """Draw where the horse may go whose lane is to be chosen, else the hand."""
        panel = self.panel(seating, words)
        if isinstance(panel, Hand) and panel.looked_at and panel.looked_at.has_choice:
            return (drawn(pictures.choice, words, seating.view, panel.looked_at.horse, panel.looked_at.ends),)
        is_betting = seating.view.phase is Phase.BETTING and seating.choices
        bet = suggested(seating) if is_betting else None
        return (drawn(pictures.hand, words, seating.view, suggested=bet),)

    def hint(self, seating: Seating, action: Action, words: TurfeTexts) -> str:
        """Say what the steady player would do, and why."""
        return hint(seating, action, words)

    def race_lines(self, view: View, who: Who, words: TurfeTexts) -> Sequence[str]:
        """Tell the order of finish, what every bet brought, and what is in the jackpot now."""
        assert view.result is not None
        return [*_settlement(view.result, view.races, who, words), words.pot(view.result.pot)]

    def final_result(
        self, view: View, names: Sequence[str], who: Who, words: TurfeTexts
    ) -> tuple[str, Sequence[Picture]]:
        """Tell how the last race and the game ended; where nobody wins no ranking is drawn, with all of them first."""
        text, drawings = super().final_result(view, names, who, words)
        return text, drawings if any(view.money) else drawings[1:]

    def final_lines(self, view: View, who: Who, words: TurfeTexts) -> Sequence[str]:
        """Tell the settlement of the last race, and the final ranking; or that nobody has won, and why."""
        assert view.result is not None
        left = [words.abandoned(view.pot)] if view.pot else []
        head = [*_settlement(view.result, view.races, who, words), words.final_title]
        if not any(view.money):
            return [*head, words.all_broke(is_early=view.race < view.races), *left]
        return [
            *head,
            winners_line(words, view.money, who),
            *ranking_lines(words, view.money, who),
            *left,
        ]


def _settlement(result: Result, races: int, who: Who, words: TurfeTexts) -> list[str]:
    """Tell the order of finish, then every bet with what it brought."""
    lines = [words.result_title(result.race, races), words.order(result.order)]
    for seat, (bet, net, money) in enumerate(zip(result.bets, result.nets, result.money, strict=True)):
        told = bet and words.bet(bet.kind, bet.horse, bet.stake)
        lines.append(words.settled(who(seat), told, net, money) if told else words.no_bet(who(seat), money))
    return lines


def _question(seating: Seating, words: TurfeTexts) -> str:
    """Ask for a bet, or say what goes on while nothing is asked."""
    view = seating.view
    if seating.choices:
        return words.own_bet
    if view.phase is Phase.BETTING:
        return words.own_bet_stands if view.has_bet[seating.seat] else words.own_broke
    return words.own_wait
