"""`python -m sandbox`: the sandbox alone, for whatever bot connects to it."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sandbox.gateway.intents import PRIVILEGED
from sandbox.limits import Limits
from sandbox.server import Sandbox

PORT = 8080
HIGHEST_PORT = 65_535


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve until Ctrl+C; exit with code 2 for bad input, with 1 where the port is taken."""
    chosen = _read(arguments)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            limits = Limits.off() if chosen.no_rate_limits else Limits.discord()
            privileged = int(PRIVILEGED) if chosen.privileged_intents else 0
            asyncio.run(
                serve(
                    chosen.port,
                    limits,
                    allow_faults=chosen.faults,
                    keep=chosen.keep,
                    privileged_intents=privileged,
                )
            )
    except OSError as error:
        sys.exit(f"The sandbox cannot use {error.filename or f'port {chosen.port}'}: {error.strerror}.")


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "paddock-sandbox", description="Open a local stand-in for Discord, for any bot and any browser."
    )
    parser.add_argument(
        "--port",
        type=_port,
        default=PORT,
        help="where to serve; 0 takes any free port (default: %(default)s)",
    )
    parser.add_argument("--no-rate-limits", action="store_true", help="never answer that there were too many")
    parser.add_argument(
        "--privileged-intents", action="store_true", help="switch on members, presences and message content"
    )
    parser.add_argument("--faults", action="store_true", help="let faults be switched on by POST /faults")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="keep all that is posted in FILE, and go on from there"
    )
    return parser.parse_args(arguments)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: 0 to {HIGHEST_PORT} are")
    return int(text)


async def serve(port: int, limits: Limits, *, keep: Path | None = None, **traits: Any) -> None:
    """Open the sandbox, with `traits` of its class, and print how to reach it; until somebody stops it."""
    async with Sandbox.kept(keep, port, limits=limits, **traits) as sandbox:
        sys.stdout.write(told(sandbox))
        sys.stdout.flush()
        await asyncio.Event().wait()


def told(sandbox: Sandbox) -> str:
    """Tell where people play, and how a bot connects."""
    return (
        f"The sandbox is open. Play at {sandbox.page_url}  (Ctrl+C stops it)\n"
        "A bot connects with\n"
        f"  DISCORD_TOKEN={sandbox.token}\n"
        f"  DISCORD_API_URL={sandbox.api_url}\n"
        f"and finds the gateway at {sandbox.gateway_url} (GET /gateway/bot).\n"
    )


if __name__ == "__main__":
    main()
