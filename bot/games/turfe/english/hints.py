"""Why the steady player of Turfe would do what it would."""

from __future__ import annotations

from bot.games.kit.english import BettingTexts
from bot.games.kit.leads import bet_after
from bot.texts.english.phrases import count, number
from render.turfe.captions import lane_name, square_name


class TurfeHints(BettingTexts):
    """Hints, each a sentence. A `bet` or a `move` comes in words."""

    def hint_bet(self, bet: str, kind: str, horse: str, card: str | None, spaces: int, pot: int) -> str:
        """Say how far the hand goes with a horse, what to bet on it, and which card to lay aside."""
        aside = f", and lay {self.card(card)} aside" if card else ""
        goes = f"Your hand goes furthest with {self.horse(horse)} ({count(spaces, 'space')})"
        if not spaces:
            goes = "Your hand has no card of a colour, so one horse is as good as another"
        if kind == "jackpot":
            goes += f", and the jackpot of {number(pot)} pays more than a win"
        return f"{goes}: bet {bet}{aside}."

    def square(self, spot: tuple[int, int]) -> str:
        """Name a square as on a chessboard, by its lane and its space: `C14`; a start by its lane."""
        lane, space = spot
        return square_name(lane, space) if space else f"start of lane {lane_name(lane)}"

    def hint_move(self, card: str, horse: str, end: tuple[int, int] | None, *, is_aside: bool) -> str:
        """Name a play; `end`: the lane and space it goes to where it changes its lane."""
        whose = f" for {self.horse(horse)}" if card.startswith("any") else ""
        over = f", over to {'' if end[1] else 'the '}{self.square(end)}" if end else ""
        return f"Play {self.card(card)}{', which lies aside' if is_aside else ''}{whose}{over}"

    def hint_play(self, move: str, kind: str, horse: str, lead: int, before: int) -> str:
        """Say what a play does for the own bet."""
        return f"{move}: {bet_after(self.horse(horse), lead, before, 'space', to_place=kind == 'place')}."

    def hint_home(self, move: str, horse: str) -> str:
        """Say that a play wins the bet."""
        return f"{move}: that brings {self.horse(horse)} home, and wins your bet."

    def hint_decided(self, move: str, horse: str, *, is_won: bool) -> str:
        """Say that the bet is won or lost already."""
        if is_won:
            return f"{move}: {self.horse(horse)} is home and your bet is won, whatever is played."
        return f"{move}: your bet is lost, whatever is played."

    def hint_no_bet(self, move: str) -> str:
        """Say that any play will do for who has no bet."""
        return f"{move}: you have no bet in this race, so any card will do."
