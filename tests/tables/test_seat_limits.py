"""With how many a race can start: a table that never could is not opened, and who is missing is told."""

from __future__ import annotations

import pytest

from bot.tables import Refusal, Refused, lobby_commands
from bot.tables.seat_limits import missing
from engines import catalog
from tests.tables.playing import ANA
from tests.tables.rules import Rules

TEAMS = catalog.game("jumpyjack").options({"teams": 2}).model_dump()


class TestATableThatCanNeverStart:
    @pytest.mark.parametrize(
        ("game", "options", "capacity", "least"),
        [
            ("jumpyjack", {"teams": 2}, 3, 4),
            ("jumpyjack", {"teams": 8}, 15, 16),
            ("jumpyjack", {}, 1, 2),
            ("newmarket", {}, 2, 3),
            ("turfe", {}, 2, 3),
            ("sulkydrom", {"horses": ("A", None, "C")}, 1, 2),
        ],
    )
    def test_is_not_opened(
        self, rules: Rules, game: str, options: dict[str, object], capacity: int, least: int
    ) -> None:
        chosen = catalog.game(game).options(options).model_dump(mode="json")
        with pytest.raises(Refused) as refused:
            rules.lobby(1, game=game, options=chosen, capacity=capacity)

        assert refused.value.reason is Refusal.TOO_SMALL
        assert refused.value.facts == {"least": least, "capacity": capacity}
        assert not rules.everything()["tables"]
        rules.lobby(1, game=game, options=chosen, capacity=least)

    @pytest.mark.parametrize(("teams", "capacity", "least"), [(2, 3, 4), (3, 5, 6), (5, 6, 10)])
    def test_is_not_made_of_a_lobby_by_its_options(
        self, rules: Rules, teams: int, capacity: int, least: int
    ) -> None:
        table_id = rules.lobby(2, game="jumpyjack", options=TEAMS, capacity=6)
        with pytest.raises(Refused) as refused:
            rules.tables.step(
                lobby_commands.set_options, table_id, ANA.user_id, TEAMS | {"teams": teams}, capacity
            )

        assert refused.value.reason is Refusal.TOO_SMALL
        assert refused.value.facts == {"least": least, "capacity": capacity}
        table = rules.table(table_id)
        assert (table.options["teams"], table.capacity) == (2, 6)

    def test_is_told_apart_from_one_that_waits_for_more_people(self, rules: Rules) -> None:
        table_id = rules.lobby(2, game="jumpyjack", options=TEAMS, capacity=4)
        rules.tables.step(lobby_commands.set_options, table_id, ANA.user_id, TEAMS | {"teams": 3}, 16)

        assert rules.table(table_id).options["teams"] == 3


@pytest.mark.parametrize(
    ("can_play", "seated", "capacity", "short"),
    [
        ([4, 6, 8], 1, 8, 3),
        ([4, 6, 8], 4, 8, 0),
        ([4, 6, 8], 5, 8, 1),
        ([6, 9, 12], 7, 8, -1),
        ([6, 9, 12], 7, 16, 2),
        ([2, 3], 3, 3, 0),
    ],
)
def test_it_is_known_how_many_are_missing_before_a_race_can_start(
    can_play: list[int], seated: int, capacity: int, short: int
) -> None:
    assert missing(can_play, seated, capacity) == short


def test_who_starts_with_unequal_teams_is_told_how_many_are_missing(rules: Rules) -> None:
    for people, capacity, short in ((5, 6, 1), (7, 8, -1)):
        options = TEAMS | {"teams": 2 if people == 5 else 3}
        table_id = rules.lobby(people, game="jumpyjack", options=options, capacity=capacity)
        with pytest.raises(Refused) as refused:
            rules.start(table_id)
        assert refused.value.reason is Refusal.UNFIT
        assert refused.value.facts == {"seats": people, "missing": short}
