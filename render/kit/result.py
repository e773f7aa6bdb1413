"""The result of a race, its order of finish beside what every bet brought; and the final ranking of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from PIL import Image

from engines.parts.ranking import ranking
from render.captions import Captions
from render.kit.alt import alt_text, by_rank, final_text
from render.kit.captions import StandardCaptions
from render.kit.page import EDGE, WIDTH, Column, filled, page, rows, ruled
from render.kit.runners import Runner, palette_of
from render.kit.slip import Bet, bet_told, drawn_stakes
from render.parts.canvas import Canvas
from render.parts.lettering import headline, write
from render.parts.mount import mount
from render.parts.palette import CREAM, FADED, INK, LOSS, TURF, TURF_LIGHT, of_gain
from render.parts.shapes import flag, put, put_centred, rosette, trophy
from render.parts.silks import Silk
from render.picture import Picture, png

FINISH, TABLE, TITLES = (320, 680), (804, 680), 56
"""The sizes of the panel with the order of finish and of the table beside it, and the height of the latter's head."""

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
    """Over the bets, where anybody has one, their nets and the totals."""
    players: Sequence[Settled]
    """By seat."""


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
    """Return the result of a race."""
    bet, *others = zip((_BET, _NET, _TOTAL), over.heads, strict=True)
    table = ruled(*TABLE, TITLES, dict([bet, *others] if _has_bets(over) else others), 26)
    for seat, y in enumerate(filled(table, TITLES, len(over.players), most=156, ornament=340)):
        player = over.players[seat]
        width, spare = _BET.at - _NAME - 16, captions.stand_in(seat)
        write(table, _NAME, y, player.name, 32, width=width, spare=spare)
        if player.bet:
            write(table, _BET.at, y - 27, player.bet.kind, 28, fill=FADED, width=250)
            staked = drawn_stakes(player.bet.stakes, 40, captions)
            put(table, staked, _BET.at, y + 18 - staked.height / 2)
        _NET.figure(table, y, captions.signed(player.net), 36, of_gain(player.net))
        colour = LOSS if player.total < 0 else INK
        _TOTAL.figure(table, y, captions.number(player.total), 36, colour)
    worn = {runner: runner.silk for runner in over.runners}
    return page(over.title, order_of_finish(worn, _home(over), _spaces(over)), table)


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


def order_of_finish(
    worn: Mapping[Horse, Silk],
    home: Sequence[Horse],
    squares: Sequence[int],
    *,
    weights: Sequence[float] = (1.7, 1.35),
    riding: tuple[int, int, float] = (168, 168, 0.92),
    ribbon: float = 0.48,
) -> Canvas:
    """Return a panel with every horse of `worn` by its rank, those at home with a flag, the rest with their squares.

    `weights` are those of the first stripes. A horse stands in the middle of `riding`, at most so many pixels wide,
    or so large a share of its stripe's height; `ribbon` is the share of its rosette.
    """
    panel = Canvas(*FINISH, TURF)
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


def mown(panel: Canvas, weights: Sequence[float]) -> Iterator[tuple[int, int]]:
    """Mow a panel in stripes by their weights, every other one lighter: yield the top and the height of each."""
    top = 0.0
    for stripe, weight in enumerate(weights):
        height = panel.height * weight / sum(weights)
        if stripe % 2:
            panel.rectangle((0, top, panel.width, top + height), fill=TURF_LIGHT)
        yield round(top), round(height)
        top += height


_ROW = 108
"""The height of a row of the final ranking in pixels."""


def final_ranking(
    game: str,
    scores: Sequence[int],
    names: Sequence[str],
    captions: Captions,
    palette: Image.Image | None = None,
    row: int = _ROW,
) -> Picture:
    """Draw and tell the players by their scores, the best first, equal ones with the same rosette, in seat order.

    `scores` and `names` are by seat (or by team). 1200 pixels wide, 120 and another `row` a seat high, PNG.
    """

    def facts(seat: int) -> dict[str, str]:
        return {"name": captions.name(names, seat), "score": captions.number(scores[seat])}

    told = final_text(captions.alt, ranking(scores), facts)
    return png(partial(_drawn_ranking, scores, names, captions, row), f"{game}-final", told, palette)


def _drawn_ranking(scores: Sequence[int], names: Sequence[str], captions: Captions, row: int) -> Canvas:
    by, ranks = row / _ROW, ranking(scores)
    table = Canvas(WIDTH - 2 * EDGE, row * len(scores), CREAM)
    for seat, y in zip(by_rank(ranks), rows(table, 0, row, len(scores)), strict=True):
        put_centred(table, rosette(ranks[seat], round(80 * by)), 76, y)
        write(table, 150, y, names[seat], round(46 * by), width=640, spare=captions.stand_in(seat))
        if ranks[seat] == 1:
            put_centred(table, trophy(round(60 * by), INK), 850, y)
        score, colour = captions.number(scores[seat]), LOSS if scores[seat] < 0 else INK
        headline(table, table.width - 40, y, score, round(50 * by), fill=colour, align="r", width=220)
    return page(captions.final, table, is_adorned=True)
