/** Embeds: the cards of classic messages. */

import { h } from "../../elements/dom.js";
import { inlineMarkdown, markdown } from "../../markdown/render.js";
import { formatTime } from "../../markdown/time.js";
import { link } from "../../elements/links.js";
import { picture } from "./media.js";

/** One embed of a message with these attachments, which may be its pictures. */
export function embed(data, attachments, session) {
  const colour = data.color ? { "--accent-bar": hexColour(data.color) } : {};
  const described = (media) =>
    media.description ?? attachments.find(({ url }) => url === media.url)?.description ?? "";
  return h(
    "article.embed",
    { style: colour },
    data.thumbnail &&
      picture(data.thumbnail, { className: "embed-thumbnail", description: described(data.thumbnail) }),
    data.author && h("p.embed-author", maybeLink(data.author.name, data.author.url, session)),
    data.title && h("h3.embed-title", maybeLink(inlineMarkdown(data.title, session), data.url, session)),
    data.description && h("div.markup", markdown(data.description, session)),
    data.fields?.length > 0 &&
      h(
        "dl.embed-fields",
        data.fields.map((each) => field(each, session)),
      ),
    data.image && picture(data.image, { description: described(data.image) }),
    footer(data),
  );
}

/** The attachments that no embed shows already. */
export function unembedded(attachments, embeds) {
  const shown = new Set(embeds.flatMap(({ image, thumbnail }) => [image?.url, thumbnail?.url]));
  return attachments.filter(({ url }) => !shown.has(url));
}

/** Discord's colour number as CSS. */
export function hexColour(number) {
  return `#${number.toString(16).padStart(6, "0")}`;
}

function maybeLink(content, url, session) {
  return url ? link(url, session, {}, content) : content;
}

function field({ name, value, inline }, session) {
  return h(
    "div.embed-field",
    { class: inline && "is-inline" },
    h("dt", inlineMarkdown(name, session)),
    h("dd.markup", markdown(value, session)),
  );
}

function footer({ footer: text, timestamp }) {
  const time = timestamp && formatTime(Date.parse(timestamp) / 1000, "f");
  const parts = [text?.text, time].filter(Boolean);
  return parts.length > 0 && h("p.embed-footer", parts.join(" · "));
}
