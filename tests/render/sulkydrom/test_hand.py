from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.sulkydrom.english.pictures import SULKYDROM
from engines.sulkydrom.state import Stacks
from engines.sulkydrom.view import Phase
from render.parts.lettering import Face, fitted
from render.sulkydrom import hand
from render.sulkydrom.hand import dealt
from tests.render.seen import letters, require_apart
from tests.render.sulkydrom.played import FACES, GAME, LETTERS, seen


def test_every_tempo_card_has_a_face_of_its_own() -> None:
    view = seen(8, 0)[0]
    assert view.own
    horse = [Stacks((card,), ()) for card in GAME.setup.packs["horse"]]
    position = [Stacks((), (card,)) for card in GAME.setup.packs["position"]]
    hands = [replace(view, own=replace(view.own, hand=each)) for each in (*horse, *position)]
    assert len({hand(each, SULKYDROM, FACES).data for each in hands}) == 48


def test_a_horse_card_tells_what_it_gives_the_own_horse() -> None:
    view = seen(8, 0)[0]
    assert view.own
    at = LETTERS.index(view.horses[0])
    for card in GAME.setup.packs["horse"][:6]:
        picture = hand(replace(view, own=replace(view.own, hand=Stacks((card,), ()))), SULKYDROM, FACES)
        assert f"{card.upper()}: {FACES[card][at]}" in picture.alt


def test_cards_chosen_for_the_stacks_are_numbered_in_their_order() -> None:
    view = seen(4, 0)[0]
    assert view.own
    assert view.own.hand
    first, second = view.own.hand.horse[:2]
    third = view.own.hand.position[0]
    orders = ((), (first,), (first, second), (second, first), (second, first, third))
    assert len({hand(view, SULKYDROM, FACES, order).data for order in orders}) == 5


def test_counts_and_special_cards_are_drawn_and_told() -> None:
    view = next(view for view in seen(4, 0) if view.phase is Phase.TURNING)
    full = hand(view, SULKYDROM)
    fewer = hand(replace(view, horse_counts=(0,) * 4), SULKYDROM)
    spent = hand(replace(view, jokers=(False,) * 4), SULKYDROM)
    assert len({each.data for each in (full, fewer, spent)}) == 3
    assert "0 horse cards" in fewer.alt
    assert SULKYDROM.alt.no_joker in spent.alt


def test_twelve_cards_are_two_rows_of_six_as_large_as_cards_get() -> None:
    view = seen(4, 0)[0]
    assert view.own
    cards = view.own.hand
    assert (len(cards.horse), len(cards.position)) == (8, 4)
    six = replace(view, own=replace(view.own, hand=Stacks(cards.horse[:6], ())))
    one, two = hand(six, SULKYDROM, FACES), hand(view, SULKYDROM, FACES)
    rows = [picture.height - 120 - 60 for picture in (one, two)]
    assert rows[1] == 2 * rows[0]


def test_below_the_cards_both_kinds_are_explained_in_full() -> None:
    view = seen(8, 0)[0]
    assert view.own
    assert view.own.hand
    image = dealt(view, 0, view.own.hand, SULKYDROM, FACES, ())
    foot = [stroke for stroke in letters(image) if stroke.y > image.height - 60]
    assert len(foot) == 2
    require_apart(image)
    for text in (SULKYDROM.horse_bars, SULKYDROM.position_bars):
        assert fitted(text, Face.TEXT, 32).width <= 558 - 44


@pytest.mark.parametrize(("most", "unit"), [(0, "half lengths"), (1, "half length"), (2, "half lengths")])
def test_one_half_length_is_called_one(most: int, unit: str) -> None:
    view = next(view for view in seen(4, 0) if view.phase is Phase.DRIVING and 0 in view.order)
    view = replace(view, allowances=(most,) * 4)
    same = replace(SULKYDROM, allowed=(unit, unit))
    other = replace(SULKYDROM, allowed=("furlong", "furlong"))
    assert hand(view, SULKYDROM).data == hand(view, same).data != hand(view, other).data
