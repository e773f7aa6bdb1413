"""A seat's own slip, a ticket: what it or its team has predicted, beside the die; and whose prediction it guesses."""

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
from render.parts.die import die
from render.parts.lettering import poster, write
from render.parts.mount import shadow
from render.parts.palette import CREAM, FADED, FOREST, GAIN, GOLD, INK, LINE, LOSS
from render.parts.shapes import check_mark, cross_mark, pointer, put, put_centred, rosette, sheet, trophy
from render.parts.silks import Silk
from render.parts.sprites import Pose, sprite
from render.parts.tickets import put_ticket
from render.picture import Picture, needed, png

_WIDTH, _EDGE = 1200, 28
_HEAD, _TICKET, _STUB = 88, (1144, 232), 246
"""The height of the line above a ticket, the size of a ticket, and the width of its stub, in pixels."""
_HORSE = 214
"""The width of a horse on a ticket."""


def slip(view: View, names: Sequence[str], captions: Captions, draft: Sequence[Horse | None] = ()) -> Picture:
    """Draw the slip of the seat that `view` is for; ValueError for everyone's view.

    `names` are the players' by seat; `draft` what is chosen but not yet given in, place by place: of the
    prediction, or while guessing of the guess.
    """
    own = needed(view.own, "this view is everyone's: it shows no slip")
    name = f"jumpyjack-slip-race{view.race}"
    told = alt.slip(view, own.prediction or draft, names, captions)
    return png(partial(_drawn, view, own, names, captions, draft), name, told, PALETTE)


def _drawn(
    view: View, own: Own, names: Sequence[str], captions: Captions, draft: Sequence[Horse | None]
) -> Canvas:
    tickets = 2 if view.phase is Phase.GUESSING else 1
    image = Canvas(_WIDTH, tickets * (_HEAD + _TICKET[1]) + _EDGE, FOREST)
    drawn = Slip(names, captions, view, own, image)
    drawn.prediction(() if tickets == 2 else draft)
    if tickets == 2:
        drawn.guess(draft)
    return image


@dataclass(frozen=True, slots=True)
class Slip(Scene[View, Captions]):
    """The tickets of a seat, in the drawing."""

    own: Own
    image: Canvas

    def prediction(self, draft: Sequence[Horse | None]) -> None:
        """Draw the seat's or the team's prediction, and which places have come right or wrong."""
        self._ticket(
            0, self.captions.team_prediction if self.view.options.teams else self.captions.prediction
        )
        self._stub(_HEAD)
        if self.own.prediction:
            self._order(self.own.prediction, _HEAD, is_given=True)
        elif self.view.seat in self.view.to_act or any(draft):
            self._order(draft, _HEAD)
        else:
            waits = self.view.seat in self.view.captains
            text = self.captions.no_prediction if waits else self.captions.watching
            self._say(self.captions.slip_over if self.view.phase is Phase.OVER else text, _HEAD)

    def guess(self, draft: Sequence[Horse | None]) -> None:
        """Draw whose prediction the seat guesses, and how; on a teammate's slip that the captain does."""
        guess, top = self.own.guess, _HEAD + _TICKET[1]
        title = self.captions.guess_title
        if isinstance(guess, Guess):
            title = self.captions.guess.format(name=self.called(guess.seat, 64, 520))
        self._ticket(top, title)
        poster(self.image, _EDGE + _TICKET[0] - _STUB / 2, top + _HEAD + _TICKET[1] / 2, "?", 150, align="m")
        if isinstance(guess, Guess):
            self._order(guess.order, top + _HEAD)
        elif any(draft):
            self._order(draft, top + _HEAD)
        elif self.view.seat not in self.view.captains:
            self._say(self.captions.watching, top + _HEAD)
        else:
            declined = isinstance(guess, Decline)
            self._say(self.captions.no_guess if declined else self.captions.guess_open, top + _HEAD)

    def _ticket(self, top: float, title: str) -> None:
        """Lay a blank ticket below its title."""
        race = self.captions.race.format(race=self.view.race).upper()
        y = top + _HEAD / 2 + 2
        took = poster(self.image, _WIDTH - _EDGE - 4, y, race, 48, fill=GOLD, align="r", width=260)
        room = round(_WIDTH - 2 * _EDGE - took - 60)
        poster(self.image, _EDGE + 4, y, title.upper(), 62, fill=CREAM, width=room)
        put_ticket(self.image, _EDGE, top + _HEAD, _TICKET, _STUB)

    def _stub(self, top: float) -> None:
        """Draw the die beside the prediction, and who moves; out of a race what points there are."""
        x, room = _EDGE + _TICKET[0] - _STUB / 2 + 4, _STUB - 26
        if self.view.value is None or self.view.seat is None:
            put_centred(self.image, trophy(72, INK), x, top + 78)
            points = self.captions.number(self.view.totals[self.view.seat or 0])
            poster(self.image, x, top + 172, points, 84, align="m", width=room)
            return
        (seat,) = self.view.to_act
        put_centred(self.image, die(self.view.value, 136), x, top + 82)
        y, is_own = top + 192, seat == self.view.seat
        if is_own:
            put_centred(self.image, sheet(_STUB - 24, 48, 8, GOLD), x, y)
        put_centred(self.image, pointer(24, INK), x - room / 2 + 20, y)
        self.name(self.image, seat, x + 16, y, 34, room - 52, align="m")

    def _say(self, text: str, top: float) -> None:
        room = _TICKET[0] - _STUB
        x = _EDGE + room / 2
        write(self.image, x, top + _TICKET[1] / 2, text, 44, fill=FADED, align="m", width=room - 80)

    def _order(self, order: Sequence[Horse | None], top: float, *, is_given: bool = False) -> None:
        """Draw three places, each with its horse; None or missing: still free. Those given in come right or wrong."""
        column = (_TICKET[0] - _STUB) / 3
        for rank in range(3):
            left = _EDGE + column * rank
            if rank:
                self.image.rectangle((left - 1, top + 24, left + 1, top + _TICKET[1] - 24), LINE)
            horse = order[rank] if rank < len(order) else None
            worn = silks(self.view.horses)[horse] if horse else None
            self._figure(worn, left + column * 0.6, top + 168)
            put_centred(self.image, rosette(rank + 1, 76), left + 54, top + 56)
            if worn and horse:
                name = f"{worn.number} {self.captions.horse(horse)}"
                write(self.image, left + column / 2, top + 202, name, 38, align="m", width=round(column) - 30)
            if is_given and (self.view.podium[rank] or horse in self.view.podium):
                mark = check_mark(56, GAIN) if self.view.podium[rank] == horse else cross_mark(56, LOSS)
                put_centred(self.image, mark, left + 54, top + 126)

    def _figure(self, worn: Silk | None, x: float, base: float) -> None:
        """Draw a leaping horse, or the silhouette of any."""
        if worn is None:
            figure = shadow(LINE, round(_HORSE * 0.9))
            put_centred(self.image, figure, x, base - 66)
            return
        leaping = sprite(Pose.LEAPING, worn, _HORSE)
        put(self.image, leaping.image, x - leaping.image.width / 2, base + 4 - leaping.image.height)
