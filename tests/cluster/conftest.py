from __future__ import annotations

import pytest

from bot.cluster import ownership
from tests.cluster.farm import Farm
from tests.databases import new_database
from tests.tables.conftest import rig, steady_luck
from tests.tables.playing import TableRig

__all__ = ["new_database", "rig", "steady_luck"]


@pytest.fixture
def farm(rig: TableRig, monkeypatch: pytest.MonkeyPatch) -> Farm:
    """Processes on a database of their own, of which none has started; nobody waits long for a lock."""
    farm = Farm(rig)
    monkeypatch.setattr(ownership, "PATIENCE", 0.05)
    monkeypatch.setattr(ownership, "PAUSE", 0.01)
    monkeypatch.setattr("bot.work_queue.FIRST_PAUSE", 0.01)
    monkeypatch.setattr(rig.database, "now", lambda _db: farm.rig.time + farm.server_ahead)
    return farm
