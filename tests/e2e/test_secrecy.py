"""Secrets: a desk shows what its seat may know, and no other screen changes with what is hidden.

Whole games are eavesdropped on in `test_whole_games`; here is the proof that no screen could tell: whatever the
hidden part of a game were, everybody else's screens would be the same.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.client import Paddock
from bot.games.jockey import spoken as jockey_words
from bot.messages.layout import MessageLayout
from bot.messages.layouts.board_layout import board_layout
from bot.messages.layouts.desk_layout import desk_layout
from bot.messages.layouts.result_layout import result_layout
from bot.messages.snapshot import Snapshot
from bot.tables import Standing
from bot.texts import DEFAULT
from engines.core import Chance, Event, Private, Public, Row
from sandbox import Sandbox, UserClient
from tests.e2e.eavesdropping import all_heard, cards, is_for_one, states, words
from tests.e2e.players import (
    PATIENCE,
    all_posted,
    asked,
    board_of,
    chosen,
    desk_of,
    hurry,
    open_desk,
    open_table,
    place_bet,
    press,
    public,
    start,
    start_table,
    told,
    until,
)
from tests.games.race_days import Moment, race_day

pytestmark = pytest.mark.e2e


# -------------------------------------------------------------------------- whatever the hidden part were


def imagined(moment: Moment, seat: int | None, luck: Random) -> Snapshot:
    """Return the same moment as it would be if what `seat` (None: everyone) cannot know were something else."""
    standing = moment.snapshot.standing
    assert standing
    match = standing.match
    state = match.game.imagine(standing.view(seat), Chance(luck.randbytes(32)))
    return replace(moment.snapshot, standing=Standing(replace(match, state=state), standing.asked))


def shows(layout: MessageLayout, *, with_pictures: bool = True) -> object:
    """Return all of a sheet that reaches somebody's eyes or ears."""
    rows = [[item.to_component_dict() for item in row] for row in layout.controls]
    pictures = [
        (drawing.alt, drawing.filename, drawing.data if with_pictures else b"") for drawing in layout.drawings
    ]
    return layout.text, pictures, rows, layout.footer, layout.attached, layout.pings


DAYS: list[tuple[str, int, dict[str, Any]]] = [
    ("jockey", 2, {}),
    ("jockey", 6, {}),
    ("turfe", 3, {"races": 2}),
    ("turfe", 6, {"races": 1}),
    ("jumpyjack", 4, {"target": 2, "teams": 2, "guessing": True}),
    ("jumpyjack", 8, {"target": 2}),
    ("sulkydrom", 2, {"goal": "first"}),
    ("sulkydrom", 8, {"goal": "first"}),
    ("newmarket", 3, {"deals": 2, "calling": "manual"}),
    ("newmarket", 8, {"deals": 1}),
]
"""Race days of every game: at how many seats, with which options."""

every_game = pytest.mark.parametrize(
    ("game", "seats", "options"), DAYS, ids=[f"{game}-{seats}" for game, seats, _ in DAYS]
)


def day_of(game: str, seats: int, options: dict[str, Any]) -> tuple[Moment, ...]:
    """Play a race day at random."""
    return race_day(seats, seats, game=game, chosen=tuple(options.items()))


def some_of(day: tuple[Moment, ...], most: int) -> list[Moment]:
    """Return moments of every phase of a race day."""
    by_phase: dict[str, list[Moment]] = {}
    for moment in day:
        assert moment.snapshot.standing
        by_phase.setdefault(moment.snapshot.standing.view(None).phase, []).append(moment)
    few = max(1, most // len(by_phase))
    return [m for phase in by_phase.values() for m in Random(few).sample(phase, min(few, len(phase)))]


@pytest.mark.drawn
@every_game
def test_the_board_is_the_same_whatever_is_hidden(game: str, seats: int, options: dict[str, Any]) -> None:
    luck = Random(seats)
    for moment in some_of(day_of(game, seats, options), most=16):
        other = imagined(moment, None, luck)
        assert shows(board_layout(moment.snapshot, None, ())) == shows(board_layout(other, None, ()))
        if moment.snapshot.standing and moment.snapshot.standing.view(None).result:
            assert shows(result_layout(moment.snapshot)) == shows(result_layout(other))


@pytest.mark.drawn
@every_game
def test_a_desk_is_the_same_whatever_the_others_hide(game: str, seats: int, options: dict[str, Any]) -> None:
    luck = Random(seats)
    for moment in some_of(day_of(game, seats, options), most=12):
        for seat in luck.sample(moment.snapshot.table.seats, 2):
            other = imagined(moment, seat.number, luck)
            assert shows(desk_layout(moment.snapshot, seat, {}, has_place=True)) == shows(
                desk_layout(other, seat, {}, has_place=True)
            )


@every_game
def test_what_is_told_of_a_stretch_is_the_same_whatever_only_some_may_know(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    luck, day = Random(seats), day_of(game, seats, options)
    snapshot = day[0].snapshot
    told = [(row, moment.snapshot.standing.view(None)) for moment in day for row in moment.rows]
    spare = [event for row, _ in told for event in row.events if isinstance(event, Private)]
    for first in range(0, len(told), 5):
        stretch = told[first : first + 5]
        hidden = [(without_secrets(row, spare, luck), view) for row, view in stretch]
        assert snapshot.title.story.lines(stretch, snapshot.who, DEFAULT) == snapshot.title.story.lines(
            hidden, snapshot.who, DEFAULT
        )


def without_secrets(row: Row, spare: Sequence[Event], luck: Random) -> Row:
    """Return a row in which everything that only some may know is something else; of an action, only its type stays."""
    action = {"type": row.action["type"]} if row.action else None
    return replace(row, events=[_masked(event, spare, luck) for event in row.events], action=action)


def _masked(event: Event, spare: Sequence[Event], luck: Random) -> Event:
    """Tell the same seats, about the same seat, what others were told at another time."""
    if isinstance(event, Public):
        return event
    other = luck.choice([each for each in spare if each["type"] == event["type"]])
    return Private(other | {"seat": event["seat"]}, to=event.seats)


# --------------------------------------------------------------------------------------- who hears of what


async def test_until_a_race_is_settled_nobody_else_hears_of_a_bet_or_of_a_slip_that_is_filled_in(
    sandbox: Sandbox,
    bot: Paddock,
    ana: UserClient,
    ben: UserClient,
    cleo: UserClient,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    table = await start_table(ana, ben)
    await all_posted()
    await all_heard(sandbox, ben, cleo)
    before = len(ben.received), len(cleo.received)
    ephemeral = await open_desk(ana, await board_of(ana))
    await press(ana, ephemeral, "Change")
    for field, value in (("horse", "blue"), ("kind", "win")):
        await ana.select(await desk_of(ana, table), f"{asked(ephemeral)}:bet.{field}", value, force=True)
    await chosen(ana, table, "win")
    form = await ana.select(await desk_of(ana, table), "How much?", "other")
    await told(await ana.submit(form, {"amount": "12345"}))
    await all_posted()
    await all_heard(sandbox, ben, cleo)
    quiet = [*ben.received[before[0] :], *cleo.received[before[1] :]]
    assert not [event["t"] for event in quiet], "a slip that is filled in is nobody else's business"
    await ana.submit(form, {"amount": "700"})
    desk = await chosen(ana, table, "700")
    await press(ana, desk, f"{asked(desk)}:bet.place")
    await desk_of(ana, table, "**Your bet:** 700 on Blue to win.")
    await board_of(ben, "1 of 2 placed")
    await place_bet(ben, table, "red", "100")
    await hurry(bot, table, lambda view: len(view.pile) > 4)
    await all_posted()
    await all_heard(sandbox, ben, cleo)
    for person, others in (
        (ben, ("700 on", "Blue to win")),
        (cleo, ("700 on", "Blue to win", "Red to place")),
    ):
        for message in states(person):
            assert not any(word in message.text for word in others), message.text
    for secret in ("700 ", "12345", "blue", "Blue", "win"):
        assert secret not in caplog.text
    assert not cards().search(caplog.text)


@pytest.mark.refused
async def test_hands_reach_their_owners_only_in_direct_messages_and_in_answers_to_their_own_presses(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    await ben.change(dms_open=False)
    table = await open_table(ana, ben)
    await start(ana, table)
    await desk_of(ana, table)
    board = await board_of(ben, "Secret bets")
    for person in (ana, ben):
        assert (await open_desk(person, board)).ephemeral
    refused = await told(await press(cleo, board, "My desk"))
    assert "You have no seat" in refused
    await (await ana.command("race desk", "paddock-talk", table=table)).answer(PATIENCE)
    await all_posted()
    await all_heard(sandbox, ana, ben, cleo)
    shown = [_hands(person) for person in (ana, ben, cleo)]
    assert [len(hands) for hands in shown] == [1, 1, 0]
    assert shown[0] != shown[1]
    for person in (ana, ben, cleo):
        for message in states(person):
            assert is_for_one(person, message) or "Your hand" not in words(message)
            meta = message.raw.get("interaction_metadata")
            assert not message.ephemeral or (meta and meta["user"]["id"] == person.id)


def _hands(person: UserClient) -> set[str]:
    """Every hand that somebody was ever shown, as its picture is described."""
    return {
        line
        for message in states(person)
        for line in message.text.splitlines()
        if line.startswith("Your hand:")
    }


async def test_refusals_of_kept_cards_and_bets_are_heard_by_who_asked_alone(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    people: Sequence[UserClient] = (ana, ben)
    await hurry(bot, table, lambda view: view.phase == "keeping")
    view = await public(bot, table)
    keeper, other = people[view.to_act[0]], people[1 - view.to_act[0]]
    desk = await desk_of(keeper, table, "Keep up to")
    pick = next(select for select in desk.selects if "keep.pick" in select["custom_id"])
    await all_posted()
    await all_heard(sandbox, other)
    before = len(other.received)
    card = pick["options"][0]["value"]
    await keeper.select(desk, pick["custom_id"], card)
    await chosen(keeper, table, card)
    forged = await keeper.select(desk, pick["custom_id"], "red+99", force=True)
    assert "This button is out of date" in await told(forged)
    await all_heard(sandbox, other)
    assert not other.received[before:]
    await press(keeper, desk, f"{asked(desk)}:keep.go")
    await until(bot, lambda: _has_kept(bot, table, view.race))
    await all_posted()
    await all_heard(sandbox, other)
    name = jockey_words(DEFAULT).card(card)
    for message in states(other):
        assert is_for_one(other, message) or f"Keep {name}" not in words(message)


async def _has_kept(bot: Paddock, table: str, race: int) -> bool:
    """Whether somebody has decided what to keep after a race."""
    view = await public(bot, table)
    return view.race > race or any(count is not None for count in view.kept_counts)
