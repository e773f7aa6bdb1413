/** Pictures and files, wherever in a message they stand. */

import { h } from "../../elements/dom.js";
import { icon } from "../../elements/icons.js";
import { enlarge } from "../../elements/lightbox.js";
import { isWebAddress, ownAddress } from "../../elements/links.js";
import { spoiler } from "../../elements/spoiler.js";

/**
 * A picture to click on. `media` is Discord's `{url, width, height}`; `description` its alternative
 * text. A picture of another host is not loaded: a link stands in its place.
 */
export function picture(media, { description = "", isSpoiler = false, className = "picture" } = {}) {
  const src = ownAddress(media.url);
  if (!src) return elsewhere(media.url, description);
  const image = h("img", {
    src,
    alt: description,
    width: media.width,
    height: media.height,
    decoding: "async",
  });
  const shown = h(
    "button",
    {
      class: className,
      "aria-label": `Enlarge: ${description || "picture"}`,
      title: description || null,
      style: media.width
        ? { "--ratio": `${media.width} / ${media.height}`, "--width": `${media.width}px` }
        : {},
      onclick: () => enlarge(src, description),
    },
    image,
  );
  return isSpoiler ? spoiler(shown) : shown;
}

function elsewhere(url, description) {
  if (!isWebAddress(url ?? "")) return h("span.elsewhere", description || "A picture that is not here");
  return h("a.elsewhere", { href: url, target: "_blank", rel: "noopener noreferrer" }, description || url);
}

/** A file to download. */
export function file({ filename, size, url }, { isSpoiler = false } = {}) {
  const href = ownAddress(url);
  const box = h(
    "a.file",
    { href, download: filename },
    icon("file"),
    h("span.file-name", filename, h("small", bytes(size))),
    icon("save"),
  );
  return isSpoiler ? spoiler(box) : box;
}

function bytes(count) {
  if (count === undefined || count === null) return "";
  if (count < 1024) return `${count} bytes`;
  const kilo = count / 1024;
  return kilo < 1024 ? `${kilo.toFixed(1)} KB` : `${(kilo / 1024).toFixed(1)} MB`;
}

/** The attachments of a classic message: pictures first shown, other files to download. */
export function attachments(list) {
  return list.map((attachment) => {
    const isSpoiler = attachment.filename.startsWith("SPOILER_");
    const isPicture =
      attachment.content_type?.startsWith("image/") ?? /\.(png|jpe?g|gif|webp)$/i.test(attachment.filename);
    return isPicture
      ? picture(attachment, { description: attachment.description ?? "", isSpoiler })
      : file(attachment, { isSpoiler });
  });
}
