"""The animated replay: the sequences of a deal card by card, and the points that racehorses bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PIL import Image

from engines.core import Seat
from engines.newmarket.view import Dealt, Shown, View
from render.kit.page import Seats
from render.kit.replay import Races, animated
from render.newmarket import alt
from render.newmarket.captions import Captions
from render.newmarket.faces import PALETTE, face, worn
from render.newmarket.owners import jacket
from render.newmarket.track import Track, with_cards
from render.parts.animation import Shot
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FOREST, GOLD, INK, SHADE
from render.parts.shapes import flag, fresh_sheet, put, put_centred, sheet
from render.parts.silks import token
from render.picture import Picture

_SIZE = 720, 420
_TRACK = Track(left=14, top=76, label=108, width=45, height=42, apart=8)
_PANEL = 14, 270, 692, 136
"""Left, top, width and height of the paper below the track."""

_OPENING, _LEAD, _FOLLOW, _CLAIM, _END = 1200, 800, 350, 1200, 3000
"""Milliseconds: a deal begins, the first card of a sequence, a later one, one that claims, the end of a deal."""

_MOST = 160
"""How many cards fit into a replay."""


class Step(NamedTuple):
    """One moment of a deal."""

    view: View
    """A view for what does not change: the racehorses, the colours."""
    race: int
    """The number of the deal."""
    plays: tuple[Shown, ...]
    pots: tuple[int, ...]
    """By horse."""
    over: Dealt | None
    """How the deal ended; None: it goes on."""

    @property
    def milliseconds(self) -> int:
        """How long it stands."""
        if self.over:
            return _END
        if self.plays[-1].card in self.view.racehorses:
            return _CLAIM
        return _LEAD if len(alt.sequence(self.plays)) == 1 else _FOLLOW


def replay(views: Sequence[View], names: Sequence[str], captions: Captions) -> Picture:
    """Animate a deal, or several, from everyone's views after each action; ValueError if no card is played."""
    return animated(
        "newmarket-replay-deal", _steps(views), _MOST, Reel(names, captions).shots, captions, PALETTE
    )


def _steps(views: Sequence[View]) -> Iterator[Step]:
    """Find the cards played, and how each deal ended."""
    before: View | None = None
    for view in views:
        ended = before and view.result and before.plays and view.result.deal == before.deal
        if before and ended and view.result:
            last = view.result.last
            plays = before.plays if last == before.plays[-1] else (*before.plays, last)
            yield Step(view, before.deal, plays, view.result.unclaimed, view.result)
        if view.plays and (before is None or before.plays != view.plays):
            yield Step(view, view.deal, view.plays, view.pots, None)
        before = view


class Reel(Seats[Captions]):
    """What every frame of a replay shares."""

    def shots(self, deals: Races[Step]) -> Iterator[Shot]:
        """Yield every frame."""
        for steps in deals:
            yield Shot(self._scene(steps[0]._replace(plays=(), over=None)), _OPENING)
            for step in steps:
                yield Shot(self._scene(step), step.milliseconds)

    def _scene(self, step: Step) -> Image.Image:
        image = Image.new("RGB", _SIZE, FOREST)
        quarter = (_SIZE[0] - 28) / len(step.pots)
        for at, (horse, points) in enumerate(zip(step.view.racehorses, step.pots, strict=True)):
            x = 14 + quarter * (at + 0.5)
            put_centred(image, token(worn(horse, step.view.colours), 50), x - 40, 38)
            put_centred(image, sheet(76, 44, 22, GOLD if points else SHADE, edge=INK), x + 30, 38)
            headline(image, x + 30, 38, self.captions.number(points), 30, align="m", width=64)
        with_cards(image, _TRACK, step.view, step.plays, self.captions)
        put(image, self._panel(step), *_PANEL[:2])
        return image

    def _panel(self, step: Step) -> Image.Image:
        panel = fresh_sheet(_PANEL[2], _PANEL[3], 18, CREAM)
        middle = _PANEL[3] / 2
        deal = self.captions.deal_of.format(deal=step.race, deals=step.view.deals)
        headline(panel, 116, 34, deal, 28, width=540)
        if step.plays:
            self._card(panel, step)
        if step.over:
            self._end(panel, step.over)
        elif step.plays:
            self._name(panel, step.plays[-1].seat, middle + 24)
        return panel

    def _card(self, panel: Image.Image, step: Step) -> None:
        card, view = step.plays[-1].card, step.view
        front = face(card, 84, view.colours, view.racehorses, self.captions)
        put(panel, front, 14, (panel.height - front.height) / 2)

    def _name(self, panel: Image.Image, seat: Seat, y: float) -> float:
        put_centred(panel, jacket(seat, 52), 140, y)
        return 172 + self.name(panel, seat, 172, y, 36, 340)

    def _end(self, panel: Image.Image, over: Dealt) -> None:
        y = panel.height / 2 + 24
        if over.out is None:
            write(panel, 116, y, self.captions.stuck, 36, width=540)
            return
        put_centred(panel, jacket(over.out, 52), 140, y)
        phrase = self.captions.out.format(name=self.called(over.out, 36, 340))
        x = 172 + write(panel, 172, y, phrase, 36, width=430)
        put_centred(panel, flag(36, INK), x + 34, y)
