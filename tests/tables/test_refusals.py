"""Every reason for which a command at a table refuses: tried once here, and nothing is changed by it."""

from __future__ import annotations

from random import Random

import pytest

from bot import bank
from bot.tables import (
    Opening,
    Person,
    Refusal,
    Refused,
    StartRefused,
    Status,
    Visitor,
    day_commands,
    guild_commands,
    lobby_commands,
    luck,
    race_commands,
    seat_commands,
)
from engines import catalog
from tests.databases import writing
from tests.distributions import Bring
from tests.tables.playing import ANA, BEN, CHANNEL, CLEO, GUILD, HERE, TableRig

REFUSED = {
    Refusal.NO_SUCH_TABLE: "nowhere",
    Refusal.NO_SUCH_GAME: "chess",
    Refusal.CLOSED: "join a cancelled table",
    Refusal.STARTED: "join a running race",
    Refusal.STARTED_WITH_YOU: "leave the lobby of a race that has just started",
    Refusal.NOT_STARTED: "act in a lobby",
    Refusal.LOBBY_STAYS: "take the lobby of another elsewhere",
    Refusal.FULL: "join a full table",
    Refusal.YOU_SIT_THERE: "join twice",
    Refusal.NOT_SEATED: "leave as a stranger",
    Refusal.REMATCH_OF_OTHERS: "ask for a rematch as a stranger",
    Refusal.NO_COMPUTER: "remove nobody",
    Refusal.NOT_HOST: "start as a guest",
    Refusal.TOO_FEW: "start alone",
    Refusal.TOO_MANY_SEATED: "offer fewer seats than are taken",
    Refusal.STALE: "answer twice",
    Refusal.NOT_YOUR_TURN: "answer what nobody asked",
    Refusal.NOT_FINISHED: "ask for a rematch of a running race",
    Refusal.FROZEN: "start while the coins of a guest are frozen",
    Refusal.NOT_READY: "start while somebody has not agreed to the options",
    Refusal.TERMS_CHANGED: "agree to options that have changed",
    Refusal.TOO_SMALL: "open a table with too few seats for its teams",
    Refusal.UNPLAYABLE: "open a table with options that the rules do not take",
    Refusal.UNFIT: "start with teams of different size",
    Refusal.NO_COMPUTERS: "seat a computer player where none may sit",
    Refusal.TOO_MANY_TABLES: "open one table too many",
    Refusal.TOO_MANY_HOSTED: "open one table too many for one person",
    Refusal.NOT_ALLOWED_HERE: "open a table where the bot may not write",
    Refusal.NOT_IN_THIS_CHANNEL: "open a table in a channel without tables",
    Refusal.NOT_FOR_YOU: "open a table without the role for it",
    Refusal.SENT_AWAY: "come back uninvited",
    Refusal.NOT_SENT_AWAY: "invite somebody who is welcome",
    Refusal.NO_OFFER: "accept a seat that nobody offers",
    Refusal.OFFER_TO_ANOTHER: "decline what was offered to somebody else",
    Refusal.TO_ONESELF: "hand a seat over to oneself",
    Refusal.NOT_AT_THE_TABLE: "send away somebody who is not there",
    Refusal.OWN_SEAT: "send oneself away",
    Refusal.NEEDS_EVERYBODY: "cancel alone after a race was run",
    Refusal.PAUSED: "play while the table rests",
    Refusal.NOT_PAUSED: "resume what goes on",
    Refusal.PAUSED_ALREADY: "pause twice",
    Refusal.LEFT_ALREADY: "leave twice",
    Refusal.THERE_ALREADY: "come back without having been away",
    Refusal.HANDED_OVER: "hand over a seat that is in somebody else's hands",
    Refusal.HAS_A_SEAT: "hand a seat over to somebody who has one",
    Refusal.OVERTAKEN: "start by a press that came in after a later one",
    Refusal.NO_WORDS: "add nothing to the luck",
    Refusal.LONG_WORDS: "add a whole story to the luck",
    Refusal.ENOUGH_WORDS: "add words again and again",
    Refusal.ENOUGH_JOINS: "join and leave again and again",
    Refusal.FULL_LUCK: "press Start in vain again and again",
}


KEPT = {Refusal.TOO_FEW, Refusal.NOT_READY, Refusal.UNFIT, Refusal.OVERTAKEN}
"""What is refused to a host who presses Start; the press goes into the luck all the same."""

ELSEWHERE = {
    Refusal.TOTE_TOO_FEW,
    Refusal.TOTE_HAS_BET,
    Refusal.NOT_PUBLISHED,
    Refusal.NEVER_RAN,
    Refusal.NEVER_MOVED,
    Refusal.NO_SUCH_RACE,
    Refusal.OTHER_RULES,
    Refusal.OUTDATED,
    Refusal.ABSENT,
    Refusal.ABSENT_LOG,
    Refusal.SWEPT,
    Refusal.NO_HINTS,
    Refusal.NO_SUCH_LESSON,
    Refusal.NO_HOURS,
    Refusal.NO_ZONE,
    Refusal.PLAYED_FOR,
    Refusal.NO_TOTE,
    Refusal.TOTE_CLOSED,
    Refusal.TOTE_NOT_FOR_YOU,
    Refusal.TOTE_NO_SUCH_BET,
    Refusal.TOTE_STAKE,
    Refusal.TOTE_WALLET,
    Refusal.TOTE_BETS,
    Refusal.TOTE_FROZEN,
    Refusal.TOTE_ENOUGH,
    Refusal.TOTE_FULL,
    Refusal.OFTEN_ENOUGH,
    Refusal.TOTE_NEWCOMER,
    Refusal.TOTE_STOOD_IN,
    Refusal.OF_A_NIGHT,
    Refusal.NOT_DEALT,
    Refusal.RACES_IN_NIGHT,
}
"""Reasons that commands give, or that stop the table: tried where those are."""


TEAMS = catalog.game("jumpyjack").options({"teams": 2}).model_dump()


def test_every_reason_is_tried() -> None:
    assert set(REFUSED) == set(Refusal) - ELSEWHERE


@pytest.mark.parametrize("reason", REFUSED, ids=REFUSED.values())
async def test_what_is_refused_changes_nothing(rig: TableRig, reason: Refusal) -> None:
    attempt = await _prepared(rig, reason)
    before = await rig.everything()
    rig.told.clear()

    with pytest.raises(Refused) as refused:
        await attempt

    assert refused.value.reason is reason
    after = await rig.everything()
    if reason in KEPT:
        before, after = _but_for_the_luck(before), _but_for_the_luck(after)
    assert after == before
    assert bool(rig.told) is (reason in KEPT)


def _but_for_the_luck(everything):
    """Leave out what a Start that is refused changes: the salt, and the lobby that shows it."""
    kept = {name: rows for name, rows in everything.items() if name not in {"presses", "outbox"}}
    return kept | {"tables": [row._replace(salt="", version=0) for row in everything["tables"]]}


async def _prepared(rig: TableRig, reason: Refusal):
    tables, stranger = rig.tables, Person(999, "Zoe")
    lobby = await rig.lobby(people=2, capacity=2)
    match reason:
        case Refusal.NO_SUCH_TABLE:
            return tables.step(lobby_commands.join, "NOWHERE", BEN, 77)
        case Refusal.NO_SUCH_GAME:
            chess = Opening(
                visitor=HERE,
                host=ANA,
                game="chess",
                options={},
                capacity=2,
                interaction_id=7,
            )
            return tables.open(chess)
        case Refusal.CLOSED:
            await tables.step(day_commands.cancel, lobby, ANA.user_id, may_manage=False)
            return tables.step(lobby_commands.join, lobby, CLEO, 77)
        case Refusal.STARTED:
            return tables.step(lobby_commands.join, await rig.race(), CLEO, 77)
        case Refusal.STARTED_WITH_YOU:
            return tables.step(lobby_commands.leave, await rig.race(), BEN.user_id)
        case Refusal.NOT_STARTED:
            return tables.step(race_commands.act, lobby, ANA.user_id, 1, {"type": "play", "card": "red+7"})
        case Refusal.LOBBY_STAYS:
            return tables.step(guild_commands.bring_board, lobby, BEN.user_id, HERE._replace(channel_id=3))
        case Refusal.FULL:
            return tables.step(lobby_commands.join, lobby, CLEO, 77)
        case Refusal.FROZEN:
            with writing(rig.database) as db:
                bank.set_frozen(
                    db, bank.Act(5, GUILD, ANA.user_id, BEN.user_id, bank.ActKind.FREEZE, 0, "why", 1)
                )
            return rig.tables.start(lobby, ANA.user_id, 77)
        case Refusal.YOU_SIT_THERE:
            return tables.step(lobby_commands.join, lobby, BEN, 77)
        case Refusal.NOT_SEATED:
            return tables.step(lobby_commands.leave, lobby, stranger.user_id)
        case Refusal.REMATCH_OF_OTHERS:
            await rig.play_out(race := await rig.race(), Random(1))
            return tables.rematch(race, stranger, HERE, 77)
        case Refusal.NO_COMPUTER:
            return tables.step(lobby_commands.remove_computer, lobby, ANA.user_id)
        case Refusal.NOT_HOST:
            return tables.start(lobby, BEN.user_id, 77)
        case Refusal.TOO_FEW:
            return tables.start(await rig.lobby(people=1), ANA.user_id, 77)
        case Refusal.TOO_MANY_SEATED:
            return tables.step(
                lobby_commands.set_options, await rig.lobby(people=3), ANA.user_id, {"rounds": 1}, 2
            )
        case Refusal.STALE:
            race, bet = await rig.race(), {"type": "bet", "kind": "win", "horse": "red", "stake": 100}
            await tables.step(race_commands.act, race, ANA.user_id, 1, bet)
            return tables.step(race_commands.act, race, ANA.user_id, 1, bet)
        case Refusal.NOT_YOUR_TURN:
            bet = {"type": "bet", "kind": "win", "horse": "red", "stake": 100}
            return tables.step(race_commands.act, await rig.race(), ANA.user_id, 99, bet)
        case Refusal.NOT_FINISHED:
            return tables.rematch(await rig.race(), ANA, HERE, 77)
        case Refusal.NOT_READY:
            await tables.step(lobby_commands.set_options, lobby, ANA.user_id, {"rounds": 2}, 2)
            return tables.start(lobby, ANA.user_id, 77)
        case Refusal.TERMS_CHANGED:
            seen = await rig.terms(lobby)
            await tables.step(lobby_commands.set_options, lobby, ANA.user_id, {"rounds": 2}, 2)
            return tables.step(lobby_commands.say_ready, lobby, BEN.user_id, seen)
        case Refusal.UNFIT:
            return tables.start(await rig.lobby(people=3, game="jumpyjack", options=TEAMS), ANA.user_id, 77)
        case Refusal.TOO_SMALL:
            return rig.lobby(game="jumpyjack", options=TEAMS | {"teams": 4}, capacity=6)
        case Refusal.UNPLAYABLE:
            return rig.lobby(game="jumpyjack", options=TEAMS | {"teams": 1}, capacity=16)
        case Refusal.NO_COMPUTERS:
            await rig.set_up_server(computers=False)
            return tables.step(lobby_commands.add_computer, await rig.lobby(people=1), ANA.user_id, "Tin")
        case Refusal.TOO_MANY_TABLES:
            await rig.set_up_server(most_tables=1)
            return rig.lobby()
        case Refusal.TOO_MANY_HOSTED:
            await rig.set_up_server(most_hosted=1)
            return rig.lobby()
        case Refusal.NOT_ALLOWED_HERE:
            return tables.open(_opening(HERE._replace(denied=("send_messages",))))
        case Refusal.NOT_IN_THIS_CHANNEL:
            await rig.set_up_server(channels=(CHANNEL + 1,))
            return tables.open(_opening(HERE))
        case Refusal.NOT_FOR_YOU:
            await rig.set_up_server(openers=(5,))
            return tables.open(_opening(HERE))
        case Refusal.SENT_AWAY:
            await tables.step(lobby_commands.send_away, lobby, ANA.user_id, BEN.user_id)
            return tables.step(lobby_commands.join, lobby, BEN, 77)
        case Refusal.NOT_SENT_AWAY:
            return tables.step(lobby_commands.invite, lobby, ANA.user_id, CLEO.user_id)
        case Refusal.NO_OFFER:
            return tables.step(seat_commands.accept, await rig.race(), CLEO.user_id, 1)
        case Refusal.OFFER_TO_ANOTHER:
            race = await rig.race()
            await tables.step(seat_commands.offer, race, BEN.user_id, CLEO.user_id)
            return tables.step(seat_commands.end_offer, race, stranger.user_id, 1)
        case Refusal.TO_ONESELF:
            return tables.step(seat_commands.offer, await rig.race(), BEN.user_id, BEN.user_id)
        case Refusal.NOT_AT_THE_TABLE:
            return tables.step(lobby_commands.send_away, lobby, ANA.user_id, CLEO.user_id)
        case Refusal.OWN_SEAT:
            return tables.step(lobby_commands.send_away, lobby, ANA.user_id, ANA.user_id)
        case Refusal.NEEDS_EVERYBODY:
            race = await rig.race(people=3)
            await rig.play_races(race, 1, Random(1))
            return tables.step(day_commands.cancel, race, ANA.user_id, may_manage=False)
        case Refusal.PAUSED:
            race, bet = await rig.race(), {"type": "bet", "kind": "win", "horse": "red", "stake": 100}
            await tables.step(day_commands.pause, race, ANA.user_id)
            return tables.step(race_commands.act, race, ANA.user_id, 1, bet)
        case Refusal.NOT_PAUSED:
            return tables.step(day_commands.resume, await rig.race(), ANA.user_id)
        case Refusal.PAUSED_ALREADY:
            race = await rig.race()
            await tables.step(day_commands.pause, race, ANA.user_id)
            return tables.step(day_commands.pause, race, ANA.user_id)
        case Refusal.LEFT_ALREADY:
            race = await rig.race()
            await tables.step(seat_commands.stand_up, race, BEN.user_id)
            return tables.step(seat_commands.stand_up, race, BEN.user_id)
        case Refusal.THERE_ALREADY:
            return tables.step(seat_commands.come_back, await rig.race(), BEN.user_id)
        case Refusal.HANDED_OVER:
            race = await rig.race()
            await rig.hand_over(race, BEN.user_id, CLEO.user_id)
            return rig.hand_over(race, BEN.user_id, stranger.user_id)
        case Refusal.HAS_A_SEAT:
            return rig.hand_over(await rig.race(), BEN.user_id, ANA.user_id)
        case Refusal.OVERTAKEN:
            await tables.step(lobby_commands.add_words, lobby, BEN.user_id, "lucky", 10**18)
            return tables.start(lobby, ANA.user_id, 77)
        case Refusal.NO_WORDS:
            return tables.step(lobby_commands.add_words, lobby, BEN.user_id, "  ", 77)
        case Refusal.LONG_WORDS:
            return tables.step(lobby_commands.add_words, lobby, BEN.user_id, "once upon a time " * 9, 77)
        case Refusal.ENOUGH_WORDS:
            for _ in range(3):
                await tables.step(lobby_commands.add_words, lobby, BEN.user_id, "again", 77)
            return tables.step(lobby_commands.add_words, lobby, BEN.user_id, "again", 77)
        case Refusal.ENOUGH_JOINS:
            await tables.step(lobby_commands.leave, lobby, BEN.user_id)
            for _ in range(luck.MOST_JOINS - 1):
                await tables.step(lobby_commands.join, lobby, BEN, 77)
                await tables.step(lobby_commands.leave, lobby, BEN.user_id)
            return tables.step(lobby_commands.join, lobby, BEN, 77)
        case Refusal.FULL_LUCK:
            alone = await rig.lobby(people=1)
            for _ in range(luck.MOST_WITH_STARTS - 1):
                with pytest.raises(StartRefused):
                    await tables.start(alone, ANA.user_id, 77)
            return tables.start(alone, ANA.user_id, 77)
    raise AssertionError(reason)


def _opening(visitor: Visitor, host: Person = ANA) -> Opening:
    return Opening(
        visitor=visitor, host=host, game="jockey", options={"rounds": 1}, capacity=2, interaction_id=7
    )


async def test_a_rematch_is_not_asked_for_from_another_server(rig: TableRig) -> None:
    race = await rig.race()
    await rig.play_out(race, Random(1))
    with pytest.raises(Refused) as refused:
        await rig.tables.rematch(race, ANA, HERE._replace(guild_id=GUILD + 1), 77)
    assert refused.value.reason is Refusal.NO_SUCH_TABLE


async def test_a_game_whose_program_is_broken_is_none_that_a_table_can_be_opened_for(
    rig: TableRig, bring: Bring
):
    bring("quoits = quoits.game:NOTHING")
    quoits = Opening(visitor=HERE, host=ANA, game="quoits", options={}, capacity=2, interaction_id=7)

    with pytest.raises(Refused) as refused:
        await rig.tables.open(quoits)

    assert refused.value.reason is Refusal.NO_SUCH_GAME


@pytest.mark.parametrize(
    "press",
    [
        lambda tables, table: tables.start(table, BEN.user_id, 77),
        lambda tables, table: tables.step(lobby_commands.add_computer, table, BEN.user_id, "Tin"),
        lambda tables, table: tables.step(lobby_commands.remove_computer, table, BEN.user_id),
        lambda tables, table: tables.step(lobby_commands.set_options, table, BEN.user_id, {"rounds": 2}, 6),
        lambda tables, table: tables.step(day_commands.cancel, table, BEN.user_id, may_manage=False),
        lambda tables, table: tables.step(lobby_commands.send_away, table, BEN.user_id, ANA.user_id),
        lambda tables, table: tables.step(lobby_commands.invite, table, BEN.user_id, CLEO.user_id),
    ],
    ids=["start", "add a computer player", "remove one", "set options", "cancel", "send away", "invite"],
)
async def test_only_the_host_decides(rig: TableRig, press) -> None:
    table_id = await rig.lobby(people=2, computers=1)
    before = await rig.everything()

    with pytest.raises(Refused) as refused:
        await press(rig.tables, table_id)

    assert refused.value.reason is Refusal.NOT_HOST
    assert refused.value.facts == {"host": ANA.user_id}
    assert await rig.everything() == before


async def test_who_manages_the_server_may_cancel_any_table(rig: TableRig) -> None:
    table_id = await rig.lobby()
    await rig.tables.step(day_commands.cancel, table_id, 999, may_manage=True)

    assert (await rig.table(table_id)).status is Status.CANCELLED


@pytest.mark.parametrize(
    "method", ["join", "leave", "computer", "fewer", "options", "start", "rematch", "send", "invite"]
)
async def test_a_running_race_is_no_lobby_any_more(rig: TableRig, method: str) -> None:
    race = await rig.race(people=2, computers=1)
    before = await rig.everything()
    tables, host = rig.tables, ANA.user_id

    with pytest.raises(Refused) as refused:
        await {
            "join": lambda: tables.step(lobby_commands.join, race, CLEO, 77),
            "leave": lambda: tables.step(lobby_commands.leave, race, 999),
            "computer": lambda: tables.step(lobby_commands.add_computer, race, host, "Tin"),
            "fewer": lambda: tables.step(lobby_commands.remove_computer, race, host),
            "options": lambda: tables.step(lobby_commands.set_options, race, host, {"rounds": 2}, 6),
            "start": lambda: tables.start(race, host, 77),
            "rematch": lambda: tables.rematch(race, ANA, HERE, 77),
            "send": lambda: tables.step(lobby_commands.send_away, race, host, BEN.user_id),
            "invite": lambda: tables.step(lobby_commands.invite, race, host, BEN.user_id),
        }[method]()

    assert refused.value.reason in {Refusal.STARTED, Refusal.NOT_FINISHED}
    assert await rig.everything() == before
