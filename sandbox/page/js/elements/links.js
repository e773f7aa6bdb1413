/** Links that never lead anywhere but the web, and links to messages that stay on the page. */

import { h } from "./dom.js";

const JUMP = /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?/;

/** Whether an address may be followed: http and https only. */
export function isWebAddress(url) {
  return /^https?:\/\//i.test(url);
}

/** A link; one to a Discord channel or message opens it here. */
export function link(url, session, props, ...children) {
  const target = url.match(JUMP);
  if (target)
    return h(
      "a",
      { ...props, href: `#${target[1]}`, onclick: (event) => jump(event, session, target) },
      ...children,
    );
  if (!isWebAddress(url)) return h("span", props, ...children);
  return h("a", { ...props, href: url, target: "_blank", rel: "noopener noreferrer" }, ...children);
}

function jump(event, session, [, channelId, messageId]) {
  event.preventDefault();
  session.jumpTo(channelId, messageId);
}

/**
 * The address of an attachment as this page may load it: files of the sandbox from wherever the page
 * itself came, and null for any other host, which is never asked.
 */
export function ownAddress(url) {
  const address = URL.canParse(url, location.href) ? new URL(url, location.href) : null;
  if (!address || address.protocol === "data:") return address?.href ?? null;
  const isOwn =
    address.origin === location.origin ||
    (address.port === location.port && isLoopback(address.hostname) && isLoopback(location.hostname));
  return isOwn ? address.pathname + address.search : null;
}

function isLoopback(host) {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}
