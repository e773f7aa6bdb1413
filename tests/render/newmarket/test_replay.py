from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import ImageChops

from bot.games.newmarket.english.pictures import NEWMARKET
from engines.newmarket.view import View
from render.newmarket import replay
from tests.render.newmarket.played import seen
from tests.render.seen import NAMES, frames, views


def first_deal(seats: int = 4) -> list[View]:
    running = [view for view in seen(seats) if view.deal == 1]
    return running + [view for view in seen(seats) if view.result and view.result.deal == 1][:1]


def test_a_deal_is_shown_card_by_card() -> None:
    deal = first_deal()
    picture = replay(deal, NAMES, NEWMARKET)
    assert picture.filename == "newmarket-replay-deal1.gif"
    assert picture.alt == "Deal 1, card by card, animated."
    assert len(picture.data) < 1_500_000
    shown = frames(picture)
    cards = {len(view.plays) for view in deal if view.plays}
    assert shown[0].size == (720, 420)
    assert len(shown) == len(cards) + 2, "the opening, every card, the end"


def test_the_card_that_ended_a_deal_is_shown_whether_it_was_called_for_or_led() -> None:
    ends = {
        one.wanted is None: (one, two)
        for seed in range(2)
        for one, two in pairwise(views("newmarket", 4, seed))
        if one.plays and two.result and two.result.deal == one.deal and two.result.out is not None
    }
    assert ends.keys() == {False, True}
    for one, two in ends.values():
        assert two.result is not None
        last = frames(replay([one, two], NAMES, NEWMARKET))[-1]
        without = replace(two, result=replace(two.result, last=one.plays[-1]))
        box = ImageChops.difference(last, frames(replay([one, without], NAMES, NEWMARKET))[-1]).getbbox()
        assert box is not None
        assert box[1] < 260 < 290 < box[3], "on the track, and on the paper below it"


def test_no_frame_of_a_replay_leaves_anything_behind() -> None:
    deal = first_deal(3)
    whole = frames(replay(deal, NAMES, NEWMARKET))
    for until in (5, 12):
        view = [view for view in deal if view.plays][until]
        alone = frames(replay([view], NAMES, NEWMARKET))
        assert any(ImageChops.difference(alone[-1], frame).getbbox() is None for frame in whole)


def test_views_seen_twice_are_shown_once() -> None:
    deal = first_deal()
    doubled = [view for view in deal for _ in range(2)]
    assert replay(doubled, NAMES, NEWMARKET) == replay(deal, NAMES, NEWMARKET)


def test_of_a_long_game_the_last_deals_are_shown() -> None:
    picture = replay(seen(3), NAMES, NEWMARKET)
    assert len(picture.data) < 4_000_000
    assert str(seen(3)[-1].deal) in picture.alt


def test_without_a_card_there_is_nothing_to_replay() -> None:
    with pytest.raises(ValueError, match="nothing has happened"):
        replay(seen()[:2], NAMES, NEWMARKET)
