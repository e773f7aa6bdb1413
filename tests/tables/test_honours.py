"""The end of a game is noted for its people, with what they have achieved, in the step that ends it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from sqlalchemy import func, select

from bot.achievements import Feat, GameFeats
from bot.bank import profiles
from bot.bank.tote import Pool
from bot.db.schema import achievements, careers, results, tallies
from bot.tables import Person, Status, day_commands, honours, tote_commands
from bot.tables.honours import Honour
from tests.databases import reading
from tests.tables.playing import ANA, BEN, GUILD, PEOPLE, SHORT
from tests.tables.rules import Rules

EVERY = GameFeats(own=(Feat("turfe.jackpot", lambda _ended, seat: seat == 1),))
DORA = Person(900, "Dora")


def kept(rules: Rules) -> list[int]:
    with reading(rules.database) as db:
        return [
            db.scalar(select(func.count()).select_from(table)) or 0
            for table in (careers, tallies, achievements)
        ]


def profile(rules: Rules, person: Person, guild: int = GUILD) -> profiles.Profile:
    with reading(rules.database) as db:
        return profiles.profile(db, guild, person.user_id, is_own=True)


def played(rules: Rules, people: int = 3, computers: int = 0, game: str = "turfe", seed: int = 4) -> str:
    table_id = rules.race(people, computers, game=game, edition=None)
    rules.play_out(table_id, Random(seed))
    return table_id


@pytest.mark.parametrize("game", ["jockey", "turfe", "jumpyjack", "newmarket", "sulkydrom"])
def test_the_end_of_every_game_is_noted_as_its_result_is(rules: Rules, game: str) -> None:
    options = {"target": 8} if game == "jumpyjack" else {"goal": "first"} if game == "sulkydrom" else None
    edition = SHORT if game == "jockey" else None
    table_id = rules.race(people=4, game=game, edition=edition, options=options)
    assert kept(rules) == [0, 0, 0]
    rules.play_out(table_id, Random(4))

    table = rules.table(table_id)
    with reading(rules.database) as db:
        found = db.execute(select(results.c.user_id, results.c.place).where(results.c.table_id == table_id))
        places = {row.user_id: row.place for row in found}
    for person in PEOPLE[:4]:
        noted = profile(rules, person)
        career = noted.games[game]
        assert (career.games, career.best_place, career.wins) == (
            1,
            places[person.user_id],
            int(places[person.user_id] == 1),
        )
        wallet, owed, _ = rules.worth(4)[PEOPLE.index(person)]
        assert career.profit == wallet - owed - 5000
        if places[person.user_id] == 1:
            assert "first_win" in {each.feat for each in noted.achieved}
        if game != "sulkydrom":
            assert noted.horse is not None
            assert noted.horse.of.startswith(f"{game}:")
    assert table.honours
    assert rules.audit() == []


def test_practice_and_computers_have_no_career(rules: Rules) -> None:
    played(rules, people=1, computers=3)
    assert kept(rules) == [0, 0, 0]
    table_id = played(rules, people=2, computers=2)

    with reading(rules.database) as db:
        noted = {*db.scalars(select(careers.c.user_id))}
    assert noted == {ANA.user_id, BEN.user_id}
    assert {honour.seat for honour in honours.read(rules.table(table_id).honours)} <= {0, 1}


def test_what_somebody_achieved_before_is_not_told_again(rules: Rules) -> None:
    rules.tables.games = replace(rules.tables.games, feats=lambda _game: EVERY)
    first = rules.table(played(rules))
    again = rules.table(played(rules))

    assert Honour(1, "turfe.jackpot") in honours.read(first.honours)
    assert Honour(1, "turfe.jackpot") not in honours.read(again.honours)
    assert [each.table for each in profile(rules, BEN).achieved if each.feat == "turfe.jackpot"] == [
        first.table_id
    ]
    assert profile(rules, BEN, guild=GUILD + 1).achieved == []


def test_a_game_that_ends_early_is_in_no_career(rules: Rules) -> None:
    table_id = rules.race(people=3, game="turfe", edition=None)
    rules.play_races(table_id, 1, Random(2))
    for person in PEOPLE[:3]:
        rules.tables.step(day_commands.vote_to_stop, table_id, person.user_id, would=True)

    assert rules.table(table_id).status is Status.CANCELLED
    assert kept(rules) == [0, 0, 0]


def test_a_handed_seat_counts_for_its_owner(rules: Rules) -> None:
    table_id = rules.race(people=3, game="turfe", edition=None)
    rules.hand_over(table_id, ANA.user_id, DORA.user_id)
    rules.play_out(table_id, Random(4))

    assert profile(rules, ANA).games["turfe"].games == 1
    assert profile(rules, DORA).games == {}


def test_an_exacta_at_long_odds_is_an_honour_of_who_watched(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(honours, "LONG_ODDS", 1)
    rules.played(DORA)
    table_id = rules.lobby(people=3, game="turfe", options={"races": 1})
    rules.start(table_id)
    horses = rules.open_tote(table_id).offer.horses
    for first in horses:
        for second in horses:
            if first != second:
                rules.tables.step(
                    tote_commands.bet,
                    table_id,
                    DORA.user_id,
                    Pool.EXACTA,
                    [first, second],
                    10,
                    rules.interaction(),
                )
    rules.play_out(table_id, Random(4))

    table = rules.table(table_id)
    assert Honour(None, "hundred_to_one") in honours.read(table.honours)
    with reading(rules.database) as db:
        assert honours.watched(db, table) == [(DORA.user_id, "hundred_to_one")]
    assert [each.feat for each in profile(rules, DORA).achieved] == ["hundred_to_one"]


def test_what_a_table_keeps_can_be_read_again() -> None:
    told = [Honour(0, "hat_trick"), Honour(11, "turfe.jackpot"), Honour(None, "hundred_to_one")]
    assert honours.read(honours.written(told)) == told
    assert honours.read("") == []
