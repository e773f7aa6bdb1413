"""What Jumpy Jack's pictures show, told in words; from the same views, so with the same secrets kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.core import Seat
from engines.jumpyjack.actions import Guess, Horse, Order
from engines.jumpyjack.state import LastMove, Result
from engines.jumpyjack.teams import team_count, team_of
from engines.jumpyjack.view import Phase, View
from engines.parts.ranking import ranking
from render.jumpyjack.track import barriers
from render.jumpyjack.words import Words
from render.kit.alt import named, standing_told, told
from render.parts.figures import signed


def board(view: View, names: Sequence[str], words: Words) -> str:
    """Tell a board: the horses in front first, the barriers, the last move, the throw, the points."""
    blocked = ", ".join(map(str, barriers(view)))
    return told(
        (
            f"{words.race.format(race=view.race)}.",
            f"{', '.join(_where(view, horse, words) for horse in ahead(view))}.",
            words.told.barriers.format(squares=blocked) if blocked else "",
            _moved(view.last, view, names, words) if view.last else "",
            _turn(view, names, words),
            words.told.totals.format(totals=", ".join(totals(view, names, words))),
        )
    )


def ahead(view: View) -> list[Horse]:
    """Return the horses, the foremost on the course first, then those on the podium by place."""
    running = [horse for horse in view.horses if horse not in view.podium]
    running.sort(key=lambda horse: -view.places[view.horses.index(horse)])
    return [*running, *(horse for horse in view.podium if horse)]


def _where(view: View, horse: Horse, words: Words) -> str:
    name, place = words.horse(horse), view.places[view.horses.index(horse)]
    if horse in view.podium:
        return words.told.placed.format(horse=name, place=view.podium.index(horse) + 1)
    if place == 0:
        return words.told.at_start.format(horse=name)
    return words.told.on_square.format(horse=name, square=place)


def _moved(last: LastMove, view: View, names: Sequence[str], words: Words) -> str:
    return words.told.moved.format(
        name=named(names, last.seat, words.seat),
        value=last.value,
        horse=words.horse(last.horse),
        start=_spot(view, last.way[0], words),
        end=_spot(view, last.way[-1], words),
    )


def _spot(view: View, place: int, words: Words) -> str:
    if place < 0:
        return words.told.out
    if place == 0:
        return words.told.start
    return words.told.home if place > view.course.squares else words.told.square.format(square=place)


def _turn(view: View, names: Sequence[str], words: Words) -> str:
    waited = ", ".join(named(names, seat, words.seat) for seat in view.to_act)
    if view.phase is Phase.RACING:
        return words.told.thrown.format(name=waited, value=view.value)
    return words.told.waiting.format(names=waited) if waited else ""


def totals(view: View, names: Sequence[str], words: Words) -> Iterable[str]:
    """Tell the points of every seat, or of every team."""
    for seat in range(team_count(view.options, view.seats)):
        who = words.team.format(team=seat + 1) if view.options.teams else named(names, seat, words.seat)
        yield words.told.total.format(name=who, points=view.totals[seat])


def slip(view: View, names: Sequence[str], words: Words) -> str:
    """Tell the seat's own prediction and guess; nothing of everyone's view."""
    if view.own is None:
        return ""
    order, guess = view.own.prediction, view.own.guess
    said = words.told.team_prediction if view.options.teams else words.told.prediction
    sentences = [said.format(**_order(order, words)) if order else words.told.no_prediction]
    if isinstance(guess, Guess):
        who = named(names, guess.seat, words.seat)
        sentences.append(words.told.guess.format(name=who, **_order(guess.order, words)))
    elif guess:
        sentences.append(words.told.no_guess)
    return told(sentences)


def _order(order: Order, words: Words) -> dict[str, str]:
    return dict(zip(("first", "second", "third"), map(words.horse, order), strict=True))


def result(view: View, over: Result, names: Sequence[str], words: Words) -> str:
    """Tell who came where, then what everyone had predicted and what it brought."""
    placed = [
        words.told.placed.format(horse=words.horse(horse), place=place)
        for place, horse in enumerate(over.podium, 1)
        if horse
    ]
    sentences = [words.told.result.format(race=over.race, order=", ".join(placed))]
    for seat, order in enumerate(over.predictions):
        if order:
            sentences.append(_scored(view, over, seat, order, names, words))
    return told(sentences)


def _scored(view: View, over: Result, seat: Seat, order: Order, names: Sequence[str], words: Words) -> str:
    team = team_of(seat, view.options, view.seats)
    who = words.team.format(team=team[0] + 1) if view.options.teams else named(names, seat, words.seat)
    return words.told.scored.format(
        name=who,
        order=", ".join(map(words.horse, order)),
        points=signed(over.points[seat], ""),
        total=over.totals[seat],
    )


def final(view: View, names: Sequence[str], words: Words) -> str:
    """Tell the final standing, of seats or of teams."""
    ranks = ranking(view.totals[: team_count(view.options, view.seats)])

    def facts(team: int) -> dict[str, object]:
        name = words.team.format(team=team + 1) if view.options.teams else named(names, team, words.seat)
        return {"name": name, "points": view.totals[team]}

    return standing_told(words.told.final, words.told.standing, ranks, facts)


def replay(races: Iterable[int], words: Words) -> str:
    """Tell which races a replay shows."""
    shown = sorted(races)
    if shown[0] == shown[-1]:
        return told((words.told.replay_of_one.format(race=shown[0]),))
    return told((words.told.replay.format(first=shown[0], last=shown[-1]),))
