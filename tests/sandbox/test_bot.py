"""A bot on discord.py, untouched, in conversation with people."""

from __future__ import annotations

import asyncio
import io

import discord
import pytest
from discord import app_commands

from sandbox import Limits, Permission, Sandbox
from sandbox.client import RefusedByDiscord
from tests.sandbox.conftest import PATIENCE, TinyBot


@pytest.fixture
async def bot(sandbox, connected):
    bot = TinyBot()
    add_commands(bot)
    async with connected(bot, sandbox):
        await bot.tree.sync()
        yield bot


class Form(discord.ui.Modal, title="Your bet"):
    stake = discord.ui.TextInput(label="Stake", custom_id="stake", min_length=2, max_length=4)
    horse = discord.ui.Label(
        text="Horse",
        component=discord.ui.Select(
            custom_id="horse",
            options=[
                discord.SelectOption(label="Red", value="r"),
                discord.SelectOption(label="Blue", value="b"),
            ],
        ),
    )

    async def on_submit(self, interaction):
        await interaction.response.send_message(
            f"{self.stake.value} on {self.horse.component.values[0]}", ephemeral=True
        )


class Desk(discord.ui.LayoutView):
    """A screen of Components V2."""

    def __init__(self):
        super().__init__(timeout=None)
        self.let_go = asyncio.Event()
        self.refused = asyncio.get_running_loop().create_future()
        self.note = discord.ui.TextDisplay("Pick one")
        self.add_item(discord.ui.Container(self.note))
        row = discord.ui.ActionRow()
        for label in ("Whisper", "Form", "Update", "Later", "Slow", "Off"):
            button = discord.ui.Button(label=label, custom_id=label.lower(), disabled=label == "Off")
            button.callback = getattr(self, label.lower(), None)
            if len(row.children) == 5:
                self.add_item(row)
                row = discord.ui.ActionRow()
            row.add_item(button)
        self.add_item(row)
        self.menu = discord.ui.Select(placeholder="Horses", custom_id="horses", max_values=2)
        for name in ("Red", "Blue", "Green"):
            self.menu.add_option(label=name, value=name.lower())
        self.menu.callback = self.pick
        self.add_item(discord.ui.ActionRow(self.menu))

    async def whisper(self, interaction):
        await interaction.response.send_message("just for you", ephemeral=True)
        await interaction.followup.send("and more", ephemeral=True)

    async def form(self, interaction):
        await interaction.response.send_modal(Form())

    async def update(self, interaction):
        self.note.content = "Updated"
        await interaction.response.edit_message(view=self)

    async def later(self, interaction):
        await interaction.response.defer()
        self.note.content = "Updated later"
        await interaction.edit_original_response(view=self)

    async def slow(self, interaction):
        await self.let_go.wait()
        try:
            await interaction.response.send_message("too late")
        except discord.NotFound as late:
            self.refused.set_result(late.code)

    async def pick(self, interaction):
        await interaction.response.send_message(", ".join(self.menu.values), ephemeral=True)


def add_commands(bot):
    group = app_commands.Group(name="race", description="Races")

    @group.command(name="new", description="Open a table")
    @app_commands.describe(seats="How many play")
    async def new(interaction: discord.Interaction, seats: app_commands.Range[int, 2, 6] = 2):
        await interaction.response.send_message(f"A table for {seats}")

    @group.command(name="board", description="Show the board")
    async def board(interaction: discord.Interaction):
        await interaction.response.defer(thinking=True)
        await interaction.followup.send(
            "The board", file=discord.File(io.BytesIO(b"x"), "board.bin", description="Alt")
        )

    @group.command(name="secret", description="Whisper after a public defer")
    async def secret(interaction: discord.Interaction):
        await interaction.response.defer(thinking=True)
        await interaction.followup.send("not so secret", ephemeral=True)

    @group.command(name="desk", description="Open the desk")
    async def desk(interaction: discord.Interaction):
        bot.desk = Desk()
        await interaction.response.send_message(view=bot.desk)

    @group.command(name="bet", description="Bet on a horse")
    async def bet(interaction: discord.Interaction, horse: str, on: discord.User | None = None):
        await interaction.response.send_message(f"{horse} for {on}", ephemeral=True)

    @bet.autocomplete("horse")
    async def horses(interaction: discord.Interaction, typed: str):
        return [
            app_commands.Choice(name=name.title(), value=name)
            for name in ("red", "rose", "blue")
            if name.startswith(typed)
        ]

    @bot.tree.command(name="hush", description="Never answers")
    async def hush(interaction: discord.Interaction):
        return

    @bot.tree.command(name="manage", description="For managers")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.allowed_contexts(guilds=True, dms=False)
    async def manage(interaction: discord.Interaction):
        await interaction.response.send_message(f"{interaction.permissions.manage_guild}")

    bot.tree.add_command(group)


async def open_desk(person):
    return await (await person.command("race desk", "#race-night")).answer()


async def test_a_command_is_answered_for_everybody(bot, sandbox):
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben:
        attempt = await ana.command("race new", "#race-night", seats=4)
        assert attempt.kind == 4
        assert attempt.acknowledged_after is not None
        assert (await attempt.answer()).content == "A table for 4"
        assert (await ben.wait_message(lambda m: m.content == "A table for 4")).raw["interaction_metadata"][
            "user"
        ]["id"] == ana.id


async def test_commands_are_checked_before_the_bot_hears_of_them(bot, sandbox):
    async with sandbox.user("Ana") as ana:
        for options in ({"seats": 7}, {"seats": "two"}, {"seets": 2}):
            with pytest.raises(RefusedByDiscord) as refused:
                await ana.command("race new", "#race-night", **options)
            assert refused.value.code == 50035
        with pytest.raises(RefusedByDiscord):
            await ana.command("race bet", "#race-night")


async def test_only_who_may_manage_the_server_uses_a_managers_command_and_only_there(bot, sandbox):
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben:
        assert (await (await ana.command("manage", "#race-night")).answer()).content == "True"
        with pytest.raises(RefusedByDiscord) as refused:
            await ben.command("manage", "#race-night")
        assert refused.value.code == 50013
        with pytest.raises(RefusedByDiscord) as refused:
            await ana.command("manage", await ana.open_direct())
        assert refused.value.code == 10063


async def test_a_whisper_and_its_follow_up_reach_one_person_only(bot, sandbox):
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben:
        desk = await open_desk(ana)
        whisper = await ana.click(desk, "Whisper")
        assert (await whisper.answer()).content == "just for you"
        assert (await whisper.answer()).ephemeral
        assert (await whisper.followup()).content == "and more"
        assert "just for you" in str(ana.received)
        assert "Pick one" in str(ben.received)
        assert "just for you" not in str(ben.received)
        assert "just for you" not in str(await ben.history("#race-night"))
        assert "just for you" in str([m.raw for m in await ana.history("#race-night")])


async def test_a_deferred_answer_shows_as_thinking_and_takes_its_file(bot, sandbox):
    async with sandbox.user("Ana") as ana:
        attempt = await ana.command("race board", "#race-night")
        assert attempt.kind == 5
        board = await attempt.answer()
        assert (board.content, board.attachments[0]["description"]) == ("The board", "Alt")
        assert await ana.attachments(board) == {"board.bin": b"x"}
        assert len(attempt.responses) == 1


async def test_the_follow_up_to_a_public_deferral_is_public(bot, sandbox):
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben:
        await ana.command("race secret", "#race-night")
        assert not (await ben.wait_message(lambda m: m.content == "not so secret")).ephemeral


async def test_a_click_updates_its_message_at_once_or_after_a_deferral(bot, sandbox):
    async with sandbox.user("Ana") as ana:
        desk = await open_desk(ana)
        update = await ana.click(desk, "Update")
        assert update.kind == 7
        assert "Updated" in (await update.answer()).text
        later = await ana.click(desk, "Later")
        assert later.kind == 6
        assert "Updated later" in (await later.answer()).text


async def test_a_select_gives_what_was_picked_and_refuses_what_was_not_offered(bot, sandbox):
    async with sandbox.user("Ana") as ana:
        desk = await open_desk(ana)
        picked = await ana.select(desk, "Horses", ["Red", "Green"])
        assert (await picked.answer()).content == "red, green"
        for wrong in (["mauve"], [], ["red", "blue", "green"]):
            with pytest.raises(RefusedByDiscord) as refused:
                await ana.select(desk, "Horses", wrong)
            assert refused.value.code == 50035


async def test_a_button_that_is_disabled_or_not_there_cannot_be_pressed_but_by_force(bot, sandbox):
    async with sandbox.user("Ana") as ana:
        desk = await open_desk(ana)
        for data in ({"component_type": 2, "custom_id": "off"}, {"component_type": 2, "custom_id": "none"}):
            with pytest.raises(RefusedByDiscord) as refused:
                await ana.interact(3, data, desk, message=desk)
            assert refused.value.body["errors"]["data"]["_errors"][0]["code"] == "COMPONENT_VALIDATION_FAILED"
        forged = asyncio.create_task(ana.click(desk, "p:1:2:forged", force=True))
        received = await bot.wait_for("interaction", timeout=PATIENCE)
        assert received.data["custom_id"] == "p:1:2:forged"
        await received.response.send_message("no such button", ephemeral=True)
        assert (await (await forged).answer()).content == "no such button"


async def test_a_form_is_opened_checked_and_sent(bot, sandbox):
    async with sandbox.user("Ana") as ana:
        form = await ana.click(await open_desk(ana), "Form")
        assert (form.kind, form.modal.title) == (9, "Your bet")
        assert [field["custom_id"] for field in form.modal.fields] == ["stake", "horse"]
        for wrong in ({"horse": ["r"]}, {"stake": "12345", "horse": ["r"]}, {"stake": "50", "horse": ["x"]}):
            with pytest.raises(RefusedByDiscord):
                await ana.submit(form, wrong)
        # discord.py knows a form only once the callback's request has returned.
        sent = await ana.submit(form, {"stake": "50", "horse": ["b"]})
        assert (await sent.answer()).content == "50 on b"


async def test_suggestions_come_while_typing(bot, sandbox):
    async with sandbox.user("Ana") as ana:
        typing = await ana.autocomplete("race bet", "#race-night", "horse", "r")
        assert [choice["value"] for choice in typing.choices] == ["red", "rose"]
        bet = await ana.command("race bet", "#race-night", horse="red", on=ana.id)
        assert (await bet.answer()).content == "red for ana"


async def test_who_gets_no_answer_in_time_reads_that_it_failed(connected):
    bot = TinyBot()
    add_commands(bot)
    async with Sandbox(limits=Limits.off()) as sandbox, connected(bot, sandbox):
        await bot.tree.sync()
        async with sandbox.user("Ana") as ana:
            desk = await open_desk(ana)
            sandbox.services.interactions.patience = 0.1
            assert (await ana.command("hush", "#race-night")).failed
            slow = await ana.click(desk, "Slow")
            assert (slow.failed, slow.acknowledged_after) == (True, None)
            bot.desk.let_go.set()
            assert await bot.desk.refused == 10062
            assert "too late" not in str(ana.received)


async def test_without_a_bot_every_interaction_fails(sandbox, connected):
    bot = TinyBot()
    add_commands(bot)
    async with connected(bot, sandbox):
        await bot.tree.sync()
    sandbox.services.interactions.patience = 0.1
    async with sandbox.user("Ana") as ana:
        assert (await ana.command("race new", "#race-night")).failed


async def test_an_interaction_is_answered_once_and_its_token_lives_fifteen_minutes(bot, sandbox):
    async with sandbox.user("Ana") as ana:
        using = asyncio.create_task(ana.click(await open_desk(ana), "whatever", force=True))
        interaction = await bot.wait_for("interaction", timeout=PATIENCE)
        with pytest.raises(discord.NotFound) as unanswered:
            await interaction.followup.send("too early")
        assert unanswered.value.code == 10015
        await interaction.response.send_message("first")
        callback = discord.http.Route("POST", f"/interactions/{interaction.id}/{interaction.token}/callback")
        with pytest.raises(discord.HTTPException) as twice:
            await bot.http.request(callback, json={"type": 4, "data": {"content": "second"}})
        assert twice.value.code == 40060
        await using
        sandbox.clock.advance(16 * 60)
        with pytest.raises(discord.HTTPException) as expired:
            await interaction.followup.send("too old")
        assert (expired.value.status, expired.value.code) == (401, 50027)


async def test_a_form_cannot_follow_a_deferral_nor_a_choice_answer_a_click(bot, sandbox):
    async with sandbox.user("Ana") as ana:
        using = asyncio.create_task(ana.click(await open_desk(ana), "whatever", force=True))
        interaction = await bot.wait_for("interaction", timeout=PATIENCE)
        callback = discord.http.Route("POST", f"/interactions/{interaction.id}/{interaction.token}/callback")
        with pytest.raises(discord.HTTPException) as refused:
            await bot.http.request(callback, json={"type": 8, "data": {"choices": []}})
        assert refused.value.code == 50035
        await interaction.response.defer()
        with pytest.raises(discord.HTTPException) as refused:
            await bot.http.request(callback, json={"type": 9, "data": {}})
        assert refused.value.code == 40060
        await using


async def test_answers_need_no_permission_in_the_channel_but_posts_do(bot, sandbox, channel):
    denied = Permission.SEND_MESSAGES | Permission.ATTACH_FILES | Permission.EMBED_LINKS
    sandbox.world.deny(sandbox.world.bot, denied, channel)
    async with sandbox.user("Ana") as ana:
        assert (await (await ana.command("race board", channel)).answer()).attachments
        with pytest.raises(discord.Forbidden) as forbidden:
            await bot.get_channel(int(channel.id)).send("hello")
        assert forbidden.value.code == 50013


async def test_a_race_in_a_thread_goes_from_opening_to_locking(bot, sandbox, channel):
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben:
        posted = await bot.get_channel(int(channel.id)).send("Lobby")
        thread = await posted.create_thread(name="The race")
        assert thread.id == posted.id
        await thread.add_user(discord.Object(int(ben.id)))
        start = await thread.send("They are off")
        assert (await ana.wait_message(lambda m: m.content == "They are off")).channel_id == str(thread.id)
        await ben.say(str(thread.id), "Go red!")
        world = sandbox.world.channels[str(thread.id)]
        sandbox.world.archive_thread(world)
        with pytest.raises(discord.HTTPException) as archived:
            await start.edit(content="x")
        assert archived.value.code == 50083
        await thread.send("awake again")
        assert not world.thread.archived
        sandbox.world.lock_thread(world)
        with pytest.raises(discord.Forbidden) as locked:
            await thread.send("x")
        assert locked.value.code == 160005
        with pytest.raises(RefusedByDiscord):
            await ben.say(str(thread.id), "x")


async def test_direct_messages_reach_their_reader_only_and_can_be_clicked(bot, sandbox):
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben:
        await (await bot.fetch_user(int(ana.id))).send(view=Desk())
        (desk,) = [await ana.wait_message(lambda m: "Pick one" in m.text)]
        assert ana.direct_messages == [desk]
        assert (await (await ana.click(desk, "Whisper")).answer()).content == "just for you"
        assert "Pick one" not in str(ben.received)
        await ben.change(dms_open=False)
        with pytest.raises(discord.Forbidden) as closed:
            await (await bot.fetch_user(int(ben.id))).send("psst")
        assert closed.value.code == 50007


async def test_discord_py_waits_out_the_rate_limit_of_a_channel(connected):
    bot = TinyBot()
    async with Sandbox() as sandbox, connected(bot, sandbox):
        sandbox.exchanges.keep = True
        place = bot.get_channel(int(sandbox.guild.channel("race-night").id))
        loop = asyncio.get_running_loop()
        began = loop.time()
        await asyncio.gather(*(place.send(str(n)) for n in range(6)))
        assert loop.time() - began > 4
        assert [e.status for e in sandbox.exchanges.kept if e.method == "POST"] == [200] * 6
