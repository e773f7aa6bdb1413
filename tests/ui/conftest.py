from __future__ import annotations

from tests.tables.conftest import house, new_database

__all__ = ["house", "new_database"]
