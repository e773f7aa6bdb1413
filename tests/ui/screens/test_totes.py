"""The tote as people see it: its button, the slip, the odds, what a race has paid; and what nobody may learn there."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot import bank
from bot.bank.tote import Pool
from bot.games.titles import runners_of
from bot.outbox import DirectMessagesClosed, Posted, PostKind
from bot.outbox.worker import OutboxWorker
from bot.tables import day_commands, lobby_commands, tote_commands
from bot.tables.table import Status
from bot.texts import DEFAULT
from bot.ui.clicks.dispatch import Clicks
from bot.ui.screens.tote_layout import Draft, draft_from
from engines import catalog
from tests.databases import writing
from tests.tables.playing import ANA, BEN, CHANNEL, GUILD, PEOPLE, TableRig
from tests.tables.test_tote import WITH_TOTE, stands, wallet
from tests.ui.clicks.test_clicks import Pressed, clicks
from tests.ui.limits import require_openable
from tests.ui.wall import ANSWERS, THREAD, Painted, Wall, controls, painted, render_pool, wall
from tests.waiting import until

__all__ = ["clicks", "painted", "render_pool", "wall"]

DORA, EMIL = PEOPLE[3:5]
SLIP = Posted(ANSWERS, 9)


def usual(game: str) -> dict[str, Any]:
    """Return the options with which a game is opened."""
    return catalog.game(game).options({}).model_dump()


class Booth:
    """One person at the tote of a table; `shown` is what they see there, and `offered` its controls."""

    def __init__(self, clicks: Clicks, table_id: str, user_id: int) -> None:
        self._clicks = clicks
        self._table_id = table_id
        self._user_id = user_id
        self.shown: Any = None
        self.modal: Any = None

    @property
    def text(self) -> str:
        return "\n".join(item.content for item in self.shown.walk_children() if hasattr(item, "content"))

    @property
    def offered(self) -> dict[str, Any]:
        """The controls by their verbs: of stakes `stake 50`."""
        items = [item for item in self.shown.walk_children() if getattr(item, "custom_id", None)]
        verbs = {}
        for item in items:
            _, verb, *draft = item.custom_id.rsplit(":", 1)[1].split(".")
            verbs[f"stake {draft[-1]}" if verb == "stake" else verb] = item
        return verbs

    async def open(self) -> Booth:
        await self._press(f"p:{self._table_id}:0:tote", Posted(THREAD, 1))
        return self

    async def press(self, verb: str, *values: str) -> Pressed:
        return await self._press(self.offered[verb].custom_id, SLIP, *values)

    async def send(self, stake: str) -> Pressed:
        """Fill in the form that was opened."""
        fields = [{"component": {"custom_id": "amount", "value": stake}}]
        return await self._press(self.modal.custom_id, SLIP, components=fields)

    async def _press(self, control: str, place: Posted, *values: str, **data: Any) -> Pressed:
        press: Any = Pressed(self._user_id, control, place, *values, guild=GUILD)
        press.data |= data
        show, follow = press.edit_original_response, press._follow

        async def edited(*, view: Any, **facts: Any) -> Any:
            self.shown = view
            return await show(view=view, **facts)

        press.edit_original_response = edited
        press.followup.send = follow
        await self._clicks.take(press)
        self.modal = press.modal
        return press


@pytest.fixture(autouse=True)
async def _played(rig: TableRig) -> None:
    """Nobody who bets is a newcomer."""
    await rig.set_up_server(most_hosted=10)
    await rig.played(*PEOPLE[1:])


async def bet(
    rig: TableRig, clicks: Clicks, table_id: str, who: int, pool: Pool = Pool.WIN, place: int = 0
) -> Booth:
    """Bet a hundred by pressing."""
    booth = await Booth(clicks, table_id, who).open()
    await booth.press("pool", pool)
    first = booth.offered["first"].options[place].value
    await booth.press("first", first)
    if pool.horses > 1:
        await booth.press("second", booth.offered["second"].options[0].value)
    await booth.press("bet")
    await until(lambda: not clicks.odds._queue._tasks)
    return booth


async def refreshed(painted: Painted, clicks: Clicks, table_id: str) -> None:
    """Have the odds shown that are due."""
    await clicks.odds._run(table_id)
    await painted.paint(table_id)


async def told(painted: Painted, table_id: str) -> None:
    """Post all that is due, as the bot does: in public and in private at once."""
    rig, screens = painted.rig, painted.screens
    worker = OutboxWorker(rig.database, screens.show, lambda: rig.time, screens.look, screens.notes)
    rig.tables.listen(worker.post_soon)
    worker.post_soon(table_id)

    async def is_all_posted() -> bool:
        return not [post for post in await rig.posts(table_id) if post.is_due and not post.problem]

    await until(is_all_posted)
    await worker.close()


def lobby(wall: Wall) -> Any:
    return next(layout for place, layout in wall.messages.items() if place.channel_id == CHANNEL)


@pytest.mark.parametrize("game", WITH_TOTE)
async def test_a_bet_is_made_in_a_few_presses_shows_in_the_odds_and_is_told_of_in_private_once(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks, game: str
) -> None:
    table_id, luck = await rig.lobby(people=3, game=game, options=usual(game)), Random(3)
    await painted.paint(table_id)
    assert f"p:{table_id}:0:tote" in controls(lobby(wall))
    assert "Tote open" not in lobby(wall).text

    booth = await bet(rig, clicks, table_id, DORA.user_id)
    assert "You have bet 100 coins on" in booth.text
    assert "to win" in booth.text
    await bet(rig, clicks, table_id, EMIL.user_id, place=1)
    await refreshed(painted, clicks, table_id)
    assert wallet(rig, DORA) == 4900
    assert "🎟️ Tote open: " in lobby(wall).text
    assert "1.80" in lobby(wall).text, "two hundred less a tenth, for a hundred"
    assert ANA.name not in booth.text

    await rig.start(table_id)
    await painted.paint(table_id)
    (board,) = wall.boards()
    assert f"p:{table_id}:0:tote" in controls(board)
    assert ("Tote open" in board.text) == bool(
        (await rig.tables.database.read(tote_commands.odds, table_id)).pools[Pool.WIN].gross
    )
    for place, person in enumerate((DORA, EMIL)):  # of Sulkydrom it is known only now which horses run
        await bet(rig, clicks, table_id, person.user_id, place=place)
    await rig.play_till(table_id, luck, lambda view: runners_of(game).open_race(view) is None)
    await painted.paint(table_id)
    assert "Tote open" not in wall.boards()[-1].text
    assert f"p:{table_id}:0:tote" not in controls(wall.boards()[-1])
    assert not wall.desks(DORA.user_id)

    await rig.play_till(table_id, luck, lambda view: view.result is not None)
    await painted.paint(table_id)
    await painted.paint(table_id)

    assert len([layout for layout in wall.public() if "The tote pays" in layout.text]) == 1
    for person in (DORA, EMIL):
        (word,) = wall.desks(person.user_id)
        assert "race 1" in word.text
        assert "You staked 200 coins" in word.text
    assert not [post for post in await rig.posts(table_id) if post.is_due]
    assert await rig.audit() == []


async def test_the_slip_says_what_the_next_press_bets_and_what_it_would_pay(
    rig: TableRig, clicks: Clicks
) -> None:
    table_id = await rig.lobby(people=2)
    booth = await Booth(clicks, table_id, DORA.user_id).open()
    assert "Choose your horse" in booth.text
    assert booth.offered["bet"].disabled

    first = booth.offered["first"].options[0]
    await booth.press("first", first.value)
    assert f"**Bet 100 coins on {first.label} to win**: pays 100 coins as it stands now." in booth.text
    assert "Win: nobody has bet yet; the odds come with the bets." in booth.text
    assert "You hold 5,000 coins." in booth.text
    assert "no bets" not in booth.text
    await bet(rig, clicks, table_id, EMIL.user_id, place=1)
    await booth.press("stake 50")
    assert f"**Bet 50 coins on {first.label} to win**: pays 135 coins as it stands now." in booth.text, (
        "2.70 a coin"
    )
    assert booth.offered["bet"].label == "Bet 50 coins"
    await booth.press("bet")

    assert f"You have bet 50 coins on {first.label} to win." in booth.text
    assert booth.text.count(first.label) == 1, "one bet is not listed besides"
    assert wallet(rig, DORA) == 4950


async def test_two_horses_are_bet_on_in_their_order(rig: TableRig, clicks: Clicks) -> None:
    table_id = await rig.lobby(people=2)
    booth = await bet(rig, clicks, table_id, DORA.user_id, Pool.EXACTA)
    horses = (await rig.open_tote(table_id)).offer.horses[:2]
    (slip,) = await rig.tables.database.read(tote_commands.slips, table_id, 1, DORA.user_id)

    assert (slip.pool, slip.horses) == (Pool.EXACTA, tuple(horses))
    assert f"{horses[0].capitalize()} first, {horses[1].capitalize()} second" in booth.text


async def test_another_stake_is_typed_and_what_is_no_stake_is_refused_in_a_sentence(
    rig: TableRig, clicks: Clicks
) -> None:
    table_id = await rig.lobby(people=2)
    booth = await Booth(clicks, table_id, DORA.user_id).open()
    await booth.press("first", booth.offered["first"].options[0].value)
    await booth.press("other")
    require_openable(booth.modal)
    form = booth.modal
    await booth.send("1,234")
    assert booth.offered["bet"].label == "Bet 1,234 coins"

    booth.modal = form
    assert (await booth.send("lots")).said == [DEFAULT.tote.no_amount]
    assert await rig.tables.database.read(tote_commands.slips, table_id, 1, DORA.user_id) == ()


async def test_whoever_races_is_told_so_and_offered_nothing(rig: TableRig, clicks: Clicks) -> None:
    table_id = await rig.lobby(people=2)
    booth = await Booth(clicks, table_id, BEN.user_id).open()

    assert DEFAULT.tote.players in booth.text
    assert booth.offered == {}


async def test_a_driver_is_offered_the_own_horse_alone(rig: TableRig, clicks: Clicks) -> None:
    table_id = await rig.lobby(people=3, game="sulkydrom", options=usual("sulkydrom"))
    await rig.start(table_id)
    own = (await rig.standing(table_id)).view(None).horses[1]
    booth = await Booth(clicks, table_id, BEN.user_id).open()

    assert [option.value for option in booth.offered["first"].options] == [own]
    assert [option.value for option in booth.offered["pool"].options] == ["win", "place"]
    await booth.press("bet")
    assert [
        slip.horses for slip in await rig.tables.database.read(tote_commands.slips, table_id, 1, BEN.user_id)
    ] == [(own,)]


async def test_a_slip_of_a_race_that_is_off_bets_on_nothing(rig: TableRig, clicks: Clicks) -> None:
    table_id, luck = await rig.race(people=3, game="turfe", options={"races": 2}, edition=None), Random(1)
    booth = await Booth(clicks, table_id, DORA.user_id).open()
    await booth.press("first", booth.offered["first"].options[0].value)
    old = booth.offered["bet"].custom_id
    await rig.play_till(table_id, luck, lambda view: view.race == 2)

    press = await booth._press(old, SLIP)
    assert press.said == [DEFAULT.refusals.table("tote_closed", {})]
    assert await rig.tables.database.read(tote_commands.slips, table_id, 2, DORA.user_id) == ()
    await booth.press("stake 250")
    assert DEFAULT.tote.passed in booth.text
    assert "race 2" in booth.text


async def test_refusals_are_sentences_and_leave_the_slip_as_it_was(rig: TableRig, clicks: Clicks) -> None:
    table_id = await rig.lobby(people=2)
    booth = await Booth(clicks, table_id, DORA.user_id).open()
    await booth.press("first", booth.offered["first"].options[0].value)
    await booth.press("other")
    await booth.send("5001")
    press = await booth.press("bet")

    assert press.said == ["Your wallet holds less than 5,001 coins: bet what `/bank balance` shows, or less."]
    assert booth.offered["bet"].label == "Bet 5,001 coins"


@pytest.mark.parametrize(
    "what",
    [
        "tote.bet",
        "tote.bet.1.w.red.-",
        "tote.bet.1.x.red.-.100",
        "tote.bet.x.w.red.-.100",
        "tote.fly.1.w.red.-.100",
    ],
)
async def test_a_forged_control_bets_nothing(rig: TableRig, clicks: Clicks, what: str) -> None:
    table_id = await rig.lobby(people=2)
    press: Any = Pressed(DORA.user_id, f"p:{table_id}:0:{what}", SLIP, guild=GUILD)
    await clicks.take(press)

    assert press.said == [DEFAULT.table.unknown_control]
    assert await rig.tables.database.read(tote_commands.odds, table_id) is None


async def test_a_forged_bet_under_a_public_message_never_shows_there(
    rig: TableRig, wall: Wall, clicks: Clicks
) -> None:
    table_id = await rig.lobby(people=2)
    horse = (await rig.open_tote(table_id)).offer.horses[0]
    what = Draft(1, Pool.WIN, horse).written("bet")
    press: Any = Pressed(DORA.user_id, f"p:{table_id}:0:{what}", Posted(THREAD, 1), guild=GUILD)
    thinking: list[bool] = []
    defer = press._defer

    async def deferred(**facts: Any) -> None:
        thinking.append(bool(facts.get("ephemeral") and facts.get("thinking")))
        await defer(**facts)

    press.response.defer = deferred
    await clicks.take(press)

    assert thinking == [True], "an answer of their own, which nobody else sees"


async def test_a_press_at_a_table_of_another_server_is_refused(rig: TableRig, clicks: Clicks) -> None:
    table_id = await rig.lobby(people=2)
    horse = (await rig.open_tote(table_id)).offer.horses[0]
    draft = Draft(1, Pool.WIN, horse)
    for what in ("tote", draft.written("bet"), draft.written("other")):
        press: Any = Pressed(DORA.user_id, f"p:{table_id}:0:{what}", SLIP, guild=GUILD + 1)
        await clicks.take(press)
        assert press.said == [DEFAULT.refusals.table("no_such_table", {})]
    assert await rig.tables.database.read(tote_commands.odds, table_id) is None


@pytest.mark.parametrize("horses", [("red", "blue"), ("Noble Star IV", "x" * 20)])
def test_a_draft_is_read_as_it_was_written(horses: tuple[str, str]) -> None:
    draft = Draft(12, Pool.QUINELLA, *horses, stake=10**15)
    what = draft.written("second")

    assert len(what) <= 70
    assert draft_from(what.split(".")[2:], horses) == draft
    assert draft_from(what.split(".")[2:], ()) == draft._replace(first="", second="")


async def test_the_slip_can_be_sent_with_every_pool_and_many_bets(rig: TableRig, clicks: Clicks) -> None:
    await rig.set_up_server(most_hosted=10)
    for game, person in zip(WITH_TOTE, PEOPLE[4:], strict=False):
        table_id = await rig.lobby(people=2, game=game, options=usual(game))
        for number in range(20):
            await bet(rig, clicks, table_id, person.user_id, place=number % 3)
        for pool in (await rig.open_tote(table_id)).offer.pools:
            booth = await bet(rig, clicks, table_id, person.user_id, pool)
            assert len(booth.text) <= 4000
            assert len([*booth.shown.walk_children()]) <= 40
        assert "more with" in booth.text


# ------------------------------------------------------------------------------------------ when odds are shown


async def test_odds_are_shown_at_most_every_ten_seconds(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id = await rig.lobby(people=2)
    await bet(rig, clicks, table_id, DORA.user_id)
    await refreshed(painted, clicks, table_id)
    first = lobby(wall).text
    await bet(rig, clicks, table_id, EMIL.user_id, place=1)
    rig.time += 9_999
    await refreshed(painted, clicks, table_id)
    assert lobby(wall).text == first

    rig.time += 1
    await refreshed(painted, clicks, table_id)
    assert lobby(wall).text != first


async def test_what_a_player_decides_in_secret_brings_no_new_odds_and_a_new_process_shows_those_of_its_first_look(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks, render_pool
) -> None:
    table_id, luck = await rig.race(people=3), Random(2)
    await bet(rig, clicks, table_id, DORA.user_id)
    await refreshed(painted, clicks, table_id)
    odds = next(line for line in wall.boards()[-1].text.splitlines() if "Tote open" in line)
    await bet(rig, clicks, table_id, EMIL.user_id, place=1)
    assert (await rig.standing(table_id)).view(None).phase == "betting"
    await rig.decide(table_id, luck)
    await painted.paint(table_id)
    assert odds in wall.boards()[-1].text.splitlines()

    later = Painted(rig.restarted(), wall, render_pool)
    await rig.decide(table_id, luck)
    await later.paint(table_id)
    now = next(line for line in wall.boards()[-1].text.splitlines() if "Tote open" in line)
    assert now != odds


async def test_odds_name_what_was_bet_at_the_tote_and_never_a_bet_of_the_game(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, luck = await rig.race(people=3), Random(2)
    booth = await Booth(clicks, table_id, DORA.user_id).open()
    before = booth.text
    await rig.decide(table_id, luck)
    await rig.decide(table_id, luck)
    await booth.open()

    assert booth.text == before
    assert await rig.tables.database.read(tote_commands.odds, table_id) is None


# ------------------------------------------------------------------------------------------ what a race has paid


async def raced(rig: TableRig, clicks: Clicks, luck: Random, **facts: Any) -> str:
    """Run a race on which Dora has bet on every horse, and Emil on one pair."""
    table_id = await rig.race(people=2, **facts)
    for place in range(len((await rig.open_tote(table_id)).offer.horses)):
        await bet(rig, clicks, table_id, DORA.user_id, place=place)
    await bet(rig, clicks, table_id, EMIL.user_id, Pool.EXACTA)
    return table_id


async def test_everybody_learns_the_dividends_and_the_best_ticket_and_nobody_is_pinged(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    luck = Random(4)
    table_id = await raced(rig, clicks, luck)
    await rig.play_out(table_id, luck)
    await told(painted, table_id)
    (result,) = [layout for layout in wall.public() if "The tote pays" in layout.text]
    report = await rig.tables.database.read(tote_commands.report, table_id, 1)
    winner = report.finish[0][0].capitalize()

    assert f"The tote pays** Win: {winner} **" in result.text
    assert "Best ticket: <@" in result.text
    assert DORA.user_id not in result.pings
    assert EMIL.user_id not in result.pings


async def test_a_game_that_is_over_offers_who_has_bet_to_see_what_it_paid(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    luck = Random(4)
    table_id = await rig.race(people=3, game="turfe", options={"races": 2}, edition=None)
    await bet(rig, clicks, table_id, DORA.user_id)
    await rig.play_out(table_id, luck)
    await told(painted, table_id)
    final = wall.public()[-1]
    assert controls(final) == [f"p:{table_id}:0:rematch"], "of the last race nobody had bet"

    table_id = await rig.race(people=3, game="turfe", options={"races": 2}, edition=None)
    await rig.play_till(table_id, luck, lambda view: view.race == 2)
    await bet(rig, clicks, table_id, DORA.user_id)
    await rig.play_out(table_id, luck)
    await told(painted, table_id)
    final = next(layout for layout in wall.public() if f"p:{table_id}:0:rematch" in controls(layout))
    assert f"p:{table_id}:0:tote" in controls(final)
    assert "The tote pays" in final.text
    booth = await Booth(clicks, table_id, DORA.user_id).open()
    assert DEFAULT.tote.shut in booth.text
    assert "Your bets on race 2" in booth.text
    assert ": lost" in booth.text or "paid" in booth.text or "given back" in booth.text


async def test_where_no_direct_message_arrives_it_is_said_nowhere_else_and_the_tote_tells_it(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    luck = Random(4)
    wall.trouble[str(DORA.user_id)] = DirectMessagesClosed("no messages")
    table_id = await raced(rig, clicks, luck)
    await rig.play_out(table_id, luck)
    await told(painted, table_id)

    posts = [row for row in (await rig.everything())["outbox"] if row.table_id == table_id]
    assert [post.kind for post in posts if post.problem] == [PostKind.TOTE]
    assert not [post for post in posts if post.kind == PostKind.DIRECT_MESSAGES_CLOSED]
    (word,) = wall.desks(EMIL.user_id)
    report = await rig.tables.database.read(tote_commands.report, table_id, 1)
    first, second = (group[0].capitalize() for group in report.finish[:2])
    assert f"\n🥇 {first} · 🥈 {second}" in word.text
    assert "paid" in (await Booth(clicks, table_id, DORA.user_id).open()).text


async def test_bets_on_a_race_that_is_not_run_to_its_end_go_back_and_everybody_is_told(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id = await raced(rig, clicks, Random(4))
    await told(painted, table_id)
    for person in (ANA, BEN):
        await rig.tables.step(day_commands.vote_to_stop, table_id, person.user_id, would=True)
    await told(painted, table_id)

    assert (await rig.table(table_id)).status is Status.CANCELLED
    assert wallet(rig, DORA) == 5000
    assert any("Every bet on it goes back" in layout.text for layout in wall.public())
    (word,) = wall.desks(DORA.user_id)
    assert "It wasn't run to its end." in word.text
    assert "given back" in word.text
    assert "nobody won" not in word.text


async def test_of_a_race_that_is_broken_off_everybody_is_told_that_bets_count_as_the_horses_stood(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    luck = Random(4)
    table_id = await raced(rig, clicks, luck)
    await rig.play_till(table_id, luck, lambda view: stands(runners_of("jockey"), view, is_level=False))
    for person in (ANA, BEN):
        await rig.tables.step(day_commands.vote_to_stop, table_id, person.user_id, would=True)
    await told(painted, table_id)

    assert (await rig.table(table_id)).status is Status.CANCELLED
    said = DEFAULT.tote.cut_short(1)
    assert any(said in layout.text and "The tote pays" in layout.text for layout in wall.public())
    (word,) = wall.desks(DORA.user_id)
    assert said in word.text
    assert "🥇" in word.text


async def test_bets_in_a_lobby_that_closes_go_back_and_whoever_bet_is_told(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id = await rig.lobby(people=2)
    await bet(rig, clicks, table_id, DORA.user_id)
    for person in (ANA, BEN):
        await rig.tables.step(lobby_commands.leave, table_id, person.user_id)
    await told(painted, table_id)

    assert wallet(rig, DORA) == 5000
    (word,) = wall.desks(DORA.user_id)
    assert "given back" in word.text


async def test_what_could_not_be_told_of_one_race_is_told_with_the_next_and_nothing_twice(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    luck = Random(1)
    table_id = await rig.race(people=3, game="turfe", options={"races": 3}, edition=None)
    await bet(rig, clicks, table_id, DORA.user_id)
    wall.trouble[str(DORA.user_id)] = DirectMessagesClosed("no messages")
    await rig.play_till(table_id, luck, lambda view: view.race == 2)
    await told(painted, table_id)
    wall.trouble.clear()
    await bet(rig, clicks, table_id, DORA.user_id)
    await rig.play_till(table_id, luck, lambda view: view.race == 3)
    await told(painted, table_id)
    (word,) = wall.desks(DORA.user_id)
    assert "race 1" in word.text
    assert "race 2" in word.text

    await bet(rig, clicks, table_id, DORA.user_id)
    await rig.play_out(table_id, luck)
    await told(painted, table_id)
    _, last = wall.desks(DORA.user_id)
    assert "race 3" in last.text
    assert "race 2" not in last.text


async def test_a_killed_process_tells_everybody_once(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks, render_pool
) -> None:
    luck = Random(4)
    table_id = await raced(rig, clicks, luck)
    await rig.play_out(table_id, luck)
    assert wall.desks(DORA.user_id) == []
    later = Painted(rig.restarted(), wall, render_pool)
    await told(later, table_id)
    await told(Painted(rig.restarted(), wall, render_pool), table_id)

    assert len(wall.desks(DORA.user_id)) == len(wall.desks(EMIL.user_id)) == 1


# ------------------------------------------------------------------------------------------ where there is none


async def test_where_the_server_closed_the_tote_no_button_is_shown_and_nothing_is_taken(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    await rig.set_up_server(tote=False)
    table_id = await rig.lobby(people=2)
    await told(painted, table_id)

    assert f"p:{table_id}:0:tote" not in controls(lobby(wall))
    assert DEFAULT.tote.shut in (await Booth(clicks, table_id, DORA.user_id).open()).text


async def test_a_spectator_is_told_that_the_tote_opens_once_two_people_sit_there(
    rig: TableRig, painted: Painted, clicks: Clicks
) -> None:
    table_id = await rig.lobby(people=1, computers=2)
    await told(painted, table_id)
    assert DEFAULT.tote.too_few in (await Booth(clicks, table_id, DORA.user_id).open()).text
    await rig.start(table_id)
    assert DEFAULT.tote.too_few in (await Booth(clicks, table_id, DORA.user_id).open()).text


async def test_a_game_without_horses_to_bet_on_has_no_tote(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await rig.lobby(people=2, game="newmarket", options=usual("newmarket"))
    await told(painted, table_id)

    assert f"p:{table_id}:0:tote" not in controls(lobby(wall))


async def test_a_newcomer_with_nothing_to_bet_is_told_so_before_any_stake_is_offered(
    rig: TableRig, clicks: Clicks
) -> None:
    table_id, nina = await rig.lobby(people=2), 999
    booth = await Booth(clicks, table_id, nina).open()
    assert (
        "You're a newcomer here: you can't bet coins that the house gave you until you've finished games for coins on "
        "3 days. For now you may bet no coins."
    ) in booth.text
    assert booth.offered == {}

    with writing(rig.database) as db:
        bank.grant(db, bank.Act(1, GUILD, 1, nina, bank.ActKind.GRANT, 300, "", rig.time))
    booth = await Booth(clicks, table_id, nina).open()
    assert "You may bet 300 of your 5,300 coins: the rest was given to you as a newcomer." in booth.text
    assert "bet" in booth.offered


async def test_an_empty_wallet_is_told_before_any_stake_is_offered(rig: TableRig, clicks: Clicks) -> None:
    table_id = await rig.lobby(people=2)
    booth = await Booth(clicks, table_id, DORA.user_id).open()
    await booth.press("first", booth.offered["first"].options[0].value)
    await booth.press("other")
    await booth.send("5000")
    older = booth.offered["other"].custom_id
    await booth.press("bet")
    asked = await booth._press(older, SLIP)
    assert asked.modal is None, "a slip of before opens no form"
    booth = await Booth(clicks, table_id, DORA.user_id).open()

    assert "Your wallet is empty, so you can't bet." in booth.text
    assert "Your bets on race 1" in booth.text
    assert booth.offered == {}
