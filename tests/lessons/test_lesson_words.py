"""What lessons say: a paragraph for every kind of decision, one idea each, and every screen fits into a message."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bot.games.kit.lesson_words import MOST_WORDS, LessonWords
from bot.games.titles import prepared_lesson, title
from bot.lessons import LEARNER, Decided, Progress, StoredLesson
from bot.lessons.progress import deal_of, reached
from bot.texts import DEFAULT
from bot.ui.lessons.lesson_layout import lesson_layout, paragraphs, snapshot_of
from engines import catalog
from engines.core import Chance
from tests.lessons.newcomer import hinted
from tests.ui.limits import require_sendable
from tests.undrawn import without_drawing

RUNS = 6
"""Newcomers who press at random."""


def begun(game: str) -> Progress:
    """Begin a lesson that is stored nowhere."""
    lesson = prepared_lesson(game)
    stored = StoredLesson(
        lesson_id="0LESSON22",
        user_id=7,
        game=game,
        deal=deal_of(lesson),
        names=["Ana", "Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"][: lesson.seats],
        draft={},
        orders={},
    )
    progress = reached(stored, lesson)
    progress.follow()
    return progress


def moments(game: str, luck: Random | None) -> Iterator[Progress]:
    """Play a lesson by its hints, or at random; give every moment at which its learner looks."""
    progress = begun(game)
    while progress.asked is not None:
        yield progress
        choices = progress.standing.choices(LEARNER)
        rules, kind = progress.standing.match.game, progress.standing.kind_of_decision(LEARNER)
        action = choices.sample(Chance(luck.randbytes(32))) if luck else rules.read_action(hinted(progress))
        progress.decide(LEARNER, action, Decided(LEARNER, rules.dump_action(action)))
        progress.spare(kind)
        progress.follow()
    yield progress


def words_of(game: str) -> LessonWords:
    return title(game).words(DEFAULT).lesson


def named(command: str) -> str:
    return f"`/{command}`"


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_paragraph_is_one_idea_and_a_game_has_a_handful(game: str) -> None:
    words = words_of(game)
    told = [words.aim, *sum(map(tuple, words.asked.values()), ()), *words.happened.values(), words.closing]
    assert 4 <= len(told) <= 12
    for paragraph in (*told, DEFAULT.lessons.welcome):
        assert 8 <= len(paragraph.split()) <= MOST_WORDS, paragraph
        assert "\n" not in paragraph
        assert paragraph[-1] in ".!?"


@pytest.mark.parametrize("game", catalog.GAMES)
def test_every_kind_of_decision_is_explained_when_it_is_asked_for_the_first_time(game: str) -> None:
    words, asked, happened = words_of(game), set[str](), set[str]()
    for luck in [None, *map(Random, range(RUNS))]:
        for progress in moments(game, luck):
            happened |= progress.news
            if progress.asked is None:
                continue
            kind = progress.standing.kind_of_decision(LEARNER)
            told = paragraphs(progress, snapshot_of(progress, DEFAULT))
            asked.add(kind)
            assert progress.kinds[kind] or words.asked[kind][0] in told
    assert asked <= words.asked.keys()
    assert words.happened.keys() <= happened, "what is explained does happen"


@pytest.mark.parametrize("game", catalog.GAMES)
def test_no_paragraph_is_said_twice_and_the_first_say_what_it_is_about(game: str) -> None:
    told = [
        paragraph
        for progress in moments(game, None)
        if progress.asked is not None
        for paragraph in paragraphs(progress, snapshot_of(progress, DEFAULT))
    ]
    assert told[:2] == [DEFAULT.lessons.welcome, words_of(game).aim]
    assert len(told) == len(set(told)) >= 5


@pytest.mark.parametrize("game", catalog.GAMES)
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_every_screen_of_a_lesson_is_one_that_discord_takes(game: str, seed: int | None) -> None:
    with without_drawing():
        for progress in moments(game, None if seed is None else Random(seed)):
            layout = lesson_layout(progress, DEFAULT, named)
            require_sendable(layout.drawn())
            labels = [item.label for row in layout.controls for item in row if hasattr(item, "label")]
            assert ("Leave the lesson" in labels) is (progress.asked is not None)
            assert layout.text.startswith(DEFAULT.lessons.title(title(game).words(DEFAULT).name))
    assert words_of(game).closing in layout.text
    assert f"`/race new {game}`" in layout.text


def test_where_a_game_has_no_words_for_a_decision_the_hint_explains_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(type(title("jockey").words(DEFAULT)), "lesson", LessonWords())
    first, second, third, *_ = moments_told("jockey")
    assert first[0] == DEFAULT.lessons.welcome
    assert first[1].startswith("💡 ")
    assert second[0].startswith("💡 Play ")
    assert not third


def moments_told(game: str) -> list[list[str]]:
    return [
        list(paragraphs(progress, snapshot_of(progress, DEFAULT)))
        for progress in moments(game, None)
        if progress.asked is not None
    ]
