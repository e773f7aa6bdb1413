"""What boards and results of Turfe tell: all that happened in public, and nothing that lies face down."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from bot.games.turfe.story import STORY
from bot.messages.layouts.desk_layout import seating_of
from bot.texts import DEFAULT
from engines.turfe.view import Phase
from tests.games.turfe.playing import (
    NAMES,
    SCREENS,
    T,
    everyone,
    public_view,
    racing,
    whole_day,
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
