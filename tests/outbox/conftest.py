from __future__ import annotations

from tests.ui.conftest import rig, new_database, steady_luck, undrawn

__all__ = ["rig", "new_database", "steady_luck", "undrawn"]
