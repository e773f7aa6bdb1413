/** Start the page: find out who sits here, and let them. */

import { displayName } from "./discord.js";
import { fill, h } from "./elements/dom.js";
import { startClock } from "./markdown/time.js";
import { world } from "./net/rest.js";
import { Session } from "./session.js";
import { app } from "./views/app.js";
import { chooser } from "./views/people.js";

const KEPT = "paddock.as";
const RETRY = 2000;
const root = document.getElementById("app");
let session = null;

async function start() {
  startClock();
  const found = await reach();
  const wanted = new URLSearchParams(location.search).get("as") ?? sessionStorage.getItem(KEPT);
  const user = found.users.find(({ id }) => id === wanted);
  if (user) sit(user, found.bot);
  else choose(found, wanted ? "That player is not here any more. Choose another." : null);
}

/** The world, however long the sandbox takes to come up. */
async function reach() {
  for (;;) {
    try {
      return await world();
    } catch (error) {
      fill(root, h("main.chooser", h("p", { role: "status" }, error.message)));
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY);
      });
    }
  }
}

function choose(found, notice = null) {
  leave();
  address(null);
  document.title = "Paddock sandbox";
  fill(root, chooser(found, { onSit: (user) => sit(user, found.bot), notice }));
}

function sit(user, bot) {
  leave();
  address(user.id);
  session = new Session(user, bot, { onLost: () => checkStillThere(user) });
  const { element, ui } = app(session, {
    onSit: (other) => (other ? sit(other, bot) : reach().then((found) => choose(found))),
  });
  session.ui = ui;
  fill(root, element);
  session.start();
}

function leave() {
  session?.stop();
  session = null;
  document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
}

/** Put who sits here into the address and the tab's memory, and keep the channel that is open. */
function address(uid) {
  const url = new URL(location.href);
  if (uid) url.searchParams.set("as", uid);
  else url.searchParams.delete("as");
  history.replaceState(null, "", url);
  if (uid) sessionStorage.setItem(KEPT, uid);
  else sessionStorage.removeItem(KEPT);
}

/** After a lost connection: a sandbox that began anew may not know this person. */
async function checkStillThere(user) {
  const found = await world().catch(() => null);
  if (!found || session?.store.me.id !== user.id || found.users.some(({ id }) => id === user.id)) return;
  choose(found, `The sandbox began anew, and ${displayName(user)} is not there any more.`);
}

start();
