"""What the image, the compose file and the units promise: not root, no compiler, health, secrets, shards, backups."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import CollectorRegistry

from bot.environment import Environment
from bot.health import Health, served
from bot.shards import Shards

ROOT = Path(__file__).parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
BOTS = {name: service for name, service in SERVICES.items() if name.startswith("bot-")}


# ------------------------------------------------------------------------------------------------ the image


def stages() -> list[list[tuple[str, str]]]:
    """Return the instructions of the Dockerfile, by stage."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    made: list[list[tuple[str, str]]] = []
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip():
            name, _, rest = line.partition(" ")
            if name == "FROM":
                made.append([])
            made[-1].append((name, rest.strip()))
    return made


def test_the_image_is_not_root_asks_for_its_own_health_and_hears_when_it_is_stopped() -> None:
    _, image = stages()
    facts = dict(image)
    names = [name for name, _ in image]

    assert int(facts["USER"]) > 0
    assert names.index("USER") < names.index("ENTRYPOINT")
    assert re.search(r"PADDOCK_HEALTH=127\.0\.0\.1:\d+", facts["ENV"])
    assert facts["ENTRYPOINT"] == '["paddock"]', "no shell stands between a signal and the bot"
    assert facts["STOPSIGNAL"] == "SIGTERM"


async def asked_by_the_image(address: str) -> int:
    """Ask as the image does how a container with this setting is; return the exit code: 0 is well."""
    _, image = stages()
    command = json.loads(dict(image)["HEALTHCHECK"].partition("CMD ")[2])
    assert command[0] == "python"
    environment = {**os.environ, "PADDOCK_HEALTH": address, "http_proxy": "http://127.0.0.1:9"}
    asking = await asyncio.create_subprocess_exec(
        sys.executable, *command[1:], env=environment, stderr=asyncio.subprocess.DEVNULL
    )
    return await asking.wait()


async def test_the_image_asks_for_its_health_where_the_setting_says() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    assert await asked_by_the_image(f"127.0.0.1:{port}") != 0
    async with served(Health(), CollectorRegistry(), ("0.0.0.0", port)):
        assert await asked_by_the_image(f"127.0.0.1:{port}") == 0
        assert await asked_by_the_image(f"0.0.0.0:{port}") == 0
    assert await asked_by_the_image("") == 0, "nothing is told there, so nothing is wrong"


def test_everything_that_is_copied_is_there_and_no_secret_is_sent_to_the_build() -> None:
    sources = [source for name, rest in stages()[0] if name == "COPY" for source in rest.split()[:-1]]
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()

    assert all((ROOT / source).exists() for source in sources)
    assert {".env*", ".git", "*.db*"} <= set(ignored)
    packaged = re.search(
        r"^packages = \[(.*)\]$", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert packaged
    assert set(re.findall(r'"(\w+)"', packaged[1])) <= set(sources)


# ---------------------------------------------------------------------------------------------- the compose


def test_the_processes_share_all_shards_and_none_has_anothers() -> None:
    shares = [Shards.parse(service["environment"]["PADDOCK_SHARDS"]) for service in BOTS.values()]

    assert len(shares) > 1
    assert {share.of for share in shares} == {4}, "all have the same number of shards in all"
    assert sorted(number for share in shares for number in share.numbers) == list(range(4))


@pytest.mark.parametrize("name", BOTS)
def test_a_process_waits_for_the_database_may_do_little_and_keeps_nothing(name: str) -> None:
    service = BOTS[name]

    assert service["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert service["restart"] == "always"
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert int(service["user"]) > 0
    assert "volumes" not in service
    assert "ports" not in service, "its health is nobody's outside"
    assert service["environment"]["PADDOCK_HEALTH"].endswith(":8090"), "where the image asks for it"


def test_secrets_come_from_the_env_file_and_stand_nowhere() -> None:
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    example = (ROOT / ".env.example").read_text(encoding="utf-8")

    assert all(service["env_file"] == ".env" for service in BOTS.values())
    for secret in re.findall(r"\$\{(\w+)", text):
        assert re.search(rf"^{secret}=$", example, re.MULTILINE), secret
    for word in re.findall(r"(?:PASSWORD|TOKEN): (.*)", text):
        assert word.startswith("${"), word
    assert ".env" in (ROOT / ".gitignore").read_text(encoding="utf-8").split()


def test_who_copies_the_example_as_it_is_sets_nothing_that_the_image_or_a_unit_has_set() -> None:
    """A variable that is set to nothing still takes the place of theirs, and then nobody hears how the bot is."""
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert re.findall(r"^[^#\n].*", example, re.MULTILINE) == ["DISCORD_TOKEN=", "POSTGRES_PASSWORD="]


def test_the_example_shows_what_holds_without_it_or_what_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^#([A-Z_]+)=(.+)$", example, re.MULTILINE))
    for name in shown:
        monkeypatch.delenv(name, raising=False)
    usual = Environment(_env_file=None)  # type: ignore[call-arg]
    for name, value in shown.items():
        monkeypatch.setenv(name, value)
    chosen = Environment(_env_file=None)  # type: ignore[call-arg]

    for name in map(str.lower, shown):
        assert getattr(usual, name) in {None, getattr(chosen, name)}, name


# ---------------------------------------------------------------------------------------------- the backups


class Night:
    """A folder for backups, and a PostgreSQL whose tools only seem to be there."""

    def __init__(self, folder: Path) -> None:
        self.backups = folder / "backups"
        self.backups.mkdir()
        self._tools = folder / "tools"
        self._tools.mkdir()
        self.has("pg_dump", 'for each; do case $each in --file=*) echo dump > "${each#--file=}";; esac; done')
        self.has("pg_restore", "true")

    def has(self, tool: str, does: str) -> None:
        path = self._tools / tool
        path.write_text(f"#!/usr/bin/env bash\n{does}\n", encoding="utf-8")
        path.chmod(0o755)

    def backup(self, *words: str) -> subprocess.CompletedProcess[str]:
        here = {"PATH": f"{self._tools}:{os.environ['PATH']}", "BACKUP_FOLDER": str(self.backups)}
        script = str(ROOT / "deploy/backup.sh")
        return subprocess.run(
            ["bash", script, *words], env=here, text=True, capture_output=True, check=False, timeout=60
        )

    @property
    def files(self) -> list[str]:
        return sorted(path.name for path in self.backups.iterdir())


@pytest.fixture
def night(tmp_path: Path) -> Night:
    if not shutil.which("bash"):
        pytest.skip("there is no bash")
    return Night(tmp_path)


def test_a_backup_gets_its_name_once_it_was_read_back_and_old_ones_go(night: Night) -> None:
    old = night.backups / "paddock-20200101T000000Z.dump"
    old.write_text("old")
    os.utime(old, (0, 0))
    assert night.backup("check").returncode == 1
    made = night.backup("once")

    assert (made.returncode, len(night.files)) == (0, 1)
    assert re.fullmatch(r"paddock-\d{8}T\d{6}Z\.dump", night.files[0])
    assert night.backup("check").returncode == 0


@pytest.mark.parametrize("tool", ["pg_dump", "pg_restore"])
def test_a_backup_that_fails_leaves_nothing_and_takes_nothing_away(night: Night, tool: str) -> None:
    good = night.backups / "paddock-20200101T000000Z.dump"
    good.write_text("good")
    os.utime(good, (0, 0))
    night.has(tool, "exit 1")
    made = night.backup("once")

    assert made.returncode != 0
    assert "no backup was made" in made.stdout
    assert night.files == [good.name]


# --------------------------------------------------------------------------------------------- the Makefile


class Installed:
    """A `make` whose Python only seems to make environments and to install, and writes down what it was told."""

    def __init__(self, folder: Path) -> None:
        self.venv = folder / "venv"
        self._python, self._told = folder / "python", folder / "told"

    def python(self, *, has_venv: bool = True, is_new: bool = True) -> None:
        """Have the system bring this Python; without python3-venv it begins an environment and then fails."""
        own = self.venv / "bin/python"
        made = f"echo '#!/bin/sh' > {own}; echo 'echo \"$*\" >> {self._told}' >> {own}; chmod +x {own}"
        self._python.write_text(
            "#!/bin/sh\n"
            f'case "$1" in -c) exit {int(not is_new)};; esac\n'
            f"mkdir -p {own.parent}; touch {self.venv}/pyvenv.cfg\n"
            f"{made if has_venv else f'ln -sf /bin/false {own}; exit 1'}\n"
        )
        self._python.chmod(0o755)

    def make(self) -> subprocess.CompletedProcess[str]:
        self._told.write_text("")
        words = [f"PYTHON={self._python}", f"VENV={self.venv}", f"LOWEST={self.venv}-lowest"]
        return subprocess.run(
            ["make", *words, f"{self.venv}/ready"], cwd=ROOT, text=True, capture_output=True, check=False
        )

    @property
    def installs(self) -> int:
        return self._told.read_text().count("pip install")


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    if not shutil.which("make"):
        pytest.skip("there is no make")
    return Installed(tmp_path)


def test_an_environment_that_was_only_begun_is_made_anew_once_python_can(installed: Installed) -> None:
    installed.python(has_venv=False)
    for _ in range(2):
        failed = installed.make()
        assert failed.returncode != 0
        assert "on Debian and Ubuntu: apt install python3-venv\n" in failed.stderr

    installed.python()
    assert installed.make().returncode == 0
    assert installed.installs == 2


def test_an_environment_is_made_anew_when_its_python_is_gone_and_only_then(installed: Installed) -> None:
    installed.python()
    assert (installed.make().returncode, installed.installs) == (0, 2)
    assert (installed.make().returncode, installed.installs) == (0, 0)
    for gone in ("/bin/false", "/no/such/python"):
        (installed.venv / "bin/python").unlink()
        (installed.venv / "bin/python").symlink_to(gone)
        assert (installed.make().returncode, installed.installs) == (0, 2)


def test_a_python_that_is_too_old_is_told_before_anything_is_made(installed: Installed) -> None:
    installed.python(is_new=False)
    failed = installed.make()
    assert failed.returncode != 0
    assert "Paddock needs Python 3.11 or newer; name one, such as: make PYTHON=python3.12\n" in failed.stderr
    assert not installed.venv.exists()


# ------------------------------------------------------------------------------------------------ the units


UNITS = sorted((ROOT / "deploy").glob("paddock*.*"))
BOT_UNITS = [ROOT / "deploy/paddock.service", ROOT / "deploy/paddock@.service"]


def unit(path: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and line[0] not in "#[":
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


@pytest.mark.parametrize("path", BOT_UNITS, ids=lambda path: str(path.name))
def test_a_unit_starts_again_may_write_nowhere_else_and_is_watched(path: Path) -> None:
    said = unit(path)

    assert said["Restart"] == ["always"]
    assert said["DynamicUser"] == ["yes"]
    assert said["ProtectSystem"] == ["strict"]
    assert said["NoNewPrivileges"] == ["yes"]
    assert said["CapabilityBoundingSet"] == [""]
    assert (said["Type"], said["WatchdogSec"]) == (["notify"], ["60"])
    assert said["WorkingDirectory"] == [f"/var/lib/{said['StateDirectory'][0]}"]
    assert "DISCORD_TOKEN" not in said


def test_the_unit_of_several_reads_the_shards_of_its_number() -> None:
    said = unit(ROOT / "deploy/paddock@.service")

    assert said["EnvironmentFile"] == ["/etc/paddock/paddock.env", "/etc/paddock/shards-%i.env"]
    assert not any("PADDOCK_HEALTH" in each for each in said["Environment"]), "each has a port of its own"


def test_the_unit_that_copies_is_the_user_of_the_bot_whose_database_it_reads_and_a_timer_asks_for_it() -> (
    None
):
    copies, bot = unit(ROOT / "deploy/paddock-backup.service"), unit(BOT_UNITS[0])
    timer = unit(ROOT / "deploy/paddock-backup.timer")
    own, kept = copies["StateDirectory"][0].split()

    assert copies["User"] == [BOT_UNITS[0].stem], "the one that systemd makes for a unit of that name"
    assert (own, copies["WorkingDirectory"]) == (bot["StateDirectory"][0], bot["WorkingDirectory"])
    assert copies["EnvironmentFile"] == bot["EnvironmentFile"]
    assert f"paddock backup /var/lib/{kept}/" in copies["ExecStart"][0]
    assert f" /var/lib/{kept} " in copies["ExecStartPost"][0]
    assert timer["Persistent"] == ["yes"]
    assert timer["WantedBy"] == ["timers.target"]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here to ask")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    program = shutil.which("true")
    for path in UNITS:
        text = path.read_text(encoding="utf-8").replace("/opt/paddock/bin/paddock", str(program))
        (tmp_path / path.name.replace("@", "@1")).write_text(text, encoding="utf-8")
    names = [str(tmp_path / path.name.replace("@", "@1")) for path in UNITS]
    said = subprocess.run(
        ["systemd-analyze", "verify", *names], text=True, capture_output=True, check=False, timeout=60
    )

    assert (said.returncode, said.stderr) == (0, "")
