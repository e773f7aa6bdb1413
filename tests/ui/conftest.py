from __future__ import annotations

from tests.tables.conftest import house, new_database, steady_luck

__all__ = ["house", "new_database", "steady_luck"]
