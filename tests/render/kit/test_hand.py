from __future__ import annotations

from dataclasses import replace

from render import kit
from tests.render.kit.dice_derby import CAPTIONS, HORSES, SILKS, hand
from tests.render.kit.played import RACING
from tests.render.seen import is_sound


def test_a_hand_shows_dice_and_bet_and_tells_them() -> None:
    view = replace(RACING, bets=((4, 20), *RACING.bets[1:]))
    picture = hand(view, 0)
    is_sound(picture)
    assert picture.alt == f"Your throw: {view.dice[0]}, {view.dice[1]}. Your bet: to win, 20 on Ocean."
    others = [replace(view, bets=(bet, *view.bets[1:])) for bet in ((4, 30), (3, 20), None)]
    assert len({hand(each, 0).data for each in (view, *others)}) == 4
    assert hand(others[-1], 0).alt.endswith("Your bet: No bet yet.")


def test_a_hand_of_cards_is_fanned_and_told_and_kept_ones_are_ticked() -> None:
    cards = [kit.printed(f"+{3 + number % 3}", HORSES[number % 2], SILKS[number % 2]) for number in range(9)]
    held = kit.Hand("Your hand", "No cards", cards=cards)
    pictures = [
        kit.hand("derby", each, CAPTIONS)
        for each in (
            held,
            held._replace(kept=cards[:1]),
            held._replace(cards=cards[:8]),
            held._replace(cards=()),
        )
    ]
    for picture in pictures:
        is_sound(picture)
    assert len({picture.data for picture in pictures}) == 4
    assert pictures[0].alt.startswith("Your hand: Ruby +3, Midnight +4, Ruby +5,")
    assert pictures[3].alt == "Your hand: No cards."
