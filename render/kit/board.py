"""The standard board: a straight or a round course with its horses, and a paper with the news and the players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise, starmap
from typing import NamedTuple

from PIL import Image

from render.kit.alt import alt_text
from render.kit.captions import StandardCaptions, StandardPhrases
from render.kit.field import leading, with_field
from render.kit.leader import beside, with_pennant
from render.kit.page import WIDTH
from render.kit.panorama import PAPER, Panorama
from render.kit.racecard import Mark, Player, height_for, with_last, with_players
from render.kit.replay import LAST, Asked, animated
from render.kit.result import in_order
from render.kit.round import FULL, Round
from render.kit.runners import Runner, palette_of, seen, with_runners
from render.kit.stage import Beat, Film, Way
from render.kit.stages import Rails, Ring, starter
from render.parts.canvas import Canvas
from render.parts.cards import Card
from render.parts.palette import CREAM, FOREST, GOLD
from render.parts.poster import HEAD, with_news, with_title, with_turn
from render.parts.shapes import blank_paper, put
from render.picture import Listing, Picture, Sentence, Topic, png

_LEFT, _INSIDE, _PAPER = 227, 228, (746, 344)
"""The left, the top and the size of the paper inside a round course."""


class Board(NamedTuple):
    """What everyone sees of a game."""

    race: int
    title: str
    """Which race it is."""
    news: str
    """What is going on."""
    spaces: int
    """The length of the course."""
    runners: Sequence[Runner]
    """By lane, with the moves just made."""
    players: Sequence[Player]
    """By seat."""
    is_round: bool = False
    dice: Sequence[int] = ()
    """Thrown last."""
    dice_are_open: bool = False
    """Whether nothing has been made of the dice yet: they stand below what moved before they were thrown."""
    card: Card | None = None
    """Played last."""


def board(name: str, shown: Board, captions: StandardCaptions) -> Picture:
    """Draw and tell a board. 1200 × 904 pixels for a round course, else 1200 wide and as high as it takes; PNG."""
    return png(partial(drawn_board, shown, captions), name, _told(shown, captions), palette_of(shown.runners))


def replay(name: str, boards: Iterable[Board], captions: StandardCaptions, asked: Asked = LAST) -> Picture:
    """Animate the boards of a race on which something has moved; NothingMoved if nothing has, or NoSuchRace.

    What moved is seen from one board of a race to the next; in the first one it is where runners have a start.

    720 pixels wide. `name` is that of the file, without the number of the race.
    """
    shown = list(boards)
    steps = [*shown[:1], *starmap(_since, pairwise(shown))]
    moved = [each for each in steps if any(runner.start is not None for runner in each.runners)]
    names = [player.name for player in shown[0].players] if shown else []
    return animated(name, moved, partial(_film, captions=captions), names, captions, asked)


def _film(steps: Sequence[Board], captions: StandardCaptions) -> Film:
    first, last = steps[0], steps[-1].runners
    runners = tuple(starter(runner, captions.leads) for runner in first.runners)
    home = sorted(
        (lane for lane, runner in enumerate(last) if runner.rank), key=lambda lane: last[lane].rank or 0
    )
    order = in_order(range(len(last)), home, [int(runner.space) for runner in last]) if home else []
    finish = tuple(lane for lane, _ in order)
    return Film(
        race=first.race,
        title=first.title,
        stage=(Ring if first.is_round else Rails)(first.spaces, runners, captions.start, captions.finish),
        start=tuple((float(runner.before().space),) for runner in first.runners),
        beats=tuple(map(_beat, steps)),
        finish=finish,
        winner=runners[finish[0]].name if finish else "",
        verdict=captions.wins,
        ranks=tuple(rank for _, rank in order),
    )


def _beat(shown: Board) -> Beat:
    """Return what has moved on a board; whose doing that was it does not say, so nothing is told of it in words."""
    ways = [
        Way(lane, ((float(runner.start),), (float(runner.space),)))
        for lane, runner in enumerate(shown.runners)
        if runner.start is not None
    ]
    ranks = {runner.rank: lane for lane, runner in enumerate(shown.runners) if runner.rank}
    return Beat((), tuple(ways), leading(shown.runners), tuple(ranks[rank] for rank in sorted(ranks)))


def _since(before: Board, shown: Board) -> Board:
    """Return a board with what has moved since the one before."""
    if before.race != shown.race:
        return shown
    lanes = [(int(then.space), now) for then, now in zip(before.runners, shown.runners, strict=True)]
    runners = [now._replace(start=None if start == now.space else start) for start, now in lanes]
    return shown._replace(runners=runners)


def drawn_board(shown: Board, captions: StandardCaptions) -> Canvas:
    """Return a board."""
    palette = palette_of(shown.runners)
    if not shown.is_round:
        return _from_the_rails(shown, captions, palette)
    return _from_above(shown, captions, palette)


def _from_above(shown: Board, captions: StandardCaptions, palette: Image.Image) -> Canvas:
    """Return the board of a round course: around a paper with the players, below the head of a poster."""
    course = _course(shown)
    oval = course.laid(captions.start, captions.finish, palette)
    paper = blank_paper(*_PAPER, 46, CREAM)
    with_last(paper, shown.card, shown.dice, shown.runners, dice_are_open=shown.dice_are_open)
    with_players(paper, shown.players, captions)
    put(oval, paper, _LEFT, _INSIDE)
    with_runners(oval, course, shown.runners)
    _with_leader(oval, course, shown.runners, captions)
    image = Canvas(WIDTH, HEAD + oval.height, FOREST)
    image.rectangle((0, HEAD - 6, WIDTH - 1, HEAD - 1), GOLD)
    put(image, oval, 0, HEAD)
    _with_head(image, shown, captions, shown.news)
    return image


def _with_leader(image: Canvas, course: Round, runners: Sequence[Runner], captions: StandardCaptions) -> None:
    """Hang the pennant of the leader beside it, clear of the other horses and of the paper."""
    if (leader := leading(runners)) is None:
        return
    boxes = [seen(course, runner, lane).box for lane, runner in enumerate(runners)]
    paper = _LEFT, _INSIDE, _LEFT + _PAPER[0], _INSIDE + _PAPER[1]
    text, runs = (
        captions.leads.format(name=runners[leader].name),
        course.direction(runners[leader].space, leader),
    )
    page = 4, 4, image.width - 4, image.height - 4
    with_pennant(image, beside(text, boxes[leader], runs, page, [*boxes, paper]))


def _with_head(image: Canvas, shown: Board, captions: StandardCaptions, news: str) -> None:
    """Write into the head which race it is, and what is going on; on its ribbon whose turn it is."""
    turns = [seat for seat, player in enumerate(shown.players) if player.mark is Mark.TURN]
    if len(turns) == 1:
        with_title(image, shown.title.upper(), news)
        with_turn(image, captions.turn, shown.players[turns[0]].name, captions.stand_in(turns[0]))
    else:
        with_title(image, shown.title.upper())
        with_news(image, news)


def _from_the_rails(shown: Board, captions: StandardCaptions, palette: Image.Image) -> Canvas:
    """Return the board of a straight course: a poster."""
    course, height = Panorama(shown.spaces, len(shown.runners)), height_for(len(shown.players))
    image = course.laid(captions.start, captions.finish, palette, PAPER + height)
    _with_head(image, shown, captions, shown.news)
    with_field(image, course, shown.runners, captions)
    paper = Canvas(WIDTH, height)
    with_last(paper, shown.card, shown.dice, shown.runners, dice_are_open=shown.dice_are_open)
    with_players(paper, shown.players, captions)
    put(image, paper, 0, PAPER)
    return image


def _course(shown: Board) -> Round:
    lanes = len(shown.runners)
    numbers = FULL.numbers if shown.spaces > 48 else 22
    return Round(shown.spaces, lanes, FULL._replace(token=min(FULL.token, 184 // lanes + 8), numbers=numbers))


def _told(shown: Board, captions: StandardCaptions) -> str:
    """Tell a board: the horses in front first, what was played or thrown, whose turn it is, the players."""
    say, last = captions.alt, shown.card.name if shown.card else ", ".join(map(str, shown.dice))
    played = say.thrown if shown.dice_are_open and not shown.card else say.last
    names = [player.name for player in shown.players]
    called = [captions.name(names, seat) for seat in range(len(names))]
    ahead = sorted(shown.runners, key=lambda runner: (runner.rank or len(shown.runners) + 1, -runner.space))
    phrase = say.board.format(title=shown.title, news=shown.news, horses="{horses}")
    return alt_text(
        Listing(phrase, [_where(runner, captions) for runner in ahead]),
        played.format(last=last) if last else "",
        *_waited(shown.players, called, say),
        say.players.format(players="; ".join(map(partial(_player, captions), shown.players, called))),
    )


def _where(runner: Runner, captions: StandardCaptions) -> str:
    say = captions.alt
    phrase = say.at_home if runner.rank else say.on_space if runner.space else say.at_start
    return phrase.format(horse=runner.name, space=runner.space, rank=runner.rank)


def _waited(players: Sequence[Player], called: Sequence[str], say: StandardPhrases) -> Iterator[str]:
    for mark, phrase in ((Mark.TURN, say.turn), (Mark.OPEN, say.waiting)):
        asked = [name for name, player in zip(called, players, strict=True) if player.mark is mark]
        if asked:
            yield Sentence(Topic.ASKED, phrase.format(names=", ".join(asked)))


def _player(captions: StandardCaptions, player: Player, name: str) -> str:
    phrase = captions.alt.player_noted if player.note else captions.alt.player
    return phrase.format(name=name, score=captions.number(player.score), note=player.note)
