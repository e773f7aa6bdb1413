from __future__ import annotations

import json
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import catalog
from engines.core import Header, Inexact, Row, Unreadable, commitment, dump, parse, seed
from engines.jockey.game import Jockey
from engines.verify import logs, verify


@pytest.fixture(scope="module")
def lines(log_of) -> list[str]:
    header, rows = log_of(seats=2)
    return [header.line(), *(row.line() for row in rows)]


def checked(lines: list[str]):
    (log,) = logs("".join(f"{line}\n" for line in lines))
    return verify(log)


def changed(line: str, **values: object) -> str:
    return dump(json.loads(line) | values)


def problems(lines: list[str]) -> list[str]:
    return [str(problem) for problem in checked(lines).problems]


def test_the_seed_hashes_the_secret_and_the_salt_joined_by_newlines():
    assert seed(b"secret", ["1", "22"]) == sha256(b"secret1\n22").digest()
    assert seed(b"secret", []) == sha256(b"secret").digest()
    assert commitment(b"secret") == sha256(b"secret").hexdigest()


def test_a_header_has_its_keys_in_order_and_everything_resolved(lines):
    header = json.loads(lines[0])

    assert list(header) == [
        "log", "game", "options", "edition", "seats", "secret", "salt", "seed", "commitment",
    ]  # fmt: skip
    assert header["options"] == {"rounds": 1}
    assert list(header["edition"]) == ["horses", "squares", "cards"]
    assert sum(header["edition"]["cards"].values()) == 54


def test_rows_count_from_the_set_up_on_without_a_gap(lines):
    rows = [json.loads(line) for line in lines[1:]]

    assert [row["n"] for row in rows] == list(range(len(rows)))
    assert list(rows[0]) == ["n", "events"]
    assert all(list(row) == ["n", "seat", "action", "events"] for row in rows[1:])


def test_a_log_as_it_was_written_is_sound(lines):
    verdict = checked(lines)

    assert verdict
    assert verdict.rows == len(lines) - 1
    assert verdict.outcome is not None


def test_several_logs_may_stand_one_after_another(lines):
    text = "".join(f"{line}\n" for line in lines * 3)

    found = list(logs(text))

    assert [log.start for log in found] == [1, len(lines) + 1, 2 * len(lines) + 1]
    assert all(verify(log) for log in found)


def test_headers_and_rows_survive_their_lines(lines):
    assert Header.read(lines[0]).line() == lines[0]
    assert [Row.read(line, Jockey.read_event).line() for line in lines[1:]] == lines[1:]


def test_a_play_may_leave_its_horse_out(lines):
    row = next(n for n, line in enumerate(lines) if '"type":"play"' in line and '"horse":null' in line)

    assert not problems([*lines[:row], lines[row].replace(',"horse":null', "", 1), *lines[row + 1 :]])


def test_a_wrong_commitment_is_told(lines):
    assert problems([changed(lines[0], commitment="0" * 64), *lines[1:]]) == [
        "line 1: the commitment is not the SHA-256 of the secret"
    ]


def test_a_salt_added_afterwards_is_told(lines):
    assert problems([changed(lines[0], salt=["1", "22", "333"]), *lines[1:]]) == [
        "line 1: the seed is not the SHA-256 of the secret and the salt"
    ]


def test_another_secret_gives_other_cards(lines):
    secret = bytes(32)
    header = changed(
        lines[0],
        secret=secret.hex(),
        salt=[],
        seed=seed(secret, []).hex(),
        commitment=commitment(secret),
    )

    assert problems([header, *lines[1:]])[0].startswith("line 2: the rules give")


def test_options_left_out_are_told(lines):
    assert "line 1: the options are not complete and in order" in problems(
        [changed(lines[0], options={}), *lines[1:]]
    )


def test_a_changed_event_is_told(lines):
    row = next(n for n, line in enumerate(lines) if '"moved"' in line)
    event = next(event for event in json.loads(lines[row])["events"] if event["type"] == "moved")
    cheated = lines[row].replace(f'"to":{event["to"]}', f'"to":{event["to"] + 1}')

    (problem,) = problems([*lines[:row], cheated, *lines[row + 1 :]])

    assert problem.startswith(f"line {row + 1}: the rules give ")


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"n": 7}, "row 3 is expected here, not row 7"),
        ({"seat": True}, "values of the wrong types"),
        ({"seat": None}, "the rules refuse this: not_your_turn"),
        ({"seat": 9}, "the rules refuse this: not_your_turn"),
        ({"action": {"type": "bet"}}, "the rules refuse this: action"),
        ({"action": {"type": "dance"}}, "the rules refuse this: action"),
        ({"action": []}, "values of the wrong types"),
        ({"events": []}, "the rules give "),
        ({"events": [1]}, "values of the wrong types"),
        ({"auto": True}, "expected is what the table does by itself"),
        ({"auto": False}, "not a row"),
        ({"more": 1}, "not a row"),
    ],
)
def test_a_changed_row_is_told(lines, values, told):
    row = 4

    (problem,) = problems([*lines[:row], changed(lines[row], **values), *lines[row + 1 :]])

    assert problem.startswith("line 5: ")
    assert told in problem


def test_keys_of_an_action_in_another_order_are_told(lines):
    row = next(n for n, line in enumerate(lines) if '"type":"play"' in line)
    action = json.loads(lines[row])["action"]
    turned = changed(lines[row], action=dict(reversed(action.items())))

    (problem,) = problems([*lines[:row], turned, *lines[row + 1 :]])

    assert problem == f"line {row + 1}: the action's keys are not in their order"


def test_a_missing_row_is_told(lines):
    assert problems([*lines[:5], *lines[6:]])


def test_rows_after_the_end_are_told(lines):
    (problem,) = problems([*lines, lines[-1]])

    assert problem == f"line {len(lines) + 1}: the rules refuse this: game_over"


def test_a_log_that_stops_early_is_told(lines):
    assert problems(lines[:20]) == ["line 20: the log ends before the game is over"]
    assert problems(lines[:1]) == ["line 1: the log ends before the game is over"]


@pytest.mark.parametrize("end", [2, 20, -1])
def test_the_log_of_a_game_that_was_cancelled_is_sound_as_far_as_it_goes(lines, end):
    (log,) = logs("".join(f"{line}\n" for line in lines[:end]))
    verdict = verify(log, to_the_end=False)

    assert verdict
    assert verdict.outcome is None
    assert verdict.rows == len(lines[:end]) - 1


def test_a_log_that_stops_where_nobody_had_to_decide_was_cut_off(lines):
    (log,) = logs(f"{lines[0]}\n")

    assert [str(problem) for problem in verify(log, to_the_end=False).problems] == [
        "line 1: the log ends before the game is over"
    ]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "[]",
        "null",
        '{"log":2}',
        '{"log":1}',
        '{"log":true}',
        "[" * 100_000,
        '{"log":NaN}',
        "\ufeff{}",
    ],
)
def test_what_is_no_log_is_unreadable(line):
    with pytest.raises(Unreadable, match="line 1: "):
        list(logs(line))


@pytest.mark.parametrize(
    "values",
    [
        {"game": "chess"},
        {"options": {"rounds": 6}},
        {"options": {"laps": 1}},
        {"seats": 7},
        {"edition": {"horses": [], "squares": 80, "cards": {}}},
    ],
)
def test_a_header_no_game_can_be_played_with_is_unreadable(lines, values):
    with pytest.raises(Unreadable, match="line 1: "):
        checked([changed(lines[0], **values), *lines[1:]])


def test_a_line_cut_off_is_unreadable(lines):
    with pytest.raises(Unreadable, match="line 6: not JSON, or cut off"):
        checked([*lines[:5], lines[5][:30]])


@pytest.mark.parametrize("text", ["1.5", "1e3", "NaN", "Infinity", '"\\ud800"', "[1,2.0]"])
def test_logs_hold_no_floats_and_nothing_that_is_not_text(text):
    with pytest.raises(Unreadable):
        parse(text)


@given(st.data())
def test_a_log_with_any_letter_changed_is_never_called_sound(lines, data):
    text = "".join(f"{line}\n" for line in lines[:60])
    at = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from('0123456789abcdef"{}[],:\n x').filter(lambda new: new != text[at]))
    try:
        verdicts = [verify(log, to_the_end=False) for log in logs(text[:at] + letter + text[at + 1 :])]
    except Unreadable:
        return
    assert not all(verdicts)


def test_a_row_in_another_form_is_inexact(lines):
    with pytest.raises(Inexact):
        Row.read(lines[3].replace(":", ": ", 1), Jockey.read_event)


def test_text_in_a_log_is_utf8_without_escapes():
    assert dump({"name": "Zoë ☺"}) == '{"name":"Zoë ☺"}'


def test_the_packaged_edition_is_the_catalog_s_default(lines):
    assert json.loads(lines[0])["edition"] == catalog.game("jockey").edition.model_dump(mode="json")
