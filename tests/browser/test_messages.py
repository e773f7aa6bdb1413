"""What a person reads on the page."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from sandbox import posting
from sandbox.model import Channel
from sandbox.server import Sandbox
from sandbox.validation.messages import Draft
from tests.browser.kitchen import ALT, Kitchen
from tests.browser.seats import Seats

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def post(sandbox: Sandbox, channel: Channel, content: str, name: str = "Ben") -> None:
    """Let somebody say something without a tab."""
    person = sandbox.world.person(name)
    assert person
    posting.post(sandbox.world, channel, person, Draft(content=content))


async def test_what_one_says_the_other_reads_at_once(seats: Seats, channel: Channel) -> None:
    ana, ben = await seats.sit("Ana", channel), await seats.sit("Ben", channel)
    await ana.say("Who rides?")
    await expect(ben.message("Who rides?")).to_be_visible()
    await expect(ben.message("Who rides?").locator(".author")).to_have_text("Ana")
    await expect(ana.composer).to_have_value("")


async def test_an_empty_channel_tells_a_newcomer_how_to_begin(seats: Seats, channel: Channel) -> None:
    ana = await seats.sit("Ana", channel)
    await expect(ana.page.locator(".steps")).to_contain_text("Press Race now below it: computer players")
    async with ana.page.context.expect_page() as opened:
        await ana.page.get_by_role("link", name="second tab as Ben").click()
    ben = await opened.value
    await expect(ben.locator(".me-card")).to_contain_text("Ben")
    await expect(ben.locator("h1")).to_have_text(channel.name)


async def test_markdown_is_set_as_discord_sets_it(seats: Seats, sandbox: Sandbox, channel: Channel) -> None:
    ben = sandbox.world.person("Ben")
    assert ben
    text = (
        "# Finish\n-# by a nose\n**bold** *leaning* __under__ ~~gone~~ `code` ||secret||\n> said\n- one\n- two\n"
        f"```py\nprint(1)\n```\n<@{ben.id}> <#{channel.id}> </race new jockey:1> <t:1700000000:D> \\*plain\\*"
    )
    post(sandbox, channel, text)
    ana = await seats.sit("Ana", channel)
    message = ana.message("Finish")
    for selector, said in {
        ".md-h1": "Finish",
        ".subtext": "by a nose",
        "strong": "bold",
        "em": "leaning",
        "u": "under",
        "s": "gone",
        "blockquote": "said",
        "pre": "print(1)",
        "time.timestamp": "14 November 2023",
    }.items():
        await expect(message.locator(selector)).to_have_text(said)
    await expect(message.locator("li")).to_have_text(["one", "two"])
    await expect(message.locator(".mention")).to_have_text(["@Ben", f"#{channel.name}", "/race new jockey"])
    await expect(message).to_contain_text("*plain*")
    await message.get_by_role("button", name="Spoiler").click()
    await expect(message.locator(".spoiler.is-open")).to_have_text("secret")


async def test_a_relative_time_moves_on(seats: Seats, sandbox: Sandbox, channel: Channel) -> None:
    post(sandbox, channel, f"off <t:{int(sandbox.clock.now()) + 325}:R>")
    ana = await seats.sit_anew("Ana", channel)
    time = ana.message("off").locator("time.timestamp")
    await expect(time).to_have_text("in 5 minutes")
    await ana.page.evaluate("const real = Date.now; Date.now = () => real() + 7_800_000")
    await expect(time).to_have_text("2 hours ago")


async def test_nothing_anybody_writes_becomes_markup(
    seats: Seats, sandbox: Sandbox, channel: Channel
) -> None:
    name = "<img src=x onerror=hacked=1>"
    page = await seats.open()
    await page.get_by_label("Name of a new player").fill(name)
    await page.keyboard.press("Enter")
    await expect(page.locator(".me-card")).to_contain_text(name)
    post(
        sandbox,
        channel,
        '<b>x</b><script>hacked=1</script> [a](javascript:hacked=1) <https://a.invalid/"><i>',
        name,
    )
    ana = await seats.sit("Ana", channel)
    await expect(ana.message("<b>x</b>").locator(".author")).to_have_text(name)
    await expect(ana.message("<b>x</b>").locator("b, script, i")).to_have_count(0)
    for tab in (page, ana.page):
        assert await tab.evaluate("typeof hacked") == "undefined"


async def test_pictures_files_and_embeds_are_shown(seats: Seats, kitchen: Kitchen, channel: Channel) -> None:
    ana = await seats.sit("Ana", channel)
    await ana.use("show classic")
    message = ana.message("Over!")
    await expect(message.locator(".origin")).to_contain_text("Ana used /show classic")
    await expect(message.locator(".tag")).to_have_text("BOT")
    await expect(message.locator(".embed-title")).to_have_text("Result")
    await expect(message.locator(".embed dt")).to_have_text("Ana")
    await expect(message.locator(".file")).to_contain_text("race-17.json")
    await expect(message.locator("a[href*='elsewhere.invalid']")).to_be_visible()
    shown = message.get_by_alt_text(ALT)
    await expect(shown).to_have_js_property("naturalWidth", 640)
    await shown.click()
    await expect(ana.page.locator(".lightbox")).to_contain_text(ALT)
    await ana.press("Escape")
    await expect(ana.page.locator(".lightbox")).to_have_count(0)


async def test_a_file_that_a_bot_attached_cannot_act_as_the_page(
    seats: Seats, kitchen: Kitchen, channel: Channel
) -> None:
    ana = await seats.sit("Ana", channel)
    await ana.use("show classic")
    address = await ana.message("Over!").locator(".file").get_attribute("href")
    answer = await ana.page.request.get(f"{seats.url}{address}")
    assert answer.headers["content-security-policy"] == "sandbox"
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_the_newer_layout_is_shown(seats: Seats, kitchen: Kitchen, channel: Channel) -> None:
    ana = await seats.sit("Ana", channel)
    await ana.use("show new layout")
    message = ana.message("Two seats taken.")
    box = message.locator(".container").first
    assert await box.evaluate("box => box.style.getPropertyValue('--accent-bar')") == "#1f7a4d"
    await expect(box.locator(".md-h2")).to_have_text("Lobby")
    await expect(box.get_by_alt_text("The course from above")).to_be_visible()
    await expect(box.get_by_alt_text(ALT)).to_be_visible()
    await expect(box.get_by_role("link", name="Open rules")).to_have_attribute(
        "href", "https://example.org/rules"
    )
    await expect(box.locator(".file")).to_have_attribute("download", "race-17.json")
    await message.get_by_role("button", name="Spoiler").click()
    await expect(message.locator(".container").last).to_have_text("The hidden hand")


async def test_a_thread_stands_under_its_channel(seats: Seats, kitchen: Kitchen, channel: Channel) -> None:
    ana = await seats.sit("Ana", channel)
    await ana.use("thread")
    thread = ana.page.locator(".thread").get_by_text("Race 17").last
    await thread.click()
    await expect(ana.message("rides").locator(".mention")).to_have_text("@Ana")
    await expect(ana.page.locator("h1")).to_have_text("Race 17")
    await ana.page.get_by_role("button", name=f"#{channel.name}", exact=True).click()
    await expect(ana.page.locator("h1")).to_have_text(channel.name)


async def test_older_messages_come_in_without_moving_what_is_read(
    seats: Seats, sandbox: Sandbox, channel: Channel
) -> None:
    for i in range(120):
        post(sandbox, channel, f"line {i}.")
    ana = await seats.sit("Ana", channel)
    scroller = ana.page.locator(".scroller")
    await expect(ana.message("line 119.")).to_be_in_viewport()
    first = ana.messages.first
    await expect(first).to_contain_text("line 70.")
    await scroller.evaluate("box => { box.scrollTop = 120 }")
    await expect(ana.message("line 20.")).to_be_attached()
    await expect(ana.message("line 74.")).to_be_in_viewport()
    await expect(ana.message("line 25.")).not_to_be_in_viewport()


async def test_who_reads_above_is_told_of_new_messages(
    seats: Seats, sandbox: Sandbox, channel: Channel
) -> None:
    for i in range(60):
        post(sandbox, channel, f"line {i}.")
    ana = await seats.sit("Ana", channel)
    await expect(ana.message("line 59.")).to_be_in_viewport()
    await ana.page.locator(".scroller").evaluate("box => { box.scrollTop = 400 }")
    await expect(ana.message("line 59.")).not_to_be_in_viewport()
    post(sandbox, channel, "news!")
    await ana.page.get_by_role("button", name="New messages").click()
    await expect(ana.message("news!")).to_be_in_viewport()
    await expect(ana.page.locator(".jump")).to_be_hidden()


async def test_what_is_painted_just_after_someone_scrolls_up_does_not_take_them_back(
    seats: Seats, sandbox: Sandbox, channel: Channel
) -> None:
    for i in range(60):
        post(sandbox, channel, f"line {i}.")
    ana = await seats.sit("Ana", channel)
    await expect(ana.message("line 59.")).to_be_in_viewport()
    stands_at = await ana.page.locator(".scroller").evaluate(
        """box => {
            box.scrollTop = 400;
            document.dispatchEvent(new Event("visibilitychange"));  // The scroll event comes a frame later.
            return box.scrollTop;
        }"""
    )
    assert stands_at == 400


async def test_unread_channels_are_marked_and_counted(
    seats: Seats, sandbox: Sandbox, channel: Channel
) -> None:
    quiet = sandbox.world.add_channel("quiet", sandbox.guild)
    ana = await seats.sit("Ana", quiet)
    post(sandbox, channel, "hello?")
    await expect(ana.place(channel.name)).to_have_class("place is-unread")
    anas = sandbox.world.person("Ana")
    post(sandbox, channel, f"<@{anas.id if anas else 0}>!")
    await expect(ana.place(channel.name).get_by_label("1 unread")).to_be_visible()
    await expect(ana.page).to_have_title(re.compile(r"^\(1\) "))
    await ana.place(channel.name).click()
    await expect(ana.place(channel.name)).to_have_class("place is-current")
    await expect(ana.page.locator(".badge")).to_have_count(0)


async def test_a_link_to_a_message_stays_on_the_page(
    seats: Seats, sandbox: Sandbox, channel: Channel
) -> None:
    other = sandbox.world.add_channel("elsewhere", sandbox.guild)
    post(sandbox, other, "the goal")
    goal = f"https://discord.com/channels/{sandbox.guild.id}/{other.id}/{other.last_message_id}"
    post(sandbox, channel, f"[there]({goal})")
    ana = await seats.sit("Ana", channel)
    await ana.page.get_by_role("link", name="there").click()
    await expect(ana.page.locator("h1")).to_have_text("elsewhere")
    await expect(ana.message("the goal")).to_be_in_viewport()
