"""Imports point one way, libraries stay where they belong, and nothing is there that only tests use."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("engines", "render", "bot", "benches", "sandbox")
GAMES = sorted(path.parent.name for path in (ROOT / "engines").glob("*/edition.json"))
RULES = tuple(f"engines.{game}" for game in GAMES)

LAYERS = (
    "backoff remembered metrics.counted shards health supervised threads",
    "environment db work_queue startup",
    "bank servers outbox achievements",
    "tables logs metrics ledger_audit process_options editions",
    "cluster nights",
    "texts",
    "messages.custom_ids messages.layout pictures",
    "games",
    "lessons",
    "messages",
    "ui",
    "slash_commands",
    "rooms client serving",
    "cli __main__",
)
"""The parts of `bot`, from the lowest: each imports its own layer and lower ones."""

NOT_FOR = {
    "engines": ("render", "bot", "benches", "sandbox"),
    "engines.core": ("engines.parts", *RULES, "engines.catalog", "engines.verify", "engines.agents"),
    "engines.parts": (*RULES, "engines.catalog", "engines.verify", "engines.agents"),
    **{
        rules: (*(each for each in RULES if each != rules), "engines.catalog", "engines.verify", "engines.agents")
        for rules in RULES
    },
    "engines.catalog": (*RULES, "engines.verify", "engines.agents"),
    "render": ("bot", "benches", "sandbox", "engines.catalog", "engines.verify", "engines.agents"),
    "bot.db": ("bot.bank", "engines", "render"),
    "bot.bank": ("bot.servers", "bot.outbox", "bot.achievements", "engines", "render"),
    "bot.outbox": ("bot.bank", "bot.servers", "bot.achievements", "engines", "render"),
    "bot.tables": ("render",),
    "bot.nights": ("bot.bank", "bot.logs", "render"),
    "bot.games": ("bot.db", "bot.bank", "bot.tables", "bot.nights", "bot.outbox", "bot.servers"),
    "bot.pictures": ("bot.messages", "bot.db", "bot.tables"),
    "bot.cli": ("bot.ui", "bot.slash_commands"),
    "sandbox": ("engines", "render", "bot", "benches"),
}  # fmt: skip
"""What parts may not import beside what lies above them."""

SEEN = (
    "view", "actions", "edition", "course", "podium", "teams", "predictions", "cards.LENGTH", "state.LastPlay",
    "state.LastMove", "state.Moved", "state.Result", "state.Stacks",
)  # fmt: skip
"""What pictures may know of a game: its views and what those are made of, so no secret."""

LIBRARIES = {
    "discord": "bot benches",
    "sqlalchemy": "bot benches",
    "alembic": "bot.db",
    "aiosqlite": "bot.db benches",
    "psycopg": "bot.db benches",
    "PIL": "render sandbox benches",
    "aiohttp": "bot sandbox",
    "click": "bot.cli bot.__main__ benches",
    "openskill": "bot.bank",
    "prometheus_client": "bot.metrics bot.health",
}
"""Where in the project each may be imported."""

WITHOUT_DISCORD = (
    "bot.db", "bot.bank", "bot.servers", "bot.outbox", "bot.achievements", "bot.tables", "bot.cluster", "bot.nights",
    "bot.lessons", "bot.texts", "bot.pictures", "bot.threads", "bot.cli",
)  # fmt: skip
WITHOUT_SQL = ("bot.texts", "bot.messages", "bot.games", "bot.ui", "bot.slash_commands", "bot.cli")

NOT_IN_ENGINES = {
    "asyncio", "datetime", "discord", "os", "PIL", "random", "secrets", "socket", "sqlalchemy", "threading",
    "time", "uuid",
}  # fmt: skip

HANDED_ON = "sqlalchemy.Connection"
"""What everybody may name who hands it on to a function that makes statements."""


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_of(path): path for part in PACKAGES for path in sorted((ROOT / part).rglob("*.py"))}


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


@cache
def imported(module: str) -> tuple[str, ...]:
    """Return everything a module imports, by its full name; `from a import b` imports `a.b`."""
    return tuple(_imports(tree_of(module)))


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)


def is_of(name: str, *parts: str) -> bool:
    return any(name == part or name.startswith(f"{part}.") for part in parts)


def layer_of(name: str) -> int | None:
    """Return the layer of `bot` to which a name belongs, or None for what is not of `bot` or its face alone."""
    part = ".".join(name.split(".")[:2])
    if not is_of(part, "bot") or part not in MODULES or part == "bot":
        return None
    layers = {f"bot.{each}": at for at, parts in enumerate(LAYERS) for each in parts.split()}
    return layers.get(".".join(name.split(".")[:3]), layers.get(part, -1))


def test_imports_point_one_way() -> None:
    wrong = []
    for module in MODULES:
        own = layer_of(module)
        assert own != -1, f"{module}: say in LAYERS where it belongs"
        for name in imported(module):
            above = layer_of(name)
            is_below = own is not None and above is not None and above > own
            if is_below or any(is_of(module, part) and is_of(name, *no) for part, no in NOT_FOR.items()):
                wrong.append(f"{module} imports {name}")
    assert wrong == []


def test_no_module_needs_itself() -> None:
    def needs(module: str) -> set[str]:
        found = {name if name in MODULES else name.rpartition(".")[0] for name in imported(module)}
        return (found & MODULES.keys()) - {module}

    try:
        TopologicalSorter({module: needs(module) for module in MODULES}).prepare()
    except CycleError as error:
        pytest.fail(" needs ".join(reversed(error.args[1])))


def test_pictures_are_made_of_views() -> None:
    seen = [f"{rules}.{name}" for rules in RULES for name in SEEN]
    of_games = {name for module in MODULES if is_of(module, "render") for name in imported(module)}
    assert [name for name in of_games if is_of(name, *RULES) and not is_of(name, *seen)] == []


@pytest.mark.parametrize(("library", "places"), LIBRARIES.items())
def test_a_library_stays_where_it_belongs(library: str, places: str) -> None:
    without = {"discord": WITHOUT_DISCORD, "sqlalchemy": WITHOUT_SQL}.get(library, ())
    users = [each for each in MODULES if any(is_of(n, library) and n != HANDED_ON for n in imported(each))]
    assert users
    assert [each for each in users if not is_of(each, *places.split()) or is_of(each, *without)] == []


def test_engines_know_no_clock_and_no_luck_of_their_own() -> None:
    for module in MODULES:
        if is_of(module, "engines"):
            assert {name.split(".")[0] for name in imported(module)}.isdisjoint(NOT_IN_ENGINES), module


def test_the_bot_starts_sandbox_and_soak_in_one_line_each() -> None:
    assert {
        (module, name)
        for module in MODULES
        for name in imported(module)
        if is_of(module, "bot") and is_of(name, "sandbox", "benches")
    } == {("bot.cli.sandbox", "sandbox.Sandbox"), ("bot.cli.soak", "benches.soak.command.command")}


@pytest.mark.parametrize("module", [name for name in MODULES if is_of(name, "bot.tables", "engines.core")])
def test_tables_and_the_core_name_no_game(module: str) -> None:
    text = {node.value for node in ast.walk(tree_of(module)) if isinstance(node, ast.Constant)}
    assert not text & set(GAMES)


def test_every_package_is_in_the_wheel_and_has_its_types_checked() -> None:
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    assert {*tools["hatch"]["build"]["targets"]["wheel"]["packages"]} == {*PACKAGES}
    assert {*tools["mypy"]["packages"]} == {*PACKAGES}


# ---------------------------------------------------------------------------------------- what nobody uses

FOR_TESTS = {"charge", "credit"}
"""Movements of a wallet alone, with which tests of the bank begin."""


@cache
def uses() -> frozenset[str]:
    """Return every name that a module, a tool of the documentation or a page for other distributions uses."""
    tools = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "docs").rglob("*.py")]
    nodes = [node for tree in (*map(tree_of, MODULES), *tools) for node in ast.walk(tree)]
    names = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    names |= {text.partition(":")[2] for text in texts if re.fullmatch(r"engines(\.\w+)+:\w+", text)}
    pages = [ROOT / "docs" / "kit.md", ROOT / "docs" / "new-game.md", ROOT / "pyproject.toml"]
    told = {word for page in pages for word in re.findall(r"\w+", page.read_text(encoding="utf-8"))}
    return frozenset(names | told | {node.attr for node in nodes if isinstance(node, ast.Attribute)})


def named_in(module: str) -> Iterator[str]:
    """Go through what a module names at its top, but for what a decorator hands to somebody else."""
    for node in tree_of(module).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if {ast.unparse(each).partition("(")[0] for each in node.decorator_list} <= {
                "cache",
                "dataclass",
            }:
                yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def test_nothing_is_there_that_only_tests_use() -> None:
    ours = [name for name in MODULES if not is_of(name, "bot.db.migrations")]
    named = {(module, name) for module in ours for name in named_in(module) if not name.startswith("__")}
    assert {(module, name) for module, name in named if name not in uses() | FOR_TESTS} == set()


# ------------------------------------------------------------------------------ private names of libraries

ALLOWED = {("bot.db.sqlite", "_execute")}
"""aiosqlite has no public way to run a function in its thread."""

OFFICIAL = {"_asdict", "_fields", "_make", "_mapping", "_replace"}
"""Names that named tuples, and rows of SQLAlchemy, have for everybody."""

LIBRARIES = ("discord", "aiohttp", "asyncio", "sqlalchemy", "aiosqlite", "psycopg", "PIL", "http", "sqlite3")


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("_") and name not in OFFICIAL


def private_names(tree: ast.AST) -> tuple[set[str], set[str]]:
    """Return the private names that a piece of source defines, and those that it uses of other objects."""
    defined, used = set[str](), set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            defined.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            defined.add(node.id)
        elif isinstance(node, ast.Attribute):
            is_own = isinstance(node.ctx, ast.Store) and ast.unparse(node.value) in {"self", "cls"}
            (defined if is_own else used).add(node.attr)
        elif isinstance(node, ast.ImportFrom):
            used |= {each.name for each in node.names}
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in {"getattr", "setattr", "hasattr"}:
            used |= {node.args[1].value for _ in "x" if isinstance(node.args[1], ast.Constant)}
    return {*filter(is_private, defined)}, {*filter(is_private, used)}


def test_no_private_name_of_a_library_is_used() -> None:
    """None that nothing of ours has, and none of a class of theirs that one of ours extends."""
    ours = [module for module in MODULES if is_of(module, "bot", "render", "sandbox")]
    known = set[str]().union(*(private_names(tree_of(module))[0] for module in ours))
    found = set[tuple[str, str]]()
    for module in ours:
        tree = tree_of(module)
        defined, used = private_names(tree)
        found |= {(module, name) for name in used - known}
        libraries = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in LIBRARIES
            for alias in node.names
        } | {*LIBRARIES}
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases = {ast.unparse(base).partition("[")[0].partition(".")[0] for base in node.bases}
                if bases & libraries:
                    found |= {(module, name) for name in private_names(node)[1] - defined}
    assert found == ALLOWED
