/** The whole page while somebody sits at it. */

import { displayName, isThread } from "../discord.js";
import { batched, fill, h } from "../elements/dom.js";
import { icon } from "../elements/icons.js";
import { Composer } from "./composer/composer.js";
import { MessageList } from "./messages/list.js";
import { openModal } from "./modal/modal.js";
import { sidebar } from "./sidebar.js";
import { typingLine } from "./typing.js";

/**
 * Build the page of a session. `onSit(user)` changes who sits here (null: nobody). The answer is
 * `{element, ui}`; `ui` holds what the session asks of the page.
 */
export function app(session, { onSit }) {
  const { store } = session;
  const list = new MessageList(session);
  const composer = new Composer(session, { onSent: () => list.toFoot() });
  const drawer = (isOpen) => {
    element.classList.toggle("is-drawer-open", isOpen);
    if (isOpen) element.querySelector(".place.is-current")?.focus();
  };
  const header = h("header.channel-head");
  const banner = h("p.banner", { role: "status", hidden: true }, "Connection lost. Trying again …");
  const element = h(
    "div.app",
    { onkeydown: (event) => event.key === "Escape" && drawer(false) },
    sidebar(session, { onSit, onOpened: () => drawer(false) }),
    h("div.shade", { onclick: () => drawer(false) }),
    h("main", banner, header, list.element, typingLine(session), composer.element),
  );
  store.on(
    "nav",
    batched(() => paintHeader(header, session, () => drawer(true))),
  );
  store.on(
    "nav",
    batched(() => paintTitle(store)),
  );
  store.on("connection", () => {
    banner.hidden = store.connection !== "lost";
  });
  const ui = {
    openModal: (modal) => openModal(modal, session),
    startCommand: (path) => composer.startCommand(path),
    useCommand: (path) => composer.useCommand(path),
    reveal: (messageId) => list.reveal(messageId),
  };
  return { element, ui };
}

function paintHeader(header, session, openDrawer) {
  const { store } = session;
  const channel = store.current;
  if (!channel) return;
  const parent = isThread(channel) ? store.channels.get(channel.parent_id) : null;
  const isElsewhereUnread = [...store.channels.values()].some(
    (each) => each.id !== channel.id && store.unread.isUnread(each),
  );
  fill(
    header,
    h(
      "button.ghost.menu",
      {
        "aria-label": isElsewhereUnread ? "Channels, unread messages" : "Channels",
        "aria-controls": "sidebar",
        onclick: openDrawer,
      },
      icon("menu"),
      isElsewhereUnread && h("span.dot"),
    ),
    parent && [
      h("button.link.parent", { onclick: () => session.navigate(parent.id) }, `#${parent.name}`),
      h("span.crumb", { "aria-hidden": "true" }, "›"),
    ],
    icon(sign(channel)),
    h("h1", nameOf(channel, store)),
    channel.topic && h("p.topic", channel.topic),
  );
}

function sign(channel) {
  if (isThread(channel)) return "thread";
  return channel.guild_id ? "hash" : "at";
}

function nameOf(channel, store) {
  return channel.guild_id ? channel.name : displayName(store.partner(channel));
}

function paintTitle(store) {
  const channel = store.current;
  const isHidden = document.visibilityState === "hidden";
  const waiting = [...store.channels.keys()].filter((id) => isHidden || id !== store.currentId);
  const count = waiting.reduce((sum, id) => sum + store.unread.mentions(id), 0);
  const where = channel ? `${channel.guild_id ? "#" : "@"}${nameOf(channel, store)} · ` : "";
  document.title = `${count ? `(${count}) ` : ""}${where}${displayName(store.me)} · Paddock sandbox`;
}
