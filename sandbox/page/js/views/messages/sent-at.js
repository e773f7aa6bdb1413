/** When a message was sent. */

import { snowflakeTime } from "../../discord.js";
import { h } from "../../elements/dom.js";
import { formatTime } from "../../markdown/time.js";

/** The time of a message; one of another day in the style given, one of today as the hour alone. */
export function sentAt(message, style) {
  const seconds = snowflakeTime(message.id) / 1000;
  const isToday = new Date(seconds * 1000).toDateString() === new Date().toDateString();
  return h(
    "time.message-time",
    { datetime: new Date(seconds * 1000).toISOString(), title: formatTime(seconds, "F") },
    formatTime(seconds, isToday ? "t" : style),
  );
}
