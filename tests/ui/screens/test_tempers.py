"""What the computer players of a table were like is told when its game is over, and never before."""

from __future__ import annotations

from dataclasses import replace

from bot.games.titles import titles
from bot.messages.layouts.board_layout import board_layout
from bot.messages.layouts.desk_layout import desk_layout
from bot.messages.layouts.result_layout import final_layout, result_layout
from bot.messages.snapshot import Snapshot
from bot.texts import DEFAULT
from tests.games.race_days import race_day
from tests.ui.limits import require_sendable

TOLD = "The computers' tempers: 🤖 Player 2 bold: to win, and doubles · 🤖 Player 3 careful: mostly to place"
"""What is said of them."""


def among_computers(snapshot: Snapshot, *agents: str) -> Snapshot:
    """Put computer players into the seats after the first."""
    first, *others = snapshot.table.seats
    computers = [
        seat._replace(user_id=None, owner_id=None, agent=agent, name=f"Player {seat.number + 1}")
        for seat, agent in zip(others, agents, strict=True)
    ]
    return replace(snapshot, table=replace(snapshot.table, seats=(first, *computers)))


def test_the_final_result_tells_each_of_them_and_nothing_of_one_that_stands_in_for_somebody() -> None:
    day = race_day(4, 5)
    rows = [row for moment in day for row in moment.rows]
    final = final_layout(among_computers(day[-1].snapshot, "bold", "careful", "steady"), (), rows)

    require_sendable(final)
    assert TOLD in final.text
    assert "Player 4 " not in final.text.partition("The computers' tempers")[2].splitlines()[0]


def test_a_game_without_tempers_and_a_table_of_people_say_nothing_of_them() -> None:
    for game, agents in (("turfe", ("steady",) * 3), ("jockey", None)):
        day = race_day(4, 5, game=game)
        at = among_computers(day[-1].snapshot, *agents) if agents else day[-1].snapshot
        assert (
            "The computers' tempers"
            not in final_layout(at, (), [row for moment in day for row in moment.rows]).text
        )


def test_no_board_desk_or_result_of_a_race_tells_them() -> None:
    for moment in race_day(3, 5)[:-1]:
        at = among_computers(moment.snapshot, "bold", "careful")
        said = [board_layout(at, None, ()), desk_layout(at, at.table.seats[0], {}, has_place=True, now=0)]
        if at.screens.settled(at.standing.view(None)):  # type: ignore[union-attr]
            said.append(result_layout(at))
        assert not [each.text for each in said if "bold" in each.text or "careful" in each.text]


def test_every_temper_of_every_game_has_its_words() -> None:
    assert {each.key: set(each.tempers) - set(each.words(DEFAULT).tempers) for each in titles()} == {
        each.key: set() for each in titles()
    }
