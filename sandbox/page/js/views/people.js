/** Who one may be: the list to begin with, and the quick switch beside the channels. */

import { displayName } from "../discord.js";
import { h } from "../elements/dom.js";
import { icon } from "../elements/icons.js";
import { addPerson } from "../net/rest.js";
import { avatar } from "../elements/avatar.js";
import { toast } from "../elements/toasts.js";

/** The page's address for sitting as someone, in the same channel if one is given. */
export function addressAs(uid, channelId = null) {
  return `${location.pathname}?as=${encodeURIComponent(uid)}${channelId ? `#${channelId}` : ""}`;
}

/** A person to sit as here, or in a tab of their own; `channel` is the channel to open there, if any. */
export function personRow(user, { onSit, channelId }) {
  const name = displayName(user);
  return h(
    "li.person",
    h(
      "a.person-main",
      {
        href: addressAs(user.id, channelId),
        title: `Sit here as ${name}`,
        onclick: (event) => sit(event, user, onSit),
      },
      avatar(user, "is-small"),
      h("span.name", name),
    ),
    h(
      "a.ghost",
      {
        href: addressAs(user.id, channelId),
        target: "_blank",
        "aria-label": `Open a tab as ${name}`,
        title: `Open a tab as ${name}`,
      },
      icon("open"),
    ),
  );
}

function sit(event, user, onSit) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  onSit(user);
}

/** The form that adds a person. */
export function newPlayerForm(onAdded) {
  const field = h("input", {
    type: "text",
    name: "name",
    placeholder: "New player",
    "aria-label": "Name of a new player",
    maxlength: "32",
    autocomplete: "off",
    required: true,
  });
  const submit = async (event) => {
    event.preventDefault();
    const user = await addPerson(field.value.trim()).catch(toast);
    field.value = "";
    if (user) onAdded(user);
  };
  return h(
    "form.new-player",
    { onsubmit: submit },
    field,
    h(
      "button.ghost",
      { type: "submit", "aria-label": "Add this player", title: "Add this player" },
      icon("plus"),
    ),
  );
}

/** The first page: choose who to be. */
export function chooser({ users }, { onSit, notice = null }) {
  const people = users.filter((user) => !user.bot);
  return h(
    "main.chooser",
    h(
      "div.chooser-card",
      h("img", { src: "/page/icon.svg", alt: "", width: "56", height: "56" }),
      h("h1", "Who would you like to be?"),
      h("p", notice ?? "Everyone here is yours to play: sit as one, and open a tab for each of the others."),
      h(
        "ul.people",
        people.map((user) => personRow(user, { onSit, channelId: null })),
      ),
      newPlayerForm(onSit),
    ),
  );
}
