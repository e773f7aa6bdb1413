"""The examination every game of the catalog sits: every number of seats, every option at its limits."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise
from typing import Any

from engines.core import Chance, dump, parse
from engines.core.match import applied
from engines.verify import logs, verify
from tests.exam.checks import (
    action_survives_json,
    altered,
    chosen_by_who_acts,
    done_or_refused,
    events_survive_json,
    hides_the_rest,
    luck,
    survives_json,
)
from tests.followed import seen_by


def now_and_then(moments: Iterable[Any], most: int = 25) -> Iterator[Any]:
    """The first and last few moments and some in between: what is slow need not be looked at each time."""
    every = list(moments)
    step = max(1, len(every) // most)
    return (moment for n, moment in enumerate(every) if n < 8 or n % step == 0 or n >= len(every) - 3)


def few(seats: int) -> tuple[int, ...]:
    """All seats of a small table, of a large one the ends and the middle: where going round costs too much."""
    return tuple(range(seats)) if seats <= 6 else (0, seats // 2, seats - 1)


TURNED_UP = {"tempo"}
"""Events that turn up a card which nobody knew, not even the seat whose act it is."""


def told_first(events: list[dict[str, Any]], seat: int) -> list[dict[str, Any]]:
    """The first event `seat` is told, if about itself: what others hide may come to light with its act."""
    first = [event for event in seen_by(events, seat)[:1] if event["type"] not in TURNED_UP]
    return [event for event in first if event.get("seat", seat) == seat]


def test_random_play_comes_to_an_end_with_winners(playout):
    *_, end = playout.moments()

    outcome = end.match.outcome
    assert len(outcome.scores) == end.seats
    assert outcome.winners
    if playout.header.options.get("goal") != "victories":  # of races, with whatever points
        assert all(outcome.scores[seat] == max(outcome.scores) for seat in outcome.winners)
    assert end.events[-1]["type"] == "game_over"
    assert end.events[-1]["scores"] == list(outcome.scores)
    assert end.events[-1]["winners"] == list(outcome.winners)


def test_what_races_have_settled_changes_only_when_one_is_over_and_is_the_outcome_in_the_end(playout):
    settled, races = None, 0
    for moment in playout.moments():
        now = moment.game.interim(moment.state)
        over = [event for event in moment.events if event["type"] == "race_over"]
        if not over:
            assert now == settled
            continue
        settled, races = now, races + 1
        assert now.races == over[-1]["race"] == races
        assert len(now.outcome.scores) == moment.seats
        assert now.outcome.winners
        everybody = moment.game.imagine(moment.game.view(moment.state, None), luck(moment.match.length))
        assert moment.game.interim(everybody) == now, "all of it is public"
    assert settled.outcome == moment.match.outcome


def test_there_is_something_to_choose_exactly_for_who_has_to_act(playout):
    for moment in playout.moments():
        chosen_by_who_acts(moment.game, moment.state, moment.seats)


def test_what_may_be_chosen_can_be_done(playout):
    for moment in now_and_then(playout.moments()):
        for seat in moment.match.able()[:4]:
            choices = moment.game.choices(moment.state, seat)
            chance = luck(moment.match.length)
            sampled = [choices.sample(chance) for _ in range(5)]
            listed = list(islice(choices, 40)) if isinstance(choices, Iterable) else []
            for action in sampled + listed:
                assert action in choices
                moment.match.act(seat, action)


def test_what_may_not_be_chosen_is_refused_and_changes_nothing(playout):
    """Tried out of place, by whom it is not for, or with a field of another value."""
    refused = 0
    for moment in now_and_then(playout.moments()):
        game, match = moment.game, moment.match
        for seat, action in islice((each for each in reversed(moment.done) if each[0] is not None), 12):
            strange = altered(game, action, moment.done[0][1], luck((match.length, seat)))
            for other in {seat, (seat + 1) % moment.seats, *match.to_act()}:
                for tried in filter(None, (action, strange)):
                    chance = Chance(match.seed, match.position)
                    refused += done_or_refused(game, match.state, other, tried, chance)
    assert refused


def test_states_views_actions_and_events_survive_json(playout):
    for moment in playout.moments():
        events_survive_json(moment.game, moment.events, moment.seats)
    for moment in now_and_then(playout.moments()):
        survives_json(moment.game, moment.state, (None, *few(moment.seats)))
        for _, action in moment.done[-1:]:
            action_survives_json(moment.game, action)


def test_the_log_verifies_and_replays_to_the_same_state(playout):
    *_, end = playout.moments()
    text = "".join(f"{line.line()}\n" for line in (playout.header, *playout.rows))
    (log,) = logs(text)

    verdict = verify(log)

    assert verdict.problems == ()
    assert verdict.outcome == end.match.outcome
    *_, again = playout.played()
    assert again.game.dump_state(again.state) == end.game.dump_state(end.state)
    assert again.match.position == end.match.position


def test_a_seat_sees_the_same_whatever_others_hold(playout):
    """What is hidden from a seat is drawn anew, and does differ then, without a change in what it sees."""
    differing = 0
    for moment in now_and_then(playout.moments()):
        for seat in (None, *few(moment.seats)):
            chance = luck((moment.match.length, seat))
            differing += hides_the_rest(moment.game, moment.state, seat, chance) != moment.state
    assert differing


def test_a_seat_acts_on_what_it_imagines_as_on_what_is(playout):
    """Whatever others hold, a seat has the same choices, and its own act is told to it in the same way."""
    for moment in now_and_then(playout.moments()):
        game = moment.game
        for seat in moment.match.to_act():
            imagined = game.imagine(game.view(moment.state, seat), luck(moment.match.length))
            choices = game.choices(moment.state, seat)
            assert bool(choices) == bool(game.choices(imagined, seat))
            if not choices:
                continue
            action = choices.sample(luck(("act", moment.match.length)))

            assert action in game.choices(imagined, seat)
            assert str(action) == str(game.choices(imagined, seat).sample(luck(("act", moment.match.length))))
            _, real = game.apply(moment.state, seat, action, luck(0))
            _, other = game.apply(imagined, seat, action, luck(0))
            assert told_first(real, seat) == told_first(other, seat)


WORLDS = 4
"""In so many worlds, each drawn with other luck, one public view is looked at."""


def worlds(moment: Any, state: Any) -> Iterator[Any]:
    """Whole states that look to everybody like this one."""
    seen = moment.game.view(state, None)
    return (moment.game.imagine(seen, luck((moment.match.length, world))) for world in range(WORLDS))


def test_what_everybody_can_know_to_be_the_only_move_is_the_only_one_in_every_world(playout):
    for moment in playout.moments():
        game, seen = moment.game, moment.game.view(moment.state, None)
        for seat in range(moment.seats):
            if not game.has_only_move(seen, seat):
                continue
            assert seat in moment.match.to_act()
            for world in (moment.state, *worlds(moment, moment.state)):
                assert len(list(islice(game.choices(world, seat), 2))) == 1


def left_to_the_table(moments: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Every state in which the table takes a decision by itself, with the moment from which it came."""
    for number, (moment, after) in enumerate(pairwise(moments)):
        if after.match.length == moment.match.length + 1:
            continue
        match, _ = applied(moment.match, *moment.done[number])
        while (forced := moment.game.forced(match.state)) is not None:
            yield moment, match.state
            match, _ = applied(match, *forced)


def test_what_the_table_takes_by_itself_follows_from_what_everybody_sees(playout):
    """In every world that looks alike it takes the same; who holds a card that is called for may differ."""
    looked_at = 0
    for moment, state in now_and_then(left_to_the_table(playout.moments())):
        seat, action = moment.game.forced(state)
        for world in worlds(moment, state):
            other, same = moment.game.forced(world)
            assert same == action
            assert other == seat or seat not in moment.game.view(state, None).to_act
            looked_at += 1
    assert looked_at or not any(row.auto for row in playout.rows)


def test_where_the_table_waits_it_waits_in_every_world(playout):
    for moment in now_and_then(playout.moments()):
        assert all(moment.game.forced(world) is None for world in worlds(moment, moment.state))


def test_nothing_that_is_hidden_shows_in_a_view(playout):
    """The views of everyone else are the same whichever of its choices a seat has secretly made."""
    for moment in now_and_then(playout.moments()):
        game, match = moment.game, moment.match
        if len(match.able()) < 2:
            continue
        seat = match.able()[0]
        chance = luck(match.length)
        choices = game.choices(match.state, seat)
        counts: dict[str, set[str]] = {}
        for _ in range(6):
            following, events = game.apply(match.state, seat, choices.sample(chance), luck(0))
            for other in (None, *range(moment.seats)):
                if other != seat:
                    told = dump(seen_by(events, other))
                    shown = game.dump_view(game.view(following, other))
                    counts.setdefault(f"{other} {told}", set()).add(shown)
        assert all(len(views) == 1 for views in counts.values())


def test_a_log_is_canonical_and_without_floats(playout):
    list(playout.moments())
    for row in playout.rows:
        line = row.line()
        assert dump(parse(line)) == line
        assert json.loads(line)["n"] == row.n
