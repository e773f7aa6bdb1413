"""The playbill in a lobby's message: it shows what the words say, and is sent when it has changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.bank.tote import Pool, PoolReport, RaceReport, RaceStatus
from bot.messages.layouts.lobby_layout import lobby_layout
from bot.messages.layouts.lobby_playbill import playbill_of
from bot.outbox import LOBBY, Posted
from bot.servers import ServerSettings
from bot.tables import Status, lobby_commands
from engines import catalog
from render.lobby import Fact
from tests.tables.playing import ANA, BEN, CHANNEL, TableRig
from tests.ui.screens.test_lobby import snapshot
from tests.ui.wall import Painted, Wall, painted, render_pool, wall

__all__ = ["painted", "render_pool", "wall"]


def place_of(wall: Wall) -> Posted:
    (place,) = [place for place in wall.messages if place.channel_id == CHANNEL]
    return place


class TestAPlaybill:
    @pytest.mark.parametrize("game", catalog.GAMES)
    def test_names_the_horses_of_every_game_each_in_silks_of_its_own(self, game: str) -> None:
        entries = playbill_of(snapshot(1, game=game), 100).entries
        assert len(entries) >= 4
        assert (
            len({entry.silk for entry in entries}) == len({entry.name for entry in entries}) == len(entries)
        )

    def test_says_what_it_costs_how_long_it_takes_and_what_is_played(self) -> None:
        assert playbill_of(snapshot(2), 1000).facts == (
            Fact("Stakes", "1,000 coins"),
            Fact("Length", "about 30 minutes"),
            Fact("Played", "3 races"),
        )
        free = replace(snapshot(2), settings=ServerSettings(money=False))
        assert playbill_of(free, 1000).facts[0] == Fact("Stakes", "for fun")

    def test_names_no_coins_to_who_sits_alone_and_plays_for_none(self) -> None:
        for alone in (snapshot(1), snapshot(1, 3)):
            assert playbill_of(alone, 1000).facts[0] == Fact("Stakes", "none: practice")

    def test_says_who_hosts_who_is_a_computer_and_who_has_not_agreed_yet(self) -> None:
        at = snapshot(2, 1)
        ana, ben, computer = at.table.seats
        at = replace(at, table=replace(at.table, seats=(ana, ben._replace(ready=False), computer)))
        shown = playbill_of(at, 1000)
        assert shown.host == "Name 1"
        assert [stall.note for stall in shown.stalls] == ["host", "not ready", "computer"]
        assert shown.news == "3 seats free"

    def test_says_the_odds_that_everybody_was_shown_last(self) -> None:
        pool = PoolReport({'["red"]': 300}, {'["red"]': (40, 40)}, {})
        at = replace(snapshot(2), odds=RaceReport(1, RaceStatus.OPEN, 15, ("red",), (), {Pool.WIN: pool}))
        shown = playbill_of(at, 1000)
        assert shown.facts[-1] == Fact("Tote", "300 coins")
        assert [entry.name for entry in shown.entries if entry.odds] == ["Red"]

    def test_shows_nothing_of_the_secret_nor_of_anybodys_number(self) -> None:
        at = snapshot(3)
        layout = lobby_layout(at, 10**12)
        told = repr(playbill_of(at, 1000)) + layout.drawings[0].alt
        assert at.table.secret.hex() not in told
        assert "<@" not in told

    def test_goes_once_the_lobby_is_over_and_where_pictures_are_off(self) -> None:
        at = snapshot(2)
        assert lobby_layout(at, 10**12).drawings
        over = replace(at, table=replace(at.table, status=Status.EXPIRED))
        assert not lobby_layout(over, None).drawings
        assert not lobby_layout(replace(at, settings=ServerSettings(pictures=False)), 10**12).drawings


class TestItsMessage:
    async def test_carries_the_playbill_which_is_sent_again_only_with_a_change(
        self, rig: TableRig, painted: Painted, wall: Wall
    ) -> None:
        table_id = await rig.lobby(people=1)
        await painted.paint(table_id)
        place = place_of(wall)
        assert wall.messages[place].drawings[0].is_drawn
        assert wall.pictures[place] == 1

        await rig.tables.step(lobby_commands.join, table_id, BEN, 78)
        await painted.paint(table_id)
        assert wall.pictures[place] == 2
        assert BEN.name in wall.messages[place].drawings[0].alt

        await rig.tables.step(
            lobby_commands.add_words, table_id, ANA.user_id, "a word", 79
        )  # no playbill shows the luck
        await painted.paint(table_id)
        assert "a word" not in wall.messages[place].drawings[0].alt
        assert wall.pictures[place] == 2

    async def test_has_it_sent_again_by_a_process_that_cannot_know_what_stands_there(
        self, rig: TableRig, painted: Painted, wall: Wall
    ) -> None:
        table_id = await rig.lobby(people=1)
        await painted.paint(table_id)
        painted.screens.forget()
        await rig.tables.step(lobby_commands.add_words, table_id, ANA.user_id, "a word", 79)
        await painted.paint(table_id)
        assert wall.pictures[place_of(wall)] == 2

    async def test_has_no_picture_once_the_race_has_begun(
        self, rig: TableRig, painted: Painted, wall: Wall
    ) -> None:
        table_id = await rig.lobby(people=2)
        await painted.paint(table_id)
        await rig.tables.start(table_id, ANA.user_id, 79)
        await painted.paint(table_id)
        assert not wall.messages[place_of(wall)].drawings

    async def test_says_the_same_words_where_nothing_may_be_attached(
        self, rig: TableRig, painted: Painted, wall: Wall
    ) -> None:
        table_id = await rig.lobby(people=1)
        wall.may_attach = False
        await painted.paint(table_id)
        without = wall.messages[place_of(wall)]
        assert not without.drawings
        wall.may_attach = True
        await rig.tables.step(lobby_commands.add_words, table_id, ANA.user_id, "a word", 79)
        await painted.paint(table_id)
        assert wall.messages[place_of(wall)].drawings
        assert "invites to" not in without.text

    async def test_stands_also_where_the_playbill_cannot_be_drawn(
        self,
        rig: TableRig,
        painted: Painted,
        wall: Wall,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        async def cannot(*_: object) -> bool:
            return False

        monkeypatch.setattr(painted.pictures, "draw", cannot)
        table_id = await rig.lobby(people=1)
        await painted.paint(table_id)
        assert not wall.messages[place_of(wall)].drawings
        assert "press **Join**" in wall.messages[place_of(wall)].text
        assert [post for post in await rig.posts(table_id) if post.key == LOBBY and post.pictures] == []
