"""Why the steady player of Jockey would do what it would."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.kit.english import BettingTexts
from bot.games.kit.leads import bet_after
from bot.texts.english.phrases import count, listed


class JockeyHints(BettingTexts):
    """Hints, each a sentence. Squares in a hand are what its cards are worth on average."""

    def hint_bet(
        self, kind: str, horse: str, stake: int, most: Sequence[str], squares: int, ahead: int
    ) -> str:
        """Say which horses the hand holds `most` squares for, by how many more than for any other, and what to bet."""
        bet = f"bet {self.on_horse(horse, stake)} to {kind}"
        if not squares:
            return f"Your hand favours no horse: {bet}."
        worth = f"about {count(squares, 'square')}"
        if len(most) > 1:
            return f"Your hand holds most for {listed(map(self.horse, most))} ({worth} each): {bet}."
        more = f", {ahead} more than for any other" if kind == "win" else ""
        return f"Your hand holds most for {self.horse(horse)} ({worth}{more}): {bet}."

    def hint_double(self, first: str, second: str) -> str:
        """Say which two horses to bet on in their order."""
        order = f"{self.horse(first)}, then for {self.horse(second)}"
        return f"Your hand holds most for {order}: bet on both in that order."

    def hint_play(self, card: str, chosen: str | None, kind: str, horse: str, lead: int, before: int) -> str:
        """Say what a card does for the own bet."""
        does = bet_after(self.horse(horse), lead, before, "square", to_place=kind == "place")
        return f"{self._play(card, chosen)}: {does}."

    def hint_order(self, card: str, chosen: str | None, first: str, second: str, least: int) -> str:
        """Say what a card does for a double."""
        order = f"{self.horse(first)} before {self.horse(second)}, and both in front of the rest"
        does = "with it you have" if least > 0 else "of your cards it comes nearest to"
        return f"{self._play(card, chosen)}: {does} {order}."

    def hint_won(self, card: str, chosen: str | None, horse: str) -> str:
        """Say that the bet is won already."""
        return f"{self._play(card, chosen)}: {self.horse(horse)} is home and your bet is won, whatever is played."

    def hint_lost(self, card: str, chosen: str | None) -> str:
        """Say that the bet is lost already."""
        return f"{self._play(card, chosen)}: your bet is lost, whatever is played."

    def hint_same(self, card: str, chosen: str | None) -> str:
        """Say that it makes no difference."""
        return f"{self._play(card, chosen)}: none of your cards changes how your bet stands."

    def hint_keep(self, cards: Sequence[str], squares: int) -> str:
        """Say which cards to keep: the best of one colour."""
        if not cards:
            return "Keep none: no card you have left is for one horse alone."
        best = "the best two of one colour" if len(cards) > 1 else "your best of one colour"
        return f"Keep {listed(map(self.card, cards))}: {best}, worth about {count(squares, 'square')}."

    def _play(self, card: str, chosen: str | None) -> str:
        return f"Play {self.card(card)}" + (f" for {self.horse(chosen)}" if chosen else "")
