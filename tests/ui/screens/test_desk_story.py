"""What a desk tells of the others: all that happened since its owner decided last, and nothing that is secret."""

from __future__ import annotations

from random import Random

import pytest
from discord import ui

from benches.whole_games import words_in
from bot.games.kit.told import lines_of
from bot.messages.layout import MessageLayout
from bot.messages.layouts.board_layout import board_layout
from bot.messages.layouts.board_sentences import stretch_of, told_passages
from bot.messages.layouts.desk_layout import desk_layout, more_of_desk
from bot.messages.layouts.desk_story import MORE_WORDS
from bot.pictures.pool import Pictures
from bot.tables import Standing
from bot.tables.last_turns import NOTHING, Since
from bot.tables.standing import Told
from bot.tables.table import Taken
from engines import catalog
from tests.games.race_days import Moment, race_day
from tests.tables.playing import PEOPLE, TableRig
from tests.ui.limits import require_sendable
from tests.ui.wall import Painted, Wall, painted, render_pool, wall

__all__ = ["painted", "render_pool", "wall"]

games = pytest.mark.parametrize("game", catalog.GAMES)


def missed(day: tuple[Moment, ...], at: int, seat: int) -> tuple[Since, Standing | None]:
    """Return what a seat missed by some moment since it decided last, if it ever did."""
    decided = [number for number in range(1, at + 1) if day[number].rows[0].seat == seat]
    if not decided:
        return NOTHING, None
    rows = [row for moment in day[decided[-1] + 1 : at + 1] for row in moment.rows]
    before = day[decided[-1]].snapshot.standing
    return Since(before, [Told(row, None) for row in rows]), before


def desk(moment: Moment, seat: int, since: Since = NOTHING) -> str:
    layout = desk_layout(moment.snapshot, moment.snapshot.table.seats[seat], {}, has_place=True, since=since)
    require_sendable(layout)
    return layout.text


@games
def test_whoever_is_asked_reads_every_move_of_the_others_as_boards_told_it(game: str) -> None:
    day, told = race_day(3, 2, game=game), 0
    for at, moment in enumerate(day):
        assert moment.snapshot.standing
        for seat in moment.snapshot.standing.asked:
            since, before = missed(day, at, seat)
            rows = [each.row for each in since.told]
            if any(event["type"] == "race_over" for row in rows for event in row.events):
                continue
            stretch = stretch_of(moment.snapshot, before, rows)
            lines = lines_of(told_passages(moment.snapshot, stretch, before)) if rows else []
            rest = more_of_desk(moment.snapshot, moment.snapshot.table.seats[seat], {}, since).text
            shown = f"{desk(moment, seat, since)}\n{rest}"
            assert [line for line in lines if line not in shown] == []
            told += len(lines)
    assert told


@games
def test_a_desk_tells_in_few_words_what_happened_and_says_how_much_is_left_to_more(game: str) -> None:
    day, brief = race_day(max(catalog.game(game).seats), 2, game=game), 0
    for at, moment in enumerate(day):
        assert moment.snapshot.standing
        for number in moment.snapshot.standing.asked:
            since, _ = missed(day, at, number)
            seat = moment.snapshot.table.seats[number]
            layout = desk_layout(moment.snapshot, seat, {}, has_place=True, since=since)
            label = more_label(layout)
            if "earlier move" not in label:
                continue
            untold = desk_layout(moment.snapshot, seat, {}, has_place=True).text.splitlines()
            told = [line for line in layout.text.splitlines() if line not in untold]
            rest = more_of_desk(moment.snapshot, seat, {}, since)
            require_sendable(rest)
            if "the whole result" not in label:
                assert words_in(" ".join(told[:-3])) <= MORE_WORDS
            assert [each for each in told[-1].split(" · ") if each not in rest.text] == []
            assert words_in(rest.text) > words_in(" ".join(told))
            brief += 1
    assert brief


def more_label(layout: MessageLayout) -> str:
    buttons = [each for row in layout.controls for each in row if isinstance(each, ui.Button)]
    return next(each.label or "" for each in buttons if str(each.custom_id).endswith(":0:more"))


@games
def test_how_a_race_ended_stands_on_the_next_desk_and_what_it_brought_others_behind_more(game: str) -> None:
    day = race_day(3, 3, rounds=1, game=game)
    told = 0
    for at, moment in enumerate(day):
        assert moment.snapshot.standing
        if not any(event["type"] == "race_over" for row in moment.rows for event in row.events):
            continue
        snapshot, view = moment.snapshot, moment.snapshot.standing.view(None)
        for number in moment.snapshot.standing.asked:
            since, _ = missed(day, at, number)
            if not since.told:
                continue
            seat, lines = (
                snapshot.table.seats[number],
                snapshot.screens.race_lines(view, snapshot.who, snapshot.words),
            )
            layout = desk_layout(snapshot, seat, {}, has_place=True, since=since)
            own = [line for line in lines if snapshot.who(number) in line]
            assert [line for line in (*lines[:2], *own) if line not in layout.text] == []
            is_cut = any(line not in layout.text for line in lines)
            assert ("the whole result" in more_label(layout)) == is_cut
            if is_cut:
                assert "\n".join(lines) in more_of_desk(snapshot, seat, {}, since).text
            told += 1
    assert told or game == "sulkydrom"  # one race


def test_what_was_decided_in_somebodys_place_is_news_to_them() -> None:
    day = race_day(2, 1)
    at = next(at for at, moment in enumerate(day) if at > 6 and moment.snapshot.standing.asked)  # type: ignore[union-attr]
    (seat,) = day[at].snapshot.standing.asked  # type: ignore[union-attr]
    since, _ = missed(day, at, seat)
    taken = Since(since.before, [Told(each.row, Taken.CLOCK) for each in since.told])

    assert "Time was up for" in desk(day[at], seat, taken)


@games
def test_a_long_stretch_is_cut_to_the_room_of_a_message_with_a_word(game: str) -> None:
    first, *later = race_day(max(catalog.game(game).seats), 5, rounds=2, game=game)
    told = [Told(row, None) for moment in later for row in moment.rows]
    for moment in later[-60::7]:
        assert moment.snapshot.standing
        rows = [each for each in told if each.row.n < moment.snapshot.standing.length]
        for seat in moment.snapshot.standing.asked:
            desk(moment, seat, Since(first.snapshot.standing, rows))


@games
def test_the_board_of_the_thread_stands_on_the_desk(game: str) -> None:
    for moment in race_day(3, 4, game=game)[5::9]:
        assert moment.snapshot.standing
        (board,) = board_layout(*moment).drawings
        view = moment.snapshot.standing.view(None)
        if moment.snapshot.standing.match.outcome or not moment.snapshot.screens.has_board(view):
            continue
        first, *_ = desk_layout(moment.snapshot, moment.snapshot.table.seats[0], {}, has_place=True).drawings
        assert (first.recipe, first.alt) == (board.recipe, board.alt)


def with_own(day: tuple[Moment, ...], at: int, seat: int) -> Since:
    """Return the same with what the seat decided last itself."""
    number = max((each for each in range(1, at + 1) if day[each].rows[0].seat == seat), default=None)
    if number is None:
        return NOTHING
    rows = [row for moment in day[number : at + 1] for row in moment.rows]
    told = [Told(row, None) for row in rows]
    return Since(day[number - 1].snapshot.standing, told, len(day[number].rows))


@pytest.mark.parametrize(
    ("game", "event"), [("newmarket", "claimed"), ("jumpyjack", "finished"), ("turfe", "finished")]
)
def test_ones_own_triumph_is_told_on_ones_own_desk(game: str, event: str) -> None:
    day, told = race_day(3, 1, game=game), 0
    for at, moment in enumerate(day):
        assert moment.snapshot.standing
        for seat in moment.snapshot.standing.asked:
            since = with_own(day, at, seat)
            events = [each["type"] for row in since.told for each in row.row.events]
            own = [each["type"] for row in since.told[: since.own] for each in row.row.events]
            if event in own and "race_over" not in events:
                assert moment.snapshot.who(seat) in desk(moment, seat, since)
                told += 1
    assert told


@games
def test_what_came_of_nothing_but_the_press_is_not_told_to_whoever_pressed(game: str) -> None:
    day, silent = race_day(3, 1, game=game), 0
    for at, moment in enumerate(day):
        assert moment.snapshot.standing
        for seat in moment.snapshot.standing.asked:
            others, _ = missed(day, at, seat)
            silent += desk(moment, seat, with_own(day, at, seat)) == desk(moment, seat, others)
    assert silent


async def test_a_desk_that_is_sent_tells_what_the_others_did_since(painted: Painted, rig: TableRig) -> None:
    table_id, luck = await rig.race(people=3), Random(4)
    await rig.play_until(table_id, "racing", luck)
    moved, last = set[int](), 0
    for _ in range(6):
        (seat,) = (await rig.standing(table_id)).asked
        user_id = PEOPLE[seat].user_id
        await painted.paint(table_id)
        shown = painted.wall.desks(user_id)[-1].text
        if seat in moved:
            assert f"<@{PEOPLE[last].user_id}> played" in shown
        assert f"<@{user_id}> played" not in shown
        moved.add(seat)
        last = seat
        await rig.decide(table_id, luck)


async def test_it_is_told_as_well_where_nothing_of_it_is_remembered(
    wall: Wall, render_pool: Pictures, rig: TableRig
) -> None:
    table_id, luck = await rig.race(people=2), Random(4)
    await rig.play_until(table_id, "racing", luck)
    for _ in range(3):
        (seat,) = (await rig.standing(table_id)).asked
        await rig.decide(table_id, luck)
    restarted = rig.restarted()
    fresh = Painted(restarted, wall, render_pool)
    await fresh.paint(table_id)
    (asked,) = (await restarted.standing(table_id)).asked
    assert asked != seat
    assert f"<@{PEOPLE[seat].user_id}> played" in wall.desks(PEOPLE[asked].user_id)[-1].text
