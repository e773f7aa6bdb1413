"""Messages over REST: what is accepted, what is refused, and in which words."""

from __future__ import annotations

import io
from urllib.parse import urlencode

import aiohttp
import pytest
from PIL import Image

from sandbox import Permission


def png(width: int = 3, height: int = 2) -> bytes:
    picture = io.BytesIO()
    Image.new("RGB", (width, height)).save(picture, "PNG")
    return picture.getvalue()


def row(*components):
    return {"type": 1, "components": list(components)}


def button(custom_id="a", **more):
    return {"type": 2, "style": 1, "label": "Go", "custom_id": custom_id, **more}


def texts(*contents):
    return [{"type": 10, "content": content} for content in contents]


V2 = 1 << 15


async def test_a_message_comes_back_as_it_was_sent_and_can_be_read_edited_and_deleted(api, channel):
    sent = await api.say(channel, content="Off they go")
    path = f"/channels/{channel.id}/messages/{sent.body['id']}"
    assert (await api("GET", path)).body["content"] == "Off they go"
    edited = await api("PATCH", path, {"content": "And the winner is"})
    assert (edited.body["content"], bool(edited.body["edited_timestamp"])) == ("And the winner is", True)
    assert (await api("DELETE", path)).status == 204
    gone = await api("GET", path)
    assert (gone.status, gone.code) == (404, 10008)


async def test_messages_are_listed_newest_first_and_in_pages(api, channel):
    ids = [(await api.say(channel, content=str(n))).body["id"] for n in range(5)]
    path = f"/channels/{channel.id}/messages"

    async def listed(query):
        return [message["id"] for message in (await api("GET", f"{path}?{query}")).body]

    assert await listed("limit=2") == [ids[4], ids[3]]
    assert await listed(f"before={ids[3]}&limit=2") == [ids[2], ids[1]]
    assert await listed(f"after={ids[1]}&limit=2") == [ids[3], ids[2]]
    assert await listed(f"around={ids[2]}&limit=2") == [ids[2], ids[1]]


@pytest.mark.parametrize(
    "form", [{"payload_json": '{"content": "Hello", "tts": true}'}, {"content": "Hello", "tts": "true"}]
)
async def test_a_message_may_come_as_a_form(sandbox, session, channel, form):
    url, headers = (
        f"{sandbox.api_url}/channels/{channel.id}/messages",
        {"Authorization": f"Bot {sandbox.token}"},
    )
    parts = aiohttp.MultipartWriter("form-data")
    for name, value in form.items():
        parts.append(value).set_content_disposition("form-data", name=name)
    for data in (urlencode(form), parts):
        kind = {} if data is parts else {"Content-Type": "application/x-www-form-urlencoded"}
        async with session.post(url, headers={**headers, **kind}, data=data) as answer:
            sent = await answer.json()
        assert (sent["content"], sent["tts"]) == ("Hello", True)


async def test_an_empty_message_is_refused(api, channel):
    answer = await api.say(channel, content=" ")
    assert (answer.status, answer.code) == (400, 50006)


async def test_content_over_2000_characters_is_refused_at_its_field(api, channel):
    assert (await api.say(channel, content="x" * 2000)).status == 200
    answer = await api.say(channel, content="x" * 2001)
    assert (answer.status, answer.code) == (400, 50035)
    assert answer.errors_at("content") == ["BASE_TYPE_MAX_LENGTH"]
    assert answer.body["message"] == "Invalid Form Body"


async def test_everything_wrong_with_a_form_is_named_at_once(api, channel):
    answer = await api.say(
        channel, content="x" * 2001, components=[row(button(custom_id="y" * 101), button(label="z" * 81))]
    )
    assert answer.errors_at("content") == ["BASE_TYPE_MAX_LENGTH"]
    inside = ("components", "0", "components")
    assert answer.errors_at(*inside, "0", "custom_id") == ["BASE_TYPE_BAD_LENGTH"]
    assert answer.errors_at(*inside, "1", "label") == ["BASE_TYPE_MAX_LENGTH"]


@pytest.mark.parametrize(
    ("components", "path", "code"),
    [
        (
            [row(button("a"), button("a"))],
            ("components", "0", "components", "1", "custom_id"),
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (
            [row(*(button(str(n)) for n in range(6)))],
            ("components", "0", "components"),
            "BASE_TYPE_BAD_LENGTH",
        ),
        ([row(button(str(n))) for n in range(6)], ("components",), "BASE_TYPE_MAX_LENGTH"),
        (
            [row(button(label=None))],
            ("components", "0", "components", "0"),
            "BUTTON_COMPONENT_INVALID_APPEARANCE",
        ),
        (
            [row(button(emoji={"name": "🂡"}))],
            ("components", "0", "components", "0", "emoji", "name"),
            "COMPONENT_INVALID_EMOJI",
        ),
        (
            [row(button(emoji={"name": "♞"}))],
            ("components", "0", "components", "0", "emoji", "name"),
            "COMPONENT_INVALID_EMOJI",
        ),
        (
            [row(button(emoji={"id": "123", "name": "x"}))],
            ("components", "0", "components", "0", "emoji", "id"),
            "COMPONENT_INVALID_EMOJI",
        ),
        ([row(button(style=9))], ("components", "0", "components", "0", "style"), "BASE_TYPE_CHOICES"),
        ([row(button(style=5))], ("components", "0", "components", "0", "url"), "BASE_TYPE_REQUIRED"),
        ([button()], ("components", "0", "type"), "UNION_TYPE_CHOICES"),
        (texts("only with the flag"), ("components", "0", "type"), "UNION_TYPE_CHOICES"),
    ],
)
async def test_classic_rows_are_held_to_discords_rules(api, channel, components, path, code):
    answer = await api.say(channel, content="x", components=components)
    assert (answer.status, answer.code) == (400, 50035)
    assert code in answer.errors_at(*path)


def select(count=2, **more):
    options = [{"label": f"Horse {n}", "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": "s", "options": options, **more}


@pytest.mark.parametrize(
    ("menu", "path", "code"),
    [
        (select(26), ("options",), "BASE_TYPE_BAD_LENGTH"),
        (select(0), ("options",), "BASE_TYPE_BAD_LENGTH"),
        (select(2, max_values=3), ("max_values",), "NUMBER_TYPE_MAX"),
        (select(2, min_values=26), ("min_values",), "NUMBER_TYPE_MAX"),
        (select(2, placeholder="x" * 151), ("placeholder",), "BASE_TYPE_MAX_LENGTH"),
        (
            select(2, options=[{"label": "a", "value": "v"}, {"label": "b", "value": "v"}]),
            ("options", "1", "value"),
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
        ),
        (
            select(2, options=[{"label": "x" * 101, "value": "v"}]),
            ("options", "0", "label"),
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            select(2, options=[{"label": "a", "value": "v", "description": "d" * 101}]),
            ("options", "0", "description"),
            "BASE_TYPE_MAX_LENGTH",
        ),
    ],
)
async def test_selects_are_held_to_discords_rules(api, channel, menu, path, code):
    answer = await api.say(channel, content="x", components=[row(menu)])
    assert code in answer.errors_at("components", "0", "components", "0", *path)


async def test_a_select_fills_its_row(api, channel):
    answer = await api.say(channel, content="x", components=[row(select(), button())])
    assert answer.errors_at("components", "0", "components") == ["COMPONENT_LAYOUT_WIDTH_EXCEEDED"]


async def test_every_kind_of_component_is_answered_in_discords_shape(api, channel):
    components = [
        {"type": 9, "components": texts("beside"), "accessory": button("in a section")},
        {
            "type": 9,
            "components": texts("a picture"),
            "accessory": {"type": 11, "media": {"url": "attachment://b.png"}},
        },
        {
            "type": 17,
            "accent_color": 0xFF0000,
            "components": [
                *texts("# Inside"),
                {"type": 12, "items": [{"media": {"url": "attachment://b.png"}, "description": "The board"}]},
                {"type": 13, "file": {"url": "attachment://log.json"}},
                {"type": 14, "divider": False, "spacing": 2},
                row(button(), button(None, style=5, url="https://example.org")),
                row(select()),
                row({"type": 5, "custom_id": "u"}),
                row({"type": 6, "custom_id": "r"}),
                row({"type": 7, "custom_id": "m"}),
                row({"type": 8, "custom_id": "c", "channel_types": [0]}),
            ],
        },
    ]
    body = {"flags": V2, "components": components}
    files = {"b.png": png(), "log.json": b"{}"}
    answer = await api("POST", f"/channels/{channel.id}/messages", body, files=files)
    assert answer.status == 200
    gallery = answer.body["components"][2]["components"][1]["items"][0]
    assert (gallery["media"]["width"], gallery["media"]["height"]) == (3, 2)
    assert gallery["media"]["url"] == answer.body["attachments"][0]["url"]
    ids = [component["id"] for component in answer.body["components"]]
    assert ids == sorted(set(ids))


@pytest.mark.parametrize(
    ("components", "path", "code"),
    [
        (texts(*"x" * 41), ("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
        (texts("x" * 2001, "y" * 2000), ("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
        (texts(""), ("components", "0", "content"), "BASE_TYPE_REQUIRED"),
        (
            [{"type": 12, "items": [{"media": {"url": "attachment://no.png"}}]}],
            ("components", "0", "items", "0", "media", "url"),
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
        ),
        (
            [{"type": 13, "file": {"url": "https://example.org/x"}}],
            ("components", "0", "file", "url"),
            "URL_TYPE_INVALID_SCHEME",
        ),
        ([{"type": 9, "components": texts("a")}], ("components", "0", "accessory"), "BASE_TYPE_REQUIRED"),
        (
            [{"type": 17, "components": [{"type": 17, "components": texts("a")}]}],
            ("components", "0", "components", "0", "type"),
            "UNION_TYPE_CHOICES",
        ),
        (
            [{"type": 10, "id": 7, "content": "a"}, {"type": 10, "id": 7, "content": "b"}],
            ("components", "1", "id"),
            "COMPONENT_ID_DUPLICATED",
        ),
    ],
)
async def test_components_v2_are_held_to_discords_rules(api, channel, components, path, code):
    answer = await api.say(channel, flags=V2, components=components)
    assert answer.code == 50035
    assert code in answer.errors_at(*path)


async def test_nested_components_count_towards_forty(api, channel):
    def container(count):
        return [{"type": 17, "components": texts(*"x" * count)}]

    assert (await api.say(channel, flags=V2, components=container(39))).status == 200
    assert (await api.say(channel, flags=V2, components=container(40))).status == 400


async def test_a_components_v2_message_has_no_content_for_ever(api, channel):
    refused = await api.say(channel, flags=V2, content="hello", components=texts("x"))
    assert refused.errors_at("content") == ["MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"]
    sent = await api.say(channel, flags=V2, components=texts("x"))
    path = f"/channels/{channel.id}/messages/{sent.body['id']}"
    assert (await api("PATCH", path, {"content": "hello"})).code == 50035
    assert (await api("PATCH", path, {"flags": 0, "content": "hello"})).code == 50035
    edited = await api("PATCH", path, {"components": texts("y")})
    assert (edited.status, edited.body["flags"]) == (200, V2)


async def test_an_old_message_becomes_components_v2_only_when_its_content_is_nulled(api, channel):
    sent = await api.say(channel, content="old")
    path = f"/channels/{channel.id}/messages/{sent.body['id']}"
    assert (await api("PATCH", path, {"flags": V2, "components": texts("new")})).code == 50035
    assert (
        await api("PATCH", path, {"flags": V2, "content": None, "components": texts("new")})
    ).status == 200


async def test_embeds_have_limits_alone_and_together(api, channel):
    long = [{"description": "x" * 4096}]
    assert (await api.say(channel, embeds=long)).status == 200
    assert (await api.say(channel, embeds=long * 2)).errors_at("embeds") == ["MAX_EMBED_SIZE_EXCEEDED"]
    assert (await api.say(channel, embeds=[{"title": "x" * 257}])).errors_at("embeds", "0", "title")
    fields = [{"name": "n", "value": "v"}] * 26
    assert (await api.say(channel, embeds=[{"fields": fields}])).errors_at("embeds", "0", "fields")
    assert (await api.say(channel, embeds=[{"title": "x"}] * 11)).errors_at("embeds")


async def test_files_are_served_with_their_type_description_and_size(api, channel, session):
    body = {
        "content": "board",
        "attachments": [{"id": 0, "filename": "board.png", "description": "Five horses"}],
    }
    answer = await api("POST", f"/channels/{channel.id}/messages", body, files={"board.png": png(30, 20)})
    (file,) = answer.body["attachments"]
    assert (file["description"], file["content_type"], file["width"]) == ("Five horses", "image/png", 30)
    async with session.get(file["url"]) as response:
        assert (response.content_type, await response.read()) == ("image/png", png(30, 20))


@pytest.mark.parametrize("cut", [18, 24, 40])
async def test_half_a_picture_is_a_file_like_any_other(api, channel, cut):
    sent = await api("POST", f"/channels/{channel.id}/messages", {}, files={"board.png": png()[:cut]})
    assert (sent.status, sent.body["attachments"][0]["size"]) == (200, cut)


@pytest.mark.parametrize("number", ["9" * 5000, "\u0663", "-1", "x"])
async def test_a_file_of_no_number_is_none(api, channel, session, number):
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", '{"content": "x"}')
    form.add_field(f"files[{number}]", b"data", filename="x.txt")
    headers = {"Authorization": f"Bot {api.sandbox.token}"}
    url = f"{api.sandbox.api_url}/channels/{channel.id}/messages"
    async with session.post(url, data=form, headers=headers) as response:
        assert (response.status, (await response.json())["attachments"]) == (200, [])


async def test_a_file_name_is_made_safe_and_an_embed_finds_the_file(api, channel):
    body = {"embeds": [{"image": {"url": "attachment://the_board.png"}}]}
    answer = await api("POST", f"/channels/{channel.id}/messages", body, files={"the böard.png": png()})
    assert answer.body["attachments"][0]["filename"] == "the_b_ard.png"
    named = await api("POST", f"/channels/{channel.id}/messages", body, files={"the board.png": png()})
    assert named.body["embeds"][0]["image"]["url"] == named.body["attachments"][0]["url"]


async def test_an_edit_keeps_the_files_it_names_and_drops_the_others(api, channel):
    path = f"/channels/{channel.id}/messages"
    sent = await api("POST", path, {}, files={"a.txt": b"a", "b.txt": b"b"})
    path += f"/{sent.body['id']}"
    grown = await api("PATCH", path, {}, files={"c.txt": b"c"})
    assert [file["filename"] for file in grown.body["attachments"]] == ["a.txt", "b.txt", "c.txt"]
    keep = [{"id": grown.body["attachments"][1]["id"]}, {"id": 0, "description": "new"}]
    kept = await api("PATCH", path, {"attachments": keep}, files={"d.txt": b"d"})
    assert [file["filename"] for file in kept.body["attachments"]] == ["b.txt", "d.txt"]


async def test_too_many_too_large_and_unknown_files_are_refused(api, channel):
    path = f"/channels/{channel.id}/messages"
    many = {f"{n}.txt": b"x" for n in range(11)}
    assert (await api("POST", path, {}, files=many)).errors_at("attachments")
    large = await api("POST", path, {}, files={"x.bin": bytes(10 * 1024 * 1024 + 1)})
    assert (large.status, large.code) == (413, 40005)
    unknown = await api.say(channel, content="x", attachments=[{"id": "5"}])
    assert unknown.errors_at("attachments", "0", "id")
    alt = {"attachments": [{"id": 0, "description": "x" * 1025}]}
    assert (await api("POST", path, alt, files={"a.txt": b"a"})).errors_at("attachments", "0", "description")


async def test_the_same_nonce_gives_back_the_same_message_for_some_minutes(api, channel, sandbox):
    body = {"content": "once", "nonce": "t1-7", "enforce_nonce": True}
    first, again = await api.say(channel, **body), await api.say(channel, **body)
    assert first.body["id"] == again.body["id"]
    sandbox.clock.advance(600)
    assert (await api.say(channel, **body)).body["id"] != first.body["id"]
    assert (await api.say(channel, content="x", nonce="n" * 26)).errors_at("nonce")


async def test_mentions_are_those_allowed(api, channel, sandbox):
    ana, ben = sandbox.world.person("Ana"), sandbox.world.person("Ben")
    text = f"<@{ana.id}> <@{ben.id}> @everyone"
    loud = await api.say(channel, content=text)
    assert len(loud.body["mentions"]) == 2
    assert loud.body["mention_everyone"]
    quiet = await api.say(channel, content=text, allowed_mentions={"parse": [], "users": [ana.id]})
    assert [user["id"] for user in quiet.body["mentions"]] == [ana.id]
    assert not quiet.body["mention_everyone"]
    both = await api.say(channel, content=text, allowed_mentions={"parse": ["users"], "users": [ana.id]})
    assert both.errors_at("allowed_mentions")


async def test_a_reply_refers_to_a_message_that_exists(api, channel):
    first = await api.say(channel, content="question")
    reply = await api.say(channel, content="answer", message_reference={"message_id": first.body["id"]})
    assert reply.body["referenced_message"]["content"] == "question"
    lost = await api.say(channel, content="answer", message_reference={"message_id": "1"})
    assert lost.errors_at("message_reference") == ["REPLIES_UNKNOWN_MESSAGE"]
    forgiving = {"message_id": "1", "fail_if_not_exists": False}
    assert (await api.say(channel, content="answer", message_reference=forgiving)).status == 200


@pytest.mark.parametrize(
    ("missing", "status", "code"),
    [
        (Permission.VIEW_CHANNEL, 403, 50001),
        (Permission.SEND_MESSAGES, 403, 50013),
        (Permission.EMBED_LINKS, 403, 50013),
        (Permission.ATTACH_FILES, 403, 50013),
    ],
)
async def test_without_a_permission_a_message_is_refused(api, channel, sandbox, missing, status, code):
    sandbox.world.deny(sandbox.world.bot, missing, channel)
    body = {"content": "x", "embeds": [{"title": "x"}]}
    answer = await api("POST", f"/channels/{channel.id}/messages", body, files={"a.txt": b"a"})
    assert (answer.status, answer.code) == (status, code)
    sandbox.world.permit(sandbox.world.bot, missing, channel)
    assert (await api("POST", f"/channels/{channel.id}/messages", body, files={"a.txt": b"a"})).status == 200


async def test_nobody_edits_or_deletes_anothers_message(api, channel, sandbox):
    async with sandbox.user("Ana") as ana:
        said = await ana.say(channel, "mine")
    path = f"/channels/{channel.id}/messages/{said.id}"
    assert (await api("PATCH", path, {"content": "yours"})).code == 50005
    assert (await api("DELETE", path)).code == 50013
    sandbox.world.permit(sandbox.world.bot, Permission.MANAGE_MESSAGES, channel)
    assert (await api("DELETE", path)).status == 204


async def test_messages_are_deleted_in_bulk_with_permission(api, channel, sandbox):
    ids = [(await api.say(channel, content=str(n))).body["id"] for n in range(3)]
    path = f"/channels/{channel.id}/messages/bulk-delete"
    assert (await api("POST", path, {"messages": ids})).code == 50013
    sandbox.world.permit(sandbox.world.bot, Permission.MANAGE_MESSAGES, channel)
    assert (await api("POST", path, {"messages": ids[:1]})).errors_at("messages")
    assert (await api("POST", path, {"messages": ids})).status == 204
    assert (await api("GET", f"/channels/{channel.id}/messages")).body == []


async def test_a_closed_door_and_a_stranger_get_no_direct_messages(api, sandbox):
    world, ben = sandbox.world, sandbox.world.person("Ben")
    opened = await api("POST", "/users/@me/channels", {"recipient_id": ben.id})
    direct = world.channels[opened.body["id"]]
    assert (await api.say(direct, content="psst")).status == 200
    world.close_direct_messages(ben)
    closed = await api.say(direct, content="psst")
    assert (closed.status, closed.code) == (403, 50007)
    world.open_direct_messages(ben)
    world.remove_member(ben, sandbox.guild)
    assert (await api.say(direct, content="psst")).code == 50278


async def test_what_does_not_exist_is_unknown_and_who_has_no_token_unauthorised(api, channel):
    assert (await api("GET", "/channels/1")).code == 10003
    assert (await api("GET", "/guilds/1")).code == 10004
    assert (await api("GET", f"/channels/{channel.id}/messages/1")).code == 10008
    assert (await api("POST", "/users/@me/channels", {"recipient_id": "1"})).code == 10013
    stranger = await api("GET", "/users/@me", Authorization="Bot wrong")
    assert (stranger.status, stranger.body["message"]) == (401, "401: Unauthorized")
    assert (await api("GET", "/nowhere")).status == 404
