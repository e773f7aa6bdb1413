/** The five select menus of messages. */

import { h } from "../../elements/dom.js";
import { icon } from "../../elements/icons.js";
import { choicesFor } from "../choices.js";
import { openPicker } from "../picker.js";
import { emoji } from "./button.js";

/** A select menu; with one value at most it sends at once, otherwise when the list is confirmed. */
export function select(data, { message, session }) {
  const channel = session.store.channels.get(message.channel_id);
  const isPending = session.store.pending.has(`${message.id}/${data.custom_id}`);
  const { options, chosen } = choicesFor(data, session.store, channel);
  const open = (event) =>
    openPicker(event.currentTarget, {
      label: data.placeholder ?? "Make a selection",
      options,
      chosen,
      min: data.min_values ?? 1,
      max: data.max_values ?? 1,
      onDone: (values) => session.interactions.component(message, data, values),
    });
  return selectButton({
    data,
    chosen,
    options,
    isPending,
    focus: `${message.id}/${data.custom_id}`,
    onclick: open,
  });
}

/** The closed face of a select menu, used in messages and in forms. */
export function selectButton({
  data,
  options,
  chosen,
  isPending = false,
  focus,
  onclick,
  labelledby = null,
}) {
  const picked = options.filter(({ value }) => chosen.includes(value));
  return h(
    "button.select",
    {
      class: isPending && "is-pending",
      disabled: Boolean(data.disabled),
      "aria-haspopup": "listbox",
      "aria-busy": isPending ? "true" : null,
      id: labelledby && focus,
      "aria-labelledby": labelledby && `${labelledby} ${focus}`,
      data: { focus },
      onclick,
    },
    picked.length
      ? h("span.select-values", picked.map(face))
      : h("span.placeholder", data.placeholder ?? "Make a selection"),
    icon("down"),
  );
}

function face({ label, emoji: sign }) {
  return h("span.select-value", emoji(sign), label);
}
