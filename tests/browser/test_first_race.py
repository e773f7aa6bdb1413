"""A newcomer alone at the sandbox's front page, on a phone: the first card is a few presses away."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from sandbox import Sandbox
from sandbox.snowflakes import named
from tests.browser.conftest import PATIENCE
from tests.browser.seats import PHONE
from tests.e2e.conftest import connected

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

MOST_PRESSES = 5
"""With that of the card itself, and without choosing who one is."""


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser, tmp_path: Path) -> AsyncIterator[Page]:
    """Ana's phone, in front of a sandbox to which the bot has just come."""
    async with (
        Sandbox(first_answer_seconds=PATIENCE) as sandbox,
        connected(sandbox, tmp_path / "paddock.sqlite"),
        await browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True) as phone,
    ):
        phone.set_default_timeout(PATIENCE * 1000)
        opened = await phone.new_page()
        await opened.goto(f"{sandbox.url}/?as={named('user', 'Ana')}")
        yield opened


async def test_a_table_is_opened_with_one_press_and_raced_at_with_a_few(page: Page) -> None:
    welcome = page.locator(".steps")
    await expect(welcome).to_contain_text("computer players join you")
    games = welcome.get_by_role("button")
    await expect(games.first).to_have_text("/race new jockey")
    await expect(games).to_have_count(5)
    await expect(welcome).to_contain_text("Jockey: three races, secret bets, a hand of cards. 2 to 6 players")
    assert all([(await each.bounding_box())["height"] >= 32 for each in await games.all()])
    presses = [
        games.first,
        page.get_by_role("button", name=re.compile("^Race now")),
        page.get_by_role("button", name=re.compile("^Bet ")),
        page.locator("li.message").last.get_by_role("button", name=re.compile(r"^[^:]{1,20} \+\d+")).first,
    ]
    hand = page.get_by_role("img", name=re.compile("^Your hand"))
    for number, press in enumerate(presses):
        if number == 3:
            await expect(page.get_by_text("Your turn: play a card")).to_be_visible()
            dealt = await hand.last.get_attribute("alt")
        await press.tap()
        if number == 1:  # where the desk is, one looks without deciding anything
            await page.locator(".menu").tap()
            desk = page.locator(".place").filter(has=page.get_by_text("Paddock", exact=True))
            await desk.tap()
    await expect(hand.last).not_to_have_attribute("alt", dealt)  # it may be one's turn again already
    assert len(presses) <= MOST_PRESSES
    assert await page.evaluate("document.scrollingElement.scrollWidth") == PHONE["width"]


async def test_in_direct_messages_only_commands_are_offered_that_work_there(page: Page) -> None:
    games = page.locator(".steps").get_by_role("button")
    await games.first.tap()
    await page.get_by_role("button", name=re.compile("^Race now")).tap()
    await page.locator(".menu").tap()
    await page.locator(".place").filter(has=page.get_by_text("Paddock", exact=True)).tap()
    composer = page.locator(".composer textarea")
    await composer.fill("/")
    offered = page.get_by_role("option")
    await expect(offered.filter(has_text="/help")).to_have_count(1)
    await expect(offered.filter(has_text="/race")).to_have_count(0)
