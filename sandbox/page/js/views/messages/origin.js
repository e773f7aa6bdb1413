/** How a message came about: the command it answers, or the message it replies to. */

import { MessageType, displayName } from "../../discord.js";
import { avatar } from "../../elements/avatar.js";
import { h } from "../../elements/dom.js";
import { icon } from "../../elements/icons.js";
import { inlineMarkdown } from "../../markdown/render.js";

/** Whether a message says how it came about, and so never stands compact. */
export function hasOrigin(message) {
  return (
    message.type !== MessageType.DEFAULT || Boolean(message.message_reference) || Boolean(commandOf(message))
  );
}

/** The line above a message that answers a command or another message. */
export function origin(message, session) {
  const command = commandOf(message);
  if (command) {
    return h(
      "p.origin",
      icon("reply"),
      avatar(command.user, "is-tiny"),
      h("b", displayName(command.user)),
      " used ",
      h("button.mention", { onclick: () => session.startCommand(command.name) }, `/${command.name}`),
    );
  }
  const replied = message.message_reference && message.type === MessageType.REPLY;
  return replied ? repliedTo(message, session) : null;
}

/** Who used which command, where the message is the answer to one. */
function commandOf(message) {
  const metadata = message.interaction_metadata;
  const name = message.interaction?.name ?? metadata?.name;
  const user = message.interaction?.user ?? metadata?.user;
  const isCommand = (message.interaction?.type ?? metadata?.type) === 2;
  return isCommand && name && user ? { name, user } : null;
}

function repliedTo(message, session) {
  const original =
    message.referenced_message ??
    session.store.log(message.channel_id).find(message.message_reference.message_id);
  if (!original) return h("p.origin", icon("reply"), "Original message was deleted");
  const text = original.content?.split("\n")[0] || "Click to see the message";
  return h(
    "p.origin",
    icon("reply"),
    avatar(original.author, "is-tiny"),
    h("b", displayName(original.author)),
    " ",
    h(
      "button.link",
      { onclick: () => session.jumpTo(original.channel_id ?? message.channel_id, original.id) },
      inlineMarkdown(text, session),
    ),
  );
}
