"""The sandbox as a distribution of its own: a copy of its folder, without the rest of the project."""

from __future__ import annotations

import ast
import asyncio
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from importlib.metadata import packages_distributions
from pathlib import Path

import aiohttp
import pytest

from tests.sandbox.conftest import PATIENCE

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "sandbox"
OUTSIDE = ("pyproject.toml", "README.md", "LICENSE")
"""What makes the folder a distribution, and is not installed as a part of the package."""

IMPORT_ALL = """
import pkgutil, sys, sandbox
for module in pkgutil.walk_packages(sandbox.__path__, "sandbox."):
    __import__(module.name)
print(sandbox.__file__, *sorted(name for name in sys.modules if "." not in name))
"""


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """A folder with a copy of the sandbox in it."""
    shutil.copytree(FOLDER, tmp_path / "sandbox", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def environment(alone: Path) -> dict[str, str]:
    """Have an interpreter find the copy and the libraries; with `-S` no other path leads to the project."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**bare, "PYTHONPATH": os.pathsep.join((str(alone), sysconfig.get_path("purelib")))}


def test_all_of_it_is_imported_where_nothing_else_of_the_project_is(alone: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-S", "-c", IMPORT_ALL],
        capture_output=True,
        text=True,
        check=True,
        env=environment(alone),
        cwd=alone,
    )
    file, *names = ran.stdout.split()
    assert Path(file).is_relative_to(alone)
    assert {"bot", "benches", "engines", "render", "discord"}.isdisjoint(names)


@asynccontextmanager
async def started(alone: Path) -> AsyncIterator[str]:
    """Start it as its command does; yield the five lines it tells."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-S", "-m", "sandbox", "--port", "0"),
        env=environment(alone),
        cwd=alone,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    try:
        async with asyncio.timeout(PATIENCE):
            yield "".join([(await process.stdout.readline()).decode() for _ in range(5)])
    finally:
        process.terminate()
        await process.wait()


async def test_started_alone_it_tells_how_a_bot_connects_and_where_people_play(alone: Path) -> None:
    async with started(alone) as told, aiohttp.ClientSession() as session:
        page = re.search(r"Play at (\S+)", told)
        settings = dict(re.findall(r"(DISCORD_\w+)=(\S+)", told))
        assert page
        async with session.get(page[1]) as answer:
            assert "<title>" in await answer.text()
        headers = {"Authorization": f"Bot {settings['DISCORD_TOKEN']}"}
        async with session.get(f"{settings['DISCORD_API_URL']}/gateway/bot", headers=headers) as answer:
            gateway = (await answer.json())["url"]
    assert gateway in told


@pytest.mark.parametrize("port", ["x", "-1", "65536"])
def test_a_port_that_is_none_is_named(port: str, alone: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-S", "-m", "sandbox", f"--port={port}"],
        capture_output=True,
        text=True,
        check=False,
        env=environment(alone),
        cwd=alone,
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.endswith(f"argument --port: '{port}' is no port: 0 to 65535 are\n")


def imported() -> Iterator[str]:
    """Every package that the sandbox imports."""
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (name.name.partition(".")[0] for name in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield str(node.module).partition(".")[0]


def test_it_depends_on_what_it_imports_and_on_nothing_else() -> None:
    alone, project = (
        tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        for folder in (FOLDER, ROOT)
    )
    foreign = {*imported()} - {*sys.stdlib_module_names, "sandbox"}
    distributions = {name for package in foreign for name in packages_distributions()[package]}
    assert {re.split("[<>=]", each)[0].lower() for each in alone["dependencies"]} == {
        name.lower() for name in distributions
    }
    assert {*alone["dependencies"]} <= {*project["dependencies"]}
    assert alone["license"] == project["license"]
    assert (FOLDER / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_its_wheel_holds_every_file_of_the_package(alone: Path) -> None:
    pytest.importorskip(
        "hatchling", reason="only where it is installed can a wheel be built without a network"
    )
    built = subprocess.run(
        [sys.executable, "-c", "from hatchling.build import build_wheel; print(build_wheel('.'))"],
        capture_output=True,
        text=True,
        check=True,
        cwd=alone / "sandbox",
    )
    with zipfile.ZipFile(alone / "sandbox" / built.stdout.split()[-1]) as wheel:
        held = {name for name in wheel.namelist() if ".dist-info/" not in name}
    files = {path for path in FOLDER.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert held == {str(path.relative_to(ROOT)) for path in files if path.name not in OUTSIDE}
