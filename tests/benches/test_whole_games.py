"""One person plays whole games alone against computer players, and every press counts."""

from __future__ import annotations

import pytest

from benches import whole_games

pytestmark = pytest.mark.long


@pytest.mark.timeout(300)
async def test_the_presses_posts_and_words_of_a_whole_game_are_counted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(whole_games, "GAMES", {"newmarket": 2})
    told = {each.figure: each.value for each in await whole_games.measure(rounds=1)}
    assert told["presses to the first desk"] == 1
    assert 4 < told["presses"] < 60
    assert told["posts"] > 4
    assert told["words above a desk's picture"] > 10
