from __future__ import annotations

from tests.ui.conftest import undrawn

__all__ = ["undrawn"]
