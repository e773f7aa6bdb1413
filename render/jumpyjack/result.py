"""The result of a race, a photo finish above everyone's opened tickets; and the final ranking of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from PIL import Image

from engines.core import Seat
from engines.jumpyjack.actions import Guess, Order
from engines.jumpyjack.predictions import guess_points, hits
from engines.jumpyjack.state import Result
from engines.jumpyjack.teams import team_count, team_of
from engines.jumpyjack.view import View
from render.jumpyjack import alt
from render.jumpyjack.captions import Captions
from render.jumpyjack.horses import PALETTE, silks
from render.kit.page import WIDTH, Scene, Seats
from render.kit.photo import BOTTOM, Placed, photo_ground, with_photo
from render.kit.result import final_ranking
from render.parts.canvas import Canvas
from render.parts.ground import laid
from render.parts.lettering import ELLIPSIS, Face, fitted, poster, write
from render.parts.palette import CREAM, FADED, FOREST, GAIN, INK, LOSS, of_gain
from render.parts.plates import number_plate
from render.parts.poster import with_title, with_winner
from render.parts.shapes import check_mark, put_centred, trophy
from render.parts.silks import token
from render.parts.sketch import Sketch
from render.parts.tickets import put_stamp, put_ticket
from render.picture import Picture, needed, png

_GAP = 12
"""Pixels between two tickets."""
_FEW = 8
"""Up to so many tickets lie in two columns, more in three."""


_PLAIN = 45
"""Pixels below which a horse is a plain plate with its number."""


class Form(NamedTuple):
    """The form of the tickets of a result."""

    columns: int
    width: int
    height: int
    stub: int
    size: int
    """The height of a name."""


def _form(tickets: int, *, has_guesses: bool) -> Form:
    high = 82 if has_guesses else 0
    if tickets <= _FEW:
        return Form(2, 570, 120 + high, 216, 38)
    return Form(3, 376, 112 + high, 112, 32)


def result(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw the race settled last; ValueError before the first."""
    over = needed(view.result, "no race is finished yet")
    race = Race(names, captions, view, over)
    told = alt.result(over.podium, captions)
    return png(race.drawn, f"jumpyjack-result-race{over.race}", told, PALETTE)


def _drawn_ground(height: int) -> Image.Image:
    ground = Sketch(WIDTH, height, FOREST)
    photo_ground(ground)
    return ground.image()


_laid = laid(_drawn_ground, on=(CREAM,))


@dataclass(frozen=True, slots=True)
class Race(Scene[View, Captions]):
    """A finished race, in the drawing."""

    over: Result

    def drawn(self) -> Canvas:
        """Return the photo finish above the tickets."""
        seats = self.rows()
        form = _form(len(seats), has_guesses=any(isinstance(each, Guess) for each in self.over.guesses))
        lines = -(-len(seats) // form.columns)
        image = _laid(PALETTE, BOTTOM + 14 + lines * (form.height + _GAP) + 8)
        with_title(image, self.captions.result.format(race=self.over.race).upper())
        placed = self.placed()
        with_winner(image, self.captions.wins.format(name=placed[0].name))
        with_photo(image, placed)
        for number, seat in enumerate(seats):
            line, column = divmod(number, form.columns)
            left = (WIDTH - form.columns * (form.width + _GAP) + _GAP) / 2 + column * (form.width + _GAP)
            Ticket(self.names, self.captions, self.view, self.over, image, form).fill(
                seat, left, BOTTOM + 14 + line * (form.height + _GAP)
            )
        return image

    def placed(self) -> list[Placed]:
        """Return the horses in their order: those home, those still running, those put out."""
        worn, over = silks(self.view.horses), self.over.podium
        running = iter([horse for horse in self.view.horses if horse not in over])
        return [
            Placed(
                self.captions.horse(horse or (runs := next(running))),
                worn[horse or runs],
                rank if horse else None,
                horse is not None and rank <= 3,
                self.captions.rank(rank) if horse else "",
            )
            for rank, horse in enumerate(over, 1)
        ]

    def rows(self) -> list[Seat]:
        """Return the seats with a ticket, who have predicted: the best first."""
        shown = [seat for seat in range(self.view.seats) if self.over.predictions[seat]]
        return sorted(shown, key=lambda seat: (-self.over.points[seat], seat))


@dataclass(frozen=True, slots=True)
class Ticket(Scene[View, Captions]):
    """A seat's ticket on the page: what it predicted and guessed, what that brought, and what there is now."""

    over: Result
    image: Canvas
    form: Form

    def fill(self, seat: Seat, left: float, top: float) -> None:
        """Draw it, its upper left corner at a point."""
        order, guess, form = self.over.predictions[seat], self.over.guesses[seat], self.form
        assert order, "a ticket is of a seat that predicted"
        gain = self.over.points[seat]
        put_ticket(self.image, left, top, (form.width, form.height), form.stub, is_torn=gain <= 0)
        room, x, y = form.width - form.stub - 34, left + 18, top + 30
        if self.view.options.teams:
            team = self.captions.team.format(team=seat % team_count(self.view.options, self.view.seats) + 1)
            took = write(self.image, x + room, y, team, 28, fill=FADED, align="r", width=room // 3)
            room -= round(took + 10)
        self.name(self.image, seat, x, y, form.size, room)
        middle = left + form.width - form.stub / 2 + 5
        self._stamped(gain, middle, top + form.height * 0.34)
        self._order(order, self.over.podium[:3], x, y + 54, 50)
        self._total(self.over.totals[seat], middle, top + form.height * 0.78)
        if isinstance(guess, Guess):
            self._guess(guess, x, y + 100, form.width - form.stub - 34)

    def _stamped(self, gain: int, x: float, y: float) -> None:
        """Stamp what it brought, or write that it brought nothing."""
        stub, signed = self.form.stub, self.captions.signed(gain)
        if gain > 0:
            text = signed if self.form.columns > 2 else self.captions.paid.format(amount=signed).upper()
            put_stamp(self.image, x, y, text, 50, GAIN, stub - 20)
        else:
            poster(self.image, x, y, signed, 54, fill=of_gain(gain), align="m", width=stub - 30)

    def _total(self, total: int, x: float, y: float) -> None:
        """Write what there is now."""
        figure, room = self.captions.number(total), self.form.stub - 60
        wide = fitted(figure, Face.POSTER, 42, room).width + 40
        put_centred(self.image, trophy(30, INK), x - wide / 2 + 15, y)
        colour = LOSS if total < 0 else INK
        poster(self.image, x + wide / 2, y, figure, 42, fill=colour, align="r", width=room)

    def _order(self, order: Order, right: Sequence[str | None], left: float, y: float, size: int) -> float:
        """Draw three horses in a row, those on their places with a check mark; return where they end."""
        worn = silks(self.view.horses)
        for rank, horse in enumerate(order):
            x = left + size / 2 + rank * (size + 14)
            if size < _PLAIN:
                number_plate(
                    self.image, x - size / 2, y, worn[horse].number, colour=worn[horse].colour, size=size
                )
            else:
                put_centred(self.image, token(worn[horse], size), x, y)
            if right[rank] == horse:
                mark = check_mark(round(size * 0.5), GAIN)
                put_centred(self.image, mark, x + size * 0.4, y + size * 0.34)
        return left + 3 * size + 2 * 14

    def _guess(self, guess: Guess, left: float, y: float, room: int) -> None:
        """Write whose prediction was guessed, and draw below it how, and for how many points."""
        right = self._predicted(guess.seat)
        text = self.captions.guessed.format(name=self.called(guess.seat, 30, room - 80))
        write(self.image, left, y, text, 30, fill=FADED, width=room)
        y += 38
        end = self._order(guess.order, right or (None,) * 3, left, y, 38)
        points = self._brought(guess)
        colour, signed = GAIN if points > 0 else LOSS, self.captions.signed(points)
        poster(self.image, end + 36, y, signed, 40, fill=colour, align="m", width=50)

    def _predicted(self, seat: Seat) -> Order | None:
        """Return what a seat's team has predicted."""
        team = team_of(seat, self.view.options, self.view.seats)
        return next((order for mate in team if (order := self.over.predictions[mate])), None)

    def _brought(self, guess: Guess) -> int:
        """Return what a guess brought."""
        right = self._predicted(guess.seat)
        return guess_points(hits(guess.order, right)) if right else 0


_MANY, _NARROW = 8, 76
"""With more lines than that the final ranking has lower rows, of so many pixels."""


def final(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw who has won the game, and everyone's points, or every team's."""
    teams = team_count(view.options, view.seats)
    row: dict[str, Any] = {"row": _NARROW} if teams > _MANY else {}
    if not view.options.teams:
        return final_ranking("jumpyjack", view.totals, names, captions, PALETTE, **row)
    called = [captions.team.format(team=team) for team in range(1, teams + 1)]
    mates = [_mates(team_of(team, view.options, view.seats), names, captions) for team in range(teams)]
    return final_ranking("jumpyjack", view.totals[:teams], called, captions, PALETTE, mates=mates, **row)


_LETTERS = 60
"""How many letters of the names of a team are written."""


def _mates(team: Sequence[Seat], names: Sequence[str], captions: Captions) -> str:
    """Return who is in a team, on one line."""
    seats = Seats(names, captions)
    listed = ", ".join(seats.called(seat, 40, 260) for seat in team)
    return listed if len(listed) <= _LETTERS else listed[: _LETTERS - 1].rstrip(" ,…") + ELLIPSIS
