"""Race logs and editions in which something was changed: a command does it, or says in one clear line why not."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from hypothesis import strategies as st

from bot.__main__ import main
from engines import catalog

LONGEST_LINE = 1_200
"""Letters of a line that somebody may still want to read."""


class Ran(NamedTuple):
    code: int
    out: str
    error: str


def paddock(*arguments: object, stdin: bytes = b"") -> Ran:
    out, error = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
    with (
        patch("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin))),
        redirect_stdout(out),
        redirect_stderr(error),
        pytest.raises(SystemExit) as exit_,
    ):
        main([str(argument) for argument in arguments])
    out.seek(0)
    return Ran(int(exit_.value.code or 0), out.read(), error.getvalue())


@cache
def good(key: str) -> tuple[str, ...]:
    seats = catalog.game(key).seats[1]
    seat_by_seat = ("simulate", key, "--seats", seats, "--seed", "7", "--agent", "steady", "--log", "-")
    return tuple(paddock(*seat_by_seat).out.splitlines())


def nested(deep: int, *, in_lists: bool) -> Any:
    value: Any = 1
    for _ in range(deep):
        value = [value] if in_lists else {"a": value}
    return value


ODD: Sequence[Any] = (
    *([], {}, [[]], [{}], {"type": "play"}, {"type": ["x"]}, [1, "a", None], None, True, False),
    *(0, -1, 1, 2, 10**20, -(10**20), 10**4000, 1.5, float("nan"), float("inf")),
    *("", "type", "play", "x" * 5000, "\u2028", "\x1b[2J", "\x9b2J", "\u202e", "\ud800"),
    *(nested(deep, in_lists=True) for deep in (40, 150, 600)),
    *(nested(deep, in_lists=False) for deep in (40, 150, 600)),
)


def paths(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield from paths(each, (*path, key))


def written(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


@st.composite
def changed(draw: st.DrawFn, text: str) -> str:
    """Change one thing in a JSON text: a value, a key, or that something is there at all."""
    value = json.loads(text)
    *way, last = draw(st.sampled_from([path for path in paths(value) if path]))
    holder = value
    for key in way:
        holder = holder[key]
    new = draw(st.sampled_from(ODD))
    match draw(st.sampled_from(["set", "set", "set", "drop", "add", "twice"])):
        case "set":
            holder[last] = new
        case "drop":
            del holder[last]
        case "add" if isinstance(holder, dict):
            holder[draw(st.sampled_from(["type", "to", "seat", "\x1b[2J", "x" * 3000]))] = new
        case "twice" if isinstance(holder, dict):
            holder["\0"] = new
            return written(value).replace(r'"\u0000"', written(last))
    return written(value)


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """Change one line or some of a good log, and perhaps what its bytes are."""
    lines = list(good(draw(st.sampled_from(list(catalog.GAMES)))))
    cut: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, 12) | st.integers(0, len(lines) - 1)) % len(lines)
        match draw(st.sampled_from(["change", "change", "change", "change", "drop", "twice", "swap", "cut"])):
            case "change" if lines[at] not in cut:
                lines[at] = draw(changed(lines[at]))
            case "drop" if len(lines) > 1:
                del lines[at]
            case "twice":
                lines.insert(at, lines[at])
            case "swap":
                lines[0], lines[at] = lines[at], lines[0]
            case "cut":
                lines[at] = lines[at][: draw(st.integers(0, 60))] or "-"
                cut.append(lines[at])
    raw = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")
    spoilt = draw(
        st.sampled_from([b"", b"", b"", b"", b"\xff", b"\xef\xbb\xbf", b"\0", b"\r", b"\n", b"9" * 5000])
    )
    at = draw(st.sampled_from([0, 1, 300, len(raw) - 1]))
    return raw[:at] + spoilt + raw[at:]


def require_a_clear_end(ran: Ran, *, lines: int = 1) -> None:
    """Have a command done what it was asked, or said in so many lines at most why not."""
    assert ran.code in {0, 1, 2}
    told = ran.error.splitlines()
    assert ran.error.count("\n") == len(told)
    if ran.code:
        assert 1 <= len(told) <= lines
    else:
        assert not told
    for line in told:
        assert line.startswith("paddock: ")
        assert line.isprintable()
        assert len(line) <= LONGEST_LINE
    assert all(line.isprintable() for line in ran.out.split("\n"))


TYPES_OF_NO_KIND = [["type"], {"type": "play"}, None, 7]


def first_action_of_type(kind: Any) -> bytes:
    header, set_up, *rows = good("jockey")
    row = json.loads(rows[0])
    row["action"]["type"] = kind
    return "\n".join([header, set_up, written(row)]).encode()


@pytest.mark.parametrize("kind", TYPES_OF_NO_KIND)
def test_an_action_whose_type_is_no_word_is_told_as_what_it_is(kind: Any) -> None:
    ran = paddock("replay", "-", stdin=first_action_of_type(kind))

    assert ran.code == 0
    assert f"   1  Seat 0 {kind}: " in ran.out.replace(" with", "")


@pytest.mark.parametrize("in_lists", [True, False])
@pytest.mark.parametrize("command", ["replay", "verify"])
def test_what_is_nested_too_deeply_is_refused_whatever_could_still_read_it(
    command: str, in_lists: bool
) -> None:
    header, set_up, *_ = good("jockey")
    opening, closing = ("[", "]") if in_lists else ('{"a":', "}")
    for deep in range(30, 1000, 23):
        horse = f"{opening * deep}1{closing * deep}"
        row = f'{{"n":1,"seat":0,"action":{{}},"events":[{{"type":"moved","horse":{horse}}}]}}'
        log = f"{header}\n{set_up}\n{row}\n"
        ran = paddock(command, "-", stdin=log.encode())
        require_a_clear_end(ran)
        assert ran.code == 2
        assert "nested too deeply" in ran.error


@st.composite
def editions(draw: st.DrawFn) -> tuple[str, str]:
    key = draw(st.sampled_from(list(catalog.GAMES)))
    return key, draw(changed(resources.files(f"engines.{key}").joinpath("edition.json").read_text()))


@pytest.mark.parametrize("value", [written(each) for each in ODD if each != "\ud800"])
def test_an_option_of_any_form_is_taken_or_refused(value: str) -> None:
    require_a_clear_end(paddock("simulate", "jockey", "--seed", "1", "--option", f"rounds={value}"))


def test_what_differs_is_shown_in_part_where_it_is_long(tmp_path: Path) -> None:
    lines = list(good("jockey"))
    row = json.loads(lines[5])
    row["events"][0]["type"] = "x" * 5000
    lines[5] = written(row)

    ran = paddock("verify", "-", stdin="\n".join(lines).encode())

    assert ran.code == 1
    assert "the rules give {" in ran.error
    assert 'the log has {"type":"xxxx' in ran.error
    assert "…" in ran.error
    require_a_clear_end(ran)
