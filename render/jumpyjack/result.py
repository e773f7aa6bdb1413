"""The result of a race, every prediction and guess opened; and the final ranking of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.core import Seat
from engines.jumpyjack.actions import Guess, Order
from engines.jumpyjack.predictions import guess_points, hits
from engines.jumpyjack.state import Result
from engines.jumpyjack.teams import team_count, team_of
from engines.jumpyjack.view import View
from render.jumpyjack import alt
from render.jumpyjack.captions import Captions
from render.jumpyjack.horses import PALETTE, silks
from render.kit.page import WIDTH, Column, Scene, Seats, page, rows, ruled
from render.kit.result import final_ranking, mown
from render.parts.canvas import Canvas
from render.parts.lettering import headline, write
from render.parts.mount import mount, shadow
from render.parts.palette import FADED, GAIN, LOSS, SHADE, TURF, of_gain
from render.parts.shapes import check_mark, put_centred, rosette
from render.parts.silks import token
from render.picture import Picture, needed, png

_EDGE, _FINISH, _GAP = 24, 340, 18
"""The edge of the page, the width of the panel with the order of arrival, and what is left beside it."""
_TABLE, _TITLES = WIDTH - 2 * _EDGE - _FINISH - _GAP, 54
_TALL, _LOW, _LEAST = 108, 60, 500
"""The highest and the lowest row of the table, and how high the whole of it is at least, in pixels."""
_NAME, _ORDER, _GUESS = 22, Column(240, 190, "l"), Column(444, 160, "l")
_GAIN, _TOTAL = Column(686, 80), Column(770, 76)


def result(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw the race settled last; ValueError before the first."""
    over = needed(view.result, "no race is finished yet")
    race = Race(names, captions, view, over)
    return png(race.drawn, f"jumpyjack-result-race{over.race}", alt.result(over.podium, captions), PALETTE)


@dataclass(frozen=True, slots=True)
class Race(Scene[View, Captions]):
    """A finished race, in the drawing."""

    over: Result

    def drawn(self) -> Canvas:
        """Return the order of arrival beside the table of predictions, guesses and points."""
        seats = self.rows()
        body = max(_LEAST, _TITLES + _LOW * len(seats))
        title = self.captions.result.format(race=self.over.race)
        return page(title, self.arrival(body), self.table(body, seats), edge=_EDGE, gap=_GAP, room=700)

    def rows(self) -> list[Seat]:
        """Return the seats that have a row: who has predicted or guessed, team by team."""
        teams = team_count(self.view.options, self.view.seats)
        shown = [
            seat
            for seat in range(self.view.seats)
            if self.over.predictions[seat] or isinstance(self.over.guesses[seat], Guess)
        ]
        return sorted(shown, key=lambda seat: (seat % teams, self.over.predictions[seat] is None, seat))

    def arrival(self, height: int) -> Canvas:
        """Return the panel with the podium's horses, and below them any that were still running."""
        panel = Canvas(_FINISH, height, TURF)
        running = iter([horse for horse in self.view.horses if horse not in self.over.podium])
        worn, row = silks(self.view.horses), height / len(self.view.horses)
        stripes = mown(panel, [1.0] * len(self.view.horses))
        for rank, (horse, _) in enumerate(zip(self.over.podium, stripes, strict=True), 1):
            y = row * (rank - 0.5)
            if horse:
                put_centred(panel, rosette(rank, round(min(row * 0.6, 84))), 62, y)
            mounted = mount(worn[horse or next(running)], round(min(row * 1.36, 200)))
            put_centred(panel, mounted, 220, y)
        return panel

    def table(self, height: int, seats: Sequence[Seat]) -> Canvas:
        """Return the table of predictions, guesses and points."""
        heads = {_ORDER: self.captions.predicted, _GAIN: self.captions.gain, _TOTAL: self.captions.total}
        if any(self.over.guesses):
            heads[_GUESS] = self.captions.guessed
        table = ruled(_TABLE, height, _TITLES, heads, 26)
        row = min(_TALL, (height - _TITLES) / len(seats))
        for y, seat in zip(rows(table, _TITLES, row, len(seats)), seats, strict=True):
            self._seat(table, seat, y, row)
        empty = height - _TITLES - row * len(seats)
        if empty > 130:
            put_centred(table, shadow(SHADE, round(min(empty * 1.2, 300))), _TABLE / 2, height - empty / 2)
        return table

    def _seat(self, table: Canvas, seat: Seat, y: float, row: float) -> None:
        self._name(table, seat, y)
        order, guess = self.over.predictions[seat], self.over.guesses[seat]
        size = round(min(row - 10, 58))
        if order:
            self._order(table, order, self.over.podium[:3], (_ORDER.at, y), size)
            gain = self.over.points[seat]
            _GAIN.figure(table, y, self.captions.signed(gain), 38, of_gain(gain))
            _TOTAL.figure(table, y, self.captions.number(self.over.totals[seat]), 38)
        if isinstance(guess, Guess):
            self._guess(table, guess, y, round(size * 0.74))

    def _name(self, table: Canvas, seat: Seat, y: float) -> None:
        teams, room = self.view.options.teams, _ORDER.at - _NAME - 14
        self.name(table, seat, _NAME, y - (13 if teams else 0), 31, room)
        if teams:
            team = self.captions.team.format(team=seat % teams + 1)
            write(table, _NAME, y + 17, team, 24, fill=FADED, width=room)

    def _order(
        self,
        table: Canvas,
        order: Order,
        right: Sequence[str | None],
        at: tuple[float, float],
        size: int,
    ) -> None:
        """Draw three horses in a row, those on their places with a check mark."""
        left, y = at
        worn = silks(self.view.horses)
        for rank, horse in enumerate(order):
            x = left + size / 2 + rank * (size + 6)
            put_centred(table, token(worn[horse], size), x, y)
            if right[rank] == horse:
                put_centred(table, check_mark(round(size * 0.46), GAIN), x + size * 0.36, y + size * 0.34)

    def _guess(self, table: Canvas, guess: Guess, y: float, size: int) -> None:
        team = team_of(guess.seat, self.view.options, self.view.seats)
        right = next((order for mate in team if (order := self.over.predictions[mate])), None)
        left, below = _GUESS.at, y + size * 0.31
        self.name(table, guess.seat, left, y - size * 0.5, 22, 140, fill=FADED)
        self._order(table, guess.order, right or (None,) * 3, (left, below), round(size * 0.9))
        if right:
            points = guess_points(hits(guess.order, right))
            colour, x = GAIN if points > 0 else LOSS, left + 3 * size + 22
            headline(table, x, below, self.captions.signed(points), 26, fill=colour, align="m")


_FEW, _NARROW = 8, 76
"""With more lines than that the final ranking has lower rows, of so many pixels."""


def final(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw who has won the game, and everyone's points, or every team's."""
    teams = team_count(view.options, view.seats)
    called = list(names)
    if view.options.teams:
        mates = [team_of(team, view.options, view.seats) for team in range(teams)]
        players = [", ".join(Seats(names, captions).called(seat, 46, 300) for seat in team) for team in mates]
        called = [f"{captions.team.format(team=team)}: {each}" for team, each in enumerate(players, 1)]
    row = {"row": _NARROW} if teams > _FEW else {}
    return final_ranking("jumpyjack", view.totals[:teams], called, captions, PALETTE, **row)
