"""The moves of Jumpy Jack as buttons: each says exactly what the rules then do, on the desk and under the board."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.jumpyjack import spoken as jumpyjack_words
from bot.games.kit.english_signs import ORDINALS
from bot.games.screens import Seating
from bot.messages.custom_ids import CustomId
from bot.texts import DEFAULT
from engines.core import Chance, Event, IllegalAction
from engines.jumpyjack.state import RaceDay, Racing
from engines.jumpyjack.view import View
from tests.games.jumpyjack.playing import GAME, SCREENS, asked, day, desk

SEEDS = st.integers(0, 10**6)


STANDING = {"yellow": 4, "black": 3, "red": 15, "green": 10, "white": 22}
"""Where the horses are in the labels below, unless they say otherwise."""


def labels(
    value: int, *, landing: bool = False, podium: tuple[str | None, ...] = (), **places: int
) -> list[str]:
    """Return what stands on the buttons of a throw."""
    race_day = RaceDay(GAME.options({"double": "landing" if landing else "leaving"}), 1, 0, (0, 0), None)
    squares = tuple((STANDING | places)[horse] for horse in GAME.setup.horses)
    state = Racing(race_day, (None, None), squares, podium or (None,) * 5, value, (0,), None)
    rows = SCREENS.public_controls(
        Seating("ABCD23", 0, GAME.view(state, None), (), 1, {}), SCREENS.spoken(DEFAULT)
    )
    return [button.label for row in rows for button in row]


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (labels(1), "Yellow 4 → 5: STOP, none may pass"),
        (labels(1), "Black 3 → 4: a barrier with Yellow"),
        (labels(1), "Red 15 → 16: OUT, comes in fifth"),
        (labels(1), "Green 10 → 12: DOUBLE"),
        (labels(3), "Green 10 → 16: DOUBLE, OUT, comes in fifth"),
        (labels(6), "Yellow 4 → 10: DOUBLE, counts twice next time, a barrier with Green"),
        (labels(6, green=11), "Yellow 4 → 10: DOUBLE, counts twice next time"),
        (labels(6, green=11, landing=True), "Yellow 4 → 10 → 16: DOUBLE, OUT, comes in fifth"),
        (labels(5, yellow=5, green=11, landing=True), "Yellow 5 → 10 → 15: DOUBLE, a barrier with Red"),
        (labels(6), "Red 15 → 21: RESTART, back to the start"),
        (labels(3), "White 22 → home: comes in first"),
        (labels(2, yellow=0), "Yellow start → 2"),
        (labels(4, yellow=0, red=3), "Yellow at the start: blocked at 3"),
        (labels(4, yellow=5), "Black on 3: blocked at 5"),
        (labels(4, red=10, yellow=9), "Yellow on 9: blocked at 10"),
        (
            labels(3, podium=("red", "green", None, None, None)),
            "White 22 → home: comes in third, ends the race",
        ),
        (
            labels(3, red=13, podium=("black", None, None, "green", "yellow")),
            "Red 13 → 16: OUT, comes in third, ends the race",
        ),
    ],
)
def test_a_move_says_where_it_leads_and_which_hedges_act(shown: list[str], said: str) -> None:
    assert said in shown


class TestAMove:
    @settings(max_examples=6, deadline=None)
    @given(seed=SEEDS, double=st.sampled_from(["leaving", "landing"]))
    def test_is_labelled_with_exactly_what_then_happens(self, seed: int, double: str) -> None:
        for moment in day(3, seed, double=double):
            snapshot, view = moment.snapshot, moment.snapshot.standing.view(None)
            if view.phase != "racing":
                continue
            seat = asked(snapshot).seat
            *buttons, _more = [item for row in desk(snapshot, seat).controls for item in row]
            for button in buttons:
                horse = CustomId.read(button.custom_id).what.split(".")[1]
                action = GAME.read_action({"type": "move", "horse": horse})
                assert str(button.emoji) == jumpyjack_words(DEFAULT).sign(horse)
                if button.disabled:
                    with pytest.raises(IllegalAction) as illegal:
                        snapshot.standing.after(seat, action)
                    assert button.label.endswith(f"blocked at {illegal.value.facts['barrier']}")
                    continue
                state, events = GAME.apply(snapshot.standing.match.state, seat, action, Chance(bytes(32)))
                self.require_honest(button.label, horse, events, GAME.view(state, None))
            movable = [button for button in buttons if not button.disabled]
            assert len(movable) == len(list(snapshot.standing.choices(seat)))
            offered = SCREENS.public_controls(
                replace(asked(snapshot), view=view, choices=()), SCREENS.spoken(DEFAULT)
            )
            assert [item.to_component_dict() for row in offered for item in row] == [
                item.to_component_dict() for item in buttons
            ]

    def require_honest(self, label: str, horse: str, events: list[Event], view: View) -> None:
        kinds = {event["type"] for event in events}
        ways = [event for event in events if event["type"] == "moved"]
        placed = [
            event for event in events if event["type"] in {"finished", "out"} and event["horse"] == horse
        ]
        squares = dict(zip(view.horses, view.places, strict=True))
        square = squares.pop(horse)
        is_standing = 0 < square <= view.course.squares
        end = max(way["to"] for way in ways)

        assert label.startswith(f"{jumpyjack_words(DEFAULT).horse(horse)} {ways[0]['from'] or 'start'} → ")
        assert f"→ {'home' if end > view.course.squares else end}" in label
        assert ("OUT" in label) is ("out" in kinds)
        assert ("RESTART" in label) is ("restarted" in kinds)
        assert ("STOP" in label) is (square == view.course.stop)
        assert ("ends the race" in label) is ("rolled" not in kinds)
        assert ("a barrier with" in label) is (is_standing and square in squares.values())
        assert re.findall(r"comes in (\w+)", label) == [ORDINALS[event["place"] - 1] for event in placed]

    def test_stands_on_the_board_with_who_moves_and_the_number_thrown(self) -> None:
        for moment in day(3):
            view = moment.snapshot.standing.view(None)
            if view.phase == "racing":
                prompt = SCREENS.prompt(view, moment.snapshot.who, SCREENS.spoken(DEFAULT))
                assert f"{moment.snapshot.who(view.to_act[0])} has thrown {view.value}" in prompt
