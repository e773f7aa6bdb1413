"""What every game tells of its races: the last move above its result, whom a board waits for, who has won."""

from __future__ import annotations

import pytest

from bot.messages.layouts.board_layout import board_layout
from bot.messages.layouts.result_layout import final_layout, result_layout
from engines import catalog
from tests.games.race_days import race_day


@pytest.mark.parametrize("game", ["jockey", "turfe", "jumpyjack", "sulkydrom", "newmarket"])
def test_the_move_that_ends_a_race_is_told_above_its_result_and_not_under_the_board_of_the_next(
    game: str,
) -> None:
    chosen = (("goal", "minor"),) if game == "sulkydrom" else ()
    ends = [moment for moment in race_day(3, 3, game=game, chosen=chosen) if ends_a_race(moment)]
    assert len(ends) > 1
    for moment in ends:
        if moment.snapshot.standing.match.outcome is None:
            result = result_layout(moment.snapshot, None, moment.before, moment.rows)
            closing = result.text.partition("#")[0].splitlines()
            assert not set(closing) & set(board_layout(*moment).text.splitlines())
        else:
            result = final_layout(moment.snapshot, (), _whole_log(game, chosen, moment), moment.before)
            closing = result.text.partition("#")[0].splitlines()
        assert closing
        assert len(set(result.text.splitlines())) == len(result.text.splitlines())


@pytest.mark.parametrize("game", catalog.all_keys())
def test_a_final_tells_the_last_race_and_then_who_has_won(game: str) -> None:
    last = race_day(3, 3, game=game)[-1].snapshot
    view, screens, words = last.standing.view(None), last.screens, last.words
    race, *_ = screens.race_result(view, last.table.names, last.who, words)[0].splitlines()
    lines = screens.final_result(view, last.table.names, last.who, words)[0].splitlines()

    assert lines.index(race) < lines.index(words.final_title)


def ends_a_race(moment) -> bool:
    return any(event["type"] == "race_over" for row in moment.rows for event in row.events)


def _whole_log(game: str, chosen, until) -> list:
    rows = []
    for moment in race_day(3, 3, game=game, chosen=chosen):
        rows += moment.rows
        if moment == until:
            break
    return rows


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_board_that_told_nothing_but_whom_it_waits_for_keeps_the_name_of_its_race(game: str) -> None:
    for moment in race_day(4, 3, game=game):
        assert board_layout(*moment).remains().text.strip()


@pytest.mark.parametrize("game", catalog.GAMES)
def test_every_board_of_a_running_race_asks_in_two_lines_at_most(game: str) -> None:
    for moment in race_day(4, 3, game=game):
        if moment.snapshot.standing.asked:
            asked = moment.snapshot.screens.prompt(
                moment.snapshot.standing.view(None),
                moment.snapshot.who,
                moment.snapshot.words,
            )
            assert 1 <= len(asked.splitlines()) <= 2
            assert asked.startswith(("**", "🎲 **"))
