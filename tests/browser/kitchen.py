"""A bot that serves one of everything, so that the page can be tried without any game."""

from __future__ import annotations

import asyncio
import contextlib
import io
from typing import Any, Literal

import discord
from discord import app_commands, ui
from PIL import Image, ImageDraw
from yarl import URL

HORSES = ["Red", "Blue", "Gold", "White", "Black", "Pink"]
ALT = "Six horses on the straight, red ahead by two lengths."


def picture() -> discord.File:
    """A small board, with its alternative text."""
    image = Image.new("RGB", (640, 240), "#2f6b45")
    draw = ImageDraw.Draw(image)
    for lane, colour in enumerate(("red", "blue", "gold", "white", "black", "pink")):
        left, top = 20 + lane * 70, 12 + lane * 36
        draw.ellipse((left, top, left + 30, top + 30), fill=colour)
    data = io.BytesIO()
    image.save(data, "PNG")
    data.seek(0)
    return discord.File(data, "board.png", description=ALT)


def log_file() -> discord.File:
    """A small text file."""
    return discord.File(io.BytesIO(b'{"race": 17}'), "race-17.json")


async def tell(interaction: discord.Interaction, text: str) -> None:
    """Answer so that only the one who asked sees it."""
    await interaction.response.send_message(text, ephemeral=True)


class Buttons(ui.View):
    """Every style of button, and what a click can lead to."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.count = 0
        self.let_go = asyncio.Event()
        self.add_item(ui.Button(label="Read on", url="https://example.org/rules", row=0))
        self.add_item(ui.Button(label="Closed", style=discord.ButtonStyle.secondary, disabled=True, row=1))

    @ui.button(label="Count 0", style=discord.ButtonStyle.primary, emoji="🏇", row=0)
    async def count_up(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        """Edit the message in place."""
        self.count += 1
        button.label = f"Count {self.count}"
        await interaction.response.edit_message(view=self)

    @ui.button(label="Whisper", style=discord.ButtonStyle.success, row=0)
    async def whisper(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        """Answer in private."""
        await tell(interaction, f"Only for {interaction.user.display_name}")

    @ui.button(label="Ignore me", style=discord.ButtonStyle.danger, row=1)
    async def ignore(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        """Never answer."""

    @ui.button(label="Think", style=discord.ButtonStyle.secondary, row=1)
    async def think(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        """Answer later, when the test lets go."""
        await interaction.response.defer(thinking=True)
        await self.let_go.wait()
        await interaction.followup.send("Thought it over")

    @ui.button(label="Form", style=discord.ButtonStyle.primary, row=1)
    async def form(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        """Open a form."""
        await interaction.response.send_modal(Slip())

    @ui.button(label="Old form", style=discord.ButtonStyle.secondary, row=1)
    async def old_form(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        """Open a form of the older kind."""
        await interaction.response.send_modal(OldSlip())


class Slip(ui.Modal, title="Place a bet"):
    """A form with one of each input."""

    note = ui.TextDisplay("Bets are **secret** until the finish.")
    stake = ui.Label(text="Stake", description="In coins", component=ui.TextInput(min_length=2, max_length=5))
    horses = ui.Label(
        text="Horses",
        component=ui.Select(max_values=2, options=[discord.SelectOption(label=each) for each in HORSES]),
    )
    kind = ui.Label(
        text="Kind",
        component=ui.RadioGroup(
            options=[discord.RadioGroupOption(label="Win"), discord.RadioGroupOption(label="Place")]
        ),
    )
    extras = ui.Label(
        text="Extras",
        component=ui.CheckboxGroup(
            required=False,
            min_values=0,
            options=[
                discord.CheckboxGroupOption(label="Double"),
                discord.CheckboxGroupOption(label="Insure"),
            ],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Read it back."""
        answers: list[Any] = [label.component for label in (self.stake, self.horses, self.kind, self.extras)]
        stake, horses, kind, extras = answers
        await tell(interaction, f"{stake.value} on {'+'.join(horses.values)}, {kind.value}, {extras.values}")


class OldSlip(ui.Modal, title="Say why"):
    """A form of the older kind: text inputs in rows."""

    reason = ui.TextInput(label="Reason", style=discord.TextStyle.paragraph, required=False)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Read it back."""
        await tell(interaction, f"Because: {self.reason.value or 'nothing'}")


class Pick(ui.Select[Any]):
    """A select menu of horses that reads back what was picked."""

    async def callback(self, interaction: discord.Interaction) -> None:
        """Read it back."""
        await tell(interaction, f"{self.placeholder}: {', '.join(self.values)}")


class PickEntity:
    """What the four other select menus share."""

    async def callback(self, interaction: discord.Interaction) -> None:
        """Read the names back."""
        chosen: Any = self
        await tell(interaction, f"{chosen.placeholder}: {', '.join(each.name for each in chosen.values)}")


class PickUser(PickEntity, ui.UserSelect[Any]):
    """A select menu of people."""


class PickRole(PickEntity, ui.RoleSelect[Any]):
    """A select menu of roles."""


class PickChannel(PickEntity, ui.ChannelSelect[Any]):
    """A select menu of channels."""


class PickAnyone(PickEntity, ui.MentionableSelect[Any]):
    """A select menu of people and roles."""


def selects() -> ui.LayoutView:
    """All kinds of select menus."""
    options = [
        discord.SelectOption(label=each, description=f"Number {i}") for i, each in enumerate(HORSES, 1)
    ]
    kinds: list[ui.Item[Any]] = [
        Pick(placeholder="One", options=[*options, discord.SelectOption(label="None", emoji="🚫")]),
        Pick(placeholder="Several", options=options, min_values=2, max_values=3),
        PickUser(placeholder="Person"),
        PickRole(placeholder="Role"),
        PickChannel(placeholder="Channel", channel_types=[discord.ChannelType.text]),
        PickAnyone(placeholder="Anyone you would like to race against tonight", max_values=2),
    ]
    view = ui.LayoutView(timeout=None)
    for kind in kinds:
        view.add_item(ui.ActionRow(kind))
    return view


def build() -> ui.LayoutView:
    """All that the newer layout has."""
    view = ui.LayoutView(timeout=None)
    media = "attachment://board.png"
    view.add_item(
        ui.Container(
            ui.TextDisplay("## Lobby\nTwo seats taken."),
            ui.Separator(spacing=discord.SeparatorSpacing.large),
            ui.Section("**Course**", accessory=ui.Thumbnail(media, description="The course from above")),
            ui.Section("**Rules**", accessory=ui.Button(label="Open rules", url="https://example.org/rules")),
            ui.MediaGallery(discord.MediaGalleryItem(media, description=ALT)),
            ui.File("attachment://race-17.json"),
            accent_colour=0x1F7A4D,
        )
    )
    view.add_item(ui.Container(ui.TextDisplay("The **hidden** hand"), spoiler=True))
    return view


class Kitchen(discord.Client):
    """The bot."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default())
        self.tree = app_commands.CommandTree(self)
        self.buttons = Buttons()
        self.is_cooking = asyncio.Event()
        for command in (show, pick, bet, ignore, write, thread):
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        """Register the commands."""
        await self.tree.sync()

    async def on_ready(self) -> None:
        """Say that all is there."""
        self.is_cooking.set()


@contextlib.asynccontextmanager
async def cooking(api_url: str, gateway_url: str, token: str) -> Any:
    """Run the bot against a sandbox: `async with cooking(…) as kitchen: …`."""
    before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    discord.http.Route.BASE = api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway_url)
    kitchen = Kitchen()
    async with kitchen:
        running = asyncio.create_task(kitchen.start(token))
        await asyncio.wait(
            (running, asyncio.create_task(kitchen.is_cooking.wait())), return_when="FIRST_COMPLETED"
        )
        if running.done():
            running.result()
        yield kitchen
    await running
    discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = before


show = app_commands.Group(name="show", description="Show what messages can hold")
new = app_commands.Group(name="new", description="Show the newer layout", parent=show)


@show.command(name="buttons")
async def show_buttons(interaction: discord.Interaction[Kitchen]) -> None:
    """Show buttons of every style."""
    buttons = interaction.client.buttons = Buttons()
    await interaction.response.send_message("Press one", view=buttons)


@show.command(name="classic")
async def show_classic(interaction: discord.Interaction) -> None:
    """Show an embed, a picture and a file."""
    embed = discord.Embed(title="Result", description="**Red** by a nose.", colour=0xD29922)
    embed.add_field(name="Ana", value="+340").set_image(url="attachment://board.png")
    embed.set_thumbnail(url="https://elsewhere.invalid/thumbnail.png")
    await interaction.response.send_message("Over!", embed=embed, files=[picture(), log_file()])


@show.command(name="selects")
async def show_selects(interaction: discord.Interaction) -> None:
    """Show select menus of every kind."""
    await interaction.response.send_message(view=selects())


@new.command(name="layout")
async def show_layout(interaction: discord.Interaction) -> None:
    """Show containers, sections, galleries and files."""
    await interaction.response.send_message(view=build(), files=[picture(), log_file()])


@app_commands.command()
@app_commands.describe(horse="Which horse", stake="How many coins", who="For whom", loud="Tell everybody")
async def bet(
    interaction: discord.Interaction,
    horse: str,
    stake: app_commands.Range[int, 1, 50],
    kind: Literal["Win", "Place"],
    who: discord.Member | None = None,
    loud: bool = False,
) -> None:
    """Bet on a horse."""
    name = who.display_name if who else "nobody"
    await interaction.response.send_message(f"{stake} on {horse} to {kind} for {name}", ephemeral=not loud)


@bet.autocomplete("horse")
async def horses(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The horses whose names hold what was typed."""
    return [
        app_commands.Choice(name=each, value=each.lower()) for each in HORSES if typed.lower() in each.lower()
    ]


@app_commands.command()
async def pick(interaction: discord.Interaction) -> None:
    """Answer with a form."""
    await interaction.response.send_modal(OldSlip())


@app_commands.command()
async def ignore(interaction: discord.Interaction) -> None:
    """Never answer."""


@app_commands.command()
async def write(interaction: discord.Interaction) -> None:
    """Write to whoever asks, or say that the door is closed."""
    try:
        await interaction.user.send("Your hand", file=picture())
        await tell(interaction, "Written")
    except discord.Forbidden:
        await tell(interaction, "Your direct messages are closed")


@app_commands.command()
async def thread(interaction: discord.Interaction) -> None:
    """Open a thread."""
    await interaction.response.send_message("To the post!")
    message = await interaction.original_response()
    opened = await message.create_thread(name="Race 17")
    await opened.send(f"{interaction.user.mention} rides")
