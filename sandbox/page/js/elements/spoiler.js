/** Things that are hidden until someone wants to see them. */

import { h } from "./dom.js";

/** Cover `content` (an element) until it is clicked. */
export function spoiler(content, tag = "span") {
  const cover = h("button.spoiler-cover", { "aria-label": "Spoiler, show it" });
  const box = h(`${tag}.spoiler`, cover, content);
  content.inert = true;
  cover.addEventListener("click", () => {
    content.inert = false;
    box.classList.add("is-open");
    cover.remove();
  });
  return box;
}
