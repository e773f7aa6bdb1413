from __future__ import annotations

from dataclasses import replace

from bot.games.newmarket.english.pictures import NEWMARKET
from render.newmarket import result
from render.parts.palette import CREAM, CREAM_GRAIN
from tests.render.newmarket.played import seen
from tests.render.seen import NAMES, STRANGE, changed, is_sound, opened


def test_a_result_tells_claims_payments_and_points() -> None:
    view = next(view for view in seen() if view.result and view.result.claims and view.result.out is not None)
    over = view.result
    assert over is not None
    assert over.out is not None
    told = result(view, NAMES, NEWMARKET).alt
    assert f"{NAMES[over.out]} played the last card and wins the deal." in told
    assert f"{NAMES[over.out]}: +{sum(over.paid)} for cards" in told
    assert f"{NAMES[over.claims[0].seat]} takes {over.claims[0].points} points from" in told
    assert all(f"has {points} point" in told for points in over.points)


def test_a_deal_in_which_nobody_could_lead_is_told_as_such() -> None:
    view = seen()[-1]
    assert view.result is not None
    stuck = replace(view, result=replace(view.result, out=None, paid=(0,) * 4))
    is_sound(result(stuck, NAMES, NEWMARKET))
    assert NEWMARKET.alt.stuck in result(stuck, NAMES, NEWMARKET).alt


def test_what_is_on_a_ticket_does_not_reach_its_stub() -> None:
    view = seen(8)[-1]
    assert view.result is not None
    claims = tuple(
        replace(view.result.claims[0], seat=3, horse=horse, points=80) for horse in view.racehorses
    )
    rich = replace(view.result, points=(99_999,) * 8, paid=(7,) * 8, claims=claims)
    image = opened(result(replace(view, result=rich), STRANGE, NEWMARKET))
    for left in (28, 28 + 580):
        for top in range(410, 410 + 4 * 130, 130):
            inks = {image.getpixel((left + 320, y)) for y in range(top + 12, top + 106)}
            assert inks <= {CREAM, CREAM_GRAIN}, "a gap between what is told and the perforation"


def test_claims_are_seen_on_the_posters_of_a_result_and_on_the_tickets() -> None:
    view = next(view for view in seen() if view.result and view.result.claims)
    over = view.result
    assert over is not None
    claim = over.claims[0]
    other = replace(claim, seat=(claim.seat + 1) % 4)
    moved = replace(over, claims=(other, *over.claims[1:]))
    box = changed(result(view, NAMES, NEWMARKET), result(replace(view, result=moved), NAMES, NEWMARKET))
    assert box is not None
    assert box[1] < 388 < 410 < box[3]
