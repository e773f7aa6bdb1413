"""Custom ids: what a control carries survives the way through Discord, and what anybody can forge is no id."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.messages.custom_ids import CustomId, GuildId

IDS = st.builds(
    CustomId,
    table=st.from_regex(r"[A-Z0-9]{4,12}", fullmatch=True),
    n=st.integers(0, 10**9 - 1),
    what=st.from_regex(r"[a-z0-9_.+-]{1,70}", fullmatch=True),
)


@given(IDS)
def test_an_id_reads_back_as_what_was_written(custom_id: CustomId) -> None:
    assert CustomId.read(str(custom_id)) == custom_id
    assert len(str(custom_id)) <= 100


@given(IDS, st.data())
def test_an_id_with_a_character_too_many_or_too_few_is_another_or_none(custom_id: CustomId, data) -> None:
    text = str(custom_id)
    at = data.draw(st.integers(0, len(text) - 1))
    for other in (text[:at] + text[at + 1 :], text[:at] + data.draw(st.characters()) + text[at:]):
        read = CustomId.read(other)
        assert read is None or str(read) == other


@given(st.text(max_size=120))
def test_what_reads_at_all_reads_exactly(text: str) -> None:
    read = CustomId.read(text)
    assert read is None or str(read) == text


@pytest.mark.parametrize(
    "forged",
    [
        "",
        "p:",
        "p:ABCD23:0",
        "p:ABCD23:0:",
        "q:ABCD23:0:join",
        "P:ABCD23:0:join",
        "p:abcd23:0:join",
        "p:ABC:0:join",
        "p:ABCDEFGHIJKLM:0:join",
        "p:ABCD23:-1:join",
        "p:ABCD23:+1:join",
        "p:ABCD23:01:join",
        "p:ABCD23:1.0:join",
        "p:ABCD23:1_0:join",
        "p:ABCD23:1000000000:join",
        "p:ABCD23:٣:join",
        "p:ABCD23:¹:join",
        "p:ＡBCD23:0:join",
        "p:ABCD23:0:Join",
        "p:ABCD23:0:join:join",
        "p:ABCD23:0:joín",
        "p:ABCD23:0:join\n",
        "\np:ABCD23:0:join",
        " p:ABCD23:0:join",
        "p:ABCD23:0:join ",
        "p:ABCD23:0:a b",
        f"p:ABCD23:0:{'a' * 71}",
    ],
)
def test_a_forged_id_is_none_of_ours(forged: str) -> None:
    assert CustomId.read(forged) is None


def test_what_was_pressed_is_named_in_parts() -> None:
    assert tuple(CustomId("ABCD23", 7, "play.no2+13.blue").what.split(".")) == ("play", "no2+13", "blue")


@given(st.from_regex(r"[a-z0-9_.+-]{1,90}", fullmatch=True))
def test_ids_read_back_and_are_no_tables_ids(what: str) -> None:
    assert GuildId.read(str(GuildId(what))) == GuildId(what)
    assert CustomId.read(str(GuildId(what))) is None
    assert GuildId.read(str(CustomId("K7QH2M", 3, what[:70]))) is None
    assert GuildId.read(f"s:{what}\n") is None
