"""The slips of Jumpy Jack: all that may be predicted and guessed can be said, and a forged press says nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.games.jumpyjack import spoken as jumpyjack_words
from bot.games.screens import Act, Misread, Seating
from bot.texts import DEFAULT
from tests.games.jumpyjack.playing import GAME, asked, controls, desk, first_of, seated
from tests.games.race_days import pressed, with_draft

LOOK = first_of("predicting")


class TestASlip:
    @pytest.mark.parametrize("seats", [2, 4])
    def test_can_say_all_that_may_be_predicted_and_guessed(self, seats: int) -> None:
        for phase in ("predicting", "guessing"):
            seating = asked(first_of(phase, seats))
            said = set()
            for action in seating.choices:
                plain_data = GAME.dump_action(action)
                said.add(GAME.read_action(self.filled_in(seating, plain_data, Random(repr(action)))))
            assert said == set(seating.choices)

    def filled_in(self, seating: Seating, wanted: dict[str, Any], luck: Random) -> dict[str, Any]:
        """Choose what is wanted, in any order, after something else was chosen."""
        kind = wanted["type"]
        if "order" not in wanted:
            return dict(pressed(LOOK, seating, f"{kind}.none").action)
        fields = dict(zip(("first", "second", "third"), wanted["order"], strict=True))
        if len(getattr(seating.choices, "captains", ())) > 1:
            fields["seat"] = str(wanted["seat"])
        for value in luck.sample(seating.view.horses, 2):
            seating = pressed(LOOK, seating, f"{kind}.{luck.choice(('first', 'third'))}", value)
        for _ in range(2):  # a horse that changes places may take another one off its own
            for field in luck.sample(sorted(fields), len(fields)):
                seating = pressed(LOOK, seating, f"{kind}.{field}", fields[field])
        for field in ("first", "second", "third"):
            seating = pressed(LOOK, seating, f"{kind}.{field}", fields[field])
        return dict(pressed(LOOK, seating, f"{kind}.go").action)

    def test_lets_two_horses_change_places_and_never_holds_one_twice(self) -> None:
        seating = with_draft(asked(LOOK), {"first": "red", "second": "white"})

        assert pressed(LOOK, seating, "predict.second", "red").draft == {"first": "white", "second": "red"}
        assert pressed(LOOK, seating, "predict.third", "red").draft == {"second": "white", "third": "red"}
        assert pressed(LOOK, seating, "predict.first", "red").draft == seating.draft
        assert pressed(LOOK, seating, "predict.first", "green").draft == {"first": "green", "second": "white"}

    def test_shows_what_is_chosen_and_can_be_sealed_only_when_it_is_complete(self) -> None:
        number = asked(LOOK).seat
        *selects, (go, _) = desk(LOOK, number, {"first": "red", "third": "white"}).controls
        chosen = [[o.value for o in row[0].options if o.default] for row in selects]
        *_, (ready, _) = desk(LOOK, number, {"first": "red", "second": "green", "third": "white"}).controls

        assert chosen == [["red"], [], ["white"]]
        assert (go.disabled, go.label) == (True, jumpyjack_words(DEFAULT).slip_incomplete)
        assert (ready.disabled, ready.label) == (False, "Predict Red, Green, White")
        with pytest.raises(Misread, match=jumpyjack_words(DEFAULT).slip_incomplete):
            pressed(LOOK, with_draft(asked(LOOK), {"first": "red"}), "predict.go")

    def test_of_a_guess_needs_an_opponent_unless_there_is_only_one(self) -> None:
        order = {"first": "red", "second": "green", "third": "white"}
        among_four, in_teams = first_of("guessing"), first_of("guessing", teams=2)

        with pytest.raises(Misread, match=jumpyjack_words(DEFAULT).guess_incomplete):
            pressed(among_four, seated(among_four, 0, order), "guess.go")
        act = pressed(in_teams, seated(in_teams, 0, order), "guess.go")
        assert act == Act({"type": "guess", "seat": 1, "order": ["red", "green", "white"]})
        assert "seen through Team 2?" in desk(in_teams, 0).text
        assert "guess.seat" not in dict(controls(desk(in_teams, 0)))

    def test_of_a_guess_names_every_opponent_and_nobody_of_the_own_team(self) -> None:
        in_teams = first_of("guessing", 16, teams=8)
        captain = min(in_teams.standing.asked)
        offered = dict(controls(desk(in_teams, captain, {"first": "red"})))["guess.seat"]

        captains = in_teams.standing.view(None).captains
        assert offered == tuple(str(other) for other in captains if other != captain)
        mate = desk(in_teams, (captain + 8) % 16, {})
        assert not [*controls(mate)], "a teammate does not guess"
        assert "guesses for your team" in mate.text
        assert "Your team's one guess" in desk(in_teams, captain, {}).text
        assert len(dict(controls(desk(first_of("guessing", 16), 9, {"first": "red"})))["guess.seat"]) == 15
