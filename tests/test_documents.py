"""The pages of this repository: their links lead somewhere, and the files and tests they name are there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

from bot.__main__ import COMMANDS
from bot.cli.bench import BENCHES

ROOT = Path(__file__).parents[1]
FOLDERS = (".ci", "benches", "bot", "deploy", "docs", "engines", "examples", "render", "sandbox", "tests")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BY_NAME = [page.name for page in PAGES]

SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(r"[\w.<>…*-]*(?:/[\w.<>…*-]+)+/?|[\w.<>…*-]+\.(?:py|md|json|yaml|toml|css|js|sh)")

ELSEWHERE = re.compile(r"/.*|longshot/.*|[\d-]+/\d+|GUILD_CREATE/DELETE")
"""Paths that are none of this repository: an operator's, a game that a page builds, shards, events of Discord."""


@cache
def files() -> dict[str, Path]:
    """Return every file and folder that is ours, by its path in the repository."""
    found = [path for folder in FOLDERS for path in ((ROOT / folder), *(ROOT / folder).rglob("*"))]
    ours = [path for path in found if not {"__pycache__", ".venv"} & {*path.parts}]
    top = [path for path in ROOT.iterdir() if path.is_file()]
    return {path.relative_to(ROOT).as_posix(): path for path in (*ours, *top)}


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


def test_a_word_has_one_sense_or_says_where_it_has_which() -> None:
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    terms = Counter(re.findall(r"^\| (\*\*.+?\*\*[^|]*?) \|", page, re.MULTILINE))
    assert terms
    assert [term for term, times in terms.items() if times > 1] == []


def test_every_command_line_of_a_page_is_there() -> None:
    for page in PAGES:
        code = re.findall(
            r"^```.*?^```|`[^`\n]+`", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
        )
        for command in re.findall(r"(?<![\w/.:-])paddock ([a-z][a-z-]*)(?: ([a-z]+))?", "\n".join(code)):
            name, case = command
            assert name in COMMANDS, f"{page.name}: paddock {name}"
            assert name != "bench" or not case or case in BENCHES, f"{page.name}: paddock bench {case}"
