/** What Discord says by itself in a channel. */

import { MessageType, displayName } from "../../discord.js";
import { h } from "../../elements/dom.js";
import { icon } from "../../elements/icons.js";
import { sentAt } from "./sent-at.js";

/** The line for a message that Discord wrote itself, or null for anybody else's. */
export function notice(message, session) {
  const content = NOTICES[message.type]?.(message, session);
  return content
    ? h("li.notice", { id: `message-${message.id}` }, icon("open"), h("span", content), sentAt(message, "f"))
    : null;
}

/** The sentences, by message type. */
const NOTICES = {
  [MessageType.RECIPIENT_ADD]: (message) => [
    h("b", displayName(message.author)),
    " added someone to the thread.",
  ],
  [MessageType.CHANNEL_NAME_CHANGE]: (message) => [
    h("b", displayName(message.author)),
    " changed the name to ",
    h("b", message.content),
    ".",
  ],
  [MessageType.CHANNEL_PINNED_MESSAGE]: (message) => [
    h("b", displayName(message.author)),
    " pinned a message.",
  ],
  [MessageType.USER_JOIN]: (message) => [h("b", displayName(message.author)), " has joined. Welcome!"],
  [MessageType.THREAD_CREATED]: (message, session) => [
    h("b", displayName(message.author)),
    " started a thread: ",
    h(
      "button.link",
      { onclick: () => session.navigate(message.message_reference?.channel_id) },
      message.content,
    ),
  ],
  [MessageType.THREAD_STARTER_MESSAGE]: () => ["The thread begins with a message in the channel."],
};
