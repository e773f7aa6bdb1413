"""The luck as people see it: a line in the lobby, the whole list, and what a cancelled race gives away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.messages.layout import MessageLayout
from bot.messages.layouts.lobby_layout import lobby_layout
from bot.messages.layouts.luck_layout import listed, luck_layout, luck_line
from bot.messages.layouts.published_layout import log_layout, replay_layout, verdict_layout
from bot.messages.layouts.result_layout import cancelled_layout
from bot.messages.snapshot import Snapshot
from bot.tables import Refusal, Refused, Status
from bot.tables.luck import LONGEST_WORDS, Ingredient, PressKind
from bot.texts import DEFAULT
from bot.ui.forms import words_form
from engines import catalog
from engines.core.salt import EPOCH, Pressed, digest
from engines.verify import logs, verify
from render import kit
from tests.games.race_days import LAST_ID, race_day, table
from tests.ui.limits import components, require_openable, require_sendable

NOON = 1_700_000_000_000 - EPOCH << 22
SECOND = 1000 << 22


def ingredients(*made: tuple[PressKind | None, int | None, str, Refusal | None]) -> list[Ingredient]:
    """Make presses, one a second."""
    return [
        Ingredient(Pressed(NOON + number * SECOND, words), kind, user, why)
        for number, (kind, user, words, why) in enumerate(made)
    ]


NIGHT = ingredients(
    (PressKind.OPENED, 1, "", None),
    (PressKind.REFUSED, 1, "", Refusal.TOO_FEW),
    (PressKind.JOINED, 2, "", None),
    (PressKind.WORDS, 2, "**lucky** <@7>", None),
    (PressKind.WORDS, None, "", None),
    (PressKind.STARTED, 1, "", None),
)


def snapshot(
    luck: list[Ingredient], status: Status = Status.LOBBY, game: str = "jockey", seats: int = 2
) -> Snapshot:
    at = table(seats, status=status, game=game, length=0 if status is Status.LOBBY else 1)
    taken = tuple(seat._replace(user_id=seat.number + 1) for seat in at.seats)
    return Snapshot(
        replace(at, seats=taken, host_id=1, salt=tuple(str(ingredient.pressed) for ingredient in luck)),
        None,
        DEFAULT,
    )


def said(layout: MessageLayout) -> str:
    require_sendable(layout)
    return f"{layout.text}\n{layout.footer}"


class TestALobby:
    def test_tells_the_newest_presses_and_how_many_there_were_before(self) -> None:
        at = snapshot(NIGHT[:-1])
        line = luck_line(at, NIGHT[:-1])

        assert line == (
            f"-# 🍀 Luck so far `{digest(at.table.salt)}`: 1 earlier press · "
            "<@1> tried to start: too few players <t:1700000001:T> · "
            "<@2> joined <t:1700000002:T> · "
            "<@2>: “\\*\\*lucky\\*\\* \\<@\u200b7\\>” <t:1700000003:T> · "
            "somebody: words, since erased <t:1700000004:T>"
        )
        assert line in said(lobby_layout(at, 10**12, NIGHT[:-1]))

    def test_says_after_the_start_which_press_closed_the_luck(self) -> None:
        at = snapshot(NIGHT, Status.RUNNING)
        shown = said(lobby_layout(at, None, NIGHT))
        assert (
            f"🍀 Luck `{digest(at.table.salt)}`: 6 presses; the last: <@1> started the race <t:1700000005:T>."
            in shown
        )
        assert "Sealed luck `" in shown
        assert at.table.secret.hex() not in shown

    @pytest.mark.parametrize("status", [Status.CANCELLED, Status.EXPIRED, Status.FINISHED])
    def test_that_is_over_opens_its_seal(self, status: Status) -> None:
        at = snapshot(NIGHT, status)
        assert f"of which the secret was `{at.table.secret.hex()}`" in said(lobby_layout(at, None, NIGHT))

    def test_from_before_presses_were_noted_tells_them_without_names(self) -> None:
        old = [ingredient._replace(kind=None, user_id=None) for ingredient in NIGHT[:1]]
        assert "a press <t:1700000000:T>" in luck_line(snapshot(old), old)

    def test_with_every_seat_taken_and_the_longest_words_can_be_sent(self) -> None:
        crowd = [
            Ingredient(Pressed(LAST_ID - 99 + n, "*" * LONGEST_WORDS), PressKind.WORDS, LAST_ID)
            for n in range(99)
        ]
        for game in catalog.GAMES:
            most = max(catalog.game(game).seats)
            at = snapshot(crowd, game=game, seats=most)
            require_sendable(lobby_layout(at, 10**15, crowd))
            require_sendable(luck_layout(at, crowd, 1, DEFAULT.luck.written("*" * LONGEST_WORDS, LAST_ID)))


class TestARaceThatItsOwnCommandStarted:
    AT_ONCE = (
        Ingredient(Pressed(NOON), PressKind.OPENED, 1),
        Ingredient(Pressed(NOON), PressKind.STARTED, 1),
    )

    def test_says_in_its_lobby_that_no_press_came_after_the_seal(self) -> None:
        at = snapshot(self.AT_ONCE, Status.RUNNING)
        assert luck_line(at, self.AT_ONCE) == (
            f"-# 🍀 Luck `{digest(at.table.salt)}`: one command opened and started this race, so no press came after "
            "the seal: `/race luck table:ABCDEFGH2346`."
        )

    def test_says_in_its_list_what_that_leaves_open(self) -> None:
        shown = said(luck_layout(snapshot(self.AT_ONCE, Status.RUNNING), self.AT_ONCE, 1))
        assert "the seal cannot show that the cards were left to chance" in shown
        assert "The shuffle is made of the sealed secret and these presses" not in shown

    def test_is_told_like_any_other_once_somebody_has_pressed_anything_in_its_lobby(self) -> None:
        opened, started = self.AT_ONCE
        later = Ingredient(Pressed(NOON + SECOND), PressKind.STARTED, 1)
        joined = Ingredient(Pressed(NOON + SECOND), PressKind.JOINED, 2)
        for pressed in ((opened, later), (opened, joined, started), NIGHT, (opened,)):
            assert "one command" not in luck_line(snapshot(pressed, Status.RUNNING), pressed)


class TestTheList:
    def test_numbers_every_press_with_its_id_and_marks_the_readers_own(self) -> None:
        lines = listed(snapshot(NIGHT), NIGHT, 2)
        assert lines[0] == f"1. <@1> opened the table <t:1700000000:T> · `{NOON}`"
        assert lines[2] == f"3. **You** · <@2> joined <t:1700000002:T> · `{NOON + 2 * SECOND}`"

    def test_that_is_too_long_has_all_of_them_in_a_file_that_gives_the_digest(self) -> None:
        crowd = ingredients(*[(PressKind.JOINED, 1, "", None)] * 30)
        at = snapshot(crowd)
        layout = luck_layout(at, crowd, 1)
        ((name, data),) = layout.attached

        assert (name, data.decode().split("\n")) == ("luck-ABCDEFGH2346.txt", list(at.table.salt))
        assert digest(data.decode().split("\n")) in said(layout)
        assert "10 earlier presses more" in layout.text

    def test_offers_words_to_who_sits_in_the_lobby(self) -> None:
        def offers(at: Snapshot, user: int) -> bool:
            return "Add words of your own" in str(components(luck_layout(at, NIGHT, user).build()))

        assert offers(snapshot(NIGHT), 2)
        assert not offers(snapshot(NIGHT), 3)
        assert not offers(snapshot(NIGHT, Status.RUNNING), 2)

    def test_asks_for_words_in_a_form(self) -> None:
        require_openable(words_form(snapshot(NIGHT)))


@pytest.mark.parametrize("game", catalog.GAMES)
@pytest.mark.parametrize("share", [0, 0.5])
def test_a_race_that_was_cancelled_gives_away_its_log_as_far_as_it_went(game: str, share: float) -> None:
    day = race_day(min(catalog.game(game).seats) + 1, 5, game=game)
    went = day[: 1 + int(len(day) * share)]
    rows = [row for moment in went for row in moment.rows]
    at = replace(
        went[-1].snapshot, table=replace(went[-1].snapshot.table, status=Status.CANCELLED, length=len(rows))
    )

    layout = cancelled_layout(at, rows)
    ((name, data),) = layout.attached
    (log,) = logs(data.decode())

    assert name == f"{game}-ABCDEFGH2346.jsonl"
    assert at.table.secret.hex() in said(layout)
    assert verify(log, to_the_end=False)
    checked = said(verdict_layout(at, rows))
    assert "✅" in checked
    assert "The table was cancelled, so it is unfinished." in checked
    counted = replace(at, table=replace(at.table, counted=2))
    assert "The day ended early, after race 2." in said(verdict_layout(counted, rows))
    assert "The day ended early, after race 2." in said(log_layout(counted, rows))
    if share:
        require_sendable(replay_layout(at, rows).drawn())
    else:
        with pytest.raises(Refused) as refused:
            replay_layout(at, rows)
        assert refused.value.reason is Refusal.NEVER_MOVED


def test_of_a_race_that_was_not_run_the_replay_says_which_ones_were() -> None:
    day = race_day(2, 5)
    rows = [row for moment in day for row in moment.rows]
    at = replace(day[-1].snapshot, table=replace(day[-1].snapshot.table, status=Status.FINISHED))
    with pytest.raises(Refused) as refused:
        replay_layout(at, rows, kit.Asked(99))
    assert refused.value.reason is Refusal.NO_SUCH_RACE
    assert (
        DEFAULT.refusals.table(refused.value.reason, refused.value.facts)
        == "Nothing was run as number 99 there: choose 1, 2 or 3."
    )
    for race, name in ((1, "jockey-replay-race1.gif"), (None, "jockey-replay-race3.gif")):
        (drawing,) = replay_layout(at, rows, kit.Asked(race, kit.Form.GIF)).drawings
        assert drawing.filename == name


def test_a_finished_game_whose_log_was_cut_off_does_not_stand_up_to_the_check() -> None:
    day = race_day(2, 5)
    rows = [row for moment in day[:-1] for row in moment.rows]
    at = replace(day[-1].snapshot, table=replace(day[-1].snapshot.table, status=Status.FINISHED))

    assert "the log ends before the game is over" in said(verdict_layout(at, rows))


def test_of_many_questions_the_check_asks_five_and_says_how_many_more_there_are() -> None:
    luck = NIGHT[::-1] * 2
    moment = race_day(2, 5, salt=tuple(str(ingredient.pressed) for ingredient in luck))[0]
    at = replace(moment.snapshot, table=replace(moment.snapshot.table, status=Status.CANCELLED))

    checked = said(verdict_layout(at, moment.rows, luck))
    assert checked.count("⚠️") == 5
    assert "-# … and 5 more: `paddock verify` lists them all, from the file of `/race log`." in checked


def test_the_check_says_how_many_presses_it_leaves_out_and_attaches_them_all() -> None:
    words = [(PressKind.WORDS, 2, f"word {number}", None) for number in range(25)]
    luck = ingredients((PressKind.OPENED, 1, "", None), *words)
    moment = race_day(2, 5, salt=tuple(str(ingredient.pressed) for ingredient in luck))[0]
    at = replace(moment.snapshot, table=replace(moment.snapshot.table, status=Status.CANCELLED))

    layout = verdict_layout(at, moment.rows, luck)
    ((_, data),) = layout.attached

    assert "-# 6 earlier presses more: the attached file has all." in said(layout)
    assert data.decode().splitlines() == list(at.table.salt)


def test_a_luck_in_another_order_than_that_of_its_presses_is_worth_a_question() -> None:
    luck = [NIGHT[2], NIGHT[0]]
    moment = race_day(2, 5, salt=tuple(str(ingredient.pressed) for ingredient in luck))[0]
    at = replace(moment.snapshot, table=replace(moment.snapshot.table, status=Status.CANCELLED))

    assert "⚠️ Ask whoever runs this bot: line 1: string 2 of the salt was pressed 2000 ms" in said(
        verdict_layout(at, moment.rows, luck)
    )
