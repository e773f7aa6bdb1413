/** A picture as large as the window. */

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** Show a picture over the page until it is clicked or Escape is pressed. */
export function enlarge(src, alt) {
  const box = h(
    "dialog.lightbox",
    { "aria-label": alt || "Picture" },
    h("button.ghost", { "aria-label": "Close" }, icon("close")),
    h("img", { src, alt }),
    alt && h("p.lightbox-alt", alt),
  );
  box.addEventListener("click", () => box.close());
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}
