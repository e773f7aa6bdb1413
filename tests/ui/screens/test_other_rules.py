"""What is published of a game whose rules were put right since: its log as it is, and a sentence for the rest."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.bank import Receipt
from bot.messages.layouts.notice_layout import notice_layout, tells_the_end
from bot.messages.layouts.published_layout import log_file, log_layout, replay_layout, verdict_layout
from bot.messages.layouts.result_layout import final_layout
from bot.messages.snapshot import Snapshot
from bot.outbox import BOARD_WORDS, Notice, ask_for
from bot.tables import Refusal, Refused, Status
from bot.texts import DEFAULT
from engines.core import Row
from tests.databases import writing
from tests.games.race_days import race_day
from tests.tables.playing import ANA, TableRig
from tests.ui.wall import Painted, Wall, render_pool, wall

__all__ = ["render_pool", "wall"]


@pytest.fixture
def over() -> tuple[Snapshot, list[Row]]:
    """A finished game, as it is looked at where its rules are known."""
    day = race_day(6, 4)
    rows = [row for moment in day for row in moment.rows]
    return replace(day[-1].snapshot, table=replace(day[-1].snapshot.table, status=Status.FINISHED)), rows


@pytest.fixture
def forgotten(over, correct) -> tuple[Snapshot, list[Row]]:
    """The same, where they are known no more."""
    snapshot, rows = over
    correct("jockey")
    return replace(snapshot, standing=None), rows


def test_the_log_is_published_byte_for_byte(over, correct):
    snapshot, rows = over
    published = log_file(snapshot, rows)
    correct("jockey")
    assert log_file(replace(snapshot, standing=None), rows) == published
    ((name, file),) = log_layout(replace(snapshot, standing=None), rows).attached
    assert (name, file) == published
    assert name == f"jockey-{snapshot.table.table_id}.jsonl"


@pytest.mark.parametrize("layout", [verdict_layout, replay_layout])
def test_what_takes_the_rules_is_refused_with_a_way_out(layout, forgotten):
    with pytest.raises(Refused) as refused:
        layout(*forgotten)
    assert refused.value.reason is Refusal.OTHER_RULES
    assert "`/race log`" in DEFAULT.refusals.table(refused.value.reason, refused.value.facts)


def test_a_result_that_was_still_to_be_posted_tells_money_and_log_without_pictures(forgotten):
    snapshot, rows = forgotten
    receipts = [Receipt(seat.number, seat.user_id, 1500, 0, 0, 0, 2500, 0) for seat in snapshot.table.people]
    layout = final_layout(snapshot, receipts, rows)

    assert "The rules have been put right since" in layout.text
    assert all(snapshot.who(seat.number) in layout.text for seat in snapshot.table.people)
    assert layout.drawings == ()
    assert layout.attached == (log_file(snapshot, rows),)
    assert [item.label for row in layout.controls for item in row] == [DEFAULT.table.rematch]


async def test_why_a_table_ended_is_told_once_though_it_is_closed(rig: TableRig, correct) -> None:
    table_id = await rig.race(people=5)
    await rig.decide(table_id, Random(1))
    correct("jockey")
    later = rig.restarted()
    await later.tables.outdated.end_all()
    (notice,) = await later.notices(table_id)

    assert tells_the_end(notice)
    layout = notice_layout(Snapshot(await later.table(table_id), None, DEFAULT), notice, None)
    assert "every stake goes back" in layout.text
    assert str(ANA.user_id) not in layout.text
    assert not tells_the_end(Notice.PAUSED)


async def test_posts_of_a_table_that_somebody_else_ended_since_the_look_say_so(
    rig: TableRig, wall: Wall, render_pool, correct
) -> None:
    table_id = await rig.race(people=2)
    correct("jockey")
    later = rig.restarted()
    screens = Painted(later, wall, render_pool).screens
    with writing(later.database) as db:
        ask_for(db, table_id, BOARD_WORDS)
    look = await screens.look(table_id)
    await later.tables.outdated.end_all()

    for post in look.posts.values():
        await screens.show(post, look)

    assert any("This table was cancelled." in layout.text for layout in wall.messages.values())
    (words,) = [post for post in await later.posts(table_id) if post.key == BOARD_WORDS]
    assert not words.is_due
