/** Discord's numbers by name, and small facts about its objects. */

export const ChannelType = {
  TEXT: 0,
  DM: 1,
  ANNOUNCEMENT: 5,
  ANNOUNCEMENT_THREAD: 10,
  PUBLIC_THREAD: 11,
  PRIVATE_THREAD: 12,
};

export const MessageType = {
  DEFAULT: 0,
  RECIPIENT_ADD: 1,
  CHANNEL_NAME_CHANGE: 4,
  CHANNEL_PINNED_MESSAGE: 6,
  USER_JOIN: 7,
  THREAD_CREATED: 18,
  REPLY: 19,
  CHAT_INPUT_COMMAND: 20,
  THREAD_STARTER_MESSAGE: 21,
};

export const MessageFlag = { SUPPRESS_EMBEDS: 4, EPHEMERAL: 64, LOADING: 128, COMPONENTS_V2: 1 << 15 };

export const InteractionType = { COMMAND: 2, COMPONENT: 3, AUTOCOMPLETE: 4, MODAL_SUBMIT: 5 };

/** Where a command can be used. */
export const Context = { GUILD: 0, BOT_DM: 1 };

/** The places a command is for; one that names none says whether it is for direct messages as well. */
export const contextsOf = (command) =>
  command.contexts ?? (command.dm_permission ? [Context.GUILD, Context.BOT_DM] : [Context.GUILD]);

export const ComponentType = {
  ACTION_ROW: 1,
  BUTTON: 2,
  STRING_SELECT: 3,
  TEXT_INPUT: 4,
  USER_SELECT: 5,
  ROLE_SELECT: 6,
  MENTIONABLE_SELECT: 7,
  CHANNEL_SELECT: 8,
  SECTION: 9,
  TEXT_DISPLAY: 10,
  THUMBNAIL: 11,
  MEDIA_GALLERY: 12,
  FILE: 13,
  SEPARATOR: 14,
  CONTAINER: 17,
  LABEL: 18,
  FILE_UPLOAD: 19,
  RADIO_GROUP: 21,
  CHECKBOX_GROUP: 22,
  CHECKBOX: 23,
};

export const OptionType = {
  SUB_COMMAND: 1,
  SUB_COMMAND_GROUP: 2,
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
  ATTACHMENT: 11,
};

const SELECTS = new Set([
  ComponentType.STRING_SELECT,
  ComponentType.USER_SELECT,
  ComponentType.ROLE_SELECT,
  ComponentType.MENTIONABLE_SELECT,
  ComponentType.CHANNEL_SELECT,
]);

/** Whether a component type is one of the five select menus. */
export const isSelect = (type) => SELECTS.has(type);

/** Whether a channel is a thread. */
export const isThread = (channel) => channel.type >= 10 && channel.type <= 12;

/** Whether a message carries all the bits of `flag`. */
export const hasFlag = (message, flag) => ((message.flags ?? 0) & flag) === flag;

/** The name a person is shown by. */
export const displayName = (user) => user.global_name || user.username;

const EPOCH = 1420070400000n;

/** When a snowflake was made, in milliseconds. */
export const snowflakeTime = (id) => Number((BigInt(id) >> 22n) + EPOCH);

/** Order two snowflakes, oldest first; works for ids of any length. */
export function compareIds(a, b) {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : Number(a > b);
}

/** A nonce in the shape Discord's own clients use: a fresh snowflake. */
export function nonce() {
  const now = (BigInt(Date.now()) - EPOCH) << 22n;
  return String(now | BigInt(Math.floor(Math.random() * (1 << 22))));
}
