/** The user-side REST protocol of the sandbox: what a person's own client may ask. */

/** A refusal in Discord's error format; `message` is a sentence for people. */
export class RestError extends Error {
  constructor(status, body) {
    super(sentence(status, body));
    this.name = "RestError";
    this.status = status;
    this.code = body?.code ?? 0;
  }
}

function sentence(status, body) {
  const details = [...leaves(body?.errors ?? {}, [])].map(([path, text]) =>
    path ? `${path}: ${text}` : text,
  );
  const head = body?.message ?? `The sandbox answered with status ${status}.`;
  return details.length ? `${head}: ${details.join("; ")}` : head;
}

function* leaves(node, path) {
  for (const error of node._errors ?? []) yield [path.join("."), error.message];
  for (const [name, child] of Object.entries(node)) {
    if (name !== "_errors" && child && typeof child === "object") yield* leaves(child, [...path, name]);
  }
}

async function call(method, path, body) {
  const request = { method, headers: {} };
  if (body !== undefined) {
    request.headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  const answer = await fetch(path, request).catch(() => {
    throw new RestError(0, { message: "The sandbox cannot be reached. Is it still running?" });
  });
  const data = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) throw new RestError(answer.status, data);
  return data;
}

/** The people, the servers and the bot: what is there before anyone sits down. */
export const world = () => call("GET", "/user/world");

/** A new person, who joins every server. */
export const addPerson = (name) => call("POST", "/user/users", { name });

/** Everything one person may ask, bound to their id. */
export function restAs(uid) {
  const base = `/user/${encodeURIComponent(uid)}`;
  const channel = (id) => `${base}/channels/${encodeURIComponent(id)}/messages`;
  return {
    /** Up to `limit` messages, newest first, older than `before` if given. */
    messages(channelId, { limit = 50, before = null } = {}) {
      const query = new URLSearchParams({ limit: String(limit) });
      if (before) query.set("before", before);
      return call("GET", `${channel(channelId)}?${query}`);
    },
    say: (channelId, content, nonce) => call("POST", channel(channelId), { content, nonce }),
    dismiss: (channelId, messageId) =>
      call("DELETE", `${channel(channelId)}/${encodeURIComponent(messageId)}`),
    openDirect: (recipientId) => call("POST", `${base}/dm`, { recipient_id: recipientId }),
    change: (settings) => call("PATCH", base, settings),
    interact: (interaction) => call("POST", `${base}/interactions`, interaction),
  };
}
