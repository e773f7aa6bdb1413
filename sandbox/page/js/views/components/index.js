/** A message's components, classic rows and the newer layout alike. */

import { ComponentType } from "../../discord.js";
import { button } from "./button.js";
import * as layout from "./layout.js";
import { select } from "./select.js";

/**
 * The element of a component. `context` is `{message, session}`; layout components come back here for
 * what they hold.
 */
export function component(data, context) {
  const make = MAKERS[data.type];
  return make ? make(data, context, component) : layout.unknown(data);
}

const MAKERS = {
  [ComponentType.ACTION_ROW]: layout.row,
  [ComponentType.BUTTON]: button,
  [ComponentType.STRING_SELECT]: select,
  [ComponentType.USER_SELECT]: select,
  [ComponentType.ROLE_SELECT]: select,
  [ComponentType.MENTIONABLE_SELECT]: select,
  [ComponentType.CHANNEL_SELECT]: select,
  [ComponentType.SECTION]: layout.section,
  [ComponentType.TEXT_DISPLAY]: layout.text,
  [ComponentType.THUMBNAIL]: layout.thumbnail,
  [ComponentType.MEDIA_GALLERY]: layout.gallery,
  [ComponentType.FILE]: layout.attached,
  [ComponentType.SEPARATOR]: layout.separator,
  [ComponentType.CONTAINER]: layout.container,
};
