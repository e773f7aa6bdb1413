"""Embeds of a message.

Source: Discord, "Message Resource": embed limits; OpenAPI, `RichEmbed`.
"""

from __future__ import annotations

from sandbox.model import Json
from sandbox.validation.form import Form
from sandbox.validation.layout import Layout

MOST_TEXT = 6000


def read_embeds(form: Form, layout: Layout) -> list[Json]:
    """Read up to ten embeds, whose texts together may be 6000 characters long."""
    forms = form.children("embeds", 10)
    embeds = [_read_embed(each, layout) for each in forms]
    if sum(map(_length, embeds)) > MOST_TEXT:
        form.complain("MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MOST_TEXT}", "embeds")
    return embeds


def _read_embed(form: Form, layout: Layout) -> Json:
    embed: Json = {
        "type": "rich",
        "title": form.text("title", 256),
        "description": form.text("description", 4096),
        "url": form.url("url", 2048),
        "color": form.integer("color", 0, 0xFFFFFF),
        "timestamp": form.text("timestamp", 64),
        "footer": _read_part(form, "footer", layout, text=2048),
        "author": _read_part(form, "author", layout, name=256),
        "image": _read_image(form, "image", layout),
        "thumbnail": _read_image(form, "thumbnail", layout),
        "fields": [_read_field(each) for each in form.children("fields", 25)],
    }
    return {key: value for key, value in embed.items() if value not in (None, "", [])}


def _read_part(form: Form, key: str, layout: Layout, **texts: int) -> Json | None:
    part = form.child(key)
    if part is None:
        return None
    shape: Json = {name: part.text(name, most, required=True) for name, most in texts.items()}
    if url := part.url("url", 2048):
        shape["url"] = url
    if part.data.get("icon_url"):
        shape["icon_url"] = _address(part, "icon_url", layout)
    return shape


def _read_image(form: Form, key: str, layout: Layout) -> Json | None:
    image = form.child(key)
    if image is None or not image.data.get("url"):
        return None
    url = _address(image, "url", layout)
    shape: Json = {"url": url, "proxy_url": url, "flags": 0}
    file = layout.files.get(str(image.data["url"]).removeprefix("attachment://"))
    if file and file.width and file.height:
        shape |= {"width": file.width, "height": file.height, "content_type": file.content_type}
    return shape


def _address(form: Form, key: str, layout: Layout) -> str | None:
    url = form.url(key, 2048, ("http", "https", "attachment"))
    if url and url.startswith("attachment://"):
        file = layout.files.get(url.removeprefix("attachment://"))
        # Discord leaves a reference to a file that is not there as it is.
        return layout.address(file) if file else url
    return url


def _read_field(form: Form) -> Json:
    return {
        "name": form.text("name", 256, 1, required=True),
        "value": form.text("value", 1024, 1, required=True),
        "inline": form.flag("inline"),
    }


def _length(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [embed.get("footer", {}).get("text"), embed.get("author", {}).get("name")]
    for field in embed.get("fields", []):
        texts += [field["name"], field["value"]]
    return sum(len(text) for text in texts if text)
