"""The engine held against the slow rules: ends, single plays, and whole logs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import catalog
from engines.agents import agent, play_out
from engines.core import Chance, Header, IllegalAction
from engines.turfe.actions import Card, Horse, Play, Spot
from engines.turfe.game import Turfe
from engines.turfe.state import Racing
from tests.engines.turfe import slow
from tests.engines.turfe.slow import CARDS, HORSES, LANES, LENGTH, LaneAndSpace, Retold, candidates, ends


@st.composite
def situations(draw) -> tuple[dict[str, LaneAndSpace], list[str]]:
    """Horses mostly close to each other, so that they are in each other's way."""
    near = draw(st.integers(0, LENGTH))
    space = st.integers(max(0, near - 3), min(LENGTH, near + 3))
    home = draw(st.lists(st.sampled_from(HORSES), max_size=1))
    spots: dict[str, LaneAndSpace] = {}
    for horse in HORSES:
        lane = draw(st.integers(1, LANES))
        if horse in home:
            spots[horse] = lane, LENGTH + 1
        else:
            taken = [spot for other, spot in spots.items() if other not in home and spot[1]]
            spots[horse] = draw(st.tuples(st.integers(1, LANES), space).filter(lambda at: at not in taken))  # noqa: B023
    return spots, home


def state_of(race, situation, card: str) -> Racing:
    spots, home = situation
    cards = card, "black+2" if card != "black+2" else "red+2"
    return race({horse: f"{lane}:{space}" for horse, (lane, space) in spots.items()}, cards, home)


@settings(deadline=None)
@given(situations(), st.sampled_from(CARDS))
def test_every_card_has_the_ends_the_slow_rules_find(race, situation, card):
    spots, home = situation
    turfe = catalog.game("turfe")
    listed = list(turfe.choices(state_of(race, situation, card), 0))
    played = [play for play in listed if play.card == card]

    found = {(play.horse, play.to and (play.to.lane, play.to.space)) for play in played}

    assert len(set(listed)) == len(listed)
    assert found == {(horse, end) for horse in candidates(card, home) for end in ends(card, horse, spots)}


@settings(deadline=None)
@given(
    situations(),
    st.sampled_from(CARDS),
    st.sampled_from(HORSES),
    st.none() | st.tuples(st.integers(-1, 8), st.integers(-1, 20)),
    st.booleans(),
)
def test_a_play_is_legal_and_moves_its_horse_exactly_as_the_slow_rules_say(
    race, situation, card, horse, near, by_end
):
    spots, home = situation
    turfe, state = catalog.game("turfe"), state_of(race, situation, card)
    horse = candidates(card, home)[0] if by_end else horse
    to = max(ends(card, horse, spots), key=str) if by_end else near
    play = Play(Card(card), Horse(horse), to and Spot(*to))
    legal = horse in candidates(card, home) and to in ends(card, horse, spots)

    assert (play in turfe.choices(state, 0)) == legal
    try:
        following, events = turfe.apply(state, 0, play, Chance(bytes(32)))
    except IllegalAction:
        assert not legal
        return
    assert legal
    places = (
        following.race_day.result.places if following.race_day.result else turfe.view(following, None).places
    )
    assert [(place.lane, place.space) for place in places] == [
        (to or spots[other]) if other == horse else spots[other] for other in HORSES
    ]
    crossed = [horse] if to and to[1] > LENGTH else []
    assert [event["horse"] for event in events if event["type"] == "finished"] == crossed


@pytest.mark.parametrize("player", ["random", "steady"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_whole_games_go_as_the_slow_rules_say(log_of, player, seats):
    for number in range(2):
        header, rows = log_of("turfe", seats=seats, number=number, player=player, races=3 + 5 * number)
        retold = Retold(
            header.edition["cards"], header.options["races"], seats, Chance(bytes.fromhex(header.seed))
        )

        assert rows[0].events == retold.set_up()
        for row in rows[1:]:
            assert row.auto == (bool(retold.flipped) and retold.single()), "never from a hidden hand"
            assert row.events == retold.decide(row.seat, row.action)
        assert rows[-1].events[-1]["type"] == "game_over"


def test_cards_that_run_out_again_and_again_are_shuffled_and_turned_over(turfe, monkeypatch):
    """On a course of twice the length even the cards turned over run out."""
    monkeypatch.setattr(slow, "LENGTH", 2 * LENGTH)
    long = Turfe.with_edition(turfe.edition.model_dump(mode="json") | {"length": 2 * LENGTH})
    header = Header.of(long, long.options({"races": 1}), 6, bytes(32))
    rows, _ = play_out(long, header, [agent("random", "turfe")] * 6)
    retold = Retold(header.edition["cards"], 1, 6, Chance(bytes.fromhex(header.seed)))

    assert rows[0].events == retold.set_up()
    for row in rows[1:]:
        assert row.events == retold.decide(row.seat, row.action)
    flipped = [event["card"] for row in rows for event in row.events if event["type"] == "flipped"]
    assert len(flipped) > len(retold.pack)
