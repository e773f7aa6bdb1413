from __future__ import annotations

from tests.tables.conftest import new_database, rig, steady_luck

__all__ = ["new_database", "rig", "steady_luck"]
