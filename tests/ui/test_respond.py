"""The initial response goes out at once, and the first message takes the place of “thinking…”."""

from __future__ import annotations

from itertools import count
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.messages.layout import MessageLayout
from bot.outbox import NotFound, Retryable
from bot.texts import DEFAULT
from bot.ui import post_errors, respond
from bot.ui.explaining import explain
from bot.ui.respond import AnsweredElsewhere, acknowledge, open_form, say, say_pages, show_in_place
from tests.ui.test_posting import answered

COMMAND, PRESS = discord.InteractionType.application_command, discord.InteractionType.component
_ids = count(7000)


class Asked:
    """An interaction, and what its user reads: in the place of the response, and below it."""

    def __init__(self, kind: discord.InteractionType = COMMAND) -> None:
        self.id = next(_ids)
        self.type = kind
        self.locale = "en-US"
        self.extras: dict[Any, Any] = {}
        self.original: str | None = None
        self.below: list[str] = []
        self.troubles: list[Exception] = []
        """What the next requests fail with."""
        self.tries = 0
        self._is_done = False
        self.response = SimpleNamespace(
            defer=self._defer,
            send_message=self._send,
            send_modal=self._send_modal,
            is_done=lambda: self._is_done,
        )
        self.followup = SimpleNamespace(send=self._follow)

    def _request(self) -> None:
        self.tries += 1
        if self.troubles:
            raise self.troubles.pop(0)

    async def _defer(self, *, ephemeral: bool = False, thinking: bool = False) -> None:
        self._request()
        self._is_done = True
        assert ephemeral == thinking
        self.original = "thinking…" if thinking else "what was pressed"

    async def _send(self, *, view: discord.ui.LayoutView, ephemeral: bool, **_: object) -> None:
        self._request()
        assert ephemeral
        self.original = _text(view)

    async def _send_modal(self, modal: discord.ui.Modal) -> None:
        self._request()
        self.original = modal.title

    async def _follow(self, *, view: discord.ui.LayoutView, ephemeral: bool, **_: object) -> None:
        self._request()
        assert ephemeral
        assert self.original != "thinking…", "Discord calls it deprecated to answer a deferral like that"
        self.below.append(_text(view))

    async def edit_original_response(self, *, view: discord.ui.LayoutView, **_: object) -> SimpleNamespace:
        self._request()
        self.original = _text(view)
        return SimpleNamespace(id=self.id)


def _text(view: discord.ui.LayoutView) -> str:
    return "".join(item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay))


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post_errors, "FIRST_PAUSE", 0)
    monkeypatch.setattr(respond, "OTHERS_ANSWER", 0)


# ---------------------------------------------------------------------------------- where a message is shown


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


# ------------------------------------------------------------------------------------------ what is tried again


@pytest.mark.parametrize("trouble", [OSError("the network"), answered(503), answered(401), answered(429)])
async def test_an_initial_response_that_may_be_lost_is_sent_again(trouble: Exception) -> None:
    interaction: Any = Asked()
    interaction.troubles = [trouble, trouble]
    await acknowledge(interaction)

    assert (interaction.original, interaction.tries) == ("thinking…", 3)


async def test_an_initial_response_that_arrived_at_the_first_try_is_not_taken_for_anothers() -> None:
    interaction: Any = Asked()
    interaction.troubles = [OSError("the answer was lost"), answered(400, respond.ANSWERED_ALREADY)]
    await acknowledge(interaction)
    await say(interaction, "here it is")

    assert interaction.original == "here it is"


async def test_where_another_process_answers_this_one_does_not_act_and_says_so_beside() -> None:
    interaction: Any = Asked()
    interaction.troubles = [answered(400, respond.ANSWERED_ALREADY)]
    with pytest.raises(AnsweredElsewhere) as elsewhere:
        await acknowledge(interaction)
    interaction.original = "what the other process says"
    await explain(interaction, elsewhere.value, "a press")

    assert interaction.original == "what the other process says"
    assert interaction.below == [DEFAULT.table.answered_elsewhere]


async def test_a_response_that_discord_does_not_take_at_all_says_that_the_press_does_not_count() -> None:
    interaction: Any = Asked(PRESS)
    interaction.troubles = [OSError("the network")] * 3
    with pytest.raises(Retryable):
        await acknowledge(interaction)
    interaction.troubles = [answered(404, 10062)]
    with pytest.raises(NotFound):
        await open_form(interaction, discord.ui.Modal(title="a form"))

    assert (interaction.original, interaction.tries) == (None, 4)


async def test_an_answer_that_discord_did_not_take_can_be_said_again_in_the_same_place() -> None:
    interaction: Any = Asked()
    await acknowledge(interaction)
    interaction.troubles = [OSError("the network")] * 3
    with pytest.raises(Retryable):
        await say(interaction, "one")
    await say(interaction, "two")

    assert (interaction.original, interaction.below) == ("two", [])


async def test_whose_answer_is_lost_reads_what_to_do_in_its_place() -> None:
    interaction: Any = Asked()
    await acknowledge(interaction)
    await explain(interaction, NotFound("404"), "a command")

    assert interaction.original == DEFAULT.table.unanswered
