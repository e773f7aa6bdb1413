"""Lessons: a prepared deal, one person alone, and nothing of it anywhere else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.games.lengths import SECONDS
from bot.games.lesson import Lesson
from bot.games.titles import prepared_lesson, titles
from bot.lessons import LEARNER, Decided, Lessons, Progress, forget, is_lesson, leave
from bot.tables import Refusal, Refused, erasure, retention
from bot.tables.deadlines import MINUTE
from bot.tables.retention import USUAL_RETENTION, Sweeper
from engines import catalog
from engines.core import IllegalAction
from tests.databases import reading, writing
from tests.exported import kept_about
from tests.lessons.newcomer import hinted, presses
from tests.tables.playing import ANA, BEN, TableRig

OTHERS = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")


async def at_once(work: Callable[[], Any]) -> Any:
    return work()


def lessons_of(rig: TableRig, prepared: Callable[[str], Lesson] = prepared_lesson) -> Lessons:
    return Lessons(rig.database, lambda: rig.time, prepared, at_once)


async def played_on(lessons: Lessons, progress: Progress, decisions: int = 99) -> Progress:
    """Do what the hint says, so often or to the end."""
    while progress.asked is not None and decisions:
        progress, decisions = await lessons.decide(progress, hinted(progress)), decisions - 1
    return progress


@pytest.mark.parametrize("game", catalog.GAMES)
async def test_a_lesson_of_two_to_four_minutes_is_one_row_with_which_any_process_goes_on(
    rig: TableRig, game: str
) -> None:
    before, pressed = await rig.everything(), 0
    progress = await lessons_of(rig).begin(ANA, game, OTHERS)
    while progress.asked is not None:
        now = await rig.everything()
        assert len(now["lessons"]) == 1
        assert now | {"lessons": []} == before | {"lessons": []}
        again = await lessons_of(rig.restarted()).read(progress.stored.lesson_id, ANA.user_id)
        for fact in ("stored", "standing", "news", "decided", "kinds", "since", "asked"):
            assert getattr(again, fact) == getattr(progress, fact), fact
        pressed += len(presses(progress))
        progress = await lessons_of(rig).decide(again, hinted(again))
    decided = progress.kinds.total()
    assert 2 <= decided * SECONDS / 60 <= 4
    assert decided <= pressed <= 2 * decided, "a hint is followed with a press or two"
    interim = progress.standing.match.interim
    assert interim
    assert interim.races == 1
    assert interim.outcome.scores[LEARNER] == max(interim.outcome.scores), "its newcomer does well"
    await rig.database.write(forget, progress.stored.lesson_id)
    assert await rig.everything() == before
    assert not rig.told
    assert not rig.announced


@pytest.mark.parametrize("game", catalog.GAMES)
async def test_everybody_who_does_the_same_sees_the_same(rig: TableRig, game: str) -> None:
    lessons = lessons_of(rig)
    anas = await played_on(lessons, await lessons.begin(ANA, game, OTHERS), 4)
    bens = await played_on(lessons, await lessons.begin(BEN, game, OTHERS), 4)
    assert anas.stored.lesson_id != bens.stored.lesson_id
    assert anas.decided == bens.decided
    assert anas.standing.match.state == bens.standing.match.state


async def test_a_lesson_that_is_begun_anew_is_the_only_one(rig: TableRig) -> None:
    lessons = lessons_of(rig)
    first = await lessons.begin(ANA, "jockey", OTHERS)
    second = await lessons.begin(ANA, "turfe", OTHERS)
    assert is_lesson(first.stored.lesson_id)
    assert len((await rig.everything())["lessons"]) == 1
    assert (await lessons.read(second.stored.lesson_id, ANA.user_id)).table.game == "turfe"
    for late in (lessons.read(first.stored.lesson_id, ANA.user_id), lessons.decide(first, hinted(first))):
        with pytest.raises(Refused):
            await late


async def test_two_people_learn_at_once(rig: TableRig) -> None:
    lessons = lessons_of(rig)
    anas, bens = await lessons.begin(ANA, "jockey", OTHERS), await lessons.begin(BEN, "jockey", OTHERS)
    anas = await played_on(lessons, anas, 2)
    bens = await played_on(lessons, bens)
    assert (anas.is_over, bens.is_over) == (False, True)
    assert (await lessons.read(anas.stored.lesson_id, ANA.user_id)).kinds.total() == 2


async def test_a_decision_is_taken_once_however_often_it_is_pressed(rig: TableRig) -> None:
    lessons = lessons_of(rig)
    once = await lessons.begin(ANA, "jockey", OTHERS)
    twice = await lessons.read(once.stored.lesson_id, ANA.user_id)
    after = await lessons.decide(once, hinted(once))
    with pytest.raises(Refused) as refused:
        await lessons.decide(twice, hinted(twice))
    assert refused.value.reason is Refusal.STALE
    assert (await lessons.read(once.stored.lesson_id, ANA.user_id)).decided == after.decided


async def test_what_the_rules_refuse_changes_nothing(rig: TableRig) -> None:
    lessons = lessons_of(rig)
    progress = await lessons.begin(ANA, "jockey", OTHERS)
    before = await rig.everything()
    with pytest.raises(IllegalAction):
        await lessons.decide(progress, {"type": "bet", "kind": "win", "horse": "red", "stake": 150})
    assert await rig.everything() == before


async def test_nobody_gets_into_the_lesson_of_somebody_else(rig: TableRig) -> None:
    lessons = lessons_of(rig)
    lesson_id = (await lessons.begin(ANA, "jockey", OTHERS)).stored.lesson_id
    for attempt in (lessons.read(lesson_id, BEN.user_id), rig.database.write(leave, lesson_id, BEN.user_id)):
        with pytest.raises(Refused) as refused:
            await attempt
        assert refused.value.reason is Refusal.NO_SUCH_LESSON
    assert (await rig.everything())["lessons"]


@pytest.mark.parametrize("decisions", [0, 1, 5])
async def test_a_lesson_may_be_left_at_any_time(rig: TableRig, decisions: int) -> None:
    lessons, before = lessons_of(rig), await rig.everything()
    progress = await played_on(lessons, await lessons.begin(ANA, "sulkydrom", OTHERS), decisions)
    assert await rig.database.write(leave, progress.stored.lesson_id, ANA.user_id) == "sulkydrom"
    assert await rig.everything() == before
    with pytest.raises(Refused):
        await lessons.decide(progress, hinted(progress))


async def test_a_slip_that_is_begun_is_kept_for_its_own_question(rig: TableRig) -> None:
    lessons = lessons_of(rig)
    progress = await lessons.begin(ANA, "jockey", OTHERS)
    await lessons.fill_in(progress, {"horse": "red"})
    again = await lessons.read(progress.stored.lesson_id, ANA.user_id)
    assert again.slip == {"horse": "red"}
    assert not (await lessons.decide(again, hinted(again))).slip


async def test_the_table_drives_on_once_driving_is_understood_until_its_learner_would_rather(
    rig: TableRig,
) -> None:
    lessons = lessons_of(rig)
    progress = await lessons.begin(ANA, "sulkydrom", OTHERS)
    while progress.kinds["drive"] < 3:
        assert not progress.stored.orders
        progress = await lessons.decide(progress, hinted(progress))
    assert progress.stored.orders == {"drive": "steady"}
    progress = await lessons.order(progress, "drive", None)
    progress = await lessons.read(progress.stored.lesson_id, ANA.user_id)
    while progress.asked is not None and progress.kinds["drive"] < 5:
        progress = await lessons.decide(progress, hinted(progress))
    assert progress.kinds["drive"] == 5


async def test_an_order_is_followed_at_once(rig: TableRig) -> None:
    lessons = lessons_of(rig)
    progress = await lessons.begin(ANA, "sulkydrom", OTHERS)
    while progress.standing.kind_of_decision(LEARNER) != "drive":
        progress = await lessons.decide(progress, hinted(progress))
    progress = await lessons.order(progress, "drive", "steady")
    assert progress.is_over or progress.standing.kind_of_decision(LEARNER) != "drive"
    assert (await lessons.read(progress.stored.lesson_id, ANA.user_id)).decided == progress.decided


async def test_a_lesson_that_began_with_another_deal_cannot_go_on(rig: TableRig) -> None:
    progress = await lessons_of(rig).begin(ANA, "jockey", OTHERS)
    other = lessons_of(rig, lambda game: replace(prepared_lesson(game), luck="other words"))
    with pytest.raises(Refused) as refused:
        await other.read(progress.stored.lesson_id, ANA.user_id)
    assert refused.value.reason is Refusal.NO_SUCH_LESSON


async def test_a_game_without_a_lesson_of_its_own_is_learned_in_its_quickest_length(rig: TableRig) -> None:
    (turfe,) = [title for title in titles() if title.key == "turfe"]
    plain = replace(turfe, lesson=None).own_lesson
    assert (plain.options, plain.seats) == ({"races": 2}, 4)
    made_from_it = replace(turfe, lesson=replace(plain, game="another"))
    assert made_from_it.own_lesson == plain
    lessons = lessons_of(rig, lambda _: plain)
    assert (await played_on(lessons, await lessons.begin(ANA, "turfe", OTHERS))).is_over


async def test_computer_players_bear_names_of_their_own(rig: TableRig) -> None:
    progress = await lessons_of(rig).begin(ANA, "turfe", (ANA.name, "Bo"))
    assert progress.table.names == (ANA.name, "Bo", "Bo 2", "Bo 3", "Bo 4", "Bo 5")


@pytest.mark.parametrize(("minutes", "stays"), [(30, True), (31, False)])
async def test_a_lesson_waits_half_an_hour_for_the_next_press(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch, minutes: int, stays: bool
) -> None:
    monkeypatch.setattr(retention, "BREATH", 0)
    lessons = lessons_of(rig)
    progress = await lessons.begin(ANA, "jockey", OTHERS)
    rig.time += 20 * MINUTE
    await lessons.decide(progress, hinted(progress))
    rig.time += minutes * MINUTE
    await Sweeper(rig.database, rig.clock.now, USUAL_RETENTION).sweep(rig.time)
    assert bool((await rig.everything())["lessons"]) is stays


async def test_whoever_is_forgotten_has_no_lesson_and_whoever_asks_is_handed_theirs(rig: TableRig) -> None:
    lessons = lessons_of(rig)
    progress = await lessons.decide(*_first(await lessons.begin(ANA, "jockey", OTHERS)))
    await lessons.begin(BEN, "turfe", OTHERS)
    with reading(rig.database) as db:
        told = kept_about(db, ANA.user_id)["lesson"]
    assert told["game"] == "jockey"
    assert [Decided(*each) for each in told["decided"]] == list(progress.decided)
    with writing(rig.database) as db:
        erasure.erase(db, rig.tables.games, ANA.user_id, rig.time, lambda _, seat: f"Player {seat}")
    assert [row.user_id for row in (await rig.everything())["lessons"]] == [BEN.user_id]


def _first(progress: Progress) -> tuple[Progress, dict[str, Any]]:
    return progress, hinted(progress)
