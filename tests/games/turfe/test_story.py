"""What boards and results of Turfe tell: all that happened in public, and nothing that lies face down."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from hypothesis import given, settings

from bot.games.turfe.story import STORY
from bot.messages.layouts.desk_layout import seating_of
from bot.texts import DEFAULT
from engines.turfe.view import Phase
from tests.games.turfe.playing import (
    NAMES,
    SCREENS,
    SEATS,
    SEEDS,
    T,
    everyone,
    public_view,
    race_on_a_long_track,
    racing,
    whole_day,
)


@settings(max_examples=6, deadline=None)
@given(SEATS, SEEDS)
def test_every_public_event_of_a_race_is_told(seats: int, seed: int) -> None:
    lines: list[str] = []
    events: Counter[str] = Counter()
    asides = 0
    for moment in [*whole_day(seats, seed), *race_on_a_long_track(seats, seed)]:
        for row in moment.rows:
            lines += STORY.lines([(row, public_view(moment))], everyone, DEFAULT)
            events.update(event["type"] for event in row.events)
            asides += sum("aside" in event for event in row.events)
    said = "\n".join(lines)

    assert sum(" played **" in line or " turned up " in line for line in lines) == events["played"]
    assert said.count("turned up the card laid aside") == asides
    assert said.count(" → ") == events["moved"]
    assert said.count("nobody moved.") == events["played"] - events["moved"]
    assert said.count("🏁") == events["finished"]
    assert said.count("turns over") == events["flipped"]
    assert said.count("will play first.") == events["race_started"]
    assert (
        said.count(" to win") + said.count(" to place") + said.count(" on the jackpot")
        == events["bet_placed"]
    )


def test_a_picture_of_the_board_tells_the_last_card_as_the_story_tells_it() -> None:
    told, words = 0, SCREENS.spoken(DEFAULT)
    for moment in whole_day(4, 7):
        view = public_view(moment)
        lines = STORY.lines([(row, view) for row in moment.rows], everyone, DEFAULT)
        played = next((words.spelled_out(line) for line in lines if " played **" in line), None)
        if played is not None and view.last is not None:
            assert played in SCREENS.board(view, NAMES, words).alt
            told += 1
    assert told > 20


@settings(max_examples=4, deadline=None)
@given(SEATS, SEEDS)
def test_that_all_hands_have_run_out_is_told_with_the_first_card_turned_over_only(
    seats: int, seed: int
) -> None:
    lines = []
    for moment in race_on_a_long_track(seats, seed):
        before = moment.before.view(None) if moment.before else None
        lines += STORY.lines([(row, public_view(moment)) for row in moment.rows], everyone, DEFAULT, before)
    flips = [line for line in lines if "turns over **" in line]

    assert len(flips) > 1
    assert [line.startswith("All hands have run out") for line in flips] == [True] + [False] * (
        len(flips) - 1
    )


def test_a_move_is_told_with_its_lane_and_what_held_it_up() -> None:
    assert T.moved("red", (1, 4), (1, 7), False) == "🔴 Red A4 → A7."
    assert T.moved("red", (1, 0), (2, 3), False) == "🔴 Red start → B3."
    assert T.moved("red", (1, 4), (2, 6), True) == "🔴 Red A4 → B6, held up."
    assert T.moved("red", (1, 1), (1, 0), False) == "🔴 Red A1 → start."
    assert T.moved("red", (1, 16), None, False) == "🔴 Red A16 → home."
    assert T.moved("red", (1, 2), (2, 0), False) == "🔴 Red A2 → start of lane B."


def test_a_horse_is_said_to_be_held_up_when_others_stood_in_its_way_and_only_then() -> None:
    seen: Counter[bool] = Counter()
    for seed in range(6):
        for moment in racing(whole_day(6, seed)):
            last = public_view(moment).last
            if last is None or last.start is None or last.end is None:
                continue
            steps = int(re.search(r"[+-]\d+", last.card)[0])
            is_short = 0 < last.end.space < 19 and last.end.space - last.start.space != steps
            (line,) = [
                line
                for line in STORY.lines([(moment.rows[0], public_view(moment))], everyone, DEFAULT)
                if "→" in line
            ]
            assert ("held up" in line) is is_short
            seen[is_short] += 1
    assert set(seen) == {False, True}


def test_bets_are_told_without_their_horses_once_all_are_down() -> None:
    for moment in whole_day(4, 6):
        placed = [e for row in moment.rows for e in row.events if e["type"] == "bet_placed"]
        if placed:
            (line,) = [
                line
                for row in moment.rows
                for line in STORY.lines([(row, public_view(moment))], everyone, DEFAULT)
            ]
            for event in placed:
                assert f"{NAMES[event['seat']]} {T.stake(event['kind'], event['stake'])}" in line


def test_who_is_broke_is_named_and_not_waited_for() -> None:
    seen = 0
    for seed in range(6):
        for moment in whole_day(3, seed):
            view = public_view(moment)
            if view.phase is not Phase.BETTING or view.race < 2:
                continue
            broke = [seat for seat, money in enumerate(view.money) if money < 10]
            prompt = SCREENS.prompt(view, everyone, SCREENS.spoken(DEFAULT))
            assert f"of {3 - len(broke)} placed" in prompt
            for seat in broke:
                assert NAMES[seat] not in prompt
                text = SCREENS.desk(
                    seating_of(moment.snapshot, moment.snapshot.table.seats[seat], {}),
                    SCREENS.spoken(DEFAULT),
                ).text
                assert T.own_broke in text
                seen += 1
            if broke and not any(view.has_bet):
                (line,) = [
                    e
                    for row in moment.rows
                    for e in STORY.lines([(row, view)], everyone, DEFAULT)
                    if "will play first." in e
                ]
                assert all(NAMES[seat] in line for seat in broke)
    assert seen


def test_a_result_opens_every_bet_and_tells_the_jackpot() -> None:
    seen = 0
    for seed in range(4):
        for moment in whole_day(5, seed):
            if not any(event["type"] == "race_over" for row in moment.rows for event in row.events):
                continue
            view = public_view(moment)
            text, _ = SCREENS.race_result(view, NAMES, everyone, SCREENS.spoken(DEFAULT))
            assert f"🥇 {T.sign(view.result.order[0])}" in text
            assert f"In the jackpot: **{view.result.pot} dollars**" in text
            for seat, bet in enumerate(view.result.bets):
                (line,) = [line for line in text.splitlines() if line.startswith(NAMES[seat])]
                assert f"(has {view.result.money[seat]} dollars)" in line
                assert (f"{bet.stake} on {T.horse(bet.horse)}" if bet else "broke, no bet") in line
                seen += 1
    assert seen


def test_the_end_names_the_winners_and_what_nobody_won() -> None:
    view = whole_day(3, 4)[-1].snapshot.standing.view(None)
    shared = replace(view, money=(120, 40, 120), pot=70, race=2, races=2)
    text, draws = SCREENS.final_result(shared, NAMES, everyone, SCREENS.spoken(DEFAULT))
    assert "**Ana and Cleo share the win** with 120 dollars." in text
    assert "**1.** Ana — 120 dollars\n**1.** Cleo — 120 dollars\n**3.** Ben — 40 dollars" in text
    assert "Nobody gets what is left in the jackpot: 70 dollars." in text
    assert "nobody wins" not in text
    assert len(draws) == 2

    broke = replace(view, money=(0, 0, 0), pot=0, race=2, races=8)
    text, _ = SCREENS.final_result(broke, NAMES, everyone, SCREENS.spoken(DEFAULT))
    assert T.all_broke(is_early=True) in text
    assert "left in the jackpot" not in text
