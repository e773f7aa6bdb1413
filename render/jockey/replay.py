"""The animated replay: every card of a race, and the move it made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from PIL import Image

from engines.jockey.actions import Horse
from engines.jockey.state import LastPlay
from engines.jockey.view import View
from render.jockey.captions import Captions
from render.jockey.faces import face
from render.jockey.horses import course_of, runners_of
from render.kit.page import Seats
from render.kit.replay import CardStep, CourseReel, animated, cards_played
from render.kit.round import SMALL
from render.kit.runners import Course, Runner
from render.parts.cards import back, card_height
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FADED, INK
from render.parts.shapes import arrow, flag, fresh_sheet, put, put_centred
from render.parts.silks import token
from render.picture import Picture

_MOST = 150
"""How many cards fit into a replay."""
_LEFT, _TOP, _RIGHT, _BOTTOM = 137, 138, 583, 342
_CARD = 124
"""The edges of the paper, and the width of the card on it."""

Step: TypeAlias = CardStep[View, LastPlay, int, Horse]


def replay(views: Sequence[View], names: Sequence[str], captions: Captions) -> Picture:
    """Animate a race, or several, from everyone's views after each action; ValueError if no card is played."""
    return animated("jockey-replay-race", cards_played(views), _MOST, Reel(names, captions).shots, captions)


class Reel(Seats[Captions], CourseReel[Step]):
    """What every frame of a replay shares."""

    panel = (_LEFT, _TOP, _RIGHT, _BOTTOM)

    def course(self, step: Step) -> Course:
        """Return the course, small."""
        return course_of(step.view, SMALL)

    def runners(self, step: Step) -> list[Runner]:
        """Return the horses after a card by lane."""
        after = replace(step.view, places=step.places, home=step.home, last=step.play)
        return runners_of(after, self.captions)

    def paper(self, step: Step, runners: Sequence[Runner], is_open: bool) -> tuple[Image.Image, float, float]:
        """Return the paper with the horses in order, the card, who played it, and its move."""
        paper, horses = fresh_sheet(_RIGHT - _LEFT, _BOTTOM - _TOP, 28, CREAM), step.view.horses
        _order(paper, runners)
        front = face(step.play.card, _CARD, horses, self.captions) if is_open else back(_CARD)
        put(paper, front, 144, (paper.height - card_height(_CARD)) / 2)
        race = self.captions.race_of.format(race=step.race, races=step.view.races)
        headline(paper, 288, 40, race, 26, width=140)
        if is_open:
            self.name(paper, step.play.seat, 288, 96, 28, 140)
            _move(paper, step, self.captions)
        return paper, _LEFT, _TOP


def _order(panel: Image.Image, runners: Sequence[Runner]) -> None:
    order = sorted(runners, key=lambda runner: (runner.rank or len(runners) + 1, -runner.space))
    row = (panel.height - 24) / len(order)
    for number, runner in enumerate(order):
        y = 12 + row * (number + 0.5)
        put_centred(panel, token(runner.silk, 38), 44, y)
        if runner.rank:
            put_centred(panel, flag(30, INK), 92, y)
        else:
            headline(panel, 72, y, str(runner.space), 30)


def _move(panel: Image.Image, step: Step, captions: Captions) -> None:
    start, end = step.play.start, step.play.end
    if start is None or end is None:
        write(panel, 288, 152, captions.stays, 22, fill=FADED, width=140)
        return
    x = 288 + headline(panel, 288, 152, str(start), 28) + 10
    put_centred(panel, arrow(26, 20, INK), x + 13, 152)
    if end > step.view.squares:
        put_centred(panel, flag(32, INK), x + 54, 152)
    else:
        headline(panel, x + 36, 152, str(end), 28)
