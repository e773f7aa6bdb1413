"""The result of a race, its order of finish beside what every bet brought; and the final ranking of a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from PIL import Image

from engines.parts.ranking import ranking
from render.captions import Captions
from render.kit.alt import alt_text, final_text
from render.kit.captions import StandardCaptions
from render.kit.final import drawn_final
from render.kit.photo import BOTTOM, Placed, photo_ground, with_photo
from render.kit.runners import Runner, palette_of
from render.kit.slip import Bet, bet_told, drawn_stakes
from render.parts.canvas import Canvas
from render.parts.ground import laid
from render.parts.lettering import Face, fitted, poster, write
from render.parts.palette import (
    FADED,
    FOREST,
    GAIN,
    INK,
    LOSS,
    colours_in,
    fixed_palette,
    of_gain,
)
from render.parts.plates import coin
from render.parts.poster import EDGE, WIDTH, with_title, with_winner
from render.parts.shapes import put, put_centred
from render.parts.sketch import Sketch
from render.parts.tickets import put_stamp, put_ticket
from render.picture import Picture, png

Horse = TypeVar("Horse")


class Settled(NamedTuple):
    """What a race brought a player: the bet, the net of it, and what there is now."""

    name: str
    bet: Bet | None
    net: int
    total: int


class Result(NamedTuple):
    """A race that is over."""

    title: str
    runners: Sequence[Runner]
    """In any order; those at home have a rank."""
    heads: tuple[str, str, str]
    """Over the bets, where anybody has one, their nets and the totals."""
    players: Sequence[Settled]
    """By seat."""
    note: str = ""
    """What stands below the title."""


def result(name: str, over: Result, captions: StandardCaptions) -> Picture:
    """Draw and tell the result of a race. 1200 × 800 pixels, PNG."""
    say, order = captions.alt, in_order(over.runners, _home(over), _spaces(over))
    horses = ", ".join(say.placed.format(horse=runner.name, rank=rank) for runner, rank in order)
    told = [say.result.format(title=over.title, horses=horses)]
    names, settled = [player.name for player in over.players], say.settled if _has_bets(over) else say.brought
    for seat, player in enumerate(over.players):
        net, total = captions.signed(player.net), captions.number(player.total)
        bet = bet_told(player.bet, captions) if player.bet else say.no_bet
        told.append(settled.format(name=captions.name(names, seat), bet=bet, net=net, total=total))
    return png(partial(drawn_result, over, captions), name, alt_text(*told), palette_of(over.runners))


def drawn_result(over: Result, captions: Captions) -> Canvas:
    """Return the result of a race: the photo finish, and below it everybody's ticket."""
    lines = -(-len(over.players) // 2)
    image = _laid(palette_of(over.runners), lines)
    with_title(image, over.title.upper(), over.note)
    placed = [
        Placed(runner.name, runner.silk, rank, runner.rank is not None, captions.rank(rank))
        for runner, rank in in_order(over.runners, _home(over), _spaces(over))
    ]
    if placed and placed[0].is_home:
        with_winner(image, captions.wins.format(name=placed[0].name))
    with_photo(image, placed)
    for number, seat in enumerate(_by_net(over.players)):
        line, column = divmod(number, 2)
        x, y = EDGE - 4 + column * (TICKET[0] + 16), BOTTOM + 14 + line * (TICKET[1] + 12)
        _ticket(image, x, y, over.players[seat], captions.stand_in(seat), captions)
    return image


TICKET, _STUB = (564, 118), 240
"""The size of a ticket and the width of its stub in pixels."""


def _by_net(players: Sequence[Settled]) -> list[int]:
    """Return the seats, those that have won most first."""
    return sorted(range(len(players)), key=lambda seat: -players[seat].net)


def _ticket(image: Canvas, x: float, y: float, player: Settled, spare: str, captions: Captions) -> None:
    """Draw a ticket: the bet, torn if it is lost, stamped if it was paid; and what there is now."""
    width, height = TICKET
    put_ticket(image, x, y, TICKET, _STUB, is_torn=player.net < 0)
    room = width - _STUB - 36
    upper = y + (height * 0.31 if player.bet and player.bet.stakes else height / 2)
    if player.bet and not player.bet.stakes:
        room -= 12 + round(
            write(image, x + 18 + room, upper, player.bet.kind, 32, fill=FADED, align="r", width=room // 2)
        )
    elif player.bet:
        room = _backed(image, x + 18, y + height * 0.72, upper, player.bet, room, captions)
    write(image, x + 18, upper, player.name, 38, width=room, spare=spare)
    middle, net = x + width - _STUB / 2 + 4, captions.signed(player.net)
    if player.net > 0:
        put_stamp(
            image, middle, y + height * 0.34, captions.paid.format(amount=net).upper(), 50, GAIN, _STUB - 36
        )
    else:
        poster(
            image, middle, y + height * 0.34, net, 54, fill=of_gain(player.net), align="m", width=_STUB - 40
        )
    total = captions.number(player.total)
    wide = fitted(total, Face.POSTER, 40, _STUB - 70).width + 36
    put_centred(image, coin(28), middle - wide / 2 + 14, y + height * 0.79)
    colour = LOSS if player.total < 0 else INK
    poster(image, middle + wide / 2, y + height * 0.79, total, 40, fill=colour, align="r", width=_STUB - 70)


def _backed(image: Canvas, x: float, y: float, upper: float, bet: Bet, room: int, captions: Captions) -> int:
    """Draw what was bet in a line, its kind beside the name where there is no room: return what is left there."""
    staked, kind = drawn_stakes(bet.stakes, 42, captions), fitted(bet.kind, Face.TEXT, 32).width
    if kind + 12 + staked.width <= room:
        write(image, x, y, bet.kind, 32, fill=FADED)
        put(image, staked, x + kind + 12, y - staked.height / 2)
        return room
    put(image, staked, x, y - staked.height / 2)
    return (
        room - 12 - round(write(image, x + room, upper, bet.kind, 32, fill=FADED, align="r", width=room // 2))
    )


def _drawn_ground(lines: int) -> Image.Image:
    ground = Sketch(WIDTH, BOTTOM + 14 + lines * (TICKET[1] + 12) + 8, FOREST)
    photo_ground(ground)
    return ground.image()


_laid = laid(_drawn_ground)


def _has_bets(over: Result) -> bool:
    return any(player.bet for player in over.players)


def _spaces(over: Result) -> list[int]:
    return [int(runner.space) for runner in over.runners]


def _home(over: Result) -> list[Runner]:
    return sorted((runner for runner in over.runners if runner.rank), key=lambda runner: runner.rank or 0)


def in_order(
    horses: Sequence[Horse], home: Sequence[Horse], squares: Sequence[int]
) -> list[tuple[Horse, int]]:
    """Return every horse with its rank: those at home in their order, then the rest by their squares, equals alike."""
    rest = [horse for horse in horses if horse not in home]
    ranks = ranking([squares[horses.index(horse)] for horse in rest])
    behind = sorted(zip(rest, ranks, strict=True), key=lambda pair: pair[1])
    return [
        *((horse, rank) for rank, horse in enumerate(home, 1)),
        *((horse, len(home) + rank) for horse, rank in behind),
    ]


_ROW = 84
"""The height of a row of the final ranking in pixels."""


def final_ranking(
    game: str,
    scores: Sequence[int],
    names: Sequence[str],
    captions: Captions,
    palette: Image.Image | None = None,
    row: int = _ROW,
    mates: Sequence[str] = (),
) -> Picture:
    """Draw and tell the players by their scores, the best first, equal ones with the same rosette, in seat order.

    `scores` and `names` are by seat, or by team, whose `mates` are written beside its name. 1200 pixels wide, 500 and
    another `row` a loser high, PNG.
    """

    def facts(seat: int) -> dict[str, str]:
        return {"name": captions.name(names, seat), "score": captions.number(scores[seat])}

    told = final_text(captions.alt, ranking(scores), facts)
    title, colours = captions.final, palette or fixed_palette()
    return png(
        partial(drawn_final, title, scores, names, captions, colours_in(colours), row, mates, captions.unit),
        f"{game}-final",
        told,
        palette,
    )
