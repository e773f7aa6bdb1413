"""How long games take: three lengths of each, measured, and what is reckoned of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli.lengths import as_data, kinds_of, measure, table
from bot.cli.series import Crew
from bot.games.lengths import SECONDS, Decisions, Length, Lengths
from bot.games.titles import title
from engines import catalog
from engines.jockey import Jockey

DOCUMENT = Path(__file__).parents[2] / "docs" / "lengths.md"

MEASURED = {
    Length.QUICK: {3: Decisions(2, 10)},
    Length.USUAL: {3: Decisions(4, 20)},
    Length.LONG: {3: Decisions(8, 50)},
}
LENGTHS = Lengths(
    game="turfe", option="races", values=dict(zip(Length, (2, 4, 8), strict=True)), measured=MEASURED
)


def lengths_of(key: str) -> Lengths:
    lengths = title(key).own_lengths
    assert lengths is not None
    return lengths


@pytest.mark.parametrize("key", catalog.GAMES)
def test_every_game_has_a_quick_a_usual_and_a_long_form_that_its_rules_take(key: str) -> None:
    lengths, rules = lengths_of(key), catalog.game(key)

    assert list(lengths.values) == [Length.QUICK, Length.USUAL, Length.LONG]
    for length, value in lengths.values.items():
        assert rules.options(lengths.options(length)).model_dump()[lengths.option] == value
    assert len(set(lengths.values.values())) == len(Length)


@pytest.mark.parametrize("key", catalog.GAMES)
def test_a_longer_form_takes_longer_with_any_number_of_seats(key: str) -> None:
    measured = lengths_of(key).measured

    for seats in catalog.game(key).seats:
        minutes = [measured[length][seats].minutes(seats) for length in Length]
        assert minutes == sorted(minutes)


def test_what_is_played_where_nothing_is_chosen() -> None:
    usual = {key: dict(lengths_of(key).options()) for key in catalog.GAMES}

    assert usual == {
        "jockey": {"rounds": 1},
        "turfe": {"races": 4},
        "jumpyjack": {"target": 16},
        "sulkydrom": {"goal": "first"},
        "newmarket": {"deals": 4},
    }


def test_the_rules_keep_their_own_defaults_and_so_do_logs_that_name_none() -> None:
    assert catalog.game("turfe").options({}).model_dump()["races"] == 8
    assert catalog.game("newmarket").options({}).model_dump()["deals"] == 8


def test_what_all_decide_at_once_takes_as_long_as_one_decision() -> None:
    decisions = Decisions(together=3, alone=9)

    assert decisions.minutes(people=1) == 12 * SECONDS / 60
    assert decisions.minutes(people=4) == 39 * SECONDS / 60


def test_a_form_is_told_by_its_options() -> None:
    assert LENGTHS.length_of({"races": 8, "other": 1}) is Length.LONG
    assert LENGTHS.length_of({"races": 3}) is None


@pytest.mark.parametrize(
    ("races", "decisions"), [(3, Decisions(3, 15)), (6, Decisions(6, 35)), (1, Decisions(1, 5))]
)
def test_what_lies_between_the_forms_or_beyond_them_is_reckoned(races: int, decisions: Decisions) -> None:
    assert LENGTHS.minutes({"races": races}, 3, people=2) == pytest.approx(decisions.minutes(2))


def test_nothing_is_reckoned_of_what_was_not_measured() -> None:
    named = replace(LENGTHS, values=dict(zip(Length, ("a", "b", "c"), strict=True)))

    assert named.minutes({"races": "d"}, 3, 1) is None
    assert LENGTHS.minutes({"races": 4}, 6, 1) is None


def test_a_game_made_from_the_title_of_another_has_not_its_lengths() -> None:
    class Quoits(Jockey):
        key = "quoits"

    made = replace(title("jockey"), engine=Quoits)
    assert made.own_lengths is None
    assert made.options["rounds"].default == 1


@pytest.mark.parametrize("key", ["jockey", "newmarket"])
def test_the_figures_are_those_that_the_command_measures(key: str) -> None:
    """A few games come near to what many gave."""
    kinds = {kind: series for kind, series in kinds_of(key, bytes(31) + b"\x02").items() if kind[1] == 4}

    for length, by_seats in measure(kinds, 4, Crew(1, map, lambda _: None)).items():
        told = lengths_of(key).measured[length][4]
        assert by_seats[4].minutes(4) == pytest.approx(told.minutes(4), rel=0.5)


@pytest.mark.parametrize("key", catalog.GAMES)
def test_the_documents_have_the_figures_of_the_lobby(key: str) -> None:
    assert table(lengths_of(key)) in DOCUMENT.read_text("utf-8")


def test_the_data_is_read_as_it_is_written() -> None:
    written = as_data(LENGTHS.measured)

    assert written.splitlines()[:4] == ["{", '  "quick": {', '    "3": [2, 10]', "  },"]
