"""Why the steady player of Jumpy Jack would do what it would."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.jumpyjack.english.horses import HorseTexts
from bot.games.kit.english_signs import ORDINALS
from bot.texts.english.phrases import listed


class JumpyJackHints(HorseTexts):
    """Hints, each a sentence."""

    def hint_prediction(self, horses: Sequence[str]) -> str:
        """Say that any prediction will do, and name one."""
        first, second, third = map(self.horse, horses)
        return (
            f"Before the first throw all horses are equally good: predict {first}, {second} and {third}, say."
        )

    def hint_home(self, horse: str, rank: int) -> str:
        """Say that a move brings a horse to the place that was predicted for it."""
        return f"Move {self.horse(horse)}: it is then {ORDINALS[rank - 1]} for good, as you predicted."

    def hint_out(self, horse: str) -> str:
        """Say that a move puts a horse out that was not predicted."""
        return f"Move {self.horse(horse)}: it is none of your three, and is then out."

    def hint_any(self, horse: str) -> str:
        """Say that every move is as good."""
        return f"Move {self.horse(horse)}, or any other: all are equally good."

    def hint_move(self, horse: str, wanted: int | None) -> str:
        """Say why to move a horse that is to come in at a rank, or is in nobody's way; None: it was not predicted."""
        if wanted is None:
            return f"Move {self.horse(horse)}: moving one of your three would be no better."
        return f"Move {self.horse(horse)}, your {ORDINALS[wanted - 1]}: this suits your prediction best."

    def hint_guess(self, of: str, horses: Sequence[str]) -> str:
        """Say whose prediction to guess at: the order that came in."""
        order = listed(map(self.horse, horses))
        return f"Guess at {of}: {order}, as they came in, for somebody wanted that; even blind guesses gain on average."

    hint_decline = "Make no guess: nobody's prediction shows."
