from __future__ import annotations

from tests.tables.conftest import new_database, rig, steady_luck
from tests.tables.test_interruptions import plug

__all__ = ["new_database", "plug", "rig", "steady_luck"]
