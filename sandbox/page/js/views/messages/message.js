/** One message. */

import { MessageFlag, displayName, hasFlag } from "../../discord.js";
import { h } from "../../elements/dom.js";
import { icon } from "../../elements/icons.js";
import { markdown } from "../../markdown/render.js";
import { formatTime } from "../../markdown/time.js";
import { avatar } from "../../elements/avatar.js";
import { component } from "../components/index.js";
import { embed, unembedded } from "./embeds.js";
import { attachments } from "./media.js";
import { notice } from "./notices.js";
import { origin } from "./origin.js";
import { sentAt } from "./sent-at.js";

/** The element of a message; `isCompact` leaves away author and time of one that follows another. */
export function messageRow(message, session, { isCompact }) {
  const said = notice(message, session);
  if (said) return said;
  const isEphemeral = hasFlag(message, MessageFlag.EPHEMERAL);
  const isMention = mentionsMe(message, session);
  const classes = [isCompact && "is-compact", isEphemeral && "is-ephemeral", isMention && "is-mention"];
  const author = authorOf(message, session);
  return h(
    "li.message",
    { class: classes, id: `message-${message.id}` },
    origin(message, session),
    isCompact ? sentAt(message, "t") : avatar(author),
    h(
      "div.message-body",
      !isCompact && head(message, author),
      ...body(message, session),
      session.store.failed.has(message.id) &&
        h("p.failed", { role: "alert" }, icon("warning"), "This interaction failed"),
      isEphemeral && ephemeralFoot(message, session),
    ),
  );
}

function authorOf(message, { store }) {
  return message.webhook_id && !store.users.has(message.author.id)
    ? message.author
    : (store.users.get(message.author.id) ?? message.author);
}

function head(message, author) {
  return h(
    "h3.message-head",
    h("span.author", displayName(author)),
    author.bot && h("span.tag", "BOT"),
    sentAt(message, "f"),
  );
}

function body(message, session) {
  if (hasFlag(message, MessageFlag.LOADING))
    return [h("p.thinking", { role: "status" }, h("i"), h("i"), h("i"), " thinking…")];
  const components = (message.components ?? []).map((each) => component(each, { message, session }));
  const files = message.attachments ?? [];
  const isLayout = hasFlag(message, MessageFlag.COMPONENTS_V2); // Shows only the files that it names.
  const embeds = hasFlag(message, MessageFlag.SUPPRESS_EMBEDS) ? [] : (message.embeds ?? []);
  return [
    message.content &&
      h(
        "div.markup",
        { class: isOnlyEmoji(message.content) && "is-large" },
        markdown(message.content, session),
        edited(message),
      ),
    ...(isLayout ? [] : attachments(unembedded(files, embeds))),
    ...embeds.map((each) => embed(each, files, session)),
    components.length > 0 && h("div.components", components),
    !message.content && edited(message),
  ];
}

function isOnlyEmoji(text) {
  return (
    text.length < 40 &&
    /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|\s)+$/u.test(text) &&
    !/^[\d\s#*]+$/.test(text)
  );
}

function edited(message) {
  if (!message.edited_timestamp) return null;
  return h(
    "small.edited",
    { title: formatTime(Date.parse(message.edited_timestamp) / 1000, "F") },
    " (edited)",
  );
}

function ephemeralFoot(message, session) {
  return h(
    "p.ephemeral",
    icon("eye"),
    "Only you can see this · ",
    h("button.link", { onclick: () => session.dismiss(message) }, "Dismiss message"),
  );
}

function mentionsMe(message, { store }) {
  return message.mention_everyone || (message.mentions ?? []).some(({ id }) => id === store.me.id);
}
