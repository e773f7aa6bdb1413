from __future__ import annotations

from tests.ui.conftest import new_database, rig, steady_luck, undrawn

__all__ = ["new_database", "rig", "steady_luck", "undrawn"]
