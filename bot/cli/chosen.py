"""How the process runs, as the environment says."""

from __future__ import annotations

from bot.environment import Environment, cores
from bot.process_options import ProcessOptions
from bot.tables.retention import Keeping


def process_options(chosen: Environment, *, is_sandbox: bool) -> ProcessOptions:
    """Return how the process runs by the settings; in the sandbox threads draw unless something else is set."""
    painters = chosen.painters(cores(), is_sandbox=is_sandbox)
    return ProcessOptions(shards=chosen.shards, keeping=Keeping(*chosen.keeping), painters=painters)
