"""The engine held against the slow rules: single cards, positions, and whole logs."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import catalog
from engines.core import Chance, Header, IllegalAction, Match
from engines.jockey.actions import Card, Horse, Play
from engines.jockey.state import Racing
from tests.engines.jockey.notation import place
from tests.engines.jockey.slow import CARDS, HORSES, Retold, candidates, moved, position


@st.composite
def situations(draw) -> tuple[dict[str, int], list[str], str]:
    near = draw(st.integers(0, 80))
    square = st.integers(0, 80) | st.integers(max(0, near - 6), min(80, near + 6))
    squares = {horse: draw(square) for horse in HORSES}
    home = draw(st.lists(st.sampled_from(HORSES), max_size=1))
    for horse in home:
        squares[horse] = draw(st.integers(81, 130))
    return squares, home, draw(st.sampled_from(CARDS))


@given(situations(), st.sampled_from([None, *HORSES]))
def test_every_card_moves_the_horses_as_the_slow_rules_say(race, situation, named):
    squares, home, card = situation
    jockey, valid = catalog.game("jockey"), candidates(card, squares)
    state = race(squares, (card, "red+7"), tuple(home))
    play = Play(Card(card), named and Horse(named))
    legal = named in valid or (named is None and len(valid) < 2)

    assert (play in jockey.choices(state, 0)) == legal
    try:
        following, events = jockey.apply(state, 0, play, Chance(bytes(32)))
    except IllegalAction:
        assert not legal
        return
    assert legal
    expected = dict(squares)
    for horse in [named] if named else valid:
        expected[horse] = moved(card, horse, squares, home)
    places = following.places if isinstance(following, Racing) else following.race_day.result.places
    assert dict(zip(HORSES, places, strict=True)) == expected
    finished = [event["horse"] for event in events if event["type"] == "finished"]
    assert finished == [horse for horse in HORSES if squares[horse] <= 80 < expected[horse]]


@given(situations())
def test_positions_are_counted_by_the_horses_in_front(race, situation):
    squares, home, _ = situation
    view = catalog.game("jockey").view(race(squares, ("red+7",), tuple(home)), None)

    assert view.positions == tuple(position(horse, squares) for horse in HORSES)


@pytest.mark.parametrize("player", ["random", "steady"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_whole_games_go_as_the_slow_rules_say(log_of, player, seats):
    for number in range(2):
        header, rows = log_of(seats=seats, number=number, player=player, rounds=1 + 2 * number)
        retold = Retold(
            header.edition["cards"], header.options["rounds"], seats, Chance(bytes.fromhex(header.seed))
        )

        assert rows[0].events == retold.set_up()
        for row in rows[1:]:
            assert row.events == retold.decide(row.seat, row.action)
            assert not row.auto, "a hand is hidden: the table never plays from it"
        assert rows[-1].events[-1]["type"] == "game_over"


def test_who_runs_out_again_and_again_draws_what_was_played_first(jockey):
    """Six seats that waste their cards: the pile goes through their hands from the bottom."""
    header = Header.of(jockey, jockey.options({}), 6, bytes(32))
    retold = Retold(header.edition["cards"], 1, 6, Chance(bytes.fromhex(header.seed)))
    match, rows = Match.start(jockey, header)
    assert rows[0].events == retold.set_up()

    drawn = 0
    while retold.keeping is None:
        seat = match.to_act()[0]
        racing = isinstance(match.state, Racing)
        action = least(jockey.choices(match.state, seat), retold) if racing else place(Horse("red"), 100)
        match, (row,) = match.act(seat, action)
        assert row.events == retold.decide(row.seat, row.action)
        drawn += sum(event["type"] == "drawn" for event in row.events)

    assert drawn > 6 * 2, "more than twice round"


def least(plays: Iterable[Play], retold: Retold) -> Play:
    """The play that moves a horse by least."""

    def gain(play: Play) -> int:
        horses = [play.horse] if play.horse else candidates(play.card, retold.squares)
        return sum(moved(play.card, h, retold.squares, retold.home) - retold.squares[h] for h in horses)

    return min(plays, key=gain)
