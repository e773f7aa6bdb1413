"""Groups of commands that import a command only when it is called."""

from __future__ import annotations

import gc
import importlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click


class LazyGroup(click.Group):
    """A group whose commands each live in a module of their own, as `command`.

    `lines` has a line of help by the name of every command, which is that of its
    module in `package`, with a dash for an underscore.
    """

    def __init__(self, *args: Any, package: str, lines: Mapping[str, str], **traits: Any) -> None:
        super().__init__(*args, **traits)
        self._package = package
        self._lines = lines

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of their lines."""
        return list(self._lines)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command, or None if there is none of this name."""
        if cmd_name not in self._lines:
            return None
        module = f"{self._package}.{cmd_name.replace('-', '_')}"
        with _without_collecting():
            command: click.Command = importlib.import_module(module).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one line a command without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._lines.items()))


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Let nobody look for rubbish while modules are imported: there is none, and looking takes a third of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
