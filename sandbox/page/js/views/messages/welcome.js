/** The head of a channel, and what a newcomer may do in one that is empty. */

import { displayName, isThread } from "../../discord.js";
import { h } from "../../elements/dom.js";
import { flatten } from "../composer/commands.js";
import { addressAs } from "../people.js";

/** The first thing in a channel: its name, and a way to begin if nothing was said yet. */
export function welcome(channel, session, isEmpty) {
  return [title(channel, session), isEmpty && channel.guild_id && !isThread(channel) ? hint(session) : null];
}

function title(channel, { store }) {
  if (isThread(channel)) return [h("h2", channel.name), h("p", "This is the beginning of the thread.")];
  if (channel.guild_id)
    return [
      h("h2", `Welcome to #${channel.name}`),
      h("p", channel.topic || "This is the beginning of the channel."),
    ];
  const name = displayName(store.partner(channel));
  return [h("h2", name), h("p", `This is the beginning of your direct messages with ${name}.`)];
}

function hint(session) {
  const { store } = session;
  const other = [...store.users.values()].find((user) => !user.bot && user.id !== store.me.id);
  return h(
    "ol.steps",
    h("li", h("b", "Open a table"), h("span.openings", firstCommands(store).map(inOnePress(session)))),
    h(
      "li",
      h("b", "Race"),
      h(
        "span",
        "Press ",
        h("b", "Race now"),
        " below it: computer players join you. Your hand arrives as a direct message.",
      ),
    ),
    other &&
      h(
        "li",
        h("b", "Or bring a friend"),
        h(
          "span",
          "Open a ",
          h(
            "a",
            { href: addressAs(other.id, store.currentId), target: "_blank" },
            `second tab as ${displayName(other)}`,
          ),
          " and press Join there, then Start here. The lobby says how many a game takes.",
        ),
      ),
  );
}

function inOnePress(session) {
  return ({ path, description }) => [
    h("button.mention", { onclick: () => session.useCommand(path) }, `/${path}`),
    h("small", description),
  ];
}

/** Begins what opens a table; the game to begin with stands first. */
const OPENING = "race new ";
const FIRST = `${OPENING}jockey`;

/** What to use first: whatever opens a table, unless the bot behind the sandbox knows only other commands. */
function firstCommands(store) {
  const known = flatten(store.commandsIn(store.current));
  if (known.length === 0) return [{ path: FIRST }];
  const opening = known.filter(({ path }) => path.startsWith(OPENING));
  const first = opening.filter(({ path }) => path === FIRST);
  return opening.length ? [...new Set([...first, ...opening])] : known.slice(0, 1);
}
