/** The person's websocket: events in, and a connection that comes back by itself. */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

export class Gateway {
  #uid;
  #socket = null;
  #timer = null;
  #closed = false;
  #failures = 0;
  #onEvent;
  #onState;

  /**
   * `onEvent({t, d})` gets every event; `onState("online" | "lost")` every change of the connection
   * and every attempt that failed.
   */
  constructor(uid, { onEvent, onState }) {
    this.#uid = uid;
    this.#onEvent = onEvent;
    this.#onState = onState;
  }

  open() {
    const address = new URL(`/user/${encodeURIComponent(this.#uid)}/gateway`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onmessage = (message) => this.#receive(JSON.parse(message.data));
    socket.onclose = () => this.#lost(socket);
  }

  /** Leave for good. */
  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #receive(event) {
    if (this.#closed) return;
    if (event.t === "READY") {
      this.#failures = 0;
      this.#onState("online");
    }
    this.#onEvent(event);
  }

  #lost(socket) {
    if (this.#closed || socket !== this.#socket) return;
    this.#failures += 1;
    this.#onState("lost");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.#failures - 1));
    this.#timer = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }
}
