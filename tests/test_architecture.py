"""The packages as they were drawn: who may import whom, and what a file may be called."""

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
ROOMS = ("engines", "render", "bot", "benches", "sandbox")
GAMES = sorted(path.name for path in (ROOT / "engines").iterdir() if (path / "edition.json").exists())

CORE, PARTS = ("engines.core",), ("engines.core", "engines.parts")
RULES = tuple(f"engines.{game}" for game in GAMES)
SEEN = (
    "view",
    "actions",
    "edition",
    "course",
    "podium",
    "teams",
    "predictions",
    "cards.LENGTH",
    "state.LastPlay",
    "state.LastMove",
    "state.Moved",
    "state.Result",
    "state.Stacks",
)
"""What pictures may know of a game: its views and what those are made of."""

MAY_IMPORT = {
    "engines.core": CORE,
    "engines.parts": PARTS,
    **{rules: (*PARTS, rules) for rules in RULES},
    "engines.entry_points": CORE,
    "engines.catalog": (*CORE, "engines.entry_points"),
    "engines.verify": (*CORE, "engines.catalog"),
    "engines.agents": (*CORE, "engines.catalog"),
    "render": ("render", *PARTS, *(f"{rules}.{name}" for rules in RULES for name in SEEN)),
    "bot.editions": ("engines",),
    "bot.backoff": (),
    "bot.remembered": (),
    "bot.observing": (),
    "bot.supervised": (),
    "bot.one_heap": (),
    "bot.bookkeeping": ("bot.backoff", "bot.bank", "bot.observing", "bot.db"),
    "bot.metrics": (
        "bot.metrics",
        "bot.observing",
        "bot.logs",
        "bot.outbox",
        "bot.shards",
        "bot.db",
        "bot.tables",
    ),
    "bot.work_queue": ("bot.backoff", "bot.observing"),
    "bot.health": (),
    "bot.startup": ("bot.backoff", "bot.db.errors"),
    "bot.shards": (),
    "bot.environment": ("bot.shards",),
    "bot.process_options": ("bot.servers", "bot.shards", "bot.tables.retention"),
    "bot.db": ("bot.db", "bot.observing", "bot.backoff"),
    "bot.bank": ("bot.bank", "bot.db"),
    "bot.achievements": ("bot.achievements", "engines.core"),
    "bot.servers": ("bot.servers", "bot.db"),
    "bot.outbox.turnstile": (),
    "bot.outbox.urgency": (),
    "bot.outbox": ("bot.outbox", "bot.db", "bot.work_queue", "bot.observing", "bot.remembered"),
    "bot.tables": (
        "bot.tables",
        "bot.outbox",
        "bot.achievements",
        "bot.bank",
        "bot.servers",
        "bot.db",
        "bot.backoff",
        "bot.remembered",
        "bot.shards",
        "bot.observing",
        "bot.work_queue",
        "engines",
    ),
    "bot.nights": (
        "bot.nights",
        "bot.tables",
        "bot.outbox",
        "bot.servers",
        "bot.db",
        "engines",
    ),
    "bot.texts": (
        "bot.texts",
        "render.kit",
        "render.lobby.PlaybillCaptions",
        "render.profile.CurveCaptions",
        "bot.bank.ActKind",
        "bot.bank.BankRefusal",
        "bot.bank.By",
        "bot.bank.Reason",
        "bot.bank.Since",
        "bot.bank.tote.Returned",
        "bot.nights.Cancelled",
        "bot.nights.Form",
        "bot.nights.League",
        "bot.nights.Line",
        "bot.nights.NightRefusal",
        "bot.nights.NotCalled",
        "bot.outbox.Notice",
        "bot.tables.refusals",
        "bot.tables.table.Taken",
        "bot.tables.luck.PressKind",
    ),
    "bot.messages.custom_ids": (),
    "bot.messages.layout": ("bot.texts.markup", "render.picture"),
    "bot.messages": (
        "bot.messages",
        "bot.bank",
        "bot.db",
        "bot.games",
        "bot.outbox",
        "bot.remembered",
        "bot.servers",
        "bot.tables",
        "bot.texts",
        "engines",
        "render",
    ),
    "bot.games": (
        "bot.games",
        "bot.achievements",
        "bot.texts",
        "bot.messages",
        "engines",
        "render",
    ),
    "bot.lessons": ("bot.lessons", "bot.games.lesson", "bot.db", "bot.tables", "engines"),
    "bot.painters": ("bot.painters", "bot.remembered"),
    "bot.ui": (
        "bot.ui",
        "bot.messages",
        "bot.painters",
        "bot.shards",
        "bot.games",
        "bot.lessons",
        "bot.outbox",
        "bot.texts",
        "bot.nights",
        "bot.tables",
        "bot.bank",
        "bot.servers",
        "bot.db",
        "bot.observing",
        "bot.remembered",
        "bot.work_queue",
        "engines",
        "render",
    ),
    "bot.slash_commands": (
        "bot.slash_commands",
        "bot.messages",
        "bot.games",
        "bot.ui",
        "bot.texts",
        "bot.tables",
        "bot.bank",
        "bot.db",
        "engines",
    ),
    "bot.rooms": ("bot",),
    "bot.client": ("bot",),
    "bot.logs": ("bot.outbox", "bot.db", "bot.tables", "engines"),
    "bot.serving": (
        "bot.process_options",
        "bot.backoff",
        "bot.client",
        "bot.editions",
        "bot.games.titles",
        "bot.health",
        "bot.logs.error_line",
        "bot.metrics",
        "bot.observing",
        "bot.supervised",
        "bot.one_heap",
        "bot.bookkeeping",
        "bot.db",
        "engines",
        "render.parts.typefaces",
    ),
    "bot.cli": ("bot", "benches", "engines", "render", "sandbox.Sandbox"),
    "benches": ("benches", "bot", "engines", "render", "sandbox"),
    "bot.__main__": ("bot.cli",),
    "sandbox": ("sandbox",),
}
"""By room: what of the project it may import."""

KNOWN_ONLY_TO = {
    "discord": (
        "bot.client",
        "bot.rooms",
        "bot.logs",
        "bot.serving",
        "bot.games",
        "bot.messages",
        "bot.ui",
        "bot.slash_commands",
        "benches.shown_pictures",
        "benches.subject",
    ),
    "sqlalchemy": (
        "bot.db",
        "bot.bank",
        "bot.servers",
        "bot.nights",
        "bot.tables",
        "bot.outbox",
        "bot.lessons",
        "bot.metrics",
        "benches.tote_bets",
        "benches.copies",
        "benches.postgresql_server",
        "benches.scratch",
        "benches.large_server",
        "benches.stored_moves",
    ),
    "sqlalchemy.dialects": ("bot.db",),
    "alembic": ("bot.db",),
    "aiosqlite": ("bot.db.sqlite", "benches.bare_drivers"),
    "psycopg": (
        "bot.db",
        "benches.bare_drivers",
        "benches.postgresql_server",
        "benches.scratch",
        "benches.soak",
    ),
    "PIL": ("render", "sandbox", "benches.render", "benches.subject"),
    "regex": ("render.parts.scripts",),
    "bidi": ("render.parts.scripts",),
    "aiohttp": (
        "sandbox",
        "bot.health",
        "bot.logs",
        "bot.metrics",
        "bot.ui.request_patience",
        "bot.ui.whole_forms",
        "bot.serving",
        "bot.ui.post_errors",
    ),
    "click": ("bot.cli", "bot.__main__", "benches"),
    "openskill": ("bot.bank.standings",),
    "prometheus_client": ("bot.metrics", "bot.health"),
}
"""Libraries that are the matter of some rooms alone."""

HANDED_ON = "sqlalchemy.Connection"
"""What everybody may name who hands it on from the database to whoever makes statements."""

NOT_IN_ENGINES = {
    "asyncio",
    "benches",
    "bot",
    "datetime",
    "discord",
    "os",
    "PIL",
    "random",
    "render",
    "sandbox",
    "secrets",
    "socket",
    "sqlalchemy",
    "threading",
    "time",
    "uuid",
}

NAMES_OF_NOTHING = re.compile(r"(^|_)(utils?|helpers?|managers?|misc|common)(_|$)")


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_of(path): path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))}


@cache
def imported(module: str) -> tuple[str, ...]:
    """Return everything a module imports, by its full name; `from a import b` imports `a.b`."""
    return tuple(_imports(_tree(module)))


def _tree(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide where a name comes from"
            yield from (f"{node.module}.{name.name}" for name in node.names)


def is_of(name: str, rooms: tuple[str, ...]) -> bool:
    return any(name == room or name.startswith(f"{room}.") for room in rooms)


def users_of(*rooms: str) -> set[str]:
    return {
        module
        for module in MODULES
        if any(is_of(name, rooms) for name in imported(module) if name != HANDED_ON)
    }


@pytest.mark.parametrize("module", [module for module in MODULES if "." in module])
def test_imports_point_one_way(module: str) -> None:
    room = next((room for room in MAY_IMPORT if is_of(module, (room,))), None)
    assert room is not None, "a new room: say above what it may import"
    ours = [name for name in imported(module) if is_of(name, ROOMS)]
    assert [name for name in ours if not is_of(name, MAY_IMPORT[room])] == []


@cache
def imported_in(room: str) -> set[str]:
    """Return all of the project that the modules import to which a line above applies."""
    owners = {
        module: next((each for each in MAY_IMPORT if is_of(module, (each,))), None) for module in MODULES
    }
    return {name for module, owner in owners.items() if owner == room for name in imported(module)}


@pytest.mark.parametrize("room", [room for room in MAY_IMPORT if not room.startswith("engines")])
def test_no_room_may_import_what_it_never_does(room: str) -> None:
    """A door that nobody needs is one that nobody watches."""
    seen = {f"{rules}.{name}" for rules in RULES for name in SEEN}
    doors = {*MAY_IMPORT[room]} - seen - {room}
    assert [door for door in doors if not any(is_of(name, (door,)) for name in imported_in(room))] == []


@pytest.mark.parametrize("name", SEEN)
def test_whatever_pictures_may_know_of_games_they_know_of_one(name: str) -> None:
    known = imported_in("render")
    assert any(is_of(each, (f"{rules}.{name}",)) for rules in RULES for each in known)


def needs(module: str) -> set[str]:
    """Return what has to be there before a module: what it imports, with the packages that are run on the way."""
    needed = set()
    for name in imported(module):
        steps = name.split(".")
        packages = [".".join(steps[: length + 1]) for length in range(len(steps))]
        found = [package for package in packages if package in MODULES]
        needed |= {each for each in found if each == found[-1] or not is_of(module, (each,))}
    return needed - {module}


def test_no_module_needs_itself() -> None:
    """Neither when it is run nor for its types: `needs` counts imports wherever they stand."""
    try:
        TopologicalSorter({module: needs(module) for module in MODULES}).prepare()
    except CycleError as error:
        pytest.fail(" needs ".join(reversed(error.args[1])))


FOR_TESTS = {"charge", "credit"}
"""Movements of a wallet alone, with which tests of the bank begin."""


@cache
def uses() -> frozenset[str]:
    """Return every name that a module, a tool of the documentation or a page for other distributions uses."""
    tools = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "docs").rglob("*.py")]
    nodes = [node for tree in (*map(_tree, MODULES), *tools) for node in ast.walk(tree)]
    names = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    names |= {text.partition(":")[2] for text in texts if re.fullmatch(r"engines(\.\w+)+:\w+", text)}
    pages = [ROOT / "docs" / "kit.md", ROOT / "docs" / "new-game.md", ROOT / "pyproject.toml"]
    told = {word for page in pages for word in re.findall(r"\w+", page.read_text(encoding="utf-8"))}
    return frozenset(names | told | {node.attr for node in nodes if isinstance(node, ast.Attribute)})


def _named_in(module: str) -> Iterator[str]:
    """Go through what a module names at its top, but for what a decorator hands to somebody else."""
    for node in _tree(module).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if {ast.unparse(each).partition("(")[0] for each in node.decorator_list} <= {
                "cache",
                "dataclass",
            }:
                yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


@pytest.mark.parametrize("room", ROOMS)
def test_nothing_stands_in_the_house_that_only_tests_use(room: str) -> None:
    ours = [name for name in MODULES if is_of(name, (room,)) and not is_of(name, ("bot.db.migrations",))]
    named = {(module, name) for module in ours for name in _named_in(module) if not name.startswith("__")}
    used = uses() | FOR_TESTS
    assert {(module, name) for module, name in named if name not in used} == set()


def test_types_are_imported_like_everything_else() -> None:
    users = [
        module for module, path in MODULES.items() if "TYPE_CHECKING" in path.read_text(encoding="utf-8")
    ]
    assert users == []


@pytest.mark.parametrize("library", KNOWN_ONLY_TO)
def test_a_library_stays_in_its_rooms(library: str) -> None:
    users = users_of(library)
    assert {user for user in users if not is_of(user, KNOWN_ONLY_TO[library])} == set()
    assert [room for room in KNOWN_ONLY_TO[library] if not any(is_of(user, (room,)) for user in users)] == []


def test_engines_know_no_clock_no_luck_of_their_own_and_nothing_outside() -> None:
    for module in MODULES:
        if module.startswith("engines"):
            assert {name.split(".")[0] for name in imported(module)}.isdisjoint(NOT_IN_ENGINES), module


def test_commands_are_put_into_the_tree_in_one_place() -> None:
    assert {user for user in users_of("bot.slash_commands") if not is_of(user, ("bot.slash_commands",))} == {
        "bot.rooms"
    }


def test_whoever_asks_for_posts_knows_nothing_of_who_makes_them() -> None:
    assert users_of("bot.outbox.worker") == {"bot.rooms"}
    rows = {module for module in MODULES if is_of(module, ("bot.outbox",))} - {"bot.outbox.worker"}
    assert not rows & users_of("discord", "bot.ui")


def test_the_tables_of_the_database_are_known_by_one_face() -> None:
    behind = [module for module in MODULES if module.startswith("bot.db.schema.")]
    assert len(behind) > 3
    assert {user for user in users_of(*behind) if not is_of(user, ("bot.db.schema",))} == set()


def test_the_bot_starts_the_sandbox_in_one_line() -> None:
    users = {user for user in users_of("sandbox") if not is_of(user, ("sandbox",))}
    lines = [name for name in imported("bot.cli.sandbox") if is_of(name, ("sandbox",))]

    assert {user for user in users if not is_of(user, ("benches",))} == {"bot.cli.sandbox"}
    assert lines == ["sandbox.Sandbox"]


def test_benches_are_used_by_nothing_but_their_command() -> None:
    assert {user for user in users_of("benches") if not is_of(user, ("benches",))} == {"bot.cli.soak"}


def test_every_room_is_in_the_wheel_and_has_its_types_checked() -> None:
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    assert {*tools["hatch"]["build"]["targets"]["wheel"]["packages"]} == {*ROOMS}
    assert {*tools["mypy"]["packages"]} == {*ROOMS}


@pytest.mark.parametrize("module", [name for name in MODULES if is_of(name, ("bot.tables", "engines.core"))])
def test_tables_and_the_core_name_no_game(module: str) -> None:
    """What they have to know of one, they ask it."""
    text = {node.value for node in ast.walk(_tree(module)) if isinstance(node, ast.Constant)}
    assert not text & set(GAMES)


def test_files_are_named_after_what_they_are_about() -> None:
    named = [
        path
        for folder in (*ROOMS, "tests", "docs")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".js", ".css", ".md"} and NAMES_OF_NOTHING.search(path.stem.lower())
    ]
    assert named == []


def test_every_room_has_its_tests_in_a_folder_of_its_name() -> None:
    rooms = [ROOT / room for room in ROOMS if room != "bot"]
    rooms += [path.parent for room in ("bot", "render") for path in (ROOT / room).glob("*/__init__.py")]
    games = [ROOT / "engines" / game for game in GAMES] + [ROOT / "bot" / "games" / game for game in GAMES]
    folders = [path.relative_to(ROOT).as_posix().removeprefix("bot/") for path in (*rooms, *games)]
    without = [each for each in folders if not any((ROOT / "tests" / each).glob("test_*.py"))]
    assert without == []


def test_test_names_are_theirs_alone() -> None:
    """Tests are imported without packages, so nothing stands in for a missing __init__."""
    assert list((ROOT / "tests").rglob("__init__.py")) == []
