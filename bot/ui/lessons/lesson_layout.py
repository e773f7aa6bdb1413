"""The one message of a lesson: what is explained, what is asked, and at last how it ended."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.screens import Seating
from bot.games.titles import title
from bot.lessons import LEARNER, Progress
from bot.messages.custom_ids import CustomId
from bot.messages.layout import MessageLayout, below, button
from bot.messages.layouts.board_sentences import stretch_of, until_the_end, with_told_above
from bot.messages.layouts.desk_layout import board_of, said_by_desk, seating_of, with_hint, with_more
from bot.messages.layouts.desk_story import told_since
from bot.messages.snapshot import Snapshot
from bot.tables import Seat
from bot.tables.standing import takers_of
from bot.texts import Texts
from bot.ui.clicks.opening_clicks import opening_buttons
from bot.ui.guild.help_pages import Named
from bot.ui.hinting import hint
from render.picture import Topic

LEAVE = "leave"
"""What a press in a lesson is about that ends it."""


def snapshot_of(progress: Progress, t: Texts) -> Snapshot:
    """Look at a lesson as at a table, in the language of its learner."""
    return Snapshot(progress.table, progress.standing, t, suggested_for=progress.stored.deal)


def learner_of(progress: Progress) -> Seat:
    """Return the seat of whoever learns."""
    return progress.table.seats[LEARNER]


def lesson_layout(progress: Progress, t: Texts, named: Named, *, has_computers: bool = True) -> MessageLayout:
    """Lay out how a lesson stands; `has_computers` says whether the server wants any. Slow: for a worker thread."""
    snapshot = snapshot_of(progress, t)
    if progress.asked is not None:
        return _desk(progress, snapshot)
    return _closing(progress, snapshot, named, has_computers=has_computers)


def _desk(progress: Progress, snapshot: Snapshot) -> MessageLayout:
    """Lay out what is asked, below what there is to know about it."""
    seat, standing = learner_of(progress), progress.standing
    desk = snapshot.screens.desk(seating_of(snapshot, seat, progress.slip), snapshot.words)
    where = snapshot.screens.progress(standing.view(None), snapshot.words)
    words = snapshot.t.lessons
    head = below(words.title(snapshot.game_name, where), words.explained(paragraphs(progress, snapshot)))
    leave = button(CustomId(progress.table.table_id, 0, LEAVE), words.leave)
    said = said_by_desk(snapshot, seat)
    layout = MessageLayout(below(head, desk.text), [*board_of(snapshot), *desk.drawings], said=said)
    told = told_since(snapshot, layout, progress.since, seat)
    controls = (*with_more(snapshot, seat, with_hint(snapshot, seat, desk.controls), told), (leave,))
    layout = layout._replace(controls=controls)
    if not told.text:
        return layout
    return layout._replace(text=below(head, told.text, desk.text), said={*said, Topic.NEWS})


def paragraphs(progress: Progress, snapshot: Snapshot) -> Sequence[str]:
    """Say what there is to know now: of what has happened for the first time, then of what is asked.

    Where a game has no words for a kind of decision, the hint explains it when it is asked for the first time.
    """
    lesson, kind = snapshot.words.lesson, progress.standing.kind_of_decision(LEARNER)
    times = progress.kinds[kind]
    is_first = not progress.kinds.total()
    asked = lesson.on_asking(kind, times)
    if not asked and not times and kind not in lesson.asked:
        asked = hint(snapshot, progress.stored.user_id, snapshot.t)
    happened = [text for event, text in lesson.happened.items() if event in progress.news]
    opening = [snapshot.t.lessons.welcome, lesson.aim] if is_first else []
    return [text for text in (*opening, *happened, asked) if text]


def _closing(progress: Progress, snapshot: Snapshot, named: Named, *, has_computers: bool) -> MessageLayout:
    """Tell how a lesson ended and what to remember, and offer the real game."""
    view, names, screens = progress.standing.view(None), progress.table.names, snapshot.screens
    if progress.standing.match.outcome:
        text, drawings = screens.final_result(view, names, snapshot.who, snapshot.words)
    else:
        text, drawing = screens.race_result(view, names, snapshot.who, snapshot.words)
        drawings = (drawing,)
    words, lesson = snapshot.t.lessons, snapshot.words.lesson
    remember = words.explained([lesson.closing]) if lesson.closing else ""
    next_one = words.closing(named(f"race new {progress.table.game}"), named("race learn"))
    controls = opening_buttons(snapshot.title, snapshot.t, has_computers=has_computers)
    layout = MessageLayout(below(text, remember, next_one), drawings, controls, said={Topic.RESULT})
    rows = [each.row for each in progress.since.told]
    ending, before = (
        until_the_end(stretch_of(snapshot, progress.since.before, rows), None),
        progress.since.before,
    )
    told = with_told_above(layout, snapshot, ending, before, takers_of(progress.since.told))
    return told._replace(text=below(words.title(snapshot.game_name), told.text))


def left_layout(game: str, t: Texts, named: Named, *, has_computers: bool = True) -> MessageLayout:
    """Close a lesson that was left, and offer the real game."""
    controls = opening_buttons(title(game), t, has_computers=has_computers)
    return MessageLayout(t.lessons.left(named(f"race new {game}")), controls=controls)


def seating_in(progress: Progress, snapshot: Snapshot) -> Seating:
    """Gather the learner's side of a lesson."""
    return seating_of(snapshot, learner_of(progress), progress.slip)
