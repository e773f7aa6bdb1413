"""The slips of a Jumpy Jack desk: the first three in order, as a prediction or as a guess at somebody's."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from bot.games.jumpyjack.english import JumpyJackTexts
from bot.games.jumpyjack.sides import named, to_choose
from bot.games.kit.panels import Button, Option
from bot.games.kit.slips import SlipPanel
from bot.games.screens import Act, Drafted, Press
from engines.jumpyjack.actions import Horse

RANKS = ("first", "second", "third")


def horses_on(draft: Mapping[str, Any]) -> tuple[Horse | None, ...]:
    """Return the horses on the first three ranks of a slip as filled in so far."""
    return tuple([draft.get(rank) for rank in RANKS])


class PredictionSlip(SlipPanel[JumpyJackTexts]):
    """A horse on each of three ranks."""

    kind = "predict"
    fields: Collection[str] = RANKS
    is_advice = False

    def drafted(self, action: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the draft of a slip that decides so."""
        captain = {"seat": action["seat"]} if action.get("seat") is not None else {}
        return captain | dict(zip(RANKS, action.get("order", ()), strict=False))

    @property
    def order(self) -> list[Horse]:
        """The horses on the first three ranks, as far as there are any."""
        return [horse for horse in horses_on(self.draft) if horse]

    def rank_of(self, horse: str) -> str | None:
        """Say on which rank a horse stands."""
        return next((rank for rank in RANKS if self[rank] == horse), None)

    def placeholder(self, field: str) -> str:
        """Ask for the horse on a rank."""
        return self.words.rank_placeholders[field]

    def options(self, field: str) -> Sequence[Option]:
        """Offer every horse, with where it stands already."""
        return [self._horse(horse, field) for horse in self.view.horses]

    def _horse(self, horse: Horse, field: str) -> Option:
        stands = self.rank_of(horse)
        return Option(
            label=self.words.horse(horse),
            value=horse,
            emoji=self.words.sign(horse),
            description=self.words.chosen_already(stands) if stands and stands != field else None,
            default=stands == field,
        )

    def missing(self) -> str | None:
        """Say whether horses are missing."""
        return None if len(self.order) == len(RANKS) else self.words.slip_incomplete

    def label(self) -> str:
        """Label the button with the prediction."""
        return self.words.confirm(self.order)

    def action(self) -> Mapping[str, Any]:
        """Return the prediction."""
        return {"type": "predict", "order": self.order}

    def filled(self, field: str, value: Any) -> Mapping[str, Any]:
        """Put a horse on a rank; if it stood on another, the two ranks change their horses."""
        draft = dict(self.draft)
        before, stood = draft.pop(field, None), self.rank_of(value)
        if stood is not None:
            draft.pop(stood, None)
            if before is not None:
                draft[stood] = before
        return draft | {field: value}


class GuessSlip(PredictionSlip):
    """A prediction, and the captain whose prediction is meant, unless there is only one; or none at all."""

    kind = "guess"
    fields = ("seat", *RANKS)

    @property
    def opponent(self) -> int | None:
        """Whose prediction is meant."""
        only = self.choices.captains[0] if len(self.choices.captains) == 1 else None
        opponent: int | None = self.draft.get("seat", only)
        return opponent

    def shown(self) -> Collection[str]:
        """Ask for an opponent only where there are several."""
        return self.fields if len(self.choices.captains) > 1 else RANKS

    def placeholder(self, field: str) -> str:
        """Ask for the opponent, or the horse on a rank."""
        return self.words.opponent_placeholder if field == "seat" else super().placeholder(field)

    def options(self, field: str) -> Sequence[Option]:
        """Offer the opponents, or the horses."""
        return [*map(self._captain, self.choices.captains)] if field == "seat" else super().options(field)

    def _captain(self, seat: int) -> Option:
        label = to_choose(self.seating, seat, self.words)
        return Option(label=label, value=str(seat), default=seat == self.opponent)

    def missing(self) -> str | None:
        """Say whether an opponent or horses are missing."""
        return self.words.guess_incomplete if self.opponent is None else super().missing()

    def label(self) -> str:
        """Label the button with the guess."""
        assert self.opponent is not None
        meant = named(self.view, self.opponent, self.seating.names.__getitem__, self.words)
        return self.words.confirm_guess(meant, self.order)

    def others(self) -> Sequence[Button]:
        """Offer to make no guess."""
        return (self.button("guess.none", self.words.decline),)

    def action(self) -> Mapping[str, Any]:
        """Return the guess."""
        return {"type": "guess", "seat": self.opponent, "order": self.order}

    def filled(self, field: str, value: Any) -> Mapping[str, Any]:
        """Fill one field in."""
        return {**self.draft, "seat": int(value)} if field == "seat" else super().filled(field, value)

    def pressed(self, press: Press) -> Act | Drafted:
        """Fill one field in, or decide."""
        if press.parts == ("guess", "none") and not press.values:
            return Act({"type": "guess", "seat": None})
        return super().pressed(press)
