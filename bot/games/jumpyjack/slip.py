"""The slips of a Jumpy Jack desk: the first three in order, as a prediction or as a guess at somebody's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.games.jumpyjack.sides import named, to_choose
from bot.games.jumpyjack.words import spoken
from bot.games.screens import Act, Controls, Drafted, Misread, Press, Seating
from bot.texts import Texts
from bot.ui.message_layout import button, select
from engines.jumpyjack import Guesses, Horse

PLACES = ("first", "second", "third")


class Slip:
    """A slip as filled in so far: three places, and of a guess the captain whose prediction is meant."""

    def __init__(self, seating: Seating) -> None:
        self._draft = seating.draft
        self.horses: list[Horse | None] = [self._draft.get(place) for place in PLACES]
        self.captains = seating.choices.captains if isinstance(seating.choices, Guesses) else ()
        only = self.captains[0] if len(self.captains) == 1 else None
        self.opponent: int | None = self._draft.get("seat", only)

    @property
    def order(self) -> list[Horse]:
        """The horses on the first three places, as far as there are any."""
        return [horse for horse in self.horses if horse]

    def missing(self, t: Texts) -> str | None:
        """Say what has to be filled in yet; None of a complete slip."""
        if self.captains and self.opponent is None:
            return spoken(t).guess_incomplete
        return None if len(self.order) == len(PLACES) else spoken(t).slip_incomplete

    def place_of(self, horse: Horse) -> str | None:
        """Say on which place a horse stands."""
        return PLACES[self.horses.index(horse)] if horse in self.horses else None

    def with_horse(self, place: str, horse: Horse) -> dict[str, Any]:
        """Put a horse on a place; if it stood on another, the two places change their horses."""
        draft = dict(self._draft)
        before, stood = draft.pop(place, None), self.place_of(horse)
        if stood is not None:
            draft.pop(stood, None)
            if before is not None:
                draft[stood] = before
        return draft | {place: horse}


# ------------------------------------------------------------------------------------------- a prediction


def prediction_rows(seating: Seating, t: Texts) -> Sequence[Controls]:
    """Lay a prediction out: a select a place, then the button that seals it."""
    slip = Slip(seating)
    return [
        *_places(seating, "predict", slip, t),
        [_go(seating, "predict", slip.missing(t), spoken(t).confirm(slip.order))],
    ]


def predicted(seating: Seating, press: Press, t: Texts) -> Act | Drafted:
    """Put a horse on a place, or seal the slip."""
    if press.parts == ("predict", "go"):
        return Act({"type": "predict", "order": _complete(seating, t).order})
    return _with_horse(seating, press, t)


# ----------------------------------------------------------------------------------------------- a guess


def guess_rows(seating: Seating, t: Texts) -> Sequence[Controls]:
    """Lay a guess out: whose prediction, unless there is only one, a select a place, and the buttons to decide."""
    slip, missing = Slip(seating), Slip(seating).missing(t)
    label = "" if missing else spoken(t).confirm_guess(_meant(seating, slip, t), slip.order)
    return [
        *([[_opponents(seating, slip, t)]] if len(slip.captains) > 1 else []),
        *_places(seating, "guess", slip, t),
        [
            _go(seating, "guess", missing, label),
            button(seating.control("guess.none"), spoken(t).decline),
        ],
    ]


def guessed(seating: Seating, press: Press, t: Texts) -> Act | Drafted:
    """Name an opponent, put a horse on a place, or decide."""
    match press.parts[1:], press.values:
        case ("none",), ():
            return Act({"type": "guess", "seat": None})
        case ("go",), ():
            slip = _complete(seating, t)
            return Act({"type": "guess", "seat": slip.opponent, "order": slip.order})
        case ("seat",), (seat,) if seat in map(str, seating.choices.captains):
            return Drafted({**seating.draft, "seat": int(seat)})
    return _with_horse(seating, press, t)


def _meant(seating: Seating, slip: Slip, t: Texts) -> str:
    assert slip.opponent is not None
    return named(seating.view, slip.opponent, seating.names.__getitem__, t)


# ------------------------------------------------------------------------------------------- what they share


def _complete(seating: Seating, t: Texts) -> Slip:
    slip = Slip(seating)
    if missing := slip.missing(t):
        raise Misread(missing)
    return slip


def _with_horse(seating: Seating, press: Press, t: Texts) -> Drafted:
    match press.parts[1:], press.values:
        case (place,), (horse,) if place in PLACES and horse in seating.view.horses:
            return Drafted(Slip(seating).with_horse(place, Horse(horse)))
    raise Misread(t.table.unknown_control)


def _places(seating: Seating, kind: str, slip: Slip, t: Texts) -> list[Controls]:
    return [
        [
            select(
                seating.control(f"{kind}.{place}"),
                spoken(t).place_placeholders[place],
                [_horse(horse, place, slip, t) for horse in seating.view.horses],
            )
        ]
        for place in PLACES
    ]


def _horse(horse: Horse, place: str, slip: Slip, t: Texts) -> discord.SelectOption:
    stands = slip.place_of(horse)
    return discord.SelectOption(
        label=spoken(t).horse(horse),
        value=horse,
        emoji=spoken(t).sign(horse),
        description=spoken(t).chosen_already(stands) if stands and stands != place else None,
        default=stands == place,
    )


def _opponents(seating: Seating, slip: Slip, t: Texts) -> discord.ui.Select[discord.ui.LayoutView]:
    options = [
        discord.SelectOption(
            label=to_choose(seating, seat, t), value=str(seat), default=seat == slip.opponent
        )
        for seat in seating.choices.captains
    ]
    return select(seating.control("guess.seat"), spoken(t).opponent_placeholder, options)


def _go(
    seating: Seating, kind: str, missing: str | None, label: str
) -> discord.ui.Button[discord.ui.LayoutView]:
    green = discord.ButtonStyle.success
    return button(seating.control(f"{kind}.go"), missing or label, green, disabled=bool(missing))
