"""The standard board: a straight or a round course with its horses, and a paper with the news and the players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image

from render.kit.alt import alt_text
from render.kit.faces import Card
from render.kit.page import EDGE, WIDTH
from render.kit.racecard import Mark, Player, height_for, with_head, with_last, with_players
from render.kit.replay import CourseReel, animated
from render.kit.round import FULL, Round
from render.kit.runners import Course, Runner, palette_of, with_runners
from render.kit.straight import straight
from render.kit.words import StandardCaptions
from render.parts.lettering import number
from render.parts.oval import Scale
from render.parts.palette import CREAM
from render.parts.shapes import put, sheet
from render.picture import Picture, png

_TOP, _BELOW = 52, 462
"""Where a straight course begins, and the paper below it."""
_LEFT, _INSIDE, _PAPER = 227, 228, (746, 344)
"""The left, the top and the size of the paper inside a round course."""
_SMALL, _MOST = 0.6, 150
"""How large a replay is beside a board, and how many boards it shows."""


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
    card: Card | None = None
    """Played last."""


def board(name: str, shown: Board, words: StandardCaptions) -> Picture:
    """Draw and tell a board. 1200 × 800 pixels for a round course, else 1200 wide and as high as it takes; PNG."""
    return png(lambda: drawn_board(shown, words), name, _told(shown, words), palette_of(shown.runners))


def replay(name: str, boards: Iterable[Board], words: StandardCaptions) -> Picture:
    """Animate the boards on which something has moved; ValueError if nothing has.

    720 pixels wide, GIF. `name` is that of the file, without the number of the last race.
    """
    shown = list(boards)
    moved = [each for each in shown if any(runner.start is not None for runner in each.runners)]
    palette = palette_of(shown[0].runners) if shown else None
    return animated(name, moved, _MOST, BoardReel(words).shots, words, palette)


def drawn_board(shown: Board, words: StandardCaptions) -> Image.Image:
    """Return a board."""
    course = _course(shown)
    image = course.ground(words.start, words.finish)
    with_runners(image, course, shown.runners, range(len(shown.runners)))
    put(image, *_paper(shown, words))
    return image


def _course(shown: Board, by: float = 1.0) -> Course:
    lanes = len(shown.runners)
    if shown.is_round:
        numbers = FULL.numbers if shown.spaces > 48 else 22
        full = FULL._replace(token=min(FULL.token, 184 // lanes + 8), numbers=numbers)
        return Round(shown.spaces, lanes, Scale(*(round(side * by) for side in full)))
    size = WIDTH, _BELOW + height_for(len(shown.players)) + EDGE
    return straight(
        lanes, shown.spaces, (round(size[0] * by), round(size[1] * by)), _TOP * by, is_shared=False
    )


def _paper(shown: Board, words: StandardCaptions, by: float = 1.0) -> tuple[Image.Image, float, float]:
    """Return the paper, its left and its top."""
    if shown.is_round:
        left, top, size, radius = _LEFT, _INSIDE, _PAPER, 46
    else:
        left, top, size, radius = EDGE, _BELOW, (WIDTH - 2 * EDGE, height_for(len(shown.players))), 30
    paper = sheet(*size, radius, CREAM).copy()
    with_head(paper, shown.title, shown.news)
    with_last(paper, shown.card, shown.dice, shown.runners)
    with_players(paper, shown.players, words)
    small = round(size[0] * by), round(size[1] * by)
    return paper if by == 1 else paper.resize(small, Image.Resampling.LANCZOS), left * by, top * by


@dataclass(frozen=True, slots=True)
class BoardReel(CourseReel[Board]):
    """Turns boards into the frames of a replay."""

    words: StandardCaptions

    def course(self, step: Board) -> Course:
        """Return the course, small."""
        return _course(step, _SMALL)

    def runners(self, step: Board) -> Sequence[Runner]:
        """Return the horses by lane, with the moves just made."""
        return step.runners

    def ground(self, step: Board) -> Image.Image:
        """Return the empty course."""
        return self.course(step).ground(self.words.start, self.words.finish)

    def paper(
        self, step: Board, runners: Sequence[Runner], is_open: bool
    ) -> tuple[Image.Image, float, float]:
        """Return the paper, small; before the first move without news."""
        shown = step if is_open else step._replace(news="", dice=(), card=None, runners=runners)
        return _paper(shown, self.words, _SMALL)


def _told(shown: Board, words: StandardCaptions) -> str:
    """Tell a board: the horses in front first, what was played or thrown, whose turn it is, the players."""
    say, last = words.alt, shown.card.name if shown.card else ", ".join(map(str, shown.dice))
    ahead = sorted(shown.runners, key=lambda runner: (runner.rank or len(shown.runners) + 1, -runner.space))
    return alt_text(
        say.board.format(
            title=shown.title, news=shown.news, horses=", ".join(_where(runner, words) for runner in ahead)
        ),
        say.last.format(last=last) if last else "",
        *_waited(shown.players, words),
        say.players.format(players="; ".join(_players(shown.players, words))),
    )


def _where(runner: Runner, words: StandardCaptions) -> str:
    say = words.alt
    phrase = say.at_home if runner.rank else say.on_space if runner.space else say.at_start
    return phrase.format(horse=runner.name, space=runner.space, rank=runner.rank)


def _waited(players: Sequence[Player], words: StandardCaptions) -> Iterator[str]:
    names = [player.name for player in players]
    for mark, phrase in ((Mark.TURN, words.alt.turn), (Mark.OPEN, words.alt.waiting)):
        asked = [words.name(names, seat) for seat, player in enumerate(players) if player.mark is mark]
        if asked:
            yield phrase.format(names=", ".join(asked))


def _players(players: Sequence[Player], words: StandardCaptions) -> Iterator[str]:
    names = [player.name for player in players]
    for seat, player in enumerate(players):
        name, score = words.name(names, seat), number(player.score, words.thousands)
        phrase = words.alt.player_noted if player.note else words.alt.player
        yield phrase.format(name=name, score=score, note=player.note)
