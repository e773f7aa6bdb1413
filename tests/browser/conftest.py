"""A real browser before the sandbox's page, and a bot behind it that serves one of everything."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from discord.gateway import DiscordWebSocket
from discord.http import Route
from playwright.async_api import Browser, BrowserContext, async_playwright, expect
from yarl import URL

from sandbox.model import Channel
from sandbox.server import Sandbox
from tests.browser.kitchen import Kitchen, cooking
from tests.browser.seats import PHONE, Seats

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync"
WIDE = {"width": 1280, "height": 800}
PATIENCE = 60.0
"""Seconds in which whatever is bound to come has come, however busy the machine is."""

expect.set_options(timeout=PATIENCE * 1000)

_numbers = itertools.count(1)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium or Chrome on this machine: the page is not tried in a browser")
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET.split())
        yield chromium
        await chromium.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def window(browser: Browser) -> BrowserContext:
    """One window for all tests, so that the page's files come from its cache."""
    opened = await browser.new_context(viewport=WIDE, locale="en-GB", reduced_motion="reduce")
    opened.set_default_timeout(PATIENCE * 1000)
    return opened


@pytest_asyncio.fixture(loop_scope="session")
async def other_window(browser: Browser) -> AsyncIterator[BrowserContext]:
    """A window of its own, for a test that opens a sandbox of its own: the usual one watches for strangers."""
    opened = await browser.new_context(viewport=WIDE, locale="en-GB", reduced_motion="reduce")
    opened.set_default_timeout(PATIENCE * 1000)
    yield opened
    await opened.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def tables(window: BrowserContext, sandbox: Sandbox) -> Seats:
    """The places of that window."""
    return Seats(window, sandbox.url)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def sandbox(browser: Browser) -> AsyncIterator[Sandbox]:
    async with Sandbox(first_answer_seconds=PATIENCE) as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def kitchen(sandbox: Sandbox) -> AsyncIterator[Kitchen]:
    async with cooking(sandbox.api_url, sandbox.gateway_url, sandbox.token) as bot:
        yield bot


@pytest.fixture
def channel(sandbox: Sandbox) -> Channel:
    """A channel in which nothing was said yet."""
    return sandbox.world.add_channel(f"course-{next(_numbers)}", sandbox.guild)


@pytest_asyncio.fixture(loop_scope="session")
async def seats(tables: Seats) -> AsyncIterator[Seats]:
    """Places at the page; after the test nothing may have gone wrong in any of them."""
    yield tables
    await tables.settle()


@pytest_asyncio.fixture(loop_scope="session")
async def phone_seats(browser: Browser, sandbox: Sandbox) -> AsyncIterator[Seats]:
    """The same on a phone."""
    phone = await browser.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, locale="en-GB", reduced_motion="reduce"
    )
    phone.set_default_timeout(PATIENCE * 1000)
    taken = Seats(phone, sandbox.url)
    yield taken
    await taken.settle()
    await phone.close()


@pytest.fixture(autouse=True)
def addressed(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have discord.py, which knows one API a process, speak to this sandbox whoever spoke to another before."""
    monkeypatch.setattr(Route, "BASE", sandbox.api_url)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", URL(sandbox.gateway_url))
