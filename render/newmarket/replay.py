"""The animated replay: a deal card by card, the horse of each colour on the highest number played in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from engines.newmarket.actions import Card
from engines.newmarket.cards import LENGTH
from engines.newmarket.view import Dealt, Shown, View
from render.kit.replay import LAST, Asked, animated
from render.kit.stage import Beat, Film, Play, Starter, Way
from render.kit.stages import Rails
from render.newmarket.captions import Captions
from render.newmarket.faces import form, worn
from render.picture import Picture


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


def replay(views: Sequence[View], names: Sequence[str], captions: Captions, asked: Asked = LAST) -> Picture:
    """Animate a deal from everyone's views after each action; NothingMoved if no card is played, or NoSuchRace."""
    film = partial(_film, captions=captions, names=names)
    return animated("newmarket-replay-deal", _steps(views), film, names, captions, asked)


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


def _film(steps: Sequence[Step], captions: Captions, names: Sequence[str]) -> Film:
    view, last = steps[0].view, steps[-1]
    out = last.over.out if last.over else None
    named = {form(card).colour: card for card in view.racehorses}
    horses = [
        Starter(captions.colour(colour), worn(named.get(colour, Card(f"{colour}1")), view.colours), "")
        for colour in view.colours
    ]
    return Film(
        race=steps[0].race,
        title=captions.deal_of.format(deal=steps[0].race, deals=view.deals),
        stage=Rails(LENGTH, tuple(horses), "", ""),
        start=((0.0,),) * len(horses),
        beats=tuple(_beats(steps, captions)),
        finish=_order(last) if last.over else (),
        winner="" if out is None else names[out],
        spare="" if out is None else captions.stand_in(out),
        verdict=captions.stuck if out is None else captions.wins,
    )


def _order(step: Step) -> tuple[int, ...]:
    """Return the colours, that of the last card first, then those that have come furthest."""
    lanes, plays = range(len(step.view.colours)), step.plays
    last = _lane(step, plays[-1])
    return tuple(sorted(lanes, key=lambda lane: (lane != last, -_furthest(step, plays, lane))))


def _lane(step: Step, play: Shown) -> int:
    return step.view.colours.index(form(play.card).colour)


def _furthest(step: Step, plays: Sequence[Shown], lane: int) -> int:
    return max((form(play.card).number for play in plays if _lane(step, play) == lane), default=0)


def _beats(steps: Sequence[Step], captions: Captions) -> Iterator[Beat]:
    """Yield the cards, one by one; with the last one, which decides the deal, its horse crosses the line."""
    told, pots = 0, steps[0].view.pots
    for step in steps:
        for number in range(told, len(step.plays)):
            play, lane = step.plays[number], _lane(step, step.plays[number])
            start, end = (_furthest(step, step.plays[:until], lane) for until in (number, number + 1))
            is_newest = number == len(step.plays) - 1
            decides = is_newest and step.over is not None
            end = LENGTH + 1 if decides else end
            ways = (Way(lane, ((float(start),), (float(end),))),) if end > start else ()
            claimed = sum(pots) - sum(step.pots) if is_newest else 0
            did = captions.signed(claimed) if claimed > 0 else str(form(play.card).number)
            yield Beat((Play(play.seat, did, lane),), ways, None, (lane,) if decides else ())
        told, pots = len(step.plays), step.pots
