/** Buttons under (and in) messages. */

import { h } from "../../elements/dom.js";
import { icon } from "../../elements/icons.js";
import { link } from "../../elements/links.js";

const STYLE = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "secondary" };

/** A button; one that waits for its answer shows it and takes no second click. */
export function button(data, { message, session }) {
  const face = [emoji(data.emoji), data.label && h("span", data.label)];
  const className = `button is-${STYLE[data.style] ?? "secondary"}`;
  if (data.style === 5 && !data.disabled)
    return link(data.url, session, { class: className }, face, icon("open"));
  const isPending = session.store.pending.has(`${message.id}/${data.custom_id}`);
  return h(
    "button",
    {
      class: [className, isPending && "is-pending"],
      disabled: Boolean(data.disabled) || data.style >= 5,
      "aria-busy": isPending ? "true" : null,
      "aria-label": data.label ? null : data.emoji?.name,
      data: { focus: `${message.id}/${data.custom_id}` },
      onclick: () => session.interactions.component(message, data),
    },
    face,
  );
}

/** The emoji of a button or an option; one of a server's own is shown by its name. */
export function emoji(data) {
  if (!data) return null;
  return h(
    "span",
    { class: data.id ? "emoji-name" : "emoji", "aria-hidden": "true" },
    data.id ? `:${data.name}:` : data.name,
  );
}
