/** Who is about to say something in the open channel. */

import { displayName } from "../discord.js";
import { fill, h } from "../elements/dom.js";

/** The line under the messages. */
export function typingLine(session) {
  const { store } = session;
  const line = h("p.typing", { role: "status" });
  let timer = null;
  const paint = () => {
    clearTimeout(timer);
    const users = store.typingIn(store.currentId);
    const names = users.map(({ user }) => displayName(user));
    fill(line, names.length ? `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} typing …` : null);
    if (names.length)
      timer = setTimeout(paint, Math.min(...users.map(({ until }) => until)) - Date.now() + 50);
  };
  store.on("typing", paint);
  store.on("current", paint);
  store.on("messages", paint);
  return line;
}
