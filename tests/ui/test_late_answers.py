"""“Thinking…” is always followed by something: by the answer in its place, or by a word from the next run."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from itertools import count
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.db.errors import DatabaseUnusable
from bot.messages.layout import MessageLayout
from bot.outbox import NotFound, Rejected, Retryable
from bot.outbox.unanswered import LIFETIME, Unanswered
from bot.tables.this_process import Process
from bot.texts import DEFAULT
from bot.ui import late_answers
from bot.ui.acknowledging import acknowledge
from bot.ui.answers import say, say_pages, show_in_place
from bot.ui.late_answers import LateAnswers
from tests.tables.playing import TableRig
from tests.waiting import until

COMMAND, PRESS = discord.InteractionType.application_command, discord.InteractionType.component
_ids = count(7000)


class Asked:
    """An interaction, and what whoever made it reads: in the place of the answer, and below it."""

    def __init__(self, kind: discord.InteractionType = COMMAND) -> None:
        self.id = next(_ids)
        self.token = f"secret-{self.id}"
        self.type = kind
        self.locale = "en-US"
        self.extras: dict[Any, Any] = {}
        self.original: str | None = None
        self.below: list[str] = []
        self.trouble: Exception | None = None
        self._is_done = False
        self.response = SimpleNamespace(
            defer=self._defer, send_message=self._send, is_done=lambda: self._is_done
        )
        self.followup = SimpleNamespace(send=self._follow)

    async def _defer(self, *, ephemeral: bool = False, thinking: bool = False) -> None:
        self._is_done = True
        assert ephemeral == thinking
        self.original = "thinking…" if thinking else "what was pressed"

    async def _send(self, *, view: discord.ui.LayoutView, ephemeral: bool, **_: object) -> None:
        assert ephemeral
        self.original = _text(view)

    async def _follow(self, *, view: discord.ui.LayoutView, ephemeral: bool, **_: object) -> None:
        assert ephemeral
        assert self.original != "thinking…", "Discord calls it deprecated to answer a deferral like that"
        self.below.append(_text(view))

    async def edit_original_response(self, *, view: discord.ui.LayoutView, **_: object) -> SimpleNamespace:
        if self.trouble:
            raise self.trouble
        self.original = _text(view)
        return SimpleNamespace(id=self.id)


def _text(view: discord.ui.LayoutView) -> str:
    return "".join(item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay))


class Line:
    """Stands in for the poster: keeps what is answered late, by token, or fails as it is told."""

    def __init__(self) -> None:
        self.answered: dict[str, str] = {}
        self.tries = 0
        self.trouble: Exception | None = None

    async def answer_late(self, token: str, layout: MessageLayout) -> None:
        self.tries += 1
        if self.trouble:
            raise self.trouble
        self.answered[token] = layout.text


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
async def started(rig: TableRig, line: Line, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Any]:
    """Start a run that keeps its promises, and is hasty."""
    monkeypatch.setattr(late_answers, "SOON", 0.01)
    monkeypatch.setattr(late_answers, "A_WHILE", 0.01)
    monkeypatch.setattr("bot.work_queue.FIRST_PAUSE", 0.01)
    monkeypatch.setattr("bot.work_queue.LONGEST_PAUSE", 0.02)
    runs: list[LateAnswers] = []

    def start() -> LateAnswers:
        process = Process(rig.database, rig.clock)
        runs.append(LateAnswers(rig.database, line, lambda: rig.time, process))  # type: ignore[arg-type]
        return runs[-1]

    yield start
    for run in runs:
        await run.close()


async def written(rig: TableRig) -> list[Unanswered]:
    return sorted(
        (Unanswered(*row[:4]) for row in (await rig.everything())["unanswered"]), key=lambda row: row.at
    )


async def asked(late_answers: LateAnswers, kind: discord.InteractionType = COMMAND) -> Asked:
    """Have somebody use a command, and acknowledge it."""
    interaction: Any = Asked(kind)
    late_answers.follow(interaction)
    await acknowledge(interaction, answer=True)
    return interaction


# ---------------------------------------------------------------------------- where an answer is shown


async def test_the_first_word_takes_the_place_of_thinking_and_the_next_ones_stand_below() -> None:
    interaction: Any = Asked()
    await acknowledge(interaction)
    await say_pages(interaction, ["one", "two", "three"])

    assert interaction.original == "one"
    assert interaction.below == ["two", "three"]


async def test_what_is_shown_in_the_place_of_thinking_is_not_covered_by_the_word_that_follows() -> None:
    interaction: Any = Asked(PRESS)
    await acknowledge(interaction, answer=True)
    await show_in_place(interaction, MessageLayout("a desk"))
    await say(interaction, "nobody plays for you")

    assert (interaction.original, interaction.below) == ("a desk", ["nobody plays for you"])


async def test_a_word_about_a_press_never_covers_what_was_pressed() -> None:
    interaction: Any = Asked(PRESS)
    await acknowledge(interaction)
    await say(interaction, "that was played")

    assert (interaction.original, interaction.below) == ("what was pressed", ["that was played"])


async def test_without_an_acknowledgement_a_word_is_the_answer() -> None:
    interaction: Any = Asked(PRESS)
    await say(interaction, "this button does nothing")

    assert (interaction.original, interaction.below) == ("this button does nothing", [])


async def test_an_answer_that_discord_did_not_take_can_be_said_again_in_the_same_place() -> None:
    interaction: Any = Asked()
    await acknowledge(interaction)
    interaction.trouble = OSError("the network")
    with pytest.raises(Retryable):
        await say(interaction, "one")
    interaction.trouble = None
    await say(interaction, "two")

    assert (interaction.original, interaction.below) == ("two", [])


# ------------------------------------------------------------------------------------- what is written


async def test_a_press_is_unanswered_in_writing_until_its_answer_is_given(
    rig: TableRig, started: Any
) -> None:
    run = started()
    interaction: Any = await asked(run)
    await until(lambda: written(rig))
    assert [each.token for each in await written(rig)] == [interaction.token]
    await say(interaction, "here it is")

    await until(lambda: _is_forgotten(rig))


async def _is_forgotten(rig: TableRig) -> bool:
    return not await written(rig)


async def test_an_answer_that_is_given_at_once_is_never_written_down(
    rig: TableRig, started: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrote: list[None] = []
    write = rig.database.write
    monkeypatch.setattr(rig.database, "write", lambda *work: wrote.append(None) or write(*work))
    run = started()
    for _ in range(5):
        await say(await asked(run), "here it is")
    await run.close()
    assert wrote == []
    await asked(run)
    await run.close()
    assert wrote == [None]


async def test_a_press_that_shows_no_thinking_is_not_unanswered(rig: TableRig, started: Any) -> None:
    run = started()
    interaction: Any = Asked(PRESS)
    run.follow(interaction)
    await acknowledge(interaction)
    await run.close()

    assert await written(rig) == []


async def test_what_is_unanswered_waits_for_a_database_that_cannot_be_used(
    rig: TableRig, started: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    run = started()
    monkeypatch.setattr(rig.database, "write", _locked)
    interaction: Any = await asked(run)
    await until(lambda: _says(caplog, "write what is unanswered in the book: again in 0 s: locked"))
    monkeypatch.undo()

    await until(lambda: written(rig))
    assert interaction.original == "thinking…"


async def test_answers_that_are_owed_are_not_lost_to_a_fault_in_writing_them_down(
    rig: TableRig, started: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    run = started()
    monkeypatch.setattr(rig.database, "write", lambda *_: 1 / 0)
    await asked(run)
    await until(lambda: _says(caplog, "ZeroDivisionError"))
    monkeypatch.undo()

    await until(lambda: written(rig))


async def _locked(*_: object) -> None:
    raise DatabaseUnusable("locked")


async def _says(caplog: pytest.LogCaptureFixture, text: str) -> bool:
    return text in caplog.text


async def test_what_is_unanswered_is_forgotten_when_its_token_is_dead(rig: TableRig, started: Any) -> None:
    run = started()
    await asked(run)
    await until(lambda: written(rig))
    rig.time += LIFETIME
    await asked(run)

    await until(lambda: _is_one(rig))
    assert (await written(rig))[0].at == rig.time


async def _is_one(rig: TableRig) -> bool:
    return len(await written(rig)) == 1 and (await written(rig))[0].at == rig.time


# -------------------------------------------------------------------------------------- the next run


async def test_the_next_run_answers_whoever_still_waits(rig: TableRig, line: Line, started: Any) -> None:
    waiting: Any = await asked(started())
    await until(lambda: written(rig))
    await started().resume()

    await until(lambda: _is_forgotten(rig))
    assert line.answered == {waiting.token: DEFAULT.table.unanswered}


async def test_a_run_leaves_to_its_own_presses_what_they_are_promised(
    rig: TableRig, line: Line, started: Any
) -> None:
    run = started()
    await asked(run)
    await until(lambda: written(rig))
    await run.resume()
    await run.close()

    assert line.tries == 0
    assert len(await written(rig)) == 1


async def test_an_answer_is_tried_again_until_discord_takes_it(
    rig: TableRig, line: Line, started: Any
) -> None:
    waiting: Any = await asked(started())
    await until(lambda: written(rig))
    line.trouble = Retryable("503")
    await started().resume()
    await until(lambda: _tried(line, 3))
    line.trouble = None

    await until(lambda: _is_forgotten(rig))
    assert list(line.answered) == [waiting.token]


async def _tried(line: Line, times: int) -> bool:
    return line.tries >= times


@pytest.mark.parametrize("trouble", [NotFound("404 10008"), Rejected("400")])
async def test_a_press_whose_answer_cannot_be_given_is_unanswered_no_more(
    rig: TableRig, line: Line, started: Any, trouble: Exception
) -> None:
    await asked(started())
    await until(lambda: written(rig))
    line.trouble = trouble
    await started().resume()

    await until(lambda: _is_forgotten(rig))
    assert line.tries == 1


async def test_with_a_dead_token_nothing_is_tried(rig: TableRig, line: Line, started: Any) -> None:
    await asked(started())
    await until(lambda: written(rig))
    rig.time += LIFETIME
    await started().resume()

    await until(lambda: _is_forgotten(rig))
    assert line.tries == 0


async def test_a_press_that_ended_without_an_answer_is_answered_by_the_same_run(
    rig: TableRig, line: Line, started: Any
) -> None:
    run = started()
    waiting: Any = await asked(run)
    answered: Any = await asked(run)
    await say(answered, "here it is")
    run.abandoned(waiting)
    run.abandoned(answered)

    await until(lambda: _tried(line, 1))
    await until(lambda: _is_forgotten(rig))
    assert list(line.answered) == [waiting.token]


async def test_no_line_of_the_log_holds_a_token(
    rig: TableRig,
    line: Line,
    started: Any,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    waiting: Any = await asked(started())
    await until(lambda: written(rig))
    line.trouble = Retryable("503")
    run = started()
    await run.resume()
    await until(lambda: _tried(line, 2))
    line.trouble = ZeroDivisionError()
    await until(lambda: _says(caplog, "ZeroDivisionError"))

    ours = [str(record.__dict__) for record in caplog.records if record.name.startswith("bot")]
    assert ours
    assert waiting.token not in "".join(ours)
    assert waiting.token not in repr(await written(rig))
