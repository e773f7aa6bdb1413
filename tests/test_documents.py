"""The pages of this repository hold: whatever they lead to or name is there, and every word has one sense."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = (".ci", "benches", "bot", "deploy", "docs", "engines", "examples", "render", "sandbox", "tests")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BY_NAME = [page.name for page in PAGES]

SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(r"[\w.<>…*-]*(?:/[\w.<>…*-]+)+/?|[\w.<>…*-]+\.(?:py|md|json|yaml|toml|css|js|sh)")
NAME = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*(?:\(\))?")

PROGRAM = re.compile(r"\.(py|js|html|json|yaml|toml|sh|service|timer|example)$|^(Makefile|Dockerfile)$")

ELSEWHERE = re.compile(r"/.*|longshot/.*|[\d-]+/\d+|GUILD_CREATE/DELETE")
"""Paths that are none of this repository: an operator's, a game that a page builds, shards, events of Discord."""

FOREIGN = {
    "LISTEN",
    "archive_command",
    "max_prepared_statements",
    "orjson",
    "paddock_build_info",
    "pg_wal",
    "process_cpu_seconds_total",
    "recovery_target_time",
    "timedatectl",
    "uvloop",
    "watchdog",
}
"""Names of other programs, or made by them, that no line of ours has."""


@cache
def files() -> dict[str, Path]:
    """Return every file and folder that is ours, by its path in the repository."""
    found = [path for folder in FOLDERS for path in ((ROOT / folder), *(ROOT / folder).rglob("*"))]
    ours = [path for path in found if not {"__pycache__", ".venv"} & {*path.parts}]
    top = [path for path in ROOT.iterdir() if path.is_file()]
    return {path.relative_to(ROOT).as_posix(): path for path in (*ours, *top)}


@cache
def words() -> set[str]:
    """Return every word of our programs, and of what runs them, with names of others."""
    texts = [path for path in files().values() if PROGRAM.search(path.name)]
    others = [path for path in texts if path.is_file() and path != Path(__file__)]
    ours = {word for path in others for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    return ours | FOREIGN


def spans(page: Path) -> Iterator[str]:
    """Go through what stands in a page as code, but for whole programs."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return (found[1] for found in SPAN.finditer(text))


def is_there(path: str) -> bool:
    """Whether some file or folder has this path, whole or from one of its folders on; `…` is any part of a name."""
    form = re.sub(r"<\w+>|…", "*", path.removesuffix("/"))
    return any(fnmatchcase(each, form) or fnmatchcase(each, f"*/{form}") for each in files())


def anchors(page: Path) -> set[str]:
    """Return what a link into a page may name: its headings, as a reader of Markdown spells them."""
    heads = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=BY_NAME)
def test_every_path_that_a_page_names_is_there(page: Path) -> None:
    named = {span for span in spans(page) if PATH.fullmatch(span) and not ELSEWHERE.fullmatch(span)}
    assert [path for path in sorted(named) if not is_there(path)] == []


@pytest.mark.parametrize("page", PAGES, ids=BY_NAME)
def test_every_name_that_a_page_names_is_one_of_ours(page: Path) -> None:
    named = {span for span in spans(page) if NAME.fullmatch(span) and not PATH.fullmatch(span)}
    missing = {name for name in named for part in name.removesuffix("()").split(".") if part not in words()}
    assert missing == set()


@pytest.mark.parametrize("page", PAGES, ids=BY_NAME)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        path, _, anchor = target.partition("#")
        if "://" not in target:
            led_to = page.parent / path if path else page
            assert led_to.exists(), target
            assert not anchor or anchor in anchors(led_to), target


def test_every_limit_is_held_by_a_test_that_is_there() -> None:
    rows = re.findall(
        r"^\| .* \| `(test_\w+)` \|$", (ROOT / "docs/limits.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    tests = "\n".join(each.read_text(encoding="utf-8") for each in (ROOT / "tests").rglob("test_*.py"))
    assert rows
    assert [name for name in rows if f"def {name}(" not in tests] == []


def test_the_drawing_of_the_house_names_everything_that_stands_in_it() -> None:
    drawing = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split("```")[1]
    _, _, of_bot = drawing.partition("\nbot/\n")
    lines = [part for line in of_bot.splitlines() for part in re.split(r";\s+", line.strip())]
    named = {name for line in lines for name in re.findall(r"\w+", line.partition("  ")[0])}
    modules = {path.stem for path in (ROOT / "bot").glob("*.py")} - {"__init__"}
    rooms = {path.parent.name for path in (ROOT / "bot").glob("*/__init__.py")}
    assert (modules | rooms) - named == set()


def test_the_outbox_is_told_file_by_file() -> None:
    told = SPAN.findall(
        (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split("## The outbox")[1]
    )
    there = {path.name for path in (ROOT / "bot" / "outbox").glob("[!_]*.py")}
    assert there <= {*told}


def test_a_word_has_one_sense_or_says_where_it_has_which() -> None:
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    terms = Counter(re.findall(r"^\| (\*\*.+?\*\*[^|]*?) \|", page, re.MULTILINE))
    assert len(terms) > 200
    assert [term for term, times in terms.items() if times > 1] == []
