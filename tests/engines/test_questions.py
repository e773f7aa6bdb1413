"""What tables ask of a game, whatever game it is."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from engines import catalog
from engines.core import Chance, Header, Match, Public, Row, StartingMoney, TimeLimit
from engines.newmarket.actions import Missed, Time
from engines.newmarket.game import Newmarket
from tests.followed import next_act

SEEDS = [bytes([number] * 32) for number in range(20)]


def moments(key: str, seats: int | None = None, **options: Any) -> Iterator[tuple[Match, list[Row]]]:
    """Play a game at random; give every moment of it, with the rows that led there."""
    game, luck = catalog.game(key), Chance(sha256(key.encode()).digest())
    header = Header.of(game, game.options(options), seats or max(game.seats), bytes(32))
    match, rows = Match.start(game, header)
    yield match, rows
    while match.outcome is None:
        match, rows = match.act(*next_act(game, match.state, luck))
        yield match, rows


# ------------------------------------------------------------------------------------- what it is played for


@pytest.mark.parametrize(
    ("key", "options", "capital"),
    [
        ("jockey", {"rounds": 2}, StartingMoney(1000, times=2, may_owe=True)),
        ("turfe", {}, StartingMoney(100)),
        ("jumpyjack", {}, None),
        ("sulkydrom", {}, None),
        ("newmarket", {}, StartingMoney(40, is_won_from_seats=True)),
    ],
)
def test_a_game_says_what_it_hands_every_seat(key, options, capital):
    game = catalog.game(key)

    assert game.starting_money(game.options(options)) == capital


def test_what_newmarket_hands_out_is_a_matter_of_its_edition():
    edition = catalog.game("newmarket").edition.model_dump(mode="json")
    richer = catalog.game("newmarket", edition | {"points": edition["points"] + 7})

    assert richer.starting_money(richer.options({})) == StartingMoney(
        edition["points"] + 7, is_won_from_seats=True
    )


def test_a_seat_that_stakes_nothing_ends_jockey_with_all_it_was_handed():
    game = catalog.game("jockey")
    capital = game.starting_money(game.options({"rounds": 2}))
    for match, _ in moments("jockey", rounds=2):
        if (interim := match.interim) and interim.races == 1:
            view = game.view(match.state, None)
            kept = [score - net for score, net in zip(interim.outcome.scores, view.result.nets, strict=True)]
            assert set(kept) == {capital.amount * capital.times}


@pytest.mark.parametrize("key", ["turfe", "newmarket"])
def test_at_the_start_every_seat_has_its_capital(key):
    match, _ = next(moments(key))
    view = match.game.view(match.state, None)
    (held,) = set(view.money if key == "turfe" else view.points)

    assert held == match.game.starting_money(match.game.options({})).amount


def test_neither_turfe_nor_newmarket_lets_a_seat_end_below_zero():
    worst = {"turfe": 0, "newmarket": 0}
    for key in worst:
        for match, _ in moments(key):
            if match.outcome:
                worst[key] = min(match.outcome.scores)

    assert all(score >= 0 for score in worst.values())


# ------------------------------------------------------------------------------------------------- clocks


@pytest.mark.parametrize("key", [key for key in catalog.GAMES if key != "newmarket"])
def test_most_games_have_no_clock_of_their_own(key):
    for match, _ in moments(key):
        assert match.game.window(match.state) is None
        assert match.able() == match.to_act()
    assert match.game.game_limit(match.game.options({})) is None


def test_an_agreed_length_of_time_ends_newmarket_and_the_rules_take_that_action():
    game = catalog.game("newmarket")
    assert game.game_limit(game.options({})) is None
    limit = game.game_limit(game.options({"minutes": 3}))
    assert limit == TimeLimit(180, Time())
    match, _ = next(moments("newmarket", minutes=3))

    _, (row, *_) = match.act(None, limit.action)
    assert row.action == {"type": "time"}


def test_every_called_card_opens_a_window_for_all_seats_alike_and_nothing_else_does():
    able = set()
    for match, _ in moments("newmarket", calling="manual", window=7, deals=2):
        game, state = match.game, match.state
        is_called = {game.kind_of_decision(state, seat) for seat in match.to_act()} == {"follow"}
        assert game.window(state) == (TimeLimit(7, Missed()) if is_called else None)
        if is_called:
            assert match.to_act() == tuple(range(8)) == game.view(state, None).to_act
            able.add(len(match.able()))
    assert able == {0, 1}, "whether anybody holds the card or not"


def test_where_the_table_calls_there_is_nothing_to_call():
    for match, _ in moments("newmarket", deals=2):
        assert match.game.window(match.state) is None


# ---------------------------------------------------------------------------------------------- decisions


@pytest.mark.parametrize(
    ("key", "kinds"),
    [
        ("jockey", {"bet", "play", "keep"}),
        ("turfe", {"bet", "play"}),
        ("jumpyjack", {"predict", "move"}),
        ("sulkydrom", {"stack", "tempo", "joker", "drive"}),
        ("newmarket", {"back", "hand", "auction", "bid", "lead"}),
    ],
)
def test_the_kind_of_a_decision_is_that_of_an_action_the_seat_may_choose(key, kinds):
    found = set()
    for match, _ in moments(key):
        for seat in match.to_act():
            kind = match.game.kind_of_decision(match.state, seat)
            choices = match.game.choices(match.state, seat)
            sampled = {match.game.dump_action(choices.sample(luck))["type"] for luck in map(Chance, SEEDS)}
            assert kind in sampled
            found.add(kind)
    assert found == kinds


# --------------------------------------------------------------------------------------- what is told of whom


@pytest.mark.parametrize("key", catalog.GAMES)
def test_an_event_names_the_seats_it_is_about(key):
    about = {"sold": ("seat", "to_seat"), "paid": ("from", "to_seat")} if key == "newmarket" else {}
    for match, rows in moments(key):
        for event in [event for row in rows for event in row.events]:
            named = [event[fact] for fact in about.get(event["type"], ("seat",)) if fact in event]
            assert list(match.game.named_in(event)) == named


def test_who_pays_and_who_is_paid_are_both_named():
    assert list(Newmarket.named_in(Public({"type": "paid", "from": 2, "to_seat": 0, "points": 3}))) == [2, 0]
    assert list(Newmarket.named_in(Public({"type": "sold", "seat": 1, "points": 3, "to_seat": 0}))) == [1, 0]


# ------------------------------------------------------------------------------------------------ options


def test_wishes_for_horses_are_as_many_as_there_are_seats():
    game = catalog.game("sulkydrom")

    assert game.options_for({"horses": ["A", None, "C"]}, 2) == {"horses": ["A", None]}
    assert game.options_for({"horses": ["A"], "goal": "minor"}, 3) == {
        "horses": ["A", None, None],
        "goal": "minor",
    }
    assert game.options_for({}, 3) == {}


@pytest.mark.parametrize("key", [key for key in catalog.GAMES if key != "sulkydrom"])
def test_options_of_other_games_fit_any_number_of_seats(key):
    game = catalog.game(key)
    wished = game.options({}).model_dump(mode="json")

    assert all(game.options_for(wished, seats) == wished for seats in game.seats)
