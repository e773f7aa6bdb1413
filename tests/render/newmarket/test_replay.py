from __future__ import annotations

from itertools import pairwise

from bot.games.newmarket.english.pictures import NEWMARKET
from engines.newmarket.view import View
from render.newmarket import replay
from render.newmarket.faces import form
from tests.render.newmarket.played import seen
from tests.render.seen import NAMES, film_of, views


def first_deal(seats: int = 4) -> list[View]:
    running = [view for view in seen(seats) if view.deal == 1]
    return running + [view for view in seen(seats) if view.result and view.result.deal == 1][:1]


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
        *_, beat = film_of(replay([one, two], NAMES, NEWMARKET)).beats
        (play,) = beat.plays
        assert play.seat == two.result.last.seat == two.result.out
        assert play.did in {str(form(two.result.last.card).number), *(f"+{each}" for each in range(1, 99))}
        assert beat.home == (play.horse,)


def test_the_horse_of_a_colour_is_on_the_highest_number_played_in_it() -> None:
    deal = first_deal()
    film = film_of(replay(deal, NAMES, NEWMARKET))
    highest = [0.0] * 4
    plays = max((view.plays for view in deal), key=len)
    for beat, shown in zip(film.beats, plays, strict=False):
        colour, number = form(shown.card)
        lane = deal[0].colours.index(colour)
        highest[lane] = max(highest[lane], number)
        if not beat.home:
            assert all(way.places[-1] == (highest[lane],) for way in beat.ways)
