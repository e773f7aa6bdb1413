"""Whom an event is told: it says so itself, and what does not say so is told to nobody."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from engines import catalog
from engines.core import Event, Private, Public, Unknown, audiences, dump
from engines.jumpyjack.game import JumpyJack
from engines.newmarket.game import Newmarket
from engines.turfe.game import Turfe
from tests.distributions import RULES
from tests.followed import seen_by

MOVED = {"type": "moved", "horse": "red", "from": {"lane": 1, "space": 0}, "to": {"lane": 1, "space": 3}}


def test_nothing_is_an_event_without_saying_to_whom_it_is_told():
    with pytest.raises(TypeError):
        Event({"type": "dealt", "seat": 0})
    with pytest.raises(TypeError):
        Private({"type": "dealt", "seat": 0})
    with pytest.raises(AttributeError):
        seen_by([{"type": "dealt", "seat": 0}], None)


def shouted() -> Public:
    return Public({"type": "shouted"})


def whispered(to: list[int]) -> Private:
    return Private({"type": "whispered"}, to=to)


def said(to: list[int] | None) -> Event:
    return Public({"type": "said"}) if to is None else Private({"type": "said"}, to=to)


def test_whom_a_type_of_event_is_told_is_what_the_function_that_makes_it_returns():
    public, private = audiences(SimpleNamespace(shouted=shouted, whispered=whispered, said=said, LOUD=3))

    assert public == {"shouted", "said", "race_started", "race_over", "game_over"}
    assert private == {"whispered", "said"}


def test_a_private_event_is_told_to_its_seats_and_to_nobody_else():
    events = [Public({"type": "a"}), Private({"type": "b"}, to=[2, 0]), Private({"type": "c"}, to=(1,))]

    assert [[event["type"] for event in seen_by(events, seat)] for seat in (0, 1, 2, 3, None)] == [
        ["a", "b"],
        ["a", "c"],
        ["a", "b"],
        ["a"],
        ["a"],
    ]
    assert dump(events[1]) == '{"type":"b","to":[2,0]}'


@pytest.mark.parametrize("key", catalog.GAMES)
@pytest.mark.parametrize(
    "plain",
    [
        {},
        {"type": "whispered", "seat": 0, "to": [0]},
        {"type": ["dealt"], "to": [0]},
        {"type": "dealt", "seat": 0, "cards": []},
        {"type": "dealt", "seat": 0, "cards": [], "to": 0},
        {"type": "dealt", "to": [0], "seat": 0, "cards": []},
        {"type": "dealt", "seat": 0, "cards": [], "to": ["0"]},
        {"type": "game_over", "scores": [1], "winners": [0], "to": [0]},
    ],
)
def test_what_a_game_does_not_know_as_an_event_of_its_own_is_told_to_nobody(key, plain):
    event = catalog.event_reader(key)(plain)

    assert isinstance(event, Unknown)
    assert [seen_by([event], seat) for seat in (None, 0, 1)] == [[], [], []]
    assert dump(event) == dump(plain)


@pytest.mark.parametrize(("key", "version"), [("quoits", None), ("jockey", 99)])
def test_nobody_is_told_an_event_of_a_game_or_of_rules_that_are_not_there(key, version):
    event = catalog.event_reader(key, version)({"type": "moved", "horse": "red", "from": 1, "to": 2})

    assert seen_by([event], None) == []


def test_nobody_is_told_an_event_over_which_its_rules_break(bring):
    bring(
        "quoits = quoits.game:QUOITS",
        RULES.replace(
            "    key =",
            "    @classmethod\n    def read_event(cls, plain):\n        raise KeyError\n    key =",
        ),
    )
    event = catalog.event_reader("quoits")(MOVED)

    assert isinstance(event, Unknown)
    assert dump(event) == dump(MOVED)


def test_a_place_to_which_a_horse_moves_makes_nothing_private():
    event = Turfe.read_event(MOVED)

    assert seen_by([event], None) == [MOVED]


def test_one_type_may_be_told_to_a_team_first_and_to_everyone_in_the_end():
    shown = {"type": "prediction_shown", "seat": 0, "order": ["red", "black", "white"]}
    whispered = JumpyJack.read_event(shown | {"to": [0, 2]})

    assert isinstance(JumpyJack.read_event(shown), Public)
    assert [bool(seen_by([whispered], seat)) for seat in (0, 1, 2, None)] == [True, False, True, False]


def test_who_pays_whom_is_everyone_s_to_know():
    assert isinstance(Newmarket.read_event({"type": "paid", "from": 0, "to_seat": 1, "points": 2}), Public)
