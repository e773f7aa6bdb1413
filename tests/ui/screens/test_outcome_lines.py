"""What desks and lobby cards say once a race day is over: how it ended, and how to play again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.messages.layouts.desk_layout import desk_layout
from bot.messages.layouts.lobby_layout import lobby_layout
from bot.messages.layouts.result_layout import final_layout
from bot.messages.snapshot import Snapshot
from bot.tables import Status
from bot.tables.evening import Evening
from bot.texts.english.phrases import ordinal
from engines import catalog
from tests.games.race_days import race_day
from tests.ui.limits import require_sendable

games = pytest.mark.parametrize("game", catalog.GAMES)


def over(game: str) -> Snapshot:
    last = race_day(4, 2, rounds=1, game=game)[-1].snapshot
    return replace(last, table=replace(last.table, status=Status.FINISHED))


@games
def test_a_desk_tells_its_owner_at_last_how_they_came_out(game: str) -> None:
    snapshot = over(game)
    assert snapshot.standing
    outcome = snapshot.standing.match.outcome
    assert outcome
    for seat in snapshot.table.seats:
        layout = desk_layout(snapshot, seat, {}, has_place=True)
        require_sendable(layout)
        score = snapshot.words.score(outcome.scores[seat.number])
        if seat.number in outcome.winners:
            assert f"You won with {score}." in layout.text or f"share the win with {score}." in layout.text
        else:
            assert f" of 4 with {score}; " in layout.text
            assert all(snapshot.who(winner) in layout.text for winner in outcome.winners)
        assert f"The result is in {snapshot.link}: press **Rematch** under it to play again." in layout.text
        assert layout.controls == (), "no rematch is opened from direct messages"


@games
def test_the_card_of_a_table_that_is_over_says_first_who_has_won_and_where(game: str) -> None:
    snapshot = over(game)
    assert snapshot.standing
    outcome = snapshot.standing.match.outcome
    assert outcome
    said = lobby_layout(snapshot, None).text.splitlines()[1]
    assert all(snapshot.who(winner) in said for winner in outcome.winners)
    assert snapshot.words.score(outcome.scores[outcome.winners[0]]) in said
    assert said.endswith(snapshot.link)


def test_a_desk_of_which_no_rules_tell_the_end_says_where_the_result_is() -> None:
    snapshot = replace(over("jockey"), standing=None)
    assert snapshot.link in desk_layout(snapshot, snapshot.table.seats[0], {}, has_place=True).text
    assert snapshot.link in lobby_layout(snapshot, None).text


def test_ranks_are_written_as_they_are_read() -> None:
    assert [ordinal(rank) for rank in (1, 2, 3, 4, 11, 12, 13, 22)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "22nd",
    ]  # fmt: skip


def test_an_evening_tells_what_credits_are_and_what_each_player_has_won_by_them() -> None:
    snapshot = over("jockey")
    first, second = 11, 12
    evening = Evening(6, {first: 7_200, second: 900}, {first: 6, second: 1})
    lines = final_layout(snapshot, (), (), evening=evening).text.splitlines()

    credited = (
        f"**Credits this evening, 6 rounds:** <@{first}> 7,200 bills (+1,200) · <@{second}> 900 bills (−100)"
    )
    assert credited in lines
    assert lines[lines.index(credited) + 1] == (
        "-# Credits add up what you held at the end of each round. In brackets: the win or loss, as each round "
        "starts with 1,000 bills."
    )
