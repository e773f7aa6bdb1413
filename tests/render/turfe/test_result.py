from __future__ import annotations

from dataclasses import replace

from bot.games.turfe.english.pictures import TURFE
from engines.turfe.actions import Bet
from render.kit.photo import BOTTOM
from render.parts.palette import CREAM
from render.parts.poster import HEAD
from render.turfe import final, result
from tests.render.seen import NAMES, changed, opened
from tests.render.turfe.played import finished, seen


def test_a_result_opens_every_bet() -> None:
    view = next(view for view in seen() if view.result)
    assert view.result is not None
    told = result(view, NAMES, TURFE).alt
    for seat, bet in enumerate(view.result.bets):
        assert bet is not None
        assert f"{NAMES[seat]}: {bet.stake} dollars on {TURFE.horses[bet.horse]}, {bet.kind}" in told
        assert f"has {view.result.money[seat]}." in told


def test_columns_of_a_result_do_not_touch() -> None:
    view = finished(6)
    assert view.result is not None
    bets = (Bet("jackpot", "white", 168_000_000),) * 5
    rich = view.result._replace(
        nets=(-168_000_000,) * 3 + (168_000_000,) * 3, money=(168_000_000,) * 6, bets=(*bets, None)
    )
    image = opened(result(replace(view, result=rich), NAMES, TURFE))
    for column in (28, 608):
        for margin in (column + 6, column + 564 - 8):
            colours = {image.getpixel((margin, y)) for y in range(BOTTOM + 30, BOTTOM + 110)}
            assert colours == {CREAM}, "nothing but paper at the edges of a ticket"


def test_a_result_shows_the_jackpot_and_who_had_no_money_to_bet() -> None:
    view = next(view for view in seen() if view.result)
    assert view.result is not None
    over = view.result
    broke = over._replace(bets=(None, *over.bets[1:]), nets=(0, *over.nets[1:]))
    richer = over._replace(pot=over.pot + 1230)
    assert changed(result(view, NAMES, TURFE), result(replace(view, result=broke), NAMES, TURFE))
    _, _, right, bottom = changed(
        result(view, NAMES, TURFE), result(replace(view, result=richer), NAMES, TURFE)
    ) or (0, 0, 1200, 900)
    assert right < 500
    assert bottom < HEAD


def test_winners_share_the_first_rosette() -> None:
    shared, ahead = (replace(finished(), money=money) for money in ((70, 70, 0, 0), (70, 60, 0, 0)))
    assert final(shared, NAMES, TURFE).alt.count("1. ") == 2
    assert changed(final(shared, NAMES, TURFE), final(ahead, NAMES, TURFE))
