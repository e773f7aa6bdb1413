"""The result of a race, every prediction and guess opened; and the final standing of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from engines.core import Seat
from engines.jumpyjack.actions import Guess, Order
from engines.jumpyjack.predictions import guess_points, hits
from engines.jumpyjack.state import Result
from engines.jumpyjack.teams import team_count, team_of
from engines.jumpyjack.view import View
from render.jumpyjack import alt
from render.jumpyjack.horses import PALETTE, silks
from render.jumpyjack.words import Words
from render.kit.ranking import final_ranking
from render.kit.table import rows, ruled
from render.parts.figures import signed
from render.parts.lettering import drawn, headline, write
from render.parts.mount import mount, shadow
from render.parts.palette import CREAM, FADED, FOREST, GAIN, LOSS, SHADE, TURF, TURF_LIGHT, of_gain
from render.parts.signs import check_mark, medal, rosette
from render.parts.silks import token
from render.parts.smooth import put_centred, sheet
from render.picture import Picture, needed, png

_WIDTH, _EDGE, _HEAD = 1200, 24, 92
_FINISH, _GAP = 340, 18
"""The width of the panel with the order of arrival, and what is left beside it."""
_TABLE = _WIDTH - 2 * _EDGE - _FINISH - _GAP
_TITLES = 54
_TALL, _LOW, _LEAST = 108, 60, 500
"""The highest and the lowest row of the table, and how high the whole of it is at least, in pixels."""


def result(view: View, names: Sequence[str], words: Words) -> Picture:
    """Draw the race settled last; ValueError before the first. `names` are the players' by seat.

    1200 pixels wide and as high as it takes, PNG.
    """
    over = needed(view.result, "no race is finished yet")
    return png(
        lambda: _drawn(view, over, names, words),
        f"jumpyjack-result-race{over.race}",
        alt.result(over.podium, words),
        PALETTE,
    )


def _drawn(view: View, over: Result, names: Sequence[str], words: Words) -> Image.Image:
    race = Race(view, over, names, words)
    body = max(_LEAST, _TITLES + _LOW * len(race.rows()))
    image = Image.new("RGB", (_WIDTH, _HEAD + body + _EDGE), FOREST)
    title = words.result.format(race=over.race)
    headline(image, _EDGE + 4, _HEAD / 2, title, 46, fill=CREAM, width=700)
    image.paste(race.arrival(body), (_EDGE, _HEAD), sheet(_FINISH, body, 24, TURF))
    image.paste(race.table(body), (_EDGE + _FINISH + _GAP, _HEAD), sheet(_TABLE, body, 24, CREAM))
    return image


_NAME, _ORDER, _GUESS, _GAIN, _TOTAL = 22, 240, 444, 686, 770
"""Where names, predictions and guesses begin, and points and totals end."""


@dataclass(frozen=True, slots=True)
class Race:
    """A finished race, in the drawing."""

    view: View
    over: Result
    names: Sequence[str]
    words: Words

    def rows(self) -> list[Seat]:
        """Return the seats that have a row: who has predicted or guessed, team by team."""
        teams = team_count(self.view.options, self.view.seats)
        shown = [
            seat
            for seat in range(self.view.seats)
            if self.over.predictions[seat] or isinstance(self.over.guesses[seat], Guess)
        ]
        return sorted(shown, key=lambda seat: (seat % teams, self.over.predictions[seat] is None, seat))

    def arrival(self, height: int) -> Image.Image:
        """Return the panel with the podium's horses, and below them any that were still running."""
        panel = Image.new("RGB", (_FINISH, height), TURF)
        row = height / len(self.view.horses)
        for number in range(1, len(self.view.horses), 2):
            ImageDraw.Draw(panel).rectangle((0, row * number, _FINISH, row * (number + 1)), fill=TURF_LIGHT)
        running = iter([horse for horse in self.view.horses if horse not in self.over.podium])
        worn = silks(self.view.horses)
        for number, horse in enumerate(self.over.podium):
            y, place = row * (number + 0.5), str(number + 1)
            if horse:
                put_centred(panel, rosette(place, round(min(row * 0.6, 84)), medal(number + 1)), 62, y)
            mounted = mount(worn[horse or next(running)], round(min(row * 1.36, 200)))
            put_centred(panel, mounted, 220, y)
        return panel

    def table(self, height: int) -> Image.Image:
        """Return the table of predictions, guesses and points."""
        table = ruled(_TABLE, height, _TITLES)
        y, guessing = _TITLES / 2 + 2, any(self.over.guesses)
        write(table, _ORDER, y, self.words.predicted, 26, fill=FADED, width=190)
        if guessing:
            write(table, _GUESS, y, self.words.guessed, 26, fill=FADED, width=160)
        write(table, _GAIN, y, self.words.gain, 26, fill=FADED, align="r", width=80)
        write(table, _TOTAL, y, self.words.total, 26, fill=FADED, align="r", width=76)
        seats = self.rows()
        row = min(_TALL, (height - _TITLES) / len(seats))
        for y, seat in zip(rows(table, _TITLES, row, len(seats)), seats, strict=True):
            self._seat(table, seat, y, row)
        empty = height - _TITLES - row * len(seats)
        if empty > 130:
            put_centred(table, shadow(SHADE, round(min(empty * 1.2, 300))), _TABLE / 2, height - empty / 2)
        return table

    def _seat(self, table: Image.Image, seat: Seat, y: float, row: float) -> None:
        self._name(table, seat, y)
        order, guess = self.over.predictions[seat], self.over.guesses[seat]
        size = round(min(row - 10, 58))
        if order:
            self._order(table, order, self._arrived(), (_ORDER, y), size)
            gain, total = self.over.points[seat], self.over.totals[seat]
            text = signed(gain, "")
            headline(table, _GAIN, y, text, 38, fill=of_gain(gain), align="r", width=80)
            text = signed(total, "").lstrip("+")
            headline(table, _TOTAL, y, text, 38, align="r", width=76)
        if isinstance(guess, Guess):
            self._guess(table, guess, y, round(size * 0.74))

    def _arrived(self) -> Sequence[str | None]:
        return self.over.podium[:3]

    def _name(self, table: Image.Image, seat: Seat, y: float) -> None:
        teams, room = self.view.options.teams, _ORDER - _NAME - 14
        spare = self.words.stand_in(seat)
        write(table, _NAME, y - (13 if teams else 0), self.names[seat], 31, width=room, spare=spare)
        if teams:
            team = self.words.team.format(team=seat % teams + 1)
            write(table, _NAME, y + 17, team, 24, fill=FADED, width=room)

    def _order(
        self,
        table: Image.Image,
        order: Order,
        right: Sequence[str | None],
        at: tuple[float, float],
        size: int,
    ) -> None:
        """Draw three horses in a row, those on their places with a check mark."""
        left, y = at
        worn = silks(self.view.horses)
        for place, horse in enumerate(order):
            x = left + size / 2 + place * (size + 6)
            put_centred(table, token(worn[horse], size), x, y)
            if right[place] == horse:
                mark = check_mark(round(size * 0.46), GAIN)
                put_centred(table, mark, x + size * 0.36, y + size * 0.34)

    def _guess(self, table: Image.Image, guess: Guess, y: float, size: int) -> None:
        team = team_of(guess.seat, self.view.options, self.view.seats)
        right = next((order for mate in team if (order := self.over.predictions[mate])), None)
        spare = self.words.stand_in(guess.seat)
        name, up = self.names[guess.seat], size * 0.42
        write(table, _GUESS, y - up, name, 22, fill=FADED, width=140, spare=spare)
        self._order(table, guess.order, right or (None,) * 3, (_GUESS, y + size * 0.28), round(size * 0.9))
        if right:
            points = guess_points(hits(guess.order, right))
            colour, x = GAIN if points > 0 else LOSS, _GUESS + 3 * size + 22
            headline(table, x, y + size * 0.28, signed(points, ""), 26, fill=colour, align="m")


_FEW, _NARROW = 8, 76
"""With more lines than that the final standing has lower rows, of so many pixels."""


def final(view: View, names: Sequence[str], words: Words) -> Picture:
    """Draw who has won the game, and everyone's points, or every team's; `names` are the players' by seat.

    1200 pixels wide and as high as it takes, PNG.
    """
    teams = team_count(view.options, view.seats)
    called = list(names)
    if view.options.teams:
        called = [team_name(view, team, names, words) for team in range(teams)]
    row = {"row": _NARROW} if teams > _FEW else {}
    return final_ranking("jumpyjack", view.totals[:teams], called, words, PALETTE, **row)


def team_name(view: View, team: int, names: Sequence[str], words: Words) -> str:
    """Return the name of a team with those of its players, as many as can be drawn."""
    mates = team_of(team, view.options, view.seats)
    called = (drawn(names[seat], 46, 300, words.stand_in(seat)) for seat in mates)
    return f"{words.team.format(team=team + 1)}: {', '.join(called)}"
