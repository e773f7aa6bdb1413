/** The left side: servers with their channels and threads, direct messages, the other players, oneself. */

import { ChannelType, displayName } from "../discord.js";
import { avatar } from "../elements/avatar.js";
import { batched, h, patchRows } from "../elements/dom.js";
import { icon } from "../elements/icons.js";
import { personChoice } from "./choices.js";
import { newPlayerForm, personRow } from "./people.js";
import { openPicker } from "./picker.js";
import { profile } from "./profile.js";

/** The channels that can be opened here. */
const CHANNELS = new Set([ChannelType.TEXT, ChannelType.ANNOUNCEMENT]);

/** The sidebar; `onSit(user)` changes who sits here, `onOpened()` hears that a channel was chosen. */
export function sidebar(session, { onSit, onOpened }) {
  const { store } = session;
  const open = (id) => {
    session.navigate(id);
    onOpened();
  };
  const places = h("ul");
  const others = h("ul.people");
  const paint = () => {
    const guilds = [...store.guilds.values()];
    patchRows(places, [
      ...guilds.flatMap((guild) => serverRows(guild, store, open)),
      ...directRows(session, open),
    ]);
    patchRows(others, personRows(store, onSit));
  };
  store.on("nav", batched(paint));
  return h(
    "aside.sidebar",
    { id: "sidebar", "aria-label": "Places and people" },
    h("p.brand", h("img", { src: "/page/icon.svg", alt: "", width: "26", height: "26" }), "Paddock sandbox"),
    h("nav.places", { "aria-label": "Channels" }, places),
    h(
      "section.others",
      h("h2", "Other players"),
      others,
      newPlayerForm(() => {}),
    ),
    profile(session, { onLeave: () => onSit(null) }),
  );
}

function personRows(store, onSit) {
  const others = [...store.users.values()].filter((user) => !user.bot && user.id !== store.me.id);
  const channelId = store.current?.guild_id ? store.currentId : null; // Only a server's channel is theirs too.
  return others.map((user) => ({
    key: user.id,
    stamp: [displayName(user), channelId],
    make: () => personRow(user, { onSit, channelId }),
  }));
}

function serverRows(guild, store, open) {
  const channels = store.channelsOf(guild.id).filter(({ type }) => CHANNELS.has(type));
  const rows = channels.flatMap((channel) => [
    place(channel, { name: channel.name, sign: () => icon("hash") }, store, open),
    ...store.threadsOf(channel.id).map((thread) => threadRow(thread, store, open)),
  ]);
  return [headingRow(guild.id, guild.name), ...rows];
}

function threadRow(thread, store, open) {
  return place(thread, { name: thread.name, sign: () => icon("thread"), isThread: true }, store, open);
}

function directRows(session, open) {
  const { store } = session;
  const rows = store.directMessages().map((channel) => {
    const partner = store.partner(channel);
    return place(
      channel,
      { name: displayName(partner), sign: () => avatar(partner, "is-small") },
      store,
      open,
    );
  });
  const nobody = {
    key: "nobody",
    stamp: [],
    make: () => h("li.empty", "None yet: a race deals your hand here."),
  };
  const heading = headingRow("direct", "Direct messages", () => writeButton(session));
  return [heading, ...(rows.length ? rows : [nobody])];
}

function headingRow(key, name, button = () => null) {
  return { key: `heading ${key}`, stamp: [name], make: () => h("li", h("h2", name, button())) };
}

function writeButton(session) {
  const { store } = session;
  const others = () => [...store.users.values()].filter(({ id }) => id !== store.me.id);
  const write = (event) =>
    openPicker(event.currentTarget, {
      label: "Write to",
      options: others().map(personChoice),
      chosen: [],
      min: 1,
      max: 1,
      onDone: ([id]) => session.direct(id),
    });
  const title = "Write to someone";
  return h("button.ghost", { "aria-label": title, title, onclick: write }, icon("plus"));
}

/** The row of a channel, thread or direct message. */
function place(channel, { name, sign, isThread = false }, store, open) {
  const isCurrent = channel.id === store.currentId;
  const isUnread = !isCurrent && store.unread.isUnread(channel);
  const mentions = store.unread.mentions(channel.id);
  const make = () =>
    h(
      "li",
      { class: isThread && "thread" },
      h(
        "a.place",
        {
          href: `#${channel.id}`,
          class: [isCurrent && "is-current", isUnread && "is-unread"],
          "aria-current": isCurrent ? "page" : null,
          data: { focus: channel.id },
          onclick: (event) => {
            event.preventDefault();
            open(channel.id);
          },
        },
        sign(),
        h("span.name", name),
        isUnread && mark(mentions),
      ),
    );
  return { key: channel.id, stamp: [name, isCurrent, isUnread, mentions], make };
}

function mark(mentions) {
  if (mentions) return h("span.badge", { "aria-label": `${mentions} unread` }, mentions);
  return h("span.dot", { role: "img", "aria-label": "unread" });
}
