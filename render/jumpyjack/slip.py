"""A seat's own slip: what it or its team has predicted, and whose prediction it guesses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from engines.jumpyjack.actions import Decline, Guess, Horse
from engines.jumpyjack.view import Own, Phase, View
from render.jumpyjack import alt
from render.jumpyjack.captions import Captions
from render.jumpyjack.horses import PALETTE, silks
from render.kit.page import Scene
from render.parts.canvas import Canvas
from render.parts.lettering import headline, write
from render.parts.mount import mount, shadow
from render.parts.palette import CREAM, FADED, FOREST, GAIN, LINE, LOSS, SHADE
from render.parts.shapes import blank_paper, check_mark, cross_mark, put, put_centred, rosette, sheet
from render.picture import Picture, needed, png

_WIDTH, _EDGE = 1200, 24
_HEAD, _PLACES = 84, 196
"""The heights of the head of an order, and of the three places below it."""
_ORDER = _HEAD + _PLACES


def slip(view: View, names: Sequence[str], captions: Captions, draft: Sequence[Horse | None] = ()) -> Picture:
    """Draw the slip of the seat that `view` is for; ValueError for everyone's view.

    `names` are the players' by seat; `draft` what is chosen but not yet given in, place by place: of the
    prediction, or while guessing of the guess.
    """
    own = needed(view.own, "this view is everyone's: it shows no slip")
    name, told = f"jumpyjack-slip-race{view.race}", alt.slip(own.prediction or draft, captions)
    return png(partial(_drawn, view, own, names, captions, draft), name, told, PALETTE)


def _drawn(
    view: View, own: Own, names: Sequence[str], captions: Captions, draft: Sequence[Horse | None]
) -> Canvas:
    guessing = view.phase is Phase.GUESSING
    blank = blank_paper(_WIDTH - 2 * _EDGE, _ORDER * (1 + guessing), 24, CREAM)
    paper = Slip(names, captions, view, own, blank)
    paper.prediction(() if guessing else draft)
    if guessing:
        paper.guess(draft)
    image = Canvas(_WIDTH, paper.paper.height + 2 * _EDGE, FOREST)
    put(image, paper.paper, _EDGE, _EDGE)
    return image


@dataclass(frozen=True, slots=True)
class Slip(Scene[View, Captions]):
    """The paper of a seat, in the drawing."""

    own: Own
    paper: Canvas

    def prediction(self, draft: Sequence[Horse | None]) -> None:
        """Draw the seat's or the team's prediction, and which places have come right or wrong."""
        teams = self.view.options.teams
        self._head(self.captions.team_prediction if teams else self.captions.prediction, 0)
        if self.own.prediction:
            self._order(self.own.prediction, _HEAD, is_given=True)
            return
        if self.view.seat in self.view.to_act or any(draft):
            self._order(draft, _HEAD)
            return
        text = self.captions.no_prediction if self.view.seat in self.view.captains else self.captions.watching
        self._say(self.captions.slip_over if self.view.phase is Phase.OVER else text, _HEAD)

    def guess(self, draft: Sequence[Horse | None]) -> None:
        """Draw whose prediction the seat guesses, and how."""
        guess = self.own.guess
        self.paper.line((24, _ORDER, self.paper.width - 24, _ORDER), fill=LINE, width=3)
        if isinstance(guess, Guess):
            self._head(self.captions.guess.format(name=self.called(guess.seat, 42, 420)), _ORDER)
            self._order(guess.order, _ORDER + _HEAD)
        elif any(draft):
            self._order(draft, _ORDER + _HEAD / 2)
        else:
            declined = isinstance(guess, Decline)
            self._say(self.captions.no_guess if declined else self.captions.guess_open, _ORDER + _HEAD / 2)

    def _head(self, title: str, top: float) -> None:
        y = top + _HEAD / 2
        race = self.captions.race.format(race=self.view.race)
        took = write(self.paper, self.paper.width - 32, y, race, 32, fill=FADED, align="r", width=220)
        room = round(self.paper.width - 90 - took)
        headline(self.paper, 32, y, title, 42, width=room)

    def _say(self, text: str, top: float) -> None:
        middle = self.paper.width / 2, top + _PLACES / 2 - 16
        write(self.paper, *middle, text, 42, fill=FADED, align="m", width=self.paper.width - 80)

    def _order(self, order: Sequence[Horse | None], top: float, *, is_given: bool = False) -> None:
        """Draw three places, each with its horse; None or missing: still free. Those given in come right or wrong."""
        column = (self.paper.width - 40) / 3
        for rank in range(3):
            left, x = 20 + column * rank, 64 + column * (rank + 0.5)
            horse = order[rank] if rank < len(order) else None
            put(self.paper, sheet(round(column) - 20, _PLACES - 24, 18, SHADE), left + 10, top)
            put_centred(self.paper, rosette(rank + 1, 84), left + 66, top + 66)
            worn = silks(self.view.horses)[horse] if horse else None
            figure = mount(worn, 190) if worn else shadow(LINE, 190)
            put_centred(self.paper, figure, x, top + 72)
            if worn and horse:
                name = f"{worn.number} {self.captions.horse(horse)}"
                write(self.paper, x, top + 148, name, 34, align="m", width=230)
            if is_given and (self.view.podium[rank] or horse in self.view.podium):
                mark = check_mark(48, GAIN) if self.view.podium[rank] == horse else cross_mark(48, LOSS)
                put_centred(self.paper, mark, left + 66, top + 136)
