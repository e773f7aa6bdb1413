"""What has to hold at any moment of any game. Each function asserts one sentence of the examination."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import pytest

from engines.catalog import AnyGame
from engines.core import Chance, Event, IllegalAction, Private, Public, Seat, Unreadable, dump, parse, pick

ODD = (0, 1, -1, 7, 13, 100, 5000, True, None, "", "red", "A", [], {}, [1], ["red"], "🐎")
"""Values that fit hardly any field of an action."""


def luck(text: object) -> Chance:
    return Chance(sha256(repr(text).encode()).digest())


def chosen_by_who_acts(game: AnyGame, state: Any, seats: int) -> None:
    """There is something to choose exactly for each seat that has to act, and some seat has to until the end.

    In a window all seats have to act, whether they have an answer or not.
    """
    acting = game.to_act(state)
    able = [seat for seat in range(-1, seats + 1) if game.choices(state, seat)]
    assert able == sorted(game.able(state))
    assert sorted(acting) == ([*range(seats)] if game.window(state) else able)
    assert bool(acting) == (game.outcome(state) is None)


def survives_json(game: AnyGame, state: Any, viewers: Sequence[Seat | None]) -> None:
    """A state and its views are the same after a way through JSON."""
    again = game.read_state(game.dump_state(state))
    assert again == state
    assert type(again) is type(state)
    for seat in viewers:
        view = game.view(state, seat)
        assert game.read_view(game.dump_view(view)) == view


def action_survives_json(game: AnyGame, action: Any) -> None:
    plain = game.dump_action(action)
    assert next(iter(plain)) == "type"
    assert game.read_action(dump(plain)) == action


def events_survive_json(game: AnyGame, events: Sequence[Event], seats: int) -> None:
    """Each event says to whom it is told, and says so again when it is read back: a Private one by its list `to`."""
    for event in events:
        assert type(event) in {Public, Private}
        assert isinstance(event.get("to"), list) == isinstance(event, Private)
        again = game.read_event(parse(dump(event)))
        assert type(again) is type(event)
        assert list(again.items()) == list(event.items())
        assert next(iter(event)) == "type"
        if isinstance(event, Private):
            assert set(event.seats) == set(event["to"]) <= set(range(seats))
            assert event.seats


def hides_the_rest(game: AnyGame, state: Any, seat: Seat | None, chance: Chance) -> Any:
    """With all that a seat may not know drawn anew, it sees the same. Returns the state drawn."""
    view = game.view(state, seat)
    imagined = game.imagine(view, chance)
    assert game.view(imagined, seat) == view
    assert (seat in game.to_act(imagined)) == (seat in game.to_act(state))
    if view.to_act == game.to_act(state):
        assert game.to_act(imagined) == view.to_act
    assert game.outcome(imagined) == game.outcome(state)
    return imagined


def done_or_refused(game: AnyGame, state: Any, seat: Seat, action: Any, chance: Chance) -> bool:
    """Let a seat try an action: it is done if it is among the choices, else refused; tell if it was refused.

    A refusal changes nothing, uses no luck, and its facts are plain data.
    """
    before, position = game.dump_state(state), chance.position
    if action in game.choices(state, seat):
        game.apply(state, seat, action, chance)
        refused = False
    else:
        with pytest.raises(IllegalAction) as refusal:
            game.apply(state, seat, action, chance)
        assert dump(refusal.value.facts)
        assert chance.position == position
        refused = True
    assert game.dump_state(state) == before
    return refused


def altered(game: AnyGame, action: Any, donor: Any, chance: Chance) -> Any:
    """An action with one field changed, None where that is no action at all."""
    plain, other = game.dump_action(action), game.dump_action(donor)
    field = pick(chance, list(plain))
    value = plain[field]
    offers = [pick(chance, ODD), *([other[field]] if field in other else [])]
    if isinstance(value, int):
        offers += [value + 1, value - 1, value + 10, 2 * value]
    if isinstance(value, list):
        offers += [value[1:], value[::-1], value + value[:1]]
    try:
        return game.read_action(dump(plain | {field: pick(chance, offers)}))
    except Unreadable:
        return None


def examine(
    game: AnyGame, state: Any, seats: int, done: Sequence[tuple[Seat | None, Any]], chance: Chance
) -> None:
    """Hold one moment of a game against all of this, for a seat or the public, drawn by `chance`."""
    seat = pick(chance, (None, *range(seats)))
    chosen_by_who_acts(game, state, seats)
    survives_json(game, state, (seat,))
    hides_the_rest(game, state, seat, chance)
    for actor in game.able(state)[:2]:
        action = game.choices(state, actor).sample(chance)
        action_survives_json(game, action)
        assert not done_or_refused(game, state, actor, action, luck(0))
        other = (actor + 1 + chance.below(seats)) % seats
        done_or_refused(game, state, other, action, luck(0))
        _, donor = pick(chance, [*done, (None, action)])
        for strange in (donor, altered(game, action, donor, chance)):
            if strange is not None:
                done_or_refused(game, state, actor, strange, luck(0))
