"""The lower bounds of `pyproject.toml` are those that `make test-lowest` tries."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-lowest.lock")


def asked_for() -> Iterator[str]:
    """Return every requirement that is written in `pyproject.toml`."""
    yield from PROJECT["project"]["dependencies"]
    yield from PROJECT["project"]["optional-dependencies"]["dev"]
    yield from PROJECT["build-system"]["requires"]


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(lock: str) -> dict[str, str]:
    """Return the version of every package in a lock."""
    text = (ROOT / lock).read_text()
    return {plain(name): version for name, version in re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE)}


def numbers(version: str) -> tuple[int, ...]:
    """Return a version's numbers, without zeros at the end: 2.1 is 2.1.0."""
    found = [int(number) for number in version.split(".")]
    while found and found[-1] == 0:
        found.pop()
    return tuple(found)


@pytest.mark.parametrize("requirement", list(asked_for()))
def test_every_requirement_has_a_lower_bound_and_it_is_the_version_that_is_tried(requirement: str) -> None:
    name, bound = re.fullmatch(r"([\w.-]+)(?:\[\w+\])?>=([\d.]+)(?:,<[\d.]+)?", requirement).groups()

    assert numbers(locked("requirements-lowest.lock")[plain(name)]) == numbers(bound)


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_hashes_and_names_no_place_to_fetch_from(lock: str) -> None:
    text = (ROOT / lock).read_text()

    assert len(locked(lock)) > 20
    assert text.count("--hash=sha256:") >= len(locked(lock))
    assert "://" not in text
    assert "--index" not in text
