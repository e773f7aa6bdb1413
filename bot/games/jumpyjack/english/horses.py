"""Jumpy Jack: the horses, their ranks, and the way a throw takes them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.kit.english import GameTexts
from bot.games.kit.english_signs import ORDINALS

_HEDGES = {
    "stop": ("STOP", ", none may pass"),
    "stand": ("DOUBLE", ", counts twice next time"),
    "double": ("DOUBLE", ""),
    "out": ("OUT", ""),
    "restart": ("RESTART", ", back to the start"),
}
"""What stands on a hedge, and what that means for the horse."""


class HorseTexts(GameTexts):
    """How horses and their moves are told, everywhere alike.

    Squares are numbers, 0 for the start and None for home; ranks on the podium count from 1; hedges are `stop`,
    `double`, `out` and `restart` where they act, `stand` for a horse that will leave DOUBLE with twice its throw.
    """

    def order(self, horses: Sequence[str]) -> str:
        """Tell the first three in a few words: `Red, White, Green`."""
        return ", ".join(map(self.horse, horses))

    def podium(self, horses: Sequence[str | None]) -> str:
        """Tell who has which rank, from the first on; None for ranks that nobody has."""
        taken = [f"{rank}. {self.signed(horse)}" for rank, horse in enumerate(horses, 1) if horse]
        return " · ".join(taken)

    def moved(
        self,
        who: str,
        value: int,
        horse: str,
        squares: Sequence[int | None],
        hedges: Sequence[str],
        out: int | None,
    ) -> str:
        """Tell a throw and the way it took a horse; `out` is the rank of one that was put out by it."""
        acted = "".join(f", **{name}**{effect}" for name, effect in map(_HEDGES.__getitem__, hedges))
        acted += f": comes in {ORDINALS[out - 1]}" if out else ""
        return f"{who} threw {value}: {self.signed(horse)} {_way(squares)}{acted}."

    def would_move(
        self,
        horse: str,
        squares: Sequence[int | None],
        hedges: Sequence[str],
        beside: str | None,
        rank: int | None,
        *,
        is_last: bool,
    ) -> str:
        """Label a move with where it leads, which hedges act, and which rank it brings; at most 80 characters.

        `beside`: the horse with which it makes a barrier. `is_last`: the race is over with it.
        """
        notes = ["".join(_HEDGES[hedge]) for hedge in hedges]
        if beside:
            notes.append(f"a barrier with {self.horse(beside)}")
        if rank:
            notes.append(f"comes in {ORDINALS[rank - 1]}")
        if is_last:
            notes.append("ends the race")
        return f"{self.horse(horse)} {_way(squares)}{': ' if notes else ''}{', '.join(notes)}"

    def blocked(self, horse: str, square: int, barrier: int) -> str:
        """Label a horse that cannot be moved."""
        where = f"on {square}" if square else "at the start"
        return f"{self.horse(horse)} {where}: blocked at {barrier}"


def _way(squares: Sequence[int | None]) -> str:
    return " → ".join(map(_square, squares))


def _square(square: int | None) -> str:
    return "home" if square is None else str(square or "start")
