"""The result of a race: the order of finish, a stripe of turf a horse, beside a table of bets and what they brought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from PIL import Image, ImageDraw

from engines.parts.ranking import ranking
from render.kit.alt import alt_text
from render.kit.page import Column, filled, page, ruled
from render.kit.runners import Runner, palette_of
from render.kit.slip import Bet, bet_told, drawn_stakes
from render.kit.words import StandardCaptions
from render.parts.lettering import headline, number, signed, write
from render.parts.mount import mount
from render.parts.palette import CREAM, FADED, INK, LOSS, TURF, TURF_LIGHT, of_gain
from render.parts.shapes import flag, put, put_centred, rosette
from render.parts.silks import Silk
from render.picture import Picture, png
from render.words import Captions

FINISH, TABLE = (320, 680), (804, 680)
"""The sizes of the panel with the order of finish and of the table beside it, in pixels."""
TITLES = 56
"""The height of the table's head."""

Horse = TypeVar("Horse")

_NAME, _BET, _NET, _TOTAL = 28, Column(250, 200, "l"), Column(634, 124), Column(780, 134)


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
    """Over the bets, their nets and the totals."""
    players: Sequence[Settled]
    """By seat."""


def result(name: str, over: Result, words: StandardCaptions) -> Picture:
    """Draw and tell the result of a race. 1200 × 800 pixels, PNG."""
    say, spaces = words.alt, [int(runner.space) for runner in over.runners]
    order = in_order(over.runners, _home(over), spaces)
    horses = ", ".join(say.placed.format(horse=runner.name, rank=rank) for runner, rank in order)
    told = [say.result.format(title=over.title, horses=horses)]
    names = [player.name for player in over.players]
    for seat, player in enumerate(over.players):
        net, total = signed(player.net, words.thousands), number(player.total, words.thousands)
        bet = bet_told(player.bet, words) if player.bet else say.no_bet
        told.append(say.settled.format(name=words.name(names, seat), bet=bet, net=net, total=total))
    return png(lambda: drawn_result(over, words), name, alt_text(*told), palette_of(over.runners))


def drawn_result(over: Result, words: Captions) -> Image.Image:
    """Return the result of a race."""
    worn, spaces = (
        {runner: runner.silk for runner in over.runners},
        [int(runner.space) for runner in over.runners],
    )
    table = ruled(*TABLE, TITLES, dict(zip((_BET, _NET, _TOTAL), over.heads, strict=True)), 26)
    for seat, y in enumerate(filled(table, TITLES, len(over.players), most=156, ornament=340)):
        player = over.players[seat]
        width, spare = _BET.at - _NAME - 16, words.stand_in(seat)
        write(table, _NAME, y, player.name, 32, width=width, spare=spare)
        if player.bet:
            write(table, _BET.at, y - 27, player.bet.kind, 28, fill=FADED, width=250)
            staked = drawn_stakes(player.bet.stakes, 40, words.thousands)
            put(table, staked, _BET.at, y + 18 - staked.height / 2)
        _NET.figure(table, y, signed(player.net, words.thousands), 36, of_gain(player.net))
        colour = LOSS if player.total < 0 else INK
        _TOTAL.figure(table, y, number(player.total, words.thousands), 36, colour)
    return page(over.title, order_of_finish(FINISH, worn, _home(over), spaces), table)


def _home(over: Result) -> list[Runner]:
    return sorted((runner for runner in over.runners if runner.rank), key=lambda runner: runner.rank or 0)


def in_order(
    horses: Sequence[Horse], home: Sequence[Horse], squares: Sequence[int]
) -> list[tuple[Horse, int]]:
    """Return every horse with its rank: those at home, then the rest by their squares, equals alike.

    `squares` are by horse; `home` is in the order of finish.
    """
    rest = [horse for horse in horses if horse not in home]
    ranks = ranking([squares[horses.index(horse)] for horse in rest])
    behind = sorted(zip(rest, ranks, strict=True), key=lambda pair: pair[1])
    return [
        *((horse, rank) for rank, horse in enumerate(home, 1)),
        *((horse, len(home) + rank) for horse, rank in behind),
    ]


def order_of_finish(
    size: tuple[int, int],
    worn: Mapping[Horse, Silk],
    home: Sequence[Horse],
    squares: Sequence[int],
    *,
    weights: Sequence[float] = (1.7, 1.35),
    riding: tuple[int, int, float] = (168, 168, 0.92),
    ribbon: float = 0.48,
) -> Image.Image:
    """Return a panel with every horse of `worn` by its rank, those at home with a flag, the rest with their squares.

    `weights` are those of the first stripes. A horse stands in the middle of `riding`, at most so many pixels wide,
    or so large a share of its stripe's height; `ribbon` is the share of its rosette.
    """
    panel = Image.new("RGB", size, TURF)
    order = in_order(list(worn), home, squares)
    shares = [*weights, *(1.0 for _ in order)][: len(order)]
    x, most, share = riding
    for (horse, rank), (top, height) in zip(order, mown(panel, shares), strict=True):
        y = top + height / 2
        put_centred(panel, mount(worn[horse], min(most, round(height * share))), x, y)
        put_centred(panel, rosette(rank, min(76, round(height * ribbon))), 50, y)
        if horse in home:
            put_centred(panel, flag(42, CREAM), 284, y)
        else:
            square = str(squares[list(worn).index(horse)])
            headline(panel, 284, y, square, 38, fill=CREAM, align="m", width=66)
    return panel


def mown(panel: Image.Image, weights: Sequence[float]) -> Iterator[tuple[int, int]]:
    """Mow a panel in stripes by their weights, every other one lighter: yield the top and the height of each."""
    top = 0.0
    for stripe, weight in enumerate(weights):
        height = panel.height * weight / sum(weights)
        if stripe % 2:
            ImageDraw.Draw(panel).rectangle((0, top, panel.width, top + height), fill=TURF_LIGHT)
        yield round(top), round(height)
        top += height
