"""What the lobby tells a newcomer: who plays with whom, what it costs and brings, and what is missing for a start."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.games.lengths import Length
from bot.games.titles import title
from bot.messages.layouts.lobby_layout import lobby_layout, money_layout
from bot.messages.snapshot import Snapshot
from bot.servers import ServerSettings
from bot.tables import Status
from bot.texts import DEFAULT
from engines import catalog
from tests.games.race_days import table
from tests.ui.limits import components, require_sendable


def snapshot(
    people: int, computers: int = 0, game: str = "jockey", capacity: int = 6, **options: Any
) -> Snapshot:
    """Look at a lobby: Ana is host, the others have numbers."""
    lobby = table(people + computers, computers, Status.LOBBY, game)
    seats = [
        seat._replace(user_id=seat.number + 1, owner_id=seat.number + 1) if seat.user_id else seat
        for seat in (seat._replace(name=f"Name {seat.number + 1}") for seat in lobby.seats)
    ]
    chosen = ({"rounds": 1} if game == "jockey" else lobby.options) | options
    return Snapshot(
        replace(lobby, seats=tuple(seats), capacity=capacity, host_id=1, options=chosen), None, DEFAULT
    )


def said(at: Snapshot) -> str:
    """Read the lobby."""
    layout = lobby_layout(at, 10**12)
    require_sendable(layout)
    return layout.text


class TestARematch:
    def test_calls_those_by_name_who_played_before_and_do_not_sit_yet(self) -> None:
        layout = lobby_layout(snapshot(2), 10**12, played=(1, 2, 3, 4))
        require_sendable(layout)
        assert layout.text.split("\n")[1] == "<@3> and <@4>: press **Join** to play again."
        assert list(layout.pings) == [3, 4]

    def test_does_not_tell_a_host_that_nobody_is_here_with_whom_others_have_played(self) -> None:
        assert "Nobody else here?" not in lobby_layout(snapshot(1), 10**12, played=(1, 2)).text
        assert "Nobody else here?" in lobby_layout(snapshot(1), 10**12, played=(1,)).text

    def test_calls_nobody_once_all_sit_or_there_is_no_seat_left(self) -> None:
        for at in (snapshot(3), snapshot(2, capacity=2)):
            layout = lobby_layout(at, 10**12, played=(1, 2, 3))
            assert "to play again" not in layout.text
            assert not layout.pings


def can_start(at: Snapshot) -> bool:
    """Whether the Start button can be pressed."""
    (start,) = (c for c in components(lobby_layout(at, 0).build()) if c.get("label") == "Start")
    return not start.get("disabled")


class TestTheStart:
    def test_waits_for_the_fewest_who_can_play(self) -> None:
        alone = replace(snapshot(1), settings=ServerSettings(computers=False))
        assert "**1 more player** is needed." in said(alone)
        assert "**1 more player** is needed." in said(snapshot(2, game="turfe"))
        assert not can_start(alone)

    def test_is_not_offered_to_who_sits_alone_and_can_race_now(self) -> None:
        labels = [c.get("label") for c in components(lobby_layout(snapshot(1), 0).build())]
        assert "Start" not in labels
        assert "needed" not in said(snapshot(1))
        assert any(str(label).startswith("Race now") for label in labels)

    def test_is_the_hosts_once_enough_people_sit(self) -> None:
        lobby = said(snapshot(2))
        assert "<@1> presses **Start** when everybody is seated." in lobby
        assert "needed" not in lobby
        assert can_start(snapshot(2))

    def test_is_one_press_away_for_who_sits_among_computer_players(self) -> None:
        lobby = said(snapshot(1, 3))
        assert "<@1>: press **Start**." in lobby
        assert "when everybody is seated" not in lobby

    @pytest.mark.parametrize(("people", "more"), [(2, 2), (3, 1), (4, 0), (5, 1), (6, 0), (7, 1), (8, 0)])
    def test_waits_for_equal_teams(self, people: int, more: int) -> None:
        at = snapshot(people, game="jumpyjack", capacity=8, teams=2)
        assert (f"**{more} more player" in said(at)) is bool(more)
        assert can_start(at) is not more

    def test_waits_for_somebody_to_leave_where_nobody_can_join_to_make_teams_equal(self) -> None:
        at = snapshot(7, game="jumpyjack", capacity=8, teams=3)
        assert "**1 too many** for equal teams: 1 has to leave before **Start** works." in said(at)
        assert not can_start(at)

    def test_waits_for_who_has_not_agreed_to_new_options_and_says_so(self) -> None:
        at = snapshot(2)
        ana, ben = at.table.seats
        at = replace(at, table=replace(at.table, seats=(ana, ben._replace(ready=False))))
        assert "<@2>: press **Ready** if you agree, or **Leave**." in said(at)
        assert "**Start** works once all are ready." in said(at)
        assert "presses **Start**" not in said(at)
        assert not can_start(at)

    @pytest.mark.parametrize("may_sit", [True, False])
    def test_is_helped_by_computer_players_only_where_they_may_sit(self, may_sit: bool) -> None:
        at = replace(snapshot(2, game="turfe"), settings=ServerSettings(computers=may_sit))
        assert ("can add a **Computer player**" in said(at)) is may_sit
        assert ("Invite somebody." in said(at)) is not may_sit


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        ("turfe", {"races": 4}, "4 races · the booklet suggests 8 races"),
        ("turfe", {"races": 8}, ""),
        ("newmarket", {}, "the booklet suggests an agreed time"),
        ("newmarket", {"minutes": 30}, ""),
        ("jockey", {}, ""),
    ],
)
def test_a_lobby_says_what_the_booklet_suggests_beside_other_options(
    game: str, options: dict[str, int], told: str
) -> None:
    lobby = said(snapshot(3, game=game, **options))
    assert told in lobby
    assert ("the booklet suggests" in lobby) is bool(told)


class TestTeams:
    def test_say_who_sits_with_whom_and_where_the_next_one_joins(self) -> None:
        lobby = said(snapshot(3, 1, "jumpyjack", 16, teams=3))
        assert (
            "**Teams:** Team 1 (<@1> and 🤖 Name 4) · Team 2 (<@2>) · Team 3 (<@3>). "
            "Whoever sits down next joins Team 2." in lobby
        )

    def test_may_be_empty_still_or_full(self) -> None:
        assert "Team 2 (nobody yet). Whoever sits down next joins Team 2." in said(
            snapshot(1, game="jumpyjack", teams=2)
        )
        assert "joins Team" not in said(snapshot(4, game="jumpyjack", capacity=4, teams=2))

    def test_are_not_spoken_of_where_each_plays_for_oneself(self) -> None:
        assert "Team" not in said(snapshot(3, game="jumpyjack"))

    def test_name_the_numbers_that_can_play(self) -> None:
        assert "4, 6 or 8 players" in said(snapshot(1, game="jumpyjack", capacity=9, teams=2))
        assert "8 players" in said(snapshot(1, game="jumpyjack", capacity=8, teams=4))

    def test_are_needed_for_that_where_the_free_seats_say_it_already(self) -> None:
        assert "2 to 6 players" not in said(snapshot(1))

    def test_of_the_largest_table_can_be_told(self) -> None:
        for teams in (2, 8):
            crowd = table(16, 1, Status.LOBBY, "jumpyjack")
            crowd = replace(crowd, options=crowd.options | {"teams": teams})
            require_sendable(lobby_layout(Snapshot(crowd, None, DEFAULT), 10**15))


class TestStakes:
    def test_are_practice_while_fewer_than_two_people_sit(self) -> None:
        for at in (snapshot(1), snapshot(1, 3)):
            practice = "**Practice:** no coins move until two people sit here; then 1,000 coins a seat."
            assert practice in said(at)
            assert "**Stakes:**" not in said(at)

    def test_say_what_a_seat_costs_and_what_can_be_won(self) -> None:
        at = snapshot(2, rounds=2)
        assert "**Stakes:** 2,000 coins a seat." in said(at)
        assert money_layout(at).text == (
            "2,000 coins a seat; what you lack the house lends. You are paid by what you end with: "
            "twice what you began with pays 4,000. Below zero you owe the house."
        )
        assert "Below zero" not in money_layout(snapshot(3, game="turfe")).text

    @pytest.mark.parametrize(
        ("people", "won"),
        [
            (2, "With 2 players the winner takes 200."),
            (4, "With 4 players the first three win 240, 120 and 40."),
        ],
    )
    def test_say_what_the_places_bring_with_those_who_sit_there(self, people: int, won: str) -> None:
        told = money_layout(snapshot(people, game="sulkydrom", capacity=8)).text
        assert f"100 coins a seat into one purse; what you lack the house lends. {won}" in told

    def test_reckon_with_the_fewest_who_can_play_until_they_sit(self) -> None:
        told = money_layout(snapshot(2, game="jumpyjack", teams=2)).text
        assert "With 4 players the first three win 240, 120 and 40; teammates share" in told

    def test_are_none_where_the_server_plays_for_fun(self) -> None:
        at = replace(snapshot(2), settings=ServerSettings(money=False))
        assert "**Stakes:** none; this server plays for the fun of it." in said(at)
        labels = [c.get("label") for c in components(lobby_layout(at, 0).build())]
        assert "Money" not in labels


def test_a_full_lobby_invites_nobody_to_press_join() -> None:
    assert "Every seat is taken." in said(snapshot(2, capacity=2))
    assert "press **Join**" not in said(snapshot(2, capacity=2))


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_newcomer_reads_in_the_lobby_what_one_does_in_the_game(game: str) -> None:
    at = snapshot(1, game=game, capacity=max(catalog.game(game).seats))
    (played,) = (line for line in said(at).splitlines() if line.startswith("**Played:**"))
    assert played.startswith(f"**Played:** {at.words.summary} · ")
    assert len(played.split()) <= 38


class TestButtons:
    @pytest.mark.parametrize(("people", "computers"), [(1, 0), (1, 2), (2, 0), (3, 0), (4, 0)])
    def test_only_one_of_them_begins_in_green(self, people: int, computers: int) -> None:
        buttons = components(lobby_layout(snapshot(people, computers), 0).build())
        green = [c["label"] for c in buttons if c.get("style") == discord.ButtonStyle.success.value]
        assert len(green) == 1
        assert green[0].startswith("Race now" if people + computers == 1 else "Start")

    def test_offer_to_remove_a_computer_player_only_where_one_sits(self) -> None:
        for computers in (0, 1):
            labels = [c.get("label") for c in components(lobby_layout(snapshot(2, computers), 0).build())]
            assert ("Remove computer" in labels) is bool(computers)


class TestRaceNow:
    def test_says_how_many_computer_players_sit_down(self) -> None:
        assert race_now(snapshot(1)) == "Race now against 3 computers"
        assert race_now(snapshot(3)) == "Race now against 1 computer"
        assert race_now(snapshot(1, 2)) == "Race now against 1 computer"
        assert race_now(snapshot(2, game="jumpyjack", capacity=8, teams=2)) == "Race now against 2 computers"

    def test_is_offered_where_somebody_would_sit_down(self) -> None:
        assert race_now(snapshot(4)) is None
        assert race_now(snapshot(2, capacity=2)) is None
        assert race_now(replace(snapshot(1), settings=ServerSettings(computers=False))) is None

    @pytest.mark.parametrize("game", catalog.GAMES)
    def test_is_offered_to_who_sits_alone_in_every_game(self, game: str) -> None:
        at = snapshot(1, game=game, capacity=max(catalog.game(game).seats))
        assert race_now(at) == f"Race now against {at.title.company - 1} computers"

    def test_is_spoken_of_first_to_who_sits_alone(self) -> None:
        first = said(snapshot(1)).split("\n")[1]
        assert first == "**Nobody else here?** <@1>: press **Race now**."
        assert "Race now" not in said(snapshot(2))
        assert "Race now" not in said(replace(snapshot(1), settings=ServerSettings(computers=False)))

    def test_is_spoken_of_plainly_where_nobody_else_is_in_the_server(self) -> None:
        alone = lobby_layout(snapshot(1), 10**12, is_alone=True).text.split("\n")[1]
        assert alone.startswith("**You seem to have this server to yourself.** <@1>: press **Race now**.")
        assert "to yourself" not in lobby_layout(snapshot(2), 10**12, is_alone=True).text


def race_now(at: Snapshot) -> str | None:
    """Return what the button says, None where there is none."""
    labels = [str(c.get("label")) for c in components(lobby_layout(at, 0).build())]
    return next((label for label in labels if label.startswith("Race now")), None)


class TestLength:
    def measured(self, seats: int, people: int) -> float:
        lengths = title("turfe").own_lengths
        assert lengths is not None
        return lengths.measured[Length.USUAL][seats].minutes(people)

    def test_is_told_with_its_name_for_the_people_who_sit_there(self) -> None:
        three = 5 * round(self.measured(3, 3) / 5)
        assert f"usual length: about {three} minutes" in said(snapshot(3, game="turfe", races=4))

    def test_is_for_who_sits_alone_that_of_the_race_they_can_start_now(self) -> None:
        at = snapshot(1, game="turfe", races=4)
        assert f"about {round(self.measured(4, 1))} minutes" in said(at)
        alone = replace(at, settings=ServerSettings(computers=False))
        assert f"about {round(self.measured(3, 1))} minutes" in said(alone)
        assert round(self.measured(4, 1)) < round(self.measured(3, 1))

    def test_is_reckoned_where_the_options_have_no_name(self) -> None:
        lobby = said(snapshot(3, game="turfe", races=3))
        assert "length:" not in lobby
        assert re.search(r"about \d+ minutes", lobby)

    def test_is_no_more_than_the_game_allows(self) -> None:
        assert "about 10 minutes" in said(snapshot(8, game="newmarket", capacity=8, deals=8, minutes=10))

    def test_is_that_of_the_servers_last_games_once_there_are_enough(self) -> None:
        at, took = snapshot(2), [60_000 * minutes for minutes in (8, 9, 11, 12, 2_000)]
        assert "quick length: about 11 minutes, as your last games here" in lobby_layout(at, 0, (), took).text
        assert "your last games" not in lobby_layout(at, 0, (), took[1:]).text


class TestALobbyThatStartsByItself:
    def at(self, people: int, **facts: Any) -> str:
        waits = snapshot(people, **facts)
        return said(replace(waits, table=replace(waits.table, starts_at=1_800_000_000_000)))

    def test_says_with_how_many_computer_players_where_people_are_missing(self) -> None:
        told = self.at(1)
        assert "<t:1800000000:R>, with 1 computer player more; <@1> can press **Race now** before." in told
        assert "needed" not in self.at(2, game="newmarket", capacity=3)
        assert "with 1 computer player more" in self.at(2, game="newmarket", capacity=3)

    def test_without_computer_players_it_cannot_and_says_what_is_missing(self) -> None:
        waits = snapshot(1)
        waits = replace(
            waits,
            table=replace(waits.table, starts_at=1_800_000_000_000),
            settings=ServerSettings(computers=False),
        )
        assert "1 more player** is needed" in said(waits)
        assert "by itself" not in said(waits)

    @pytest.mark.parametrize("people", [2, 3])
    def test_says_when_and_not_that_somebody_has_to_press_or_that_it_closes(self, people: int) -> None:
        told = self.at(people)
        assert "⏳ The race starts by itself <t:1800000000:R>; <@1> can press **Start** before." in told
        assert "closes" not in told
        assert "when everybody is seated" not in told

    def test_any_other_says_who_starts_it_and_when_it_closes(self) -> None:
        told = said(snapshot(2))
        assert "<@1> presses **Start** when everybody is seated." in told
        assert "This lobby closes" in told
        assert "by itself" not in told
