"""Commentary: a line about what a row of the log means for the race, told below its sentence.

Its facts come from everyone's views before and after, so no line knows a secret. Which line it is follows from the
table, the race and the number of the row: a message that is made again says the same, and no line comes twice in a
race of fewer rows than there are lines.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.games.kit.comment_lines import Kind
from bot.games.kit.english import GameTexts
from bot.games.screens import Who


class Field(NamedTuple):
    """How far from home each horse is that runs, in squares, and which are home, the first of them first."""

    to_go: Mapping[str, int]
    home: Sequence[str] = ()

    @property
    def leader(self) -> str | None:
        """The horse that is nearer to home than any other, while none is home."""
        if self.home or len(self.to_go) < 2:
            return None
        (least, first), (next_least, _) = sorted((left, horse) for horse, left in self.to_go.items())[:2]
        return first if least < next_least else None

    def nearest(self, but: str | None = None) -> str | None:
        """Name the horse that is nearest to home, `but` for one; None where none is alone there."""
        left = {horse: to_go for horse, to_go in self.to_go.items() if horse != but}
        first = [horse for horse, to_go in left.items() if to_go == min(left.values())]
        return first[0] if len(first) == 1 else None


class Jackpot(NamedTuple):
    """What is to be won in a race beside its bets, and on which horse, if it lies on one."""

    amount: int
    horse: str = ""


def _nothing(_view: Any) -> None:
    """Tell that there is none of it in a game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commentary:
    """What the commentary of a game looks at. Each function takes everyone's view."""

    race: Callable[[Any], int] = lambda view: int(view.race)
    """Which race it is: what is measured is compared within one."""
    field: Callable[[Any], Field | None] = _nothing
    """Where the horses are; None while they do not run."""
    early: int = 0
    """Squares from home down to which it is early: who leads there changes at every other move."""
    near: int = 0
    """Squares from home from which a horse is near it."""
    close: int = 0
    """Squares from home at which a horse is beaten closely."""
    hands: Callable[[Any], Sequence[int] | None] = _nothing
    """By seat: how many cards it has, where a last card may end the race; None while that means nothing."""
    jackpot: Callable[[Any], Jackpot | None] = _nothing
    """What earlier races have left to be won in this one."""
    opens: str = "race_started"
    """The event with which the jackpot of a race is known."""
    horse: Callable[[Any, Any, str], str] = lambda view, words, horse: str(words.horse(horse))
    """Names a horse, by the view, the words and its name in the race log."""

    def comment(
        self, row: int, opened: bool, before: Any, after: Any, who: Who, words: GameTexts, seed: str
    ) -> str | None:
        """Say what a row means that led from one view to the other; None where that is nothing much.

        `opened` says whether the event that `opens` is among its events; `seed` is the table's name.
        """
        found = self.found(opened, before, after)
        if found is None:
            return None
        kind, facts = found
        said = {name: self._said(name, value, after, who, words) for name, value in facts.items()}
        start = hashlib.sha256(f"{seed}:{self.race(after)}:{kind}".encode()).digest()
        line = words.comments[kind].pick(int.from_bytes(start[:4]), row).format(**said)
        return f"*{line[0].upper()}{line[1:]}*"

    def _said(self, name: str, value: Any, view: Any, who: Who, words: GameTexts) -> str:
        match name:
            case "horse" | "rival":
                return self.horse(view, words, value)
            case "who":
                return who(value)
            case "amount":
                return words.score(value)
            case _:
                return words.distance(value)

    def found(self, opened: bool, before: Any, after: Any) -> tuple[Kind, Mapping[str, Any]] | None:
        """Say what is worth a line about what led from one view to the other, with its facts; None if nothing is."""
        if before is None:
            return None
        if opened and (jackpot := self.jackpot(after)):
            earlier = self.jackpot(before)
            if earlier and earlier.amount >= jackpot.amount:
                return None
            named = {"horse": jackpot.horse} if jackpot.horse else {}
            return Kind.JACKPOT, {"amount": jackpot.amount, **named}
        if self.race(before) != self.race(after):
            return None
        was, now = self.field(before), self.field(after)
        of_horses = self._of_horses(was, now) if was and now else None
        return of_horses or self._of_hands(self.hands(before), self.hands(after))

    def _of_horses(self, was: Field, now: Field) -> tuple[Kind, Mapping[str, Any]] | None:
        if now.home and not was.home and now.to_go:
            rival = now.nearest()
            if rival is None or now.to_go[rival] > self.close:
                return None
            return Kind.CLOSE, {"horse": now.home[0], "rival": rival, "left": now.to_go[rival]}
        leader, led = now.leader, was.leader
        if leader is None:
            return None
        left = now.to_go[leader]
        if left <= self.near < was.to_go[leader]:
            rival = now.nearest(but=leader)
            if rival is None:
                return None
            gap = now.to_go[rival] - left
            return Kind.NEAR, {"horse": leader, "left": left, "rival": rival, "gap": gap}
        if led is None or led == leader or left > self.early:
            return None
        has_fallen = led not in now.to_go or now.to_go[led] > was.to_go[led]
        return (Kind.FALLEN if has_fallen else Kind.LEAD), {"horse": leader, "rival": led}

    def _of_hands(
        self, was: Sequence[int] | None, now: Sequence[int] | None
    ) -> tuple[Kind, Mapping[str, Any]] | None:
        if not was or not now:
            return None
        down = [seat for seat, (had, has) in enumerate(zip(was, now, strict=True)) if has == 1 < had]
        return (Kind.LAST_CARD, {"who": down[0]}) if down else None
