"""What is on the paper of a board: what was played or thrown last and what it moved, and the players."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from PIL import Image

from render.captions import Captions
from render.kit.runners import Runner
from render.parts.canvas import Canvas, Surface
from render.parts.cards import Card
from render.parts.die import dice
from render.parts.lettering import Face, fitted, poster, write
from render.parts.mount import shadow
from render.parts.palette import FADED, GOLD, INK, LINE, SHADE
from render.parts.plates import coin
from render.parts.shapes import arrow, decided, flag, pointer, put, put_centred, rosette, sheet, trophy
from render.parts.silks import Silk, token

_LAST, _MOVE, _ROW, _LINES = 236, 50, 62, 5
"""The width of the column of what was played, the height of a move in it, that of a player's row, and how many
players stand below each other before there are two columns: on a narrow paper twice as many."""
_WIDE = 900
"""From how many pixels on a paper is not narrow."""


class Mark(Enum):
    """What a sign says of a player."""

    NONE = 0
    TURN = 1
    OPEN = 2
    """Has not decided yet, as several do at once."""
    DONE = 3
    WON = 4


class Player(NamedTuple):
    """A seat at the table, as everyone sees it; the note is a few words, such as what is bet."""

    name: str
    score: int
    note: str = ""
    mark: Mark = Mark.NONE


def height_for(players: int) -> int:
    """Return the height in pixels that the paper needs."""
    return max(24 + _ROW * _lines(players, _LINES), 258)


def _lines(players: int, most: int) -> int:
    return players if players <= most else -(-players // 2)


def with_last(
    paper: Canvas,
    card: Card | None,
    thrown: Sequence[int],
    runners: Sequence[Runner],
    *,
    dice_are_open: bool,
) -> None:
    """Draw on the left what was played or thrown, and below it, or above open dice, up to three horses that moved."""
    moved = [runner for runner in runners if runner.start is not None][:3]
    room = paper.height - 24 - _MOVE * len(moved)
    x, y = _LAST / 2, 12 + room / 2 + dice_are_open * _MOVE * len(moved)
    below = 12 if dice_are_open else 12 + room
    if not (card or thrown or moved):
        _home(paper, [runner for runner in runners if runner.rank], x, y)
    if card:
        put_centred(paper, card.face(min(150, round(room / 1.4))), x, y)
    elif thrown:
        put_centred(paper, dice(thrown, _LAST - 40, room), x, y)
    for line, runner in enumerate(moved):
        y, end = below + _MOVE * (line + 0.5), str(int(runner.space))
        with_move(paper, runner.silk, str(runner.start), None if runner.rank else end, x, y)
    paper.line((_LAST, 16, _LAST, paper.height - 20), fill=LINE, width=3)


def _home(paper: Canvas, runners: Sequence[Runner], x: float, y: float) -> None:
    """Draw the first three at home, or an ornament while there is none."""
    home = sorted(runners, key=lambda runner: runner.rank or 0)[:3]
    if not home:
        put_centred(paper, shadow(SHADE, 170), x, y)
    for number, runner in enumerate(home):
        above = y + (number - (len(home) - 1) / 2) * 76
        put_centred(paper, rosette(runner.rank, 60), x - 40, above)
        put_centred(paper, token(runner.silk, 60), x + 40, above)


def with_move(image: Surface, worn: Silk, start: str, end: str | None, middle: float, y: float) -> None:
    """Draw a move in one line around `middle`: the horse, from which space, to which; None: over the line."""
    wide = fitted(start, Face.POSTER, 44).width
    end_wide = 34 if end is None else fitted(end, Face.POSTER, 44).width
    x = middle - (44 + wide + end_wide + 58) / 2
    put_centred(image, token(worn, 44), x + 22, y)
    poster(image, x + 52, y, start, 44)
    put_centred(image, arrow(30, 24, INK), x + 52 + wide + 25, y)
    x += wide + 102
    if end is None:
        put_centred(image, flag(36, INK), x + 14, y)
    else:
        poster(image, x, y, end, 44)


def with_players(paper: Canvas, players: Sequence[Player], captions: Captions) -> None:
    """Draw the players on the right, in two columns where they are many."""
    lines, left = _lines(len(players), _LINES if paper.width > _WIDE else 2 * _LINES), _LAST + 16
    row = min(_ROW, (paper.height - 24) / lines)
    step = (paper.width - left - 16) / (1 if len(players) == lines else 2)
    for seat, player in enumerate(players):
        column, line = divmod(seat, lines)
        x, y = left + column * step, 12 + row * (line + 0.5)
        width, height = round(step) - 8, round(row) - 4
        is_asked, figure = player.mark is Mark.TURN, min(34, height - 6)
        if is_asked:
            put(paper, sheet(width, height, 8, GOLD), x, y - height / 2)
        if sign := _sign(player.mark, min(30, height - 8)):
            put_centred(paper, sign, x + 30, y)
        right = x + width - 18
        right -= poster(paper, right, y, captions.brief(player.score), figure + 10, align="r", width=100) + 22
        put_centred(paper, coin(26), right, y)
        right, room, fill = right - 28, round(width * 0.4), INK if is_asked else FADED
        if player.note:
            right -= write(paper, right, y, player.note, figure - 4, fill=fill, align="r", width=room) + 12
        spare = captions.stand_in(seat)
        write(paper, x + 54, y, player.name, figure, width=round(right - x - 54), spare=spare)


def _sign(mark: Mark, size: int) -> Image.Image | None:
    match mark:
        case Mark.TURN:
            return pointer(22, INK)
        case Mark.OPEN | Mark.DONE:
            return decided(mark is Mark.DONE, size)
        case Mark.WON:
            return trophy(size, INK)
        case Mark.NONE:
            return None
