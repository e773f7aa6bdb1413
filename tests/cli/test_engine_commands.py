"""`paddock simulate`, `replay`, `verify` and `bench engines`, as a person runs them."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import pytest

from bot.__main__ import main


@dataclass
class Ran:
    code: int
    out: str
    error: str


@pytest.fixture
def paddock(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    def run(*arguments: object, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as exit_:
            main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return Ran(int(exit_.value.code or 0), printed.out, printed.err)

    return run


@pytest.fixture
def one_line_and(paddock: Callable[..., Ran]) -> Callable[..., str]:
    """Run a command that has to fail; return its one line on standard error."""

    def run(code: int, *arguments: object, stdin: bytes = b"") -> str:
        ran = paddock(*arguments, stdin=stdin)
        assert ran.code == code
        assert ran.error.count("\n") == 1
        assert "Traceback" not in ran.error
        return ran.error

    return run


@pytest.fixture
def log(paddock: Callable[..., Ran]) -> str:
    return paddock("simulate", "jockey", "--seats", 2, "--seed", "7", "--log", "-").out


def test_the_same_seed_gives_the_same_log(paddock, log):
    assert paddock("simulate", "jockey", "--seats", 2, "--seed", "07", "--log", "-").out == log
    assert paddock("simulate", "jockey", "--seats", 2, "--seed", "8", "--log", "-").out != log


def test_the_seed_is_the_secret_padded_with_zeros_on_the_left_and_the_salt_is_empty(log):
    header = json.loads(log.split("\n")[0])

    assert header["secret"] == "7".zfill(64)
    assert header["salt"] == []
    assert header["seed"] == header["commitment"] == sha256(bytes(31) + b"\7").hexdigest()


def test_later_games_hash_the_secret_with_their_number(paddock, log):
    ran = paddock("simulate", "jockey", "--seats", 2, "--seed", "7", "--games", 3, "--log", "-")
    headers = [json.loads(line) for line in ran.out.splitlines() if line.startswith('{"log"')]
    secret = bytes(31) + b"\7"

    assert ran.out.startswith(log)
    assert [header["secret"] for header in headers[1:]] == [
        sha256(secret + number.to_bytes(8, "big")).hexdigest() for number in (1, 2)
    ]


def test_logs_go_to_one_file_or_to_a_file_each(paddock, tmp_path: Path):
    options = ("simulate", "jockey", "--seats", 2, "--seed", "7", "--games", 3)
    here = paddock(*options, "--log", "-").out

    paddock(*options, "--log", tmp_path / "all.jsonl")
    paddock(*options, "--log", f"{tmp_path}/each/")
    paddock(*options, "--log", f"{tmp_path}/new")

    assert (tmp_path / "all.jsonl").read_text() == here
    each = sorted((tmp_path / "each").iterdir())
    assert [file.name for file in each] == ["jockey-1.jsonl", "jockey-2.jsonl", "jockey-3.jsonl"]
    assert "".join(file.read_text() for file in each) == here
    assert [file.name for file in sorted((tmp_path / "new").iterdir())] == [file.name for file in each]


def test_several_processes_write_the_same_logs(paddock, tmp_path: Path):
    options = ("simulate", "jockey", "--seats", 2, "--seed", "7", "--games", 4)
    alone = paddock(*options, "--log", "-").out

    assert paddock(*options, "--jobs", 2, "--log", "-").out == alone


def test_without_a_log_a_summary_is_printed(paddock):
    ran = paddock("simulate", "jockey", "--seats", 2, "--agent", "steady", "--agent", "random", "--seed", "7")

    assert ran.code == 0
    assert ran.out.splitlines()[0] == f"jockey, 2 seats, 1 game, seed {'7'.zfill(64)}"
    assert [line.split()[1] for line in ran.out.splitlines()[2:]] == ["steady", "random"]


def test_another_edition_and_options_go_into_the_log(paddock, log, tmp_path: Path):
    edition = json.loads(log.split("\n")[0])["edition"] | {"squares": 40}
    (tmp_path / "short.json").write_text(json.dumps(edition))

    ran = paddock(
        "simulate", "jockey", "--edition", tmp_path / "short.json", "--option", "rounds=2", "--log", "-"
    )

    header = json.loads(ran.out.split("\n")[0])
    assert header["edition"] == edition
    assert header["options"] == {"rounds": 2}
    assert paddock("verify", "-", stdin=ran.out.encode()).code == 0


def test_sound_logs_are_verified_wherever_they_come_from(paddock, log, tmp_path: Path):
    (tmp_path / "two.jsonl").write_text(log * 2)

    ran = paddock("verify", tmp_path / "two.jsonl", "-", stdin=log.encode())

    assert ran.code == 0
    assert ran.out.count("verified: jockey, 2 seats") == 3
    assert ran.error == ""


def test_a_log_that_was_tampered_with_fails_with_the_reason_and_its_line(one_line_and, log, tmp_path: Path):
    (tmp_path / "bad.jsonl").write_text(log.replace('"stake":', '"stake":9', 1))

    assert "bad.jsonl: line " in one_line_and(1, "verify", tmp_path / "bad.jsonl")
    header = log.partition("\n")[0] + "\n"
    assert "the log ends before the game is over" in one_line_and(1, "verify", "-", stdin=header.encode())


def test_a_log_of_a_game_that_was_not_over_is_called_unfinished(paddock, one_line_and, log):
    cut = "".join(log.splitlines(keepends=True)[:-1]).encode()

    ran = paddock("verify", "-", stdin=cut)
    assert (ran.code, ran.error) == (0, "")
    assert ran.out.startswith("-: unfinished: jockey, 2 seats, ")
    assert "verified" not in ran.out
    assert "the log ends before the game is over" in one_line_and(1, "verify", "--finished", "-", stdin=cut)


def test_what_the_luck_was_mixed_from_is_listed_with_its_times(paddock, one_line_and, log):
    header, rest = log.split("\n", 1)
    facts = json.loads(header)
    salt = ["175928847299117063 lucky \x1b[31m words", "175928847299117000", "red"]
    mixed = sha256(bytes.fromhex(facts["secret"]) + "\n".join(salt).encode()).hexdigest()
    start = json.dumps(facts | {"salt": salt, "seed": mixed}, separators=(",", ":"), ensure_ascii=False)

    ran = paddock("verify", "--luck", "-", stdin=f"{start}\n{rest}".encode())

    assert ran.code == 1  # other luck, other cards
    assert ran.out.splitlines() == [
        "    1  2016-04-30 11:18:25.796 UTC  175928847299117063 lucky ?[31m words",
        "    2  2016-04-30 11:18:25.796 UTC  175928847299117000",
        "    3  no press                     red",
    ]


def test_a_luck_in_another_order_than_that_of_its_presses_is_noted(paddock, log):
    header, rest = log.split("\n", 1)
    facts = json.loads(header)
    salt = ["175928847299117063", "100000000000000000"]
    mixed = sha256(bytes.fromhex(facts["secret"]) + "\n".join(salt).encode()).hexdigest()
    start = json.dumps(facts | {"salt": salt, "seed": mixed}, separators=(",", ":"), ensure_ascii=False)

    ran = paddock("verify", "-", stdin=f"{start}\n{rest}".encode())

    assert "-: note: line 1: string 2 of the salt was pressed " in ran.error


def test_one_bad_log_among_good_ones_fails(paddock, log, tmp_path: Path):
    (tmp_path / "good.jsonl").write_text(log)
    (tmp_path / "cut.jsonl").write_text("".join(log.splitlines(keepends=True)[:9]) + "{}\n")

    ran = paddock("verify", tmp_path / "good.jsonl", tmp_path / "cut.jsonl", tmp_path / "good.jsonl")

    assert ran.code == 1
    assert ran.out.count("verified") == 2


def test_a_log_is_told_line_by_line(paddock, log):
    ran = paddock("replay", "-", stdin=log.encode())

    assert ran.code == 0
    assert ran.out.startswith("Jockey, 2 seats, 3 races\n   0  Race 1 of 3. Seat ")
    assert re.search(r"^   1  Seat \d bets [\d,]+ on ", ran.out, re.MULTILINE)
    assert " goes from 0 to " in ran.out
    assert re.fullmatch(r" {6}Seat \d wins with [\d,]+ bills\.", ran.out.splitlines()[-1])
    assert "**" not in ran.out


def test_a_log_of_which_the_end_is_missing_is_told_up_to_there(paddock, log):
    ran = paddock("replay", "-", stdin=log[:3000].encode())

    assert ran.code == 2
    assert "not JSON, or cut off" in ran.error
    assert "Race 1 of 3" in ran.out


def test_where_the_rules_do_not_go_on_a_log_is_told_as_it_is_written(paddock, log):
    header, set_up, first, second, *_ = log.splitlines()
    played = '{"n":3,"seat":0,"action":{"type":"play","card":"red+7","horse":null},"events":[]}'
    ran = paddock("replay", "-", stdin="\n".join([header, set_up, first, second, played]).encode())

    assert ran.code == 0
    assert ran.out.splitlines()[-1] == "   3  Seat 0 play: card red+7, horse None."


def test_a_log_of_a_game_that_nobody_knows_is_told_by_types_and_facts(paddock, log):
    header, set_up, *_ = log.replace('"game":"jockey"', '"game":"whist"').splitlines()
    ran = paddock("replay", "-", stdin=f"{header}\n{set_up}".encode())

    assert ran.code == 0
    assert ran.out.splitlines()[1].startswith("   0  race_started: race 1, first ")


def test_what_has_no_sentence_or_a_strange_form_is_told_all_the_same(paddock, log):
    header = log.split("\n")[0]
    rows = [
        {
            "n": 0,
            "events": [
                {"type": "moved", "horse": "red"},
                {"type": "flipped", "seat": 1, "card": "\u001b[2J"},
            ],
        },
        {"n": 1, "seat": None, "action": {"type": "time"}, "events": []},
        {"n": 2, "seat": 1, "action": {}, "events": [{"type": ["x"]}]},
    ]
    lines = [header, *(json.dumps(row, separators=(",", ":"), ensure_ascii=False) for row in rows)]

    ran = paddock("replay", "-", stdin="\n".join(lines).encode())

    assert ran.code == 0
    assert ran.out.splitlines()[1:] == [
        "   0  Moved: horse red.",
        "      Flipped: seat 1, card ?[2J.",
        "   1  The table time.",
        "   2  Seat 1 ?",
        "      ['x']",
    ]


@pytest.mark.parametrize("command", ["verify", "replay", "render"])
def test_a_log_by_rules_that_the_program_has_not_is_refused_in_one_sentence(
    command, one_line_and, log, tmp_path: Path
):
    header, _, rows = log.partition("\n")
    (tmp_path / "later").write_text(
        header.replace('"game":"jockey"', '"game":"jockey","rules":7') + "\n" + rows
    )
    (tmp_path / "both").write_text(log + (tmp_path / "later").read_text())
    out = ["--out", tmp_path / "pictures"] if command == "render" else []
    why = "jockey by its rules of version 7; this program has version 1"

    assert one_line_and(2, command, tmp_path / "later", *out).endswith(f"line 1: {why}\n")
    assert one_line_and(2, command, tmp_path / "both", *out).endswith(
        f"line {log.count(chr(10)) + 1}: {why}\n"
    )
    assert not (tmp_path / "pictures").exists()


def test_a_log_by_earlier_rules_is_checked_told_and_drawn_while_the_program_has_them(
    paddock, log, correct, tmp_path: Path
):
    correct("jockey", is_kept=True)
    later = paddock("simulate", "jockey", "--seats", 2, "--seed", "7", "--log", "-").out
    assert later.startswith('{"log":1,"game":"jockey","rules":2,')
    (tmp_path / "both").write_text(log + later)

    assert paddock("verify", tmp_path / "both").code == 0
    assert paddock("replay", tmp_path / "both").code == 0
    (tmp_path / "cut").write_text("\n".join(log.splitlines()[:12]) + "\n")
    assert paddock("render", tmp_path / "cut", "--out", tmp_path / "pictures").code == 0
    assert list((tmp_path / "pictures").glob("board-*.png"))


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_what_is_no_log_is_refused_in_one_line(command, one_line_and, log, tmp_path: Path):
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "text").write_text("hello")
    (tmp_path / "cut").write_text(log[:3000])
    (tmp_path / "version").write_text(log.replace('{"log":1', '{"log":2', 1))
    (tmp_path / "deep").write_text("[" * 100_000)

    assert "Missing argument" in one_line_and(2, command)
    assert "No such file" in one_line_and(2, command, tmp_path / "missing")
    assert "directory" in one_line_and(2, command, tmp_path)
    assert "embedded null" in one_line_and(2, command, "a\0b")
    assert "not UTF-8" in one_line_and(2, command, tmp_path / "binary")
    assert "line 1: not JSON" in one_line_and(2, command, tmp_path / "empty")
    assert "line 1: not JSON" in one_line_and(2, command, tmp_path / "text")
    assert "not JSON, or cut off" in one_line_and(2, command, tmp_path / "cut")
    assert "version 2" in one_line_and(2, command, tmp_path / "version")
    assert "line 1: not JSON" in one_line_and(2, command, tmp_path / "deep")
    assert "line 1: not JSON" in one_line_and(2, command, "-")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["chess"], "there are: jockey"),
        ([], "GAME"),
        (["jockey", "--seats", "7"], "2 to 6 seats"),
        (["jockey", "--seats", "many"], "--seats"),
        (["jockey", "--games", "0"], "--games"),
        (["jockey", "--seed", ""], "hex digits"),
        (["jockey", "--seed", "xyz"], "hex digits"),
        (["jockey", "--seed", "0" * 65], "hex digits"),
        (["jockey", "--option", "rounds"], "KEY=VALUE"),
        (["jockey", "--option", "rounds=6"], "rounds"),
        (["jockey", "--option", "rounds=two"], "rounds"),
        (["jockey", "--option", "laps=2"], "laps"),
        (["jockey", "--agent", "lucky"], "random, steady"),
        (["jockey", "--seats", "3", "--agent", "random", "--agent", "steady"], "3 seats"),
        (["jockey", "--edition", "missing.json"], "No such file"),
        (["jockey", "--edition", "."], "directory"),
        (["jockey", "--edition", "pyproject.toml"], "not JSON"),
        (["jockey", "--log", "no/such/place.jsonl"], "No such file"),
        (["jockey", "--jobs", "0"], "--jobs"),
        (["jockey", "--fast"], "--fast"),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments, told, one_line_and):
    assert told in one_line_and(2, "simulate", *arguments)


@pytest.mark.parametrize("edition", ["[]", "{}", '{"horses":["red"],"squares":80,"cards":{}}', "1.5"])
def test_an_edition_that_is_none_is_refused_in_one_line(edition, one_line_and, tmp_path: Path):
    (tmp_path / "edition.json").write_text(edition)

    assert "edition" in one_line_and(2, "simulate", "jockey", "--edition", tmp_path / "edition.json")


@pytest.mark.parametrize("command", [["simulate"], ["replay"], ["verify"], ["bench"], ["bench", "engines"]])
def test_help_has_examples(command, paddock):
    ran = paddock(*command, "--help")

    assert ran.code == 0
    assert "Examples:" in ran.out
    assert "\b" not in ran.out
