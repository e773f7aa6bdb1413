/** Round pictures of people: their initials on a colour of their own. */

import { displayName } from "../discord.js";
import { h } from "./dom.js";

/** Turning the colour wheel by this much each time keeps neighbours apart. */
const GOLDEN_ANGLE = 137.508;

/** An avatar; decorative, since the name always stands beside it. */
export function avatar(user, size = "") {
  const hue = (Number(BigInt(user.id) % 997n) * GOLDEN_ANGLE) % 360;
  return h(
    "span.avatar",
    { class: size, "aria-hidden": "true", style: { "--hue": String(hue) } },
    initials(displayName(user)),
  );
}

function initials(name) {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? ["?"];
  return words
    .slice(0, 2)
    .map((word) => [...word][0].toUpperCase())
    .join("");
}
