from __future__ import annotations

from tests.ui.conftest import house, new_database, steady_luck, undrawn

__all__ = ["house", "new_database", "steady_luck", "undrawn"]
