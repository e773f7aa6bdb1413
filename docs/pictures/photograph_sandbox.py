"""Photographs the sandbox's page in mid-race, for the README: `python docs/pictures/photograph_sandbox.py`.

It opens a sandbox of its own, sits down as Ana, races against computer players and plays cards until somebody leads. It
needs Chromium or Chrome, and a font of emoji.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page, expect, sync_playwright

from sandbox.snowflakes import named

TARGET = Path(__file__).with_name("sandbox.png")
SIZE = {"width": 1280, "height": 800}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync")
PATIENCE = 60.0
"""Seconds in which whatever is bound to come has come."""
CARD = re.compile(r"^[^:]{1,20} \+\d+")
"""The label of a card that moves a horse."""
CARDS = 3
"""How many cards Ana plays before the photograph is taken."""


def main() -> None:
    """Take the photograph."""
    expect.set_options(timeout=PATIENCE * 1000)
    with sandbox() as address, sync_playwright() as playwright:
        program = next(filter(None, map(shutil.which, BROWSERS)))
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        page = browser.new_page(viewport=SIZE, locale="en-GB", reduced_motion="reduce")
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(f"{address}/?as={named('user', 'Ana')}")
        race(page)
        page.screenshot(path=TARGET)
        browser.close()


@contextmanager
def sandbox() -> Iterator[str]:
    """Open a sandbox with the bot in it; return the address of its page."""
    with tempfile.TemporaryDirectory() as folder:
        running = subprocess.Popen(
            [sys.executable, "-m", "bot", "sandbox", "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PADDOCK_SANDBOX_DATABASE_URL": f"sqlite+aiosqlite:///{folder}/paddock.db"},
        )
        assert running.stdout
        said = ""
        try:
            while "ready: " not in said:
                said += next(running.stdout)
            yield re.findall(r"http://127\.0\.0\.1:\d+", said)[0]
        finally:
            running.terminate()
            running.wait()


def race(page: Page) -> None:
    """Start a race against computer players, play a few cards, and show the thread on Ana's turn."""
    page.locator(".steps").get_by_role("button").first.click()
    page.get_by_role("button", name=re.compile("^Race now")).click()
    place(page, "Paddock").click()
    page.get_by_role("button", name=re.compile("^Bet ")).click()
    for _ in range(CARDS):
        asked = page.locator("li.message").last
        expect(asked).to_contain_text("Your turn: play a card")
        before = asked.inner_text()
        asked.get_by_role("button", name=CARD).first.click()
        expect(page.get_by_text(before)).to_be_hidden()
    expect(page.locator("li.message").last).to_contain_text("Your turn: play a card")
    page.locator(".place").filter(has_text=re.compile("Jockey")).click()
    expect(page.locator("li.message img").last).to_be_visible()
    page.wait_for_timeout(1500)  # pictures are unpacked, and the newest is scrolled to


def place(page: Page, name: str) -> Locator:
    """Return a channel or direct message in the sidebar."""
    return page.locator(".place").filter(has=page.get_by_text(name, exact=True))


if __name__ == "__main__":
    main()
