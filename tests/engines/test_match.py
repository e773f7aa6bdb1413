from __future__ import annotations

import pytest

from engines import catalog
from engines.core import IllegalAction, Match
from tests.followed import followed


def test_folding_the_rows_of_a_log_gives_the_match_again(log_of):
    header, rows = log_of(seats=4)
    game = catalog.game("jockey")
    for length in (1, 5, 30, len(rows)):
        match = followed(game, header, rows[:length])

        assert match.length == length
        assert (match.outcome is None) == (length < len(rows))


def test_a_match_goes_on_from_its_stored_values_as_if_never_stopped(log_of):
    header, rows = log_of(seats=3, number=5)
    game = catalog.game("jockey")
    match, written = Match.start(game, header)
    for row in rows[1:]:
        state = game.read_state(game.dump_state(match.state))
        match = Match(game, match.seed, state, match.position, match.length)
        match, news = match.act(row.seat, game.read_action(row.action))
        written += news

    assert [row.line() for row in written] == [row.line() for row in rows]


def test_a_refused_action_leaves_the_match_as_it_is(log_of):
    header, _ = log_of()
    match, _ = Match.start(catalog.game("jockey"), header)
    before = match.game.dump_state(match.state), match.position, match.length
    with pytest.raises(IllegalAction):
        match.act(0, match.game.read_action('{"type":"play","card":"red+7"}'))

    assert (match.game.dump_state(match.state), match.position, match.length) == before
