"""Presses, forms and commands of hostile people: each is answered, none changes what is not its sender's."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from tests.fuzz import hostile
from tests.fuzz.conftest import Trying
from tests.fuzz.stage import Sent, Stage

TOGETHER = 5
"""Inputs in one example, at least on average: what the first changed is what the next meets."""


def tried(stage: Stage, trying: Trying, share: float, what: str, inputs: st.SearchStrategy[Sent]) -> None:
    def each(sent: Sequence[Sent]) -> None:
        try:
            for one in sent:
                trying.tried += 1
                stage.take(one)
                assert stage.trespasses(one) == []
        finally:
            stage.put_back()

    trying.all_of(share, what, each, st.lists(inputs, min_size=1, max_size=11), TOGETHER)


def test_a_forged_press_is_answered_and_acts_for_nobody_but_who_pressed(stage: Stage, trying: Trying) -> None:
    tried(stage, trying, 0.5, "presses", hostile.presses(stage.controls, stage.tables))


def test_a_forged_form_is_answered_and_acts_for_nobody_but_who_sent_it(stage: Stage, trying: Trying) -> None:
    tried(stage, trying, 0.2, "forms", hostile.forms(stage.controls, stage.tables))


def test_an_option_of_any_value_is_answered_and_acts_for_nobody_but_who_gave_it(
    stage: Stage, trying: Trying
) -> None:
    told = [command.to_dict(stage.bot.tree) for command in stage.bot.tree.get_commands()]
    every = [each for command in told for each in hostile.Command.all_of(command)]
    assert len(every) > 20
    tried(stage, trying, 0.15, "commands", hostile.commands(every, stage.tables))
