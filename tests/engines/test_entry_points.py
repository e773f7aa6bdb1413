"""Games that other distributions bring by entry points of the group `paddock.games`."""

from __future__ import annotations

import sys

import pytest

from engines import catalog
from engines.agents import agent, play_out
from engines.core import Header, Unreadable
from engines.verify import logs, verify
from tests.distributions import RULES, forget


def test_a_game_of_another_distribution_is_played_and_checked_like_any_other(bring):
    bring("quoits = quoits.game:QUOITS", RULES)
    game = catalog.game("quoits")
    header = Header.of(game, game.options({}), 2, bytes(32))

    rows, outcome = play_out(game, header, [agent("random", "quoits")] * 2)

    (log,) = logs("".join(f"{line.line()}\n" for line in (header, *rows)))
    assert verify(log).problems == ()
    assert verify(log).outcome == outcome
    assert catalog.all_keys() == (*catalog.GAMES, "quoits")
    assert [each.key for each in catalog.games()] == [*catalog.GAMES, "quoits"]
    assert list(catalog.computers("quoits")) == ["random"]
    assert list(catalog.broken(catalog.game)) == list(catalog.ignored()) == []


def test_a_game_is_loaded_when_somebody_asks_for_it_and_not_before(bring):
    bring("quoits = quoits.game:QUOITS", RULES)

    assert "quoits" in catalog.all_keys()
    catalog.game("jockey")
    assert "quoits.game" not in sys.modules
    catalog.game("quoits")
    assert "quoits.game" in sys.modules


@pytest.mark.parametrize(
    ("points", "program", "why"),
    [
        ("quoits = quoits.nowhere:QUOITS", RULES, "ModuleNotFoundError: No module named 'quoits.nowhere'"),
        ("quoits = quoits.game:NOTHING", RULES, "AttributeError: module 'quoits.game' has no attribute"),
        ("quoits = quoits.game:QUOITS", "raise OSError('two\\nlines')", "OSError: two lines"),
        ("quoits = quoits.game:QUOITS", "import sys; sys.exit(3)", "SystemExit: 3"),
        ("quoits = quoits.game:QUOITS", "syntax error", "SyntaxError"),
        (
            "quoits = quoits.game:Quoits",
            RULES,
            "AttributeError: type object 'Quoits' has no attribute 'engine'",
        ),
        (
            "quoits = quoits.game:QUOITS",
            RULES.replace("engine=Quoits", "engine=7"),
            "no whole class of a game, but 7",
        ),
        (
            "quoits = quoits.game:QUOITS",
            RULES.replace('"quoits"', '"chess"'),
            "its engine calls itself 'chess'",
        ),
        (
            "quoits = quoits.game:QUOITS",
            RULES.replace("    key =", "    private = None\n    key ="),
            "no list of its private events",
        ),
        (
            "quoits = quoits.game:QUOITS",
            RULES.replace('{"random"', '{} and {"random"'),
            "it has no computer player",
        ),
        ("Quoits-2 = quoits.game:QUOITS", RULES, "small letters and digits"),
        (
            "quoits = quoits.game:QUOITS",
            RULES + '    \nQuoits.__module__ = "quoits.nowhere.game"',
            "ModuleNotFound",
        ),
    ],
)
def test_a_broken_game_is_one_clear_line_and_hides_no_other(bring, points, program, why):
    bring(points, program)
    key = points.partition(" ")[0]

    with pytest.raises(Unreadable) as refused:
        catalog.game(key)

    assert str(refused.value).startswith(f"the game '{key}' of paddock-quoits cannot be loaded (")
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)
    assert [each.key for each in catalog.games()] == list(catalog.GAMES)
    assert dict(catalog.broken(catalog.game)) == {key: str(refused.value)}


def test_two_distributions_that_bring_a_game_of_one_key_bring_none(bring):
    bring("quoits = quoits.game:QUOITS", RULES)
    bring("quoits = quoits.game:QUOITS", RULES, "throwing")

    with pytest.raises(Unreadable, match="of paddock-quoits, paddock-throwing cannot be loaded"):
        catalog.game("quoits")


def test_no_distribution_stands_in_for_a_game_built_in_and_one_that_would_is_told(bring):
    bring("jockey = quoits.game:QUOITS", RULES)

    assert catalog.game("jockey").key == "jockey"
    assert catalog.all_keys() == catalog.GAMES
    assert "quoits.game" not in sys.modules
    assert list(catalog.ignored()) == [
        (
            "jockey",
            "the game 'jockey' of paddock-quoits cannot be loaded (a game built in has that key)",
        )
    ]


@pytest.mark.parametrize("text", ["[paddock.games]\nchess\n", "[another.group]\nchess\n"])
def test_entry_points_that_cannot_be_read_are_one_line_and_hide_no_others(bring, tmp_path, text):
    bring("quoits = quoits.game:QUOITS", RULES)
    about = tmp_path / "malformed-1.0.dist-info"
    about.mkdir()
    about.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: malformed\nVersion: 1.0\n")
    about.joinpath("entry_points.txt").write_text(text)
    forget()

    assert catalog.all_keys() == (*catalog.GAMES, "quoits")
    ((name, told),) = catalog.ignored()
    assert name == "malformed"
    assert told.startswith("the entry points of malformed cannot be read (")
    assert "\n" not in told


def test_of_two_distributions_of_one_name_the_first_counts(bring, tmp_path):
    bring("quoits = quoits.game:QUOITS", RULES)
    again = tmp_path / "Paddock_Quoits-0.9.dist-info"
    again.mkdir()
    again.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: Paddock.Quoits\nVersion: 0.9\n")
    again.joinpath("entry_points.txt").write_text("[paddock.games]\nquoits = quoits.game:QUOITS\n")
    forget()

    assert catalog.game("quoits").key == "quoits"


def test_what_is_not_there_is_told_with_what_is(bring):
    bring("quoits = quoits.game:QUOITS", RULES)

    for asked in (catalog.game, catalog.rules_of, catalog.computers, catalog.brought):
        with pytest.raises(
            Unreadable, match=r"no game is called 'chess'; there are: jockey, .*, newmarket, quoits$"
        ):
            asked("chess")
