"""Where a bot is measured: on a sandbox of its own that sets no limits, with a database in a folder that goes again."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from benches.measured_process import HERE, Checkout, Subject
from sandbox import Limits, Sandbox


class Ground(NamedTuple):
    """A sandbox, and the file in which whoever is started there keeps everything."""

    sandbox: Sandbox
    file: Path

    @property
    def database(self) -> str:
        """The address of the database."""
        return f"sqlite+aiosqlite:///{self.file}"

    async def start(
        self, what: str = "bot", how: str = "", checkout: Checkout = HERE, **settings: str
    ) -> Subject:
        """Start a process there, as `Subject.start` does."""
        return await Subject.start(what, self.sandbox, self.database, how, checkout, **settings)


@asynccontextmanager
async def new_ground() -> AsyncIterator[Ground]:
    """Make a sandbox and a place for a database, and remove both."""
    with tempfile.TemporaryDirectory(prefix="paddock-bench-") as folder:
        async with Sandbox(limits=Limits.off()) as sandbox:
            yield Ground(sandbox, Path(folder, "bench.db"))
