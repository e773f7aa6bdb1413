/** The components that arrange others or show something. */

import { h } from "../../elements/dom.js";
import { markdown } from "../../markdown/render.js";
import { hexColour } from "../messages/embeds.js";
import { file, picture } from "../messages/media.js";
import { spoiler } from "../../elements/spoiler.js";

const inside = (list, context, component) => list.map((each) => component(each, context));

export function row({ components }, context, component) {
  return h("div.row", inside(components, context, component));
}

export function container({ components, accent_color, spoiler: isSpoiler }, context, component) {
  const style =
    accent_color === null || accent_color === undefined ? {} : { "--accent-bar": hexColour(accent_color) };
  const box = h("section.container", { style }, inside(components, context, component));
  return isSpoiler ? spoiler(box, "div") : box;
}

export function section({ components, accessory }, context, component) {
  return h(
    "div.section",
    h("div.section-text", inside(components, context, component)),
    accessory && h("div.section-accessory", component(accessory, context)),
  );
}

export function text({ content }, { session }) {
  return h("div.markup", markdown(content, session));
}

export function thumbnail({ media, description, spoiler: isSpoiler }) {
  return picture(media, { description: description ?? "", isSpoiler, className: "thumbnail" });
}

export function gallery({ items }) {
  const pictures = items.map(({ media, description, spoiler: isSpoiler }) =>
    picture(media, { description: description ?? "", isSpoiler }),
  );
  return h("div.gallery", { data: { count: String(Math.min(items.length, 5)) } }, pictures);
}

export function attached({ file: media, name, size, spoiler: isSpoiler }, { message }) {
  const attachment = (message.attachments ?? []).find(
    ({ url, id }) => url === media.url || id === media.attachment_id,
  );
  const filename =
    name ?? attachment?.filename ?? decodeURIComponent(media.url.split(/[?#]/)[0].split("/").at(-1));
  return file({ filename, size: size ?? attachment?.size, url: media.url }, { isSpoiler });
}

export function separator({ divider, spacing }) {
  const size = spacing === 2 ? "is-large" : "";
  return h(divider === false ? "div.gap" : "hr", { class: size });
}

export function unknown({ type }) {
  return h("p.subtext", `A component of type ${type} that this page does not know.`);
}
