"""People who sit at the page, each in a tab."""

from __future__ import annotations

import re

from playwright.async_api import BrowserContext, Locator, Page, expect

from sandbox.model import Channel
from sandbox.snowflakes import named

PHONE = {"width": 390, "height": 844}


class Seat:
    """One person's tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.messages = page.locator("li.message")
        self.composer = page.locator(".composer textarea")
        self.toasts = page.locator("#toasts")

    def message(self, text: str) -> Locator:
        """The newest message that holds a text."""
        return self.messages.filter(has_text=text).last

    def button(self, name: str) -> Locator:
        """The newest button of that name."""
        return self.page.get_by_role("button", name=name, exact=True).last

    def place(self, name: str) -> Locator:
        """A channel, thread or direct message in the sidebar."""
        return self.page.locator(".place").filter(has=self.page.get_by_text(name, exact=True))

    async def type(self, text: str) -> None:
        """Type into the composer as a person does."""
        await self.composer.click()
        await self.page.keyboard.type(text)

    async def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            await self.page.keyboard.press(key)

    async def use(self, command: str) -> None:
        """Send a slash command that needs no options; pasted, since typing costs time."""
        await self.composer.fill(f"/{command} ")
        await expect(self.page.locator(".command-name")).to_have_text(f"/{command}")
        await self.press("Enter")

    async def say(self, text: str) -> None:
        """Say something in the open channel."""
        await self.composer.fill(text)
        await self.press("Enter")


class Seats:
    """All tabs of one window. Whoever sat down stays for the next test, which only opens another channel."""

    def __init__(self, window: BrowserContext, url: str) -> None:
        self._window = window
        self._passing: list[Page] = []
        self._regulars: dict[str, Seat] = {}
        self.url = url
        self.trouble: list[str] = []
        """Errors on any tab's console, and requests to anywhere else."""
        window.on("page", self._watch)

    async def open(self, address: str = "/") -> Page:
        """Open a tab for this test alone."""
        page = await self._window.new_page()
        await page.goto(self.url + address)
        return page

    async def sit_anew(self, name: str, channel: Channel) -> Seat:
        """Let somebody sit down in a channel, in a tab for this test alone."""
        seat = Seat(await self.open(f"/?as={named('user', name)}#{channel.id}"))
        await expect(seat.page.locator("h1")).to_have_text(channel.name)
        return seat

    async def sit(self, name: str, channel: Channel) -> Seat:
        """Let somebody sit in a channel, in the tab they have if there is one and nothing was left open in it."""
        seat = self._regulars.get(name)
        if seat is None or await seat.page.locator("dialog, .picker, .command-form").count():
            self._regulars[name] = seat = await self.sit_anew(name, channel)
            self._passing.remove(seat.page)
        else:
            await seat.page.bring_to_front()
            await seat.place(channel.name).click()
            await expect(seat.page.locator("h1")).to_have_text(channel.name)
        return seat

    def _watch(self, page: Page) -> None:
        self._passing.append(page)
        page.on("console", lambda said: said.type in ("error", "warning") and self.trouble.append(said.text))
        page.on("pageerror", lambda error: self.trouble.append(str(error)))
        page.on("request", lambda request: self._check(request.url))

    def _check(self, url: str) -> None:
        if not url.startswith((self.url, self.url.replace("http", "ws"), "data:", "blob:")):
            self.trouble.append(f"asked elsewhere: {url}")

    def forgive(self, pattern: str) -> None:
        """Forget trouble that a test means to cause."""
        self.trouble = [each for each in self.trouble if not re.search(pattern, each)]

    async def settle(self) -> None:
        """End a test: nothing unforgiven may have happened."""
        while self._passing:
            await self._passing.pop().close()
        trouble, self.trouble = self.trouble, []
        assert not trouble, "\n".join(trouble)
