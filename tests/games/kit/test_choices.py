"""Whatever the rules list can be chosen, in messages that Discord takes; slips take what is described, and no more."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.kit.choice_list import ChoiceList, ChoiceSlip, addresses
from bot.games.kit.english import BettingTexts, GameTexts
from bot.games.kit.panels import HandOfButtons, Panel
from bot.games.kit.slips import BetSlip
from bot.games.options import OptionWords
from bot.games.screens import OTHER, Act, Drafted, Misread, Press, Seating
from bot.messages.custom_ids import CustomId
from bot.messages.layout import MessageLayout, button
from bot.ui.forms import amount_form
from render.captions import Captions, Phrases
from tests.ui.limits import require_openable, require_sendable

CAPTIONS = Captions(seat="", over="", result="", final="", alt=Phrases(final="", replay=""))


class Texts(BettingTexts):
    captions = CAPTIONS


TEXTS = Texts()
NO_GAME: Any = SimpleNamespace(dump_action=dict, key="none")
"""Actions of the made-up choices are plain data already."""

VALUES = (
    st.text(max_size=120)
    | st.integers(-(10**20), 10**20)
    | st.booleans()
    | st.none()
    | st.lists(st.text(), max_size=3)
)
ACTIONS = st.dictionaries(
    st.text(min_size=1, max_size=9).filter(lambda name: name != "type"), VALUES, max_size=3
)
CHOICES = st.lists(
    st.tuples(st.sampled_from(["play", "bet", "Größe", "", "x" * 90]), ACTIONS),
    min_size=1,
    max_size=130,
    unique_by=lambda each: json.dumps(each, sort_keys=True),
).map(lambda each: [{"type": kind, **facts} for kind, facts in each])


def seating(choices: Any, draft: Any = None) -> Seating:
    return Seating("ABCDEFGH2346", 0, SimpleNamespace(), choices, 999_999_999, draft or {}, game=NO_GAME)


def panel(kind: type[Panel[Any]], choices: Any, draft: Any = None) -> Panel[Any]:
    return kind(seating(choices, draft), TEXTS)


def sendable(rows: Any) -> None:
    """Fail unless Discord takes a desk with these controls, and a button of the table's own below them."""
    assert 1 <= len(rows) <= 5
    own = button(CustomId("ABCDEFGH2346", 0, "back"), "Back")
    require_sendable(MessageLayout("What will you do?", controls=[*rows, (own,)]))


def presses(made: Panel[Any]) -> list[Press]:
    """Return everything that can be pressed or chosen."""
    found = []
    for item in (item for row in made.controls() for item in row):
        address = CustomId.read(str(item.custom_id))
        assert address is not None
        if isinstance(item, discord.ui.Select):
            found += [Press(tuple(address.what.split(".")), (option.value,)) for option in item.options]
        elif not item.disabled:
            found.append(Press(tuple(address.what.split("."))))
    return found


def test_options_are_named_in_the_lobby_as_they_are_in_the_command() -> None:
    class Named(GameTexts):
        options: Mapping[str, OptionWords] = {
            "equal": OptionWords(asks="", called={"stick": "stick in the mud"}, label="Equal cards"),
            "races": OptionWords(asks="How many races"),
        }

    held = {"races": 1, "equal": "stick", "swaps": True, "most": None, "horses": ["a", "b"]}
    assert Named().facts(held) == [
        "races: 1",
        "Equal cards: stick in the mud",
        "swaps: yes",
        "most: none",
        "horses: ['a', 'b']",
    ]


# -------------------------------------------------------------------------------------- listed choices


@settings(max_examples=25, deadline=None)
@given(CHOICES)
def test_every_listed_choice_can_be_reached_once_in_messages_that_can_be_sent(choices: list[Any]) -> None:
    made, reached, pages = panel(ChoiceList, choices), [], 0
    while True:
        sendable(made.controls())
        meant = [made.pressed(press) for press in presses(made)]
        reached += [dict(each.action) for each in meant if isinstance(each, Act)]
        turned = [each.draft for each in meant if isinstance(each, Drafted)]
        pages += 1
        if not turned or pages * 100 >= len(choices):
            break
        made = panel(ChoiceList, choices, *turned)

    assert sorted(map(repr, reached)) == sorted(map(repr, choices))


@settings(max_examples=25, deadline=None)
@given(CHOICES)
def test_addresses_differ_and_fit_into_custom_ids(choices: list[Any]) -> None:
    names = addresses(choices)

    assert len(set(names)) == len(choices)
    for name in names:
        assert CustomId.read(f"p:ABCDEFGH2346:1:do.{name}")
    assert addresses([{"type": "play", "card": "red+7"}]) == ["play.red+7"]


@pytest.mark.parametrize(
    ("number", "rows", "selects"),
    [(1, 1, 0), (5, 1, 0), (6, 2, 0), (20, 4, 0), (21, 1, 1), (100, 4, 4), (101, 5, 4)],
)
def test_few_choices_are_buttons_and_many_are_selects(number: int, rows: int, selects: int) -> None:
    laid_out = panel(ChoiceList, [{"type": "go", "to": at} for at in range(number)]).controls()

    assert len(laid_out) == rows
    assert sum(isinstance(item, discord.ui.Select) for row in laid_out for item in row) == selects


def test_pages_come_round() -> None:
    choices = [{"type": "go", "to": at} for at in range(130)]
    first, second, third = (panel(ChoiceList, choices, {"page": page}).controls() for page in range(3))

    assert [item.placeholder for (item,) in second[:-1]] == [
        "Choose: 101 to 125 of 130",
        "Choose: 126 to 130 of 130",
    ]
    assert [item.placeholder for (item,) in third[:-1]] == [item.placeholder for (item,) in first[:-1]]


@pytest.mark.parametrize(
    "press",
    [
        Press(("do", "go", "7")),
        Press(("do",)),
        Press(("any", "0"), ("go.9",)),
        Press(("any", "0")),
        Press(("do", "go", "1"), ("x",)),
        Press(("more",), ("1",)),
        Press(("else",)),
    ],
)
def test_what_is_not_listed_cannot_be_pressed(press: Press) -> None:
    with pytest.raises(Misread):
        panel(ChoiceList, [{"type": "go", "to": at} for at in range(3)]).pressed(press)


def test_labels_name_horses_and_cards_as_the_game_does() -> None:
    class Named(GameTexts):
        words = CAPTIONS

        def horse(self, horse: str) -> str:
            return f"No {horse}"

    assert Named().label({"type": "run", "horse": 3, "blind": True, "with": None}) == "Run No 3 blind"
    assert Named().label({"type": "keep", "cards": ["a", "b"]}) == "Keep a, b"
    assert Named().label({"type": "toss"}) == "Toss"


def test_a_hand_of_buttons_reads_back_what_it_offers_whatever_the_facts_are() -> None:
    class Lays(HandOfButtons[GameTexts]):
        kind, facts = "lay", ("card", "on")

        def offer(self, what: str, action: Any) -> Any:
            return self.button(what, what)

    listed = [(7, 1), (7, 2), ("red+7", 1), (None, None)]
    made = panel(Lays, [SimpleNamespace(card=card, on=on) for card, on in listed])

    assert [press.parts for press in presses(made)][::3] == [("lay", "7", "1"), ("lay",)]
    assert [made.pressed(press) for press in presses(made)] == [
        Act({"type": "lay", "card": card, "on": on}) for card, on in listed
    ]
    assert made.pressed(Press(("lay", "red+8"))) == Act({"type": "lay", "card": "red+8", "on": None})


# -------------------------------------------------------------------------------------- chosen fact by fact


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 99), min_size=1, max_size=25, unique=True), st.data())
def test_listed_choices_can_be_chosen_fact_by_fact(chips: list[int], data: st.DataObject) -> None:
    choices = [{"type": "bet", "horse": horse, "chips": each} for horse in ("red", "blue") for each in chips]
    wanted, draft = data.draw(st.sampled_from(choices)), {}
    for fact in data.draw(st.permutations(["horse", "chips"])):
        made = panel(ChoiceSlip, choices, draft)
        sendable(made.controls())
        with pytest.raises(Misread):
            made.pressed(Press(("bet", "go")))
        meant = made.pressed(Press(("bet", fact), (str(wanted[fact]),)))
        assert isinstance(meant, Drafted)
        draft = meant.draft
    sealed = panel(ChoiceSlip, choices, draft)
    sendable(sealed.controls())

    assert sealed.pressed(Press(("bet", "go"))) == Act(wanted)


def test_what_does_not_go_together_cannot_be_sealed() -> None:
    choices = [{"type": "bet", "horse": "red", "chips": 1}, {"type": "bet", "horse": "blue", "chips": 2}]
    made = panel(ChoiceSlip, choices, {"horse": "red", "chips": "2"})

    assert made.controls()[-1][0].disabled
    with pytest.raises(Misread):
        made.pressed(Press(("bet", "go")))


SIDES = [{"type": "pick", "side": "own"}, {"type": "pick", "side": "other"}]


@pytest.mark.parametrize("kind", [ChoiceList, ChoiceSlip])
def test_a_choice_called_other_asks_for_nothing_to_be_typed(kind: type[Panel[Any]]) -> None:
    made = panel(kind, SIDES)
    for press in presses(made):
        assert made.form(press) is None
        made.pressed(press)


@settings(max_examples=25, deadline=None)
@given(CHOICES)
def test_whatever_the_rules_list_a_slip_of_it_can_be_sent(choices: list[Any]) -> None:
    made = panel(ChoiceSlip, choices)

    sendable(made.controls())
    for press in presses(made):
        made.pressed(press)


@pytest.mark.parametrize(
    "choices",
    [
        [{"type": "bet", "chips": chips} for chips in range(1, 31)],
        [{"type": "bet", "chips": 1}, {"type": "pass"}],
        [{"type": "bet", "chips": 1}, {"type": "lay", "chips": 1}],
        [{"type": "bet", "a": 1, "b": 1, "c": 1, "d": 1, "e": each} for each in (1, 2)],
        [{"type": "pass"}],
    ],
    ids=["many values", "unlike facts", "two kinds", "many facts", "none"],
)
def test_what_cannot_be_chosen_fact_by_fact_is_listed(choices: list[Any]) -> None:
    made = panel(ChoiceSlip, choices)
    sendable(made.controls())

    assert [made.pressed(press) for press in presses(made)] == [Act(choice) for choice in choices]


# ---------------------------------------------------------------------------------------- described bets


def described(least: int, most: int, step: int, kinds: tuple[str, ...] = ()) -> Any:
    return SimpleNamespace(horses=["red", "blue"], least=least, most=most, step=step, kinds=kinds)


LIMITS = st.tuples(st.integers(1, 50), st.integers(0, 5000), st.sampled_from([1, 5, 10])).map(
    lambda each: (each[0] * each[2], (each[0] + each[1]) * each[2], each[2])
)


@settings(max_examples=25, deadline=None)
@given(LIMITS, st.sampled_from([(), ("win",), ("win", "place")]), st.data())
def test_a_bet_is_filled_in_within_its_limits(limits: Any, kinds: Any, data: st.DataObject) -> None:
    choices, draft = described(*limits, kinds), {}
    stake = data.draw(st.integers(limits[0] // limits[2], limits[1] // limits[2])) * limits[2]
    kind = {"kind": data.draw(st.sampled_from(kinds))} if kinds else {}
    for field, value in {**kind, "horse": "blue", "stake": f"{stake:,}"}.items():
        made = panel(BetSlip, choices, draft)
        sendable(made.controls())
        meant = made.pressed(Press(("bet", field), (value,), is_typed=field == "stake"))
        assert isinstance(meant, Drafted)
        draft = json.loads(json.dumps(dict(meant.draft)))
    sealed = panel(BetSlip, choices, draft)
    sendable(sealed.controls())

    assert sealed.pressed(Press(("bet", "place"))) == Act(
        {"type": "bet", **kind, "horse": "blue", "stake": stake}
    )
    assert str(stake) in [option.value for option in sealed.options("stake") if option.default]


@given(LIMITS, st.integers(-100, 10**6))
def test_an_amount_outside_the_limits_is_refused_and_the_limits_are_told(limits: Any, amount: int) -> None:
    least, most, step = limits
    if least <= amount <= most and amount % step == 0:
        return
    with pytest.raises(Misread, match=f"from {least:,} to {most:,} in steps of {step}"):
        panel(BetSlip, described(*limits)).pressed(Press(("bet", "stake"), (str(amount),), is_typed=True))


@pytest.mark.parametrize("what", ["bet.horse", "bet.kind", "bet.place", "x.stake", "bet.stake.x"])
def test_only_an_amount_asks_for_a_form(what: str) -> None:
    made = panel(BetSlip, described(1, 5, 1))
    form = made.form(Press(("bet", "stake"), (OTHER,)))

    assert form is not None
    require_openable(amount_form(seating(()).control(form.what), form))
    assert made.form(Press(tuple(what.split(".")), (OTHER,))) is None


@pytest.mark.parametrize(
    "press",
    [
        Press(("bet", "horse"), ("white",)),
        Press(("bet", "kind"), ("win",)),
        Press(("bet", "nothing"), ("1",)),
        Press(("bet", "place")),
        Press(("bet", "horse")),
        Press(("bet", "stake"), (OTHER,)),
        Press(("other", "horse"), ("red",)),
    ],
)
def test_what_a_slip_does_not_offer_is_misread(press: Press) -> None:
    with pytest.raises(Misread):
        panel(BetSlip, described(1, 5, 1)).pressed(press)
