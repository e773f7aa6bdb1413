"""The post that ends a game tells what was achieved there, in a few lines however much it was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.achievements import ANY_GAME
from bot.messages.layouts.result_layout import MOST_HONOURED, cancelled_layout, final_layout
from bot.tables.honours import Honour, written
from tests.games.race_days import race_day
from tests.ui.limits import require_sendable


def told(
    honours: str, watched: Sequence[tuple[int, str]] = (), seats: int = 8, game: str = "newmarket"
) -> str:
    day = race_day(seats, 5, game=game)
    snapshot = day[-1].snapshot
    at = replace(snapshot, table=replace(snapshot.table, honours=honours))
    layout = final_layout(at, (), [row for moment in day for row in moment.rows], watched=watched)
    require_sendable(layout)
    return layout.text


def test_a_person_has_one_line_with_all_they_achieved() -> None:
    honours = [Honour(0, "hat_trick"), Honour(1, "first_win"), Honour(0, "jockey.double")]
    lines = [line for line in told(written(honours)).splitlines() if "🏅" in line]

    assert len(lines) == 2
    assert lines[0].endswith(": Hat trick, Straight double")
    assert lines[1].endswith(": First past the post")


def test_who_watched_is_named_and_of_what_is_not_here_nothing_is_said() -> None:
    text = told("-:hundred_to_one 1:chess.mate", watched=[(99, "hundred_to_one")])
    assert [line for line in text.splitlines() if "🏅" in line] == ["🏅 <@99>: A hundred to one"]


def test_where_nothing_was_achieved_nothing_is_said() -> None:
    assert "🏅" not in told("")


def test_however_much_was_achieved_it_fits() -> None:
    every = [Honour(seat, feat.key) for seat in range(8) for feat in ANY_GAME]
    lines = [line for line in told(written(every)).splitlines() if "🏅" in line]

    assert len(lines) == MOST_HONOURED + 1
    assert lines[-1] == f"-# 🏅 {2 * len(ANY_GAME)} more achievements: see `/profile`."


def test_a_table_that_ended_early_tells_who_had_won_at_long_odds() -> None:
    snapshot = race_day(3, 5)[-1].snapshot
    table = replace(snapshot.table, honours="-:hundred_to_one", counted=1)
    text = cancelled_layout(replace(snapshot, table=table), watched=[(99, "hundred_to_one")]).text
    assert "🏅 <@99>: A hundred to one" in text
