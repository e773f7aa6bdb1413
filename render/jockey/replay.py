"""The animated replay: every card of a race, and the move it made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from engines.jockey.actions import Horse
from engines.jockey.state import LastPlay
from engines.jockey.view import View
from render.jockey.captions import Captions
from render.jockey.horses import ranked, runners_of
from render.kit.field import leading
from render.kit.replay import LAST, Asked, CardStep, animated, cards_played
from render.kit.result import in_order
from render.kit.stage import Beat, Film, Play, Way
from render.kit.stages import Rails, starter
from render.picture import Picture

Step: TypeAlias = CardStep[View, LastPlay, int, Horse]


def replay(views: Sequence[View], names: Sequence[str], captions: Captions, asked: Asked = LAST) -> Picture:
    """Animate a race from everyone's views after each action; NothingMoved if no card is played, or NoSuchRace."""
    film = partial(_film, captions=captions)
    return animated("jockey-replay-race", cards_played(views), film, names, captions, asked)


def _film(steps: Sequence[Step], captions: Captions) -> Film:
    view, last = steps[0].view, _after(steps[-1])
    runners = [starter(runner, captions.leads) for runner in runners_of(view, captions)]
    finish = tuple(view.horses.index(horse) for horse in ranked(last)) if last.home else ()
    return Film(
        race=steps[0].race,
        title=captions.race_of.format(race=steps[0].race, races=view.races),
        stage=Rails(view.squares, tuple(runners), captions.start, captions.finish),
        start=tuple((float(place),) for place in _before(steps[0])),
        beats=tuple(_beats(steps, captions)),
        finish=finish,
        winner=runners[finish[0]].name if finish else "",
        verdict=captions.wins,
        ranks=tuple(last.positions[horse] for horse in finish),
    )


def _beats(steps: Sequence[Step], captions: Captions) -> Iterator[Beat]:
    for step in steps:
        play, after = step.play, _after(step)
        ways: tuple[Way, ...] = ()
        did, horse = captions.stays, None if play.horse is None else after.horses.index(play.horse)
        if horse is not None and play.start is not None and play.end is not None:
            ways = (Way(horse, ((float(play.start),), (float(play.end),))),)
            did = captions.signed(play.end - play.start)
        home = tuple(after.horses.index(each) for each in step.home)
        yield Beat((Play(play.seat, did, horse),), ways, leading(runners_of(after, captions)), home)


def _after(step: Step) -> View:
    """Return a view as things stood after a card."""
    view, places, home = step.view, step.places, step.home
    ranks = dict(in_order(view.horses, home, places))
    positions = tuple(ranks[horse] for horse in view.horses)
    return replace(view, places=places, home=home, last=step.play, positions=positions)


def _before(step: Step) -> tuple[int, ...]:
    """Return the places before a card."""
    play, horses = step.play, step.view.horses
    if play.horse is None or play.start is None or play.end is None:
        return step.places
    return tuple(
        play.start if horse == play.horse else place for horse, place in zip(horses, step.places, strict=True)
    )
