"""What is written down of every game can be read back, and nothing else can: actions, options, states and views."""

from __future__ import annotations

from typing import Any

import pytest

from engines import catalog
from engines.core import Chance, Header, Unreadable
from engines.jockey.actions import Double, Keep
from engines.jockey.actions import Play as PlayJockey
from engines.jumpyjack.actions import Decline, Guess, Move, Predict
from engines.newmarket.actions import Auction, Back, Bid, Follow, Lead, Missed, Take, Time
from engines.sulkydrom.actions import STAY, Drive, Galopp, Joker, Stack, Tempo
from engines.turfe.actions import Bet, Spot
from engines.turfe.actions import Play as PlayTurfe
from tests.engines.jockey.notation import place, win

ORDER: Any = ("red", "black", "white")

FORMS: list[tuple[str, Any, str]] = [
    ("jockey", place("brown", 1000), '{"type":"bet","kind":"place","horse":"brown","stake":1000}'),
    ("jockey", win("red", 200), '{"type":"bet","kind":"win","horse":"red","stake":200}'),
    ("jockey", Double("blue", "red", 400, 500),
     '{"type":"bet","kind":"double","first":"blue","second":"red","stake_first":400,"stake_second":500}'),
    ("jockey", PlayJockey("redx3"), '{"type":"play","card":"redx3","horse":null}'),
    ("jockey", PlayJockey("no2+13", "red"), '{"type":"play","card":"no2+13","horse":"red"}'),
    ("jockey", Keep(()), '{"type":"keep","cards":[]}'),
    ("jockey", Keep(("red+7", "red+7")), '{"type":"keep","cards":["red+7","red+7"]}'),
    ("turfe", Bet("win", "red", 20, "red+3"), '{"type":"bet","kind":"win","horse":"red","stake":20,"card":"red+3"}'),
    ("turfe", Bet("place", "blue", 100), '{"type":"bet","kind":"place","horse":"blue","stake":100}'),
    ("turfe", Bet("jackpot", "blue", 50, "blue+2"),
     '{"type":"bet","kind":"jackpot","horse":"blue","stake":50,"card":"blue+2"}'),
    ("turfe", PlayTurfe("red+3", "red", Spot(1, 5)),
     '{"type":"play","card":"red+3","horse":"red","to":{"lane":1,"space":5}}'),
    ("turfe", PlayTurfe("any-2", "blue", None), '{"type":"play","card":"any-2","horse":"blue","to":null}'),
    ("turfe", PlayTurfe("red+5", "red", Spot(2, 19), True),
     '{"type":"play","card":"red+5","horse":"red","to":{"lane":2,"space":19},"aside":true}'),
    ("turfe", PlayTurfe("red+5", "red", None, True),
     '{"type":"play","card":"red+5","horse":"red","to":null,"aside":true}'),
    ("jumpyjack", Predict(ORDER), '{"type":"predict","order":["red","black","white"]}'),
    ("jumpyjack", Move("green"), '{"type":"move","horse":"green"}'),
    ("jumpyjack", Guess(2, ORDER), '{"type":"guess","seat":2,"order":["red","black","white"]}'),
    ("jumpyjack", Decline(), '{"type":"guess","seat":null}'),
    ("sulkydrom", Stack(("h01", "h02"), ("p01",)), '{"type":"stack","horse":["h01","h02"],"position":["p01"]}'),
    ("sulkydrom", Stack((), ()), '{"type":"stack","horse":[],"position":[]}'),
    ("sulkydrom", Joker(("L", "L")), '{"type":"joker","path":["L","L"]}'),
    ("sulkydrom", Galopp("G"), '{"type":"galopp","horse":"G"}'),
    ("sulkydrom", Tempo("horse"), '{"type":"tempo","deck":"horse"}'),
    ("sulkydrom", Tempo("position"), '{"type":"tempo","deck":"position"}'),
    ("sulkydrom", Drive(("F", "F", "R")), '{"type":"drive","path":["F","F","R"]}'),
    ("sulkydrom", STAY, '{"type":"drive","path":[]}'),
    ("newmarket", Back("blue13"), '{"type":"back","horse":"blue13"}'),
    ("newmarket", Take("own"), '{"type":"hand","take":"own"}'),
    ("newmarket", Take("spare"), '{"type":"hand","take":"spare"}'),
    ("newmarket", Auction(True), '{"type":"auction","open":true}'),
    ("newmarket", Auction(False), '{"type":"auction","open":false}'),
    ("newmarket", Bid(7), '{"type":"bid","points":7}'),
    ("newmarket", Bid(None), '{"type":"bid","points":null}'),
    ("newmarket", Lead("red3"), '{"type":"lead","card":"red3"}'),
    ("newmarket", Follow("red4"), '{"type":"follow","card":"red4"}'),
    ("newmarket", Missed(), '{"type":"missed"}'),
    ("newmarket", Time(), '{"type":"time"}'),
]  # fmt: skip

NO_ACTIONS = {
    "jockey": """
        {"type":"bet"}
        {"kind":"bet"}
        {"kind":"place","horse":"red","stake":100}
        {"type":"bet","kind":"place","horse":"red"}
        {"type":"bet","kind":"place","horse":"red","stake":100.0}
        {"type":"bet","kind":"place","horse":"red","stake":"100"}
        {"type":"bet","kind":"place","horse":"red","stake":true}
        {"type":"bet","kind":"place","horse":"red","stake":100,"more":1}
        {"type":"bet","kind":"show","horse":"red","stake":100}
        {"type":"bet","kind":"double","horse":"red","stake":100}
        {"type":"play","card":7}
        {"type":"play","horse":"red"}
        {"type":"keep","cards":"red+7"}
        {"type":"keep","cards":[1]}""",
    "turfe": """
        {"type":"bet"}
        {"kind":"win","horse":"red","stake":10}
        {"type":"bet","kind":"show","horse":"red","stake":10}
        {"type":"bet","kind":"win","horse":"red","stake":10.0}
        {"type":"bet","kind":"win","horse":"red","stake":"10"}
        {"type":"bet","kind":"win","horse":"red","stake":true}
        {"type":"bet","kind":"win","horse":"red","stake":10,"more":1}
        {"type":"bet","kind":"win","horse":"red","stake":10,"card":7}
        {"type":"play","card":"red+3","horse":"red"}
        {"type":"play","card":"red+3","to":null}
        {"type":"play","card":"red+3","horse":"red","to":[1,5]}
        {"type":"play","card":"red+3","horse":"red","to":{"lane":1}}
        {"type":"play","card":"red+3","horse":"red","to":{"lane":1,"space":5,"side":0}}
        {"type":"play","card":"red+3","horse":"red","to":{"lane":1,"space":"5"}}
        {"type":"play","card":"red+3","horse":"red","to":null,"aside":1}
        {"type":"keep","cards":[]}""",
    "jumpyjack": """
        {"type":"move"}
        {"type":["move"],"horse":"red"}
        {"horse":"red"}
        {"type":"move","horse":1}
        {"type":"move","horse":"red","seat":0}
        {"type":"predict","order":["red","black"]}
        {"type":"predict","order":["red","black","white","green"]}
        {"type":"predict","order":"red"}
        {"type":"predict","order":[1,2,3]}
        {"type":"guess"}
        {"type":"guess","seat":1}
        {"type":"guess","seat":true,"order":["red","black","white"]}
        {"type":"guess","seat":"1","order":["red","black","white"]}
        {"type":"guess","seat":null,"order":["red","black","white"]}
        {"type":"guess","seat":null,"order":null}
        {"type":"decline"}""",
    "sulkydrom": """
        {"type":"drive"}
        {"path":[]}
        {"type":"drive","path":"FF"}
        {"type":"drive","path":["f"]}
        {"type":"drive","path":["FF"]}
        {"type":"drive","path":[],"more":1}
        {"type":"joker"}
        {"type":"galopp","horse":"I"}
        {"type":"galopp","horse":null}
        {"type":"tempo","deck":"both"}
        {"type":"stack","horse":[]}
        {"type":"stack","horse":[1],"position":[]}""",
    "newmarket": """
        {"type":"back"}
        {"horse":"blue13"}
        {"type":"back","horse":13}
        {"type":"hand","take":"both"}
        {"type":"auction","open":1}
        {"type":"auction","open":"true"}
        {"type":"bid"}
        {"type":"bid","points":7.0}
        {"type":"bid","points":true}
        {"type":"bid","points":"7"}
        {"type":"lead","card":null}
        {"type":"follow"}
        {"type":"follow","card":4}
        {"type":"follow","card":null}
        {"type":"missed","card":"red4"}
        {"type":"time","minutes":1}""",
}
"""Texts that are an action of no game, a line each."""

NOTHING = ["", "x", "7", "null", "{}", "[]", '"move"', '{"type":"dance"}']

OPTIONS: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
    "jockey": ({"rounds": 1}, [{"rounds": each} for each in (0, 6, "1", True)]),
    "turfe": ({"races": 8}, [{"races": each} for each in (0, 17, "8", True)]),
    "jumpyjack": (
        {"double": "leaving", "target": 16, "teams": 0, "guessing": False},
        [
            *({"double": each} for each in ("both", True)),
            *({"target": each} for each in (0, 51, "16")),
            *({"teams": each} for each in (1, 9, -2, "2")),
            *({"guessing": each} for each in (1, "true")),
        ],
    ),
    "sulkydrom": (
        {"goal": "first", "lane_change": "sideways", "horses": None},
        [
            *({"goal": each} for each in ("last", 64)),
            {"lane_change": "jump"},
            *({"horses": each} for each in (["I", None], ["A", "A"])),
        ],
    ),
    "newmarket": (
        {"deals": 8, "minutes": None, "calling": "auto", "window": 10},
        [
            *({"deals": each} for each in (0, 31, "8")),
            *({"minutes": each} for each in (0, 601)),
            {"calling": "loud"},
            *({"window": each} for each in (2, 121)),
        ],
    ),
}
"""The options that hold where nobody chooses, by game, and some that are outside their limits."""

SEATS = {"jockey": (2, 6), "turfe": (3, 6), "jumpyjack": (2, 16), "sulkydrom": (2, 8), "newmarket": (3, 8)}


@pytest.mark.parametrize(("key", "action", "text"), FORMS, ids=[f"{each[0]}-{each[2]}" for each in FORMS])
def test_actions_have_a_json_form_that_reads_back(key: str, action: Any, text: str) -> None:
    game = catalog.game(key)
    plain = game.dump_action(action)
    assert game.read_action(text) == game.read_action(plain) == action
    assert list(game.dump_action(game.read_action(text)).items()) == list(plain.items())


def test_a_play_of_jockey_may_leave_its_horse_out() -> None:
    assert catalog.game("jockey").read_action('{"type":"play","card":"redx3"}') == PlayJockey("redx3")


@pytest.mark.parametrize(
    ("key", "text"),
    [(key, text.strip()) for key, texts in NO_ACTIONS.items() for text in [*NOTHING, *texts.split("\n")]],
)
def test_anything_else_is_no_action(key: str, text: str) -> None:
    with pytest.raises(Unreadable, match="action"):
        catalog.game(key).read_action(text)


@pytest.mark.parametrize("key", catalog.GAMES)
def test_states_and_views_that_are_none_are_unreadable(key: str) -> None:
    game = catalog.game(key)
    for text in ("{}", "[]", "null", '{"racing":[]}', '{"racing":[],"over":[]}', "x"):
        with pytest.raises(Unreadable, match="state"):
            game.read_state(text)
        with pytest.raises(Unreadable, match="view"):
            game.read_view(text)


@pytest.mark.parametrize("key", catalog.GAMES)
def test_options_have_the_defaults_of_the_booklet_and_limits(key: str) -> None:
    usual, wrong = OPTIONS[key]
    assert catalog.game(key).options({}).model_dump(mode="json") == usual
    for options in (*wrong, {"laps": 2}):
        with pytest.raises(Unreadable, match="options"):
            catalog.game(key).options(options)


@pytest.mark.parametrize("key", catalog.GAMES)
def test_a_table_has_as_many_seats_as_the_booklet_says(key: str) -> None:
    game, (fewest, most) = catalog.game(key), SEATS[key]
    for seats in (0, fewest - 1, most + 1):
        with pytest.raises(ValueError, match=f"{fewest} to {most} seats"):
            game.new(game.options({}), seats, Chance(bytes(32)))


@pytest.mark.parametrize(
    ("teams", "seats", "fitting"),
    [(2, 2, "4, 6, 8, 10, 12, 14, 16"), (2, 5, "4, 6"), (3, 4, "6, 9, 12, 15"), (8, 8, "16"), (7, 7, "14")],
)
def test_teams_of_jumpy_jack_are_equal_and_of_two_or_more(teams: int, seats: int, fitting: str) -> None:
    game = catalog.game("jumpyjack")
    with pytest.raises(ValueError, match=f"{teams} equal teams need one of {fitting}"):
        game.check_table(game.options({"teams": teams}), seats)


def test_horses_of_sulkydrom_are_chosen_for_every_seat_or_for_none_and_stand_in_the_log() -> None:
    game = catalog.game("sulkydrom")
    with pytest.raises(ValueError, match="2 entries, one for each of 3 seats"):
        game.new(game.options({"horses": ["A", None]}), 3, Chance(bytes(32)))
    for chosen, logged in (({}, [None] * 3), ({"horses": ["C", None, "A"]}, ["C", None, "A"])):
        header = Header.of(game, game.options(chosen), 3, bytes(32))
        assert header.options == {"goal": "first", "lane_change": "sideways", "horses": logged}
