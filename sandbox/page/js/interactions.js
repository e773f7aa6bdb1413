/** Interactions on their way: what was clicked or typed, and what became of it. */

import { InteractionType, nonce } from "./discord.js";

/** Discord's own client gives up after this many milliseconds without an answer; the sandbox says so itself earlier. */
const PATIENCE = 20_000;
/** So many nonces are remembered: a form may be opened a moment after its interaction succeeded. */
const REMEMBERED = 20;

export class Interactions {
  #store;
  #rest;
  #onModal;
  #onError;
  /** Nonce → `{interaction, settle}` of those without an outcome yet. */
  #waiting = new Map();
  /** Nonce → interaction, the last few this tab sent. */
  #sent = new Map();

  /** `onModal(modal)` opens a form the bot asked for; `onError(error)` shows a refusal of the sandbox. */
  constructor(store, rest, { onModal, onError }) {
    this.#store = store;
    this.#rest = rest;
    this.#onModal = onModal;
    this.#onError = onError;
  }

  /** Use a slash command; `path` is its whole name as typed, `data` what Discord calls command data. */
  async command(channel, path, data, application_id) {
    const note = { key: nonce(), path, state: "sending" };
    this.#note(channel.id, note);
    const outcome = await this.#send({
      ...place(channel),
      type: InteractionType.COMMAND,
      application_id,
      data,
    });
    this.#dropNote(channel.id, note);
    if (outcome === "failed") this.#note(channel.id, { ...note, key: `${note.key}!`, state: "failed" });
  }

  /** Press a button or send the values of a select menu; `values` is undefined for a button. */
  async component(message, component, values) {
    const mark = `${message.id}/${component.custom_id}`;
    if (this.#store.pending.has(mark)) return;
    this.#store.pending.add(mark);
    this.#store.failed.delete(message.id);
    this.#store.emit("messages");
    const outcome = await this.#send({
      ...place(
        this.#store.channels.get(message.channel_id) ?? {
          id: message.channel_id,
          guild_id: message.guild_id,
        },
      ),
      type: InteractionType.COMPONENT,
      application_id: message.application_id ?? message.author.id,
      message_id: message.id,
      message_flags: message.flags ?? 0,
      data: { component_type: component.type, custom_id: component.custom_id, ...(values && { values }) },
    });
    this.#store.pending.delete(mark);
    if (outcome === "failed") this.#store.failed.add(message.id);
    this.#store.emit("messages");
  }

  /** Ask for the choices of an option being typed; null when no answer came. */
  async autocomplete(channel, data, application_id) {
    const outcome = await this.#send(
      { ...place(channel), type: InteractionType.AUTOCOMPLETE, application_id, data },
      { isQuiet: true },
    );
    return Array.isArray(outcome) ? outcome : null;
  }

  /** Send a filled-in form; true when the bot took it. */
  async submit(modal, components) {
    const outcome = await this.#send({
      ...place(this.#store.channels.get(modal.channel_id) ?? { id: modal.channel_id }),
      type: InteractionType.MODAL_SUBMIT,
      application_id: modal.application_id,
      data: { id: modal.interaction_id, custom_id: modal.custom_id, components },
    });
    return outcome !== "failed" && outcome !== "refused";
  }

  /** Take an event of the gateway; true when it was about an interaction. */
  receive({ t, d }) {
    if (!t.startsWith("INTERACTION_")) return false;
    const waiting = this.#waiting.get(d.nonce);
    if (t === "INTERACTION_SUCCESS") this.#succeeded(waiting);
    else if (t === "INTERACTION_FAILURE") waiting?.settle("failed");
    else if (t === "INTERACTION_AUTOCOMPLETE_RESULT") waiting?.settle(d.choices ?? []);
    else if (t === "INTERACTION_MODAL_CREATE") this.#openModal(d);
    return true;
  }

  /** An autocompletion is over only when its choices are here. */
  #succeeded(waiting) {
    if (waiting?.interaction.type !== InteractionType.AUTOCOMPLETE) waiting?.settle("done");
  }

  /** The connection was lost: nothing that waited will be answered any more. */
  giveUp() {
    for (const waiting of this.#waiting.values()) waiting.settle("failed");
  }

  dropNote(channelId, key) {
    this.#dropNote(channelId, { key });
  }

  #openModal(modal) {
    const interaction = this.#sent.get(modal.nonce);
    if (!interaction) return; // Asked for by another tab of the same person.
    this.#waiting.get(modal.nonce)?.settle("done");
    const { application_id, channel_id } = interaction;
    this.#onModal({ application_id, channel_id, ...modal, interaction_id: modal.interaction_id ?? modal.id });
  }

  async #send(interaction, { isQuiet = false } = {}) {
    const key = nonce();
    const answered = this.#await(key, interaction);
    try {
      await this.#rest.interact({ ...interaction, nonce: key });
    } catch (error) {
      this.#waiting.get(key)?.settle("refused");
      if (!isQuiet) this.#onError(error);
    }
    return answered;
  }

  #await(key, interaction) {
    this.#sent.set(key, interaction);
    if (this.#sent.size > REMEMBERED) this.#sent.delete(this.#sent.keys().next().value);
    return new Promise((resolve) => {
      const settle = (outcome) => {
        clearTimeout(timer);
        this.#waiting.delete(key);
        resolve(outcome);
      };
      const timer = setTimeout(() => settle("failed"), PATIENCE);
      this.#waiting.set(key, { interaction, settle });
    });
  }

  #note(channelId, note) {
    this.#store.notes.set(channelId, [...this.#store.notesIn(channelId), note]);
    this.#store.emit("messages");
  }

  #dropNote(channelId, { key }) {
    this.#store.notes.set(
      channelId,
      this.#store.notesIn(channelId).filter((note) => note.key !== key),
    );
    this.#store.emit("messages");
  }
}

function place(channel) {
  return { channel_id: channel.id, ...(channel.guild_id && { guild_id: channel.guild_id }) };
}
