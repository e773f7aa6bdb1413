"""The luck in the open: every press that goes into it, whose it was, words of one's own, Starts that were refused."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.outbox import LOBBY
from bot.tables import Person, Refusal, Refused, StartRefused, Status, lobby_commands, luck
from bot.tables.loading import load
from bot.tables.luck import Ingredient, PressKind
from bot.tables.standing import header_of, read_log
from engines.core.salt import Pressed, digest
from engines.verify import logs, verify
from tests.databases import reading
from tests.tables.playing import ANA, BEN, CLEO, HERE, TableRig

SECOND = 1000 << 22
"""How much an id grows in a second."""

NOON = 1_300_000_000_000_000_000


async def ingredients(rig: TableRig, table_id: str) -> list[Ingredient]:
    table = await rig.table(table_id)
    with reading(rig.database) as db:
        return luck.read(db, table)


async def told(rig: TableRig, table_id: str) -> list[tuple[PressKind | None, int | None]]:
    return [(ingredient.kind, ingredient.user_id) for ingredient in await ingredients(rig, table_id)]


async def log_of(rig: TableRig, table_id: str) -> str:
    with reading(rig.database) as db:
        rows = read_log(db, load(db, table_id))
    header = header_of(await rig.table(table_id))
    return "\n".join([header.line(), *(row.line() for row in rows), ""])


async def refusal(attempt) -> Refused:
    with pytest.raises(Refused) as refused:
        await attempt
    return refused.value


async def test_says_who_pressed_what_from_the_opening_to_the_start(rig: TableRig) -> None:
    table_id = await rig.lobby(people=2)
    await rig.tables.step(lobby_commands.add_words, table_id, BEN.user_id, "lucky me", NOON)
    await rig.tables.start(table_id, ANA.user_id, NOON + SECOND)

    assert await told(rig, table_id) == [
        (PressKind.OPENED, ANA.user_id),
        (PressKind.JOINED, BEN.user_id),
        (PressKind.WORDS, BEN.user_id),
        (PressKind.STARTED, ANA.user_id),
    ]
    *_, words, start = await ingredients(rig, table_id)
    assert words.pressed == Pressed(NOON, "lucky me")
    assert (await rig.table(table_id)).salt[-2:] == (f"{NOON} lucky me", f"{NOON + SECOND}")
    assert start.pressed.at - words.pressed.at == 1000


async def test_the_opening_of_a_rematch_is_its_first_press(rig: TableRig) -> None:
    before = await rig.race()
    await rig.play_out(before, Random(1))
    after = await rig.tables.rematch(before, BEN, HERE, 77)

    assert await told(rig, after.table_id) == [(PressKind.OPENED, BEN.user_id)]


async def test_presses_that_arrive_late_stand_where_they_were_made(rig: TableRig) -> None:
    table_id = await rig.lobby(people=1)
    await rig.tables.step(lobby_commands.join, table_id, BEN, NOON + SECOND)
    await rig.tables.step(lobby_commands.join, table_id, CLEO, NOON)

    assert await told(rig, table_id) == [
        (PressKind.OPENED, ANA.user_id),
        (PressKind.JOINED, CLEO.user_id),
        (PressKind.JOINED, BEN.user_id),
    ]


async def come_and_go(rig: TableRig, table_id: str, person: Person, times: int) -> None:
    for _ in range(times):
        await rig.tables.step(lobby_commands.join, table_id, person, rig.interaction())
        await rig.tables.step(lobby_commands.leave, table_id, person.user_id)


class TestALobby:
    async def test_refuses_the_tenth_join_of_one_person_and_keeps_its_salt(self, rig: TableRig) -> None:
        table_id = await rig.lobby(people=1)
        await come_and_go(rig, table_id, BEN, 9)
        before = await rig.everything()
        refused = await refusal(rig.tables.step(lobby_commands.join, table_id, BEN, rig.interaction()))

        assert refused.reason is Refusal.ENOUGH_JOINS
        assert refused.facts["most"] == luck.MOST_JOINS == 9
        assert await rig.everything() == before

    async def test_of_many_people_takes_no_more_joins_and_words_but_still_starts(self, rig: TableRig) -> None:
        table_id = await rig.lobby(people=2)
        joined = 2
        while len((await rig.table(table_id)).salt) < luck.MOST_PRESSES:
            joined += 1
            await come_and_go(rig, table_id, Person(joined * 1000, "Guest"), 1)
        late = await refusal(rig.tables.step(lobby_commands.join, table_id, CLEO, rig.interaction()))
        said = await refusal(
            rig.tables.step(lobby_commands.add_words, table_id, BEN.user_id, "me too", rig.interaction())
        )
        await rig.start(table_id)

        assert (late.reason, said.reason) == (Refusal.FULL_LUCK, Refusal.FULL_LUCK)
        assert (await rig.table(table_id)).status is Status.RUNNING

    async def test_takes_no_start_after_very_many_in_vain(self, rig: TableRig) -> None:
        table_id = await rig.lobby(people=1)
        for _ in range(luck.MOST_WITH_STARTS - 1):
            vain = await refusal(rig.tables.start(table_id, ANA.user_id, rig.interaction()))
            assert vain.reason is Refusal.TOO_FEW
        await rig.tables.step(lobby_commands.add_computer, table_id, ANA.user_id, "Tin")
        refused = await refusal(rig.tables.start(table_id, ANA.user_id, rig.interaction()))

        assert refused.reason is Refusal.FULL_LUCK, (
            "no Start beyond the limit counts, whatever it would bring"
        )
        assert len((await rig.table(table_id)).salt) == luck.MOST_WITH_STARTS


class TestAStart:
    async def test_that_is_refused_for_what_the_table_lacks_stays_in_the_luck(self, rig: TableRig) -> None:
        table_id = await rig.lobby(people=1)
        early = await refusal(rig.tables.start(table_id, ANA.user_id, NOON))
        await rig.tables.step(lobby_commands.join, table_id, BEN, NOON + SECOND)
        await rig.tables.start(table_id, ANA.user_id, NOON + 2 * SECOND)

        assert early.reason is Refusal.TOO_FEW
        assert isinstance(early, StartRefused)
        assert str(NOON) in (await rig.table(table_id)).salt
        _, pressed, *_ = await ingredients(rig, table_id)
        assert pressed == Ingredient(Pressed(NOON), PressKind.REFUSED, ANA.user_id, Refusal.TOO_FEW)

    async def test_that_is_refused_is_shown_in_the_lobby_at_once(self, rig: TableRig) -> None:
        table_id = await rig.lobby(people=1)
        shown = (await rig.requested(table_id))[LOBBY]
        rig.told.clear()
        await refusal(rig.tables.start(table_id, ANA.user_id, NOON))

        after = await rig.table(table_id)
        assert (await rig.requested(table_id))[LOBBY] == shown + 1
        assert rig.told == [table_id]
        assert after.status is Status.LOBBY

    async def test_of_a_guest_starts_nothing_and_leaves_no_trace(self, rig: TableRig) -> None:
        table_id = await rig.lobby(people=2)
        before = await rig.everything()
        assert (await refusal(rig.tables.start(table_id, BEN.user_id, NOON))).reason is Refusal.NOT_HOST
        assert await rig.everything() == before

    async def test_that_was_held_up_until_something_later_came_in_is_refused_and_kept(
        self, rig: TableRig
    ) -> None:
        table_id = await rig.lobby(people=2)
        await rig.tables.step(
            lobby_commands.add_words, table_id, BEN.user_id, "chosen to suit", NOON + SECOND
        )
        late = await refusal(rig.tables.start(table_id, ANA.user_id, NOON))
        await rig.tables.start(table_id, ANA.user_id, NOON + 2 * SECOND)

        assert late.reason is Refusal.OVERTAKEN
        assert [kind for kind, _ in await told(rig, table_id)][2:] == [
            PressKind.REFUSED,
            PressKind.WORDS,
            PressKind.STARTED,
        ]

    async def test_counts_for_the_luck_that_its_host_saw(self, rig: TableRig) -> None:
        table_id = await rig.lobby(people=2)
        seen = digest((await rig.table(table_id)).salt)
        await rig.tables.step(lobby_commands.add_words, table_id, BEN.user_id, "slipped in", NOON - SECOND)
        stale = await refusal(rig.tables.start(table_id, ANA.user_id, NOON, seen))

        assert stale.reason is Refusal.OVERTAKEN
        seen = digest((await rig.table(table_id)).salt)
        await rig.tables.start(table_id, ANA.user_id, NOON + SECOND, seen)
        *before, _ = (await rig.table(table_id)).salt
        assert digest(before) == seen

    async def test_is_the_last_of_the_luck_whoever_else_presses_in_that_moment(self, rig: TableRig) -> None:
        table_id = await rig.lobby(people=2)
        await asyncio.gather(
            rig.tables.start(table_id, ANA.user_id, NOON),
            rig.tables.step(lobby_commands.join, table_id, CLEO, NOON + 1),
            rig.tables.step(lobby_commands.add_words, table_id, BEN.user_id, "me too", NOON + 2),
            return_exceptions=True,
        )
        assert (await ingredients(rig, table_id))[-1].kind is PressKind.STARTED

        late = await refusal(
            rig.tables.step(lobby_commands.add_words, table_id, BEN.user_id, "and me", NOON + SECOND)
        )
        assert late.reason is Refusal.STARTED
        assert (await ingredients(rig, table_id))[-1].kind is PressKind.STARTED

    async def test_makes_a_log_whose_check_finds_its_words(self, rig: TableRig) -> None:
        table_id = await rig.lobby(people=2)
        await rig.tables.step(
            lobby_commands.add_words, table_id, BEN.user_id, 'Glück "auf" 🍀', rig.interaction()
        )
        await rig.start(table_id)
        await rig.play_out(table_id, Random(3))
        (log,) = logs(await log_of(rig, table_id))

        assert verify(log)
        assert log.header.salt[2].endswith(' Glück "auf" 🍀')


class TestWords:
    @pytest.mark.parametrize(
        ("typed", "kept"),
        [
            ("lucky", "lucky"),
            ("  two \n lines\t", "two lines"),
            ("a\u2028b\u0000c", "a bc"),
            ("e\u0301", "é"),
            ("\u202eback\u200b", "back"),
            ("👩\u200d🚀", "👩\u200d🚀"),
            ("\ud800x", "x"),
            ("**bold** <@1>", "**bold** <@1>"),
        ],
    )
    def test_are_kept_on_one_line_without_what_cannot_be_seen(self, typed: str, kept: str) -> None:
        assert luck.normal(typed) == kept
        assert luck.normal(kept) == kept

    @pytest.mark.parametrize("typed", ["", "  \n ", "\u200b", "\u200d", "\u0301"])
    async def test_have_to_be_seen(self, rig: TableRig, typed: str) -> None:
        table_id = await rig.lobby()
        refused = await refusal(rig.tables.step(lobby_commands.add_words, table_id, ANA.user_id, typed, NOON))
        assert refused.reason is Refusal.NO_WORDS

    async def test_are_as_long_as_a_line_and_no_longer(self, rig: TableRig) -> None:
        table_id = await rig.lobby()
        await rig.tables.step(lobby_commands.add_words, table_id, ANA.user_id, "x" * luck.LONGEST_WORDS, NOON)
        refused = await refusal(
            rig.tables.step(
                lobby_commands.add_words, table_id, ANA.user_id, "x" * (luck.LONGEST_WORDS + 1), NOON
            )
        )
        assert refused.reason is Refusal.LONG_WORDS

    async def test_are_added_a_few_times_by_each(self, rig: TableRig) -> None:
        table_id = await rig.lobby()
        for number in range(luck.MOST_WORDS):
            await rig.tables.step(
                lobby_commands.add_words, table_id, ANA.user_id, f"take {number}", NOON + number
            )
        refused = await refusal(
            rig.tables.step(lobby_commands.add_words, table_id, ANA.user_id, "once more", NOON + SECOND)
        )
        assert refused.reason is Refusal.ENOUGH_WORDS
        await rig.tables.step(lobby_commands.add_words, table_id, BEN.user_id, "mine", NOON + 2 * SECOND)

    async def test_of_one_person_take_nothing_from_what_others_may_add(self, rig: TableRig) -> None:
        table_id = await rig.lobby(people=1)
        await come_and_go(rig, table_id, BEN, luck.MOST_JOINS)
        await rig.tables.step(lobby_commands.join, table_id, CLEO, rig.interaction())
        await rig.tables.step(lobby_commands.add_words, table_id, CLEO.user_id, "mine", rig.interaction())

    async def test_are_for_those_who_sit_there(self, rig: TableRig) -> None:
        table_id = await rig.lobby(people=1)
        refused = await refusal(
            rig.tables.step(lobby_commands.add_words, table_id, BEN.user_id, "lucky", NOON)
        )
        assert refused.reason is Refusal.NOT_SEATED
