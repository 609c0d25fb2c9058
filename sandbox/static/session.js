/**
 * What one user sees, kept up to date by the sandbox's events, and what else this page remembers about that user:
 * drafts, choices not yet sent, commands under way.
 *
 * Messages and channels are replaced, never changed in place, so what drew one can compare by identity.
 */

import { follow, post, Refused } from "./net.js";
import { setNow } from "./times.js";

/** @typedef {any} Json an object of Discord's API v10, see docs/sandbox.md */
/** @typedef {{key: number, channel: string, after: string, name: string, interaction: string | null, failed: string | null}} Pending */

export const DM = 1;
const THREADS = [11, 12];
const TYPING_SECONDS = 10;

/** @param {string} a @param {string} b whether the id a is older than the id b */
export function isOlder(a, b) {
  return a.length === b.length ? a < b : a.length < b.length;
}

/** @param {Json} channel */
export function isThread(channel) {
  return THREADS.includes(channel.type);
}

export class Session {
  /**
   * @param {string | null} user null: the sandbox's first one
   * @param {(what: {message?: Json, world?: boolean}) => void} changed
   */
  constructor(user, changed) {
    this.changed = changed;
    this.me = user ?? "";
    this.ready = false;
    this.connected = false;
    this.locked = false;
    /** @type {Map<string, Json>} */
    this.users = new Map();
    /** @type {Json} */
    this.bot = null;
    /** @type {Json} */
    this.guild = null;
    /** @type {Map<string, Json>} */
    this.channels = new Map();
    /** @type {Map<string, Json[]>} */
    this.messages = new Map();
    /** @type {Json[]} */
    this.commands = [];
    /** @type {Json} */
    this.modal = null;
    /** @type {Map<string, Json>} what waits for the bot, by interaction id */
    this.waiting = new Map();

    /** @type {string | null} the channel last looked at */
    this.channel = null;
    /** @type {Map<string, any>} what is being written, by channel */
    this.drafts = new Map();
    /** @type {Map<string, string[]>} what was chosen in a message's menus, by message and custom id */
    this.picks = new Map();
    /** @type {Map<string, string>} why the last click on a message failed, by message id */
    this.failures = new Map();
    /** @type {Map<string, string>} first message that was unread when its channel was opened */
    this.news = new Map();
    /** @type {Map<string, number>} who types until when, by channel and user */
    this.typing = new Map();
    /** @type {Pending[]} commands sent that show nothing yet */
    this.pending = [];
    this.modalError = "";
    /** @type {string | null} the interaction of the dialog just sent; "" until the sandbox has named it */
    this.submitted = null;
    /** @type {Map<string, boolean>} commands that were answered before their post returned, and whether they failed */
    this.early = new Map();
    /** counts up with every change that shows in messages without changing one of them: names, menus, clicks */
    this.version = 0;

    follow(user, {
      event: (event) => this.apply(event),
      lost: (locked) => {
        this.connected = false;
        this.locked = locked;
        this.changed({});
      },
    });
  }

  get user() {
    return this.users.get(this.me);
  }

  /** @param {string} id @returns {string} */
  nameOf(id) {
    const user = id === this.bot?.id ? this.bot : this.users.get(id);
    return user ? nameOf(user) : "someone";
  }

  /** My direct messages with the bot, once there are any. */
  get dm() {
    return [...this.channels.values()].find((one) => one.type === DM);
  }

  /** Pings in all channels: what the badge beside my face says. */
  get pings() {
    return [...this.channels.values()].reduce((sum, one) => sum + one.pings, 0);
  }

  /** @param {Json} channel */
  titleOf(channel) {
    return channel.type === DM ? nameOf(this.bot) : channel.name;
  }

  /** @param {string} channel @param {string} id @returns {Json} */
  message(channel, id) {
    return this.messages.get(channel)?.find((one) => one.id === id);
  }

  // What the sandbox says ----------------------------------------------------------------------------------------------

  /** @param {Json} event */
  apply(event) {
    const handler = HANDLERS[event.type];
    if (!handler) return;
    const news = handler(this, event);
    this.changed(news ?? {});
  }

  /** @param {Json} message @param {boolean} isNew */
  put(message, isNew) {
    const list = this.messages.get(message.channel_id) ?? [];
    let at = list.length;
    while (at > 0 && isOlder(message.id, list[at - 1].id)) at--;
    const known = at > 0 && list[at - 1].id === message.id;
    this.messages.set(message.channel_id, [...list.slice(0, known ? at - 1 : at), message, ...list.slice(at)]);
    if (known) {
      // The bot has spoken: its defaults count now, not what was chosen here before.
      for (const key of this.picks.keys()) if (key.startsWith(`${message.id} `)) this.picks.delete(key);
      this.failures.delete(message.id);
    }
    // The answer takes the place of the command under way, though the news that it was answered comes only afterwards.
    const answered =
      message.interaction?.user.id === this.me && this.pending.find((one) => one.name === message.interaction.name && !one.failed);
    if (isNew && answered) this.settle(answered, false);
    if (isNew) this.typing.delete(`${message.channel_id} ${message.author.id}`);
  }

  /** @param {Json} it */
  interaction(it) {
    this.version++;
    if (it.state === "waiting") {
      this.waiting.set(it.id, it);
      if (it.message_id) this.failures.delete(it.message_id);
      return;
    }
    this.waiting.delete(it.id);
    const failed = it.state === "failed";
    if (it.name) {
      const pending = this.pending.find((one) => one.interaction === it.id);
      if (pending) this.settle(pending, failed);
      else this.early.set(it.id, failed);
    } else if (it.id === this.submitted) {
      this.submitted = null;
      if (failed) this.modalError = "Something went wrong. Try again.";
    } else if (failed && it.message_id) {
      this.failures.set(it.message_id, "This interaction failed");
    }
  }

  /** @param {Pending} pending @param {boolean} failed */
  settle(pending, failed) {
    if (failed) pending.failed = "The application did not respond";
    else this.pending = this.pending.filter((one) => one !== pending);
  }

  // What I do ----------------------------------------------------------------------------------------------------------

  /** @param {string} name @param {Record<string, unknown>} body @returns {Promise<any>} */
  post(name, body = {}) {
    return post(name, { as: this.me, ...body });
  }

  /** @param {Json} message @param {Json} component */
  async click(message, component) {
    await this.press(message, component, "click", {});
  }

  /** @param {Json} message @param {Json} component @param {string[]} values */
  async select(message, component, values) {
    this.picks.set(`${message.id} ${component.custom_id}`, values);
    this.version++;
    this.changed({});
    await this.press(message, component, "select", { values });
  }

  /** @param {Json} message @param {Json} component @param {string} what @param {Json} more */
  async press(message, component, what, more) {
    // Someone who acts here has seen what was new.
    this.news.delete(message.channel_id);
    try {
      await this.post(what, { message: message.id, custom_id: component.custom_id, ...more });
    } catch (error) {
      this.failures.set(message.id, sentence(error));
      this.version++;
      this.changed({});
    }
  }

  /** Whether a button or menu waits for the bot. @param {Json} message @param {Json} component */
  isBusy(message, component) {
    for (const it of this.waiting.values()) {
      if (it.message_id === message.id && it.custom_id === component.custom_id) return true;
    }
    return false;
  }

  /**
   * Sends a command; its row is below the channel until the bot answers.
   *
   * @param {string} channel @param {Json} command @param {string[]} path @param {Json} options
   */
  async command(channel, command, path, options) {
    const name = [command.name, ...path].join(" ");
    const after = this.messages.get(channel)?.at(-1)?.id ?? "0";
    /** @type {Pending} */
    const pending = { key: this.version++, channel, after, name, interaction: null, failed: null };
    this.pending = [...this.pending, pending];
    this.news.delete(channel);
    this.changed({});
    try {
      pending.interaction = (await this.post("command", { channel, command: command.id, path, options })).interaction;
      const early = this.early.get(String(pending.interaction));
      if (early !== undefined) this.settle(pending, early);
      this.early.clear();
    } catch (error) {
      pending.failed = sentence(error);
    }
    this.changed({});
  }

  /** @param {Pending} pending */
  forget(pending) {
    this.pending = this.pending.filter((one) => one !== pending);
    this.changed({});
  }

  /** @param {Json} values */
  async submit(values) {
    this.modalError = "";
    this.submitted = "";
    this.changed({});
    try {
      this.submitted = (await this.post("modal", { modal: this.modal.id, values })).interaction;
    } catch (error) {
      this.submitted = null;
      this.modalError = sentence(error);
    }
    this.changed({});
  }

  /** Whether the dialog was sent and waits for its answer. */
  get isSubmitting() {
    return this.submitted === "" || (this.submitted !== null && this.waiting.has(this.submitted));
  }

  /** Marks a channel as seen, if there is anything to mark. @param {string} id */
  read(id) {
    const channel = this.channels.get(id);
    if (!channel || (!channel.unread && !channel.pings)) return;
    this.channels.set(id, { ...channel, unread: 0, pings: 0 });
    this.post("read", { channel: id }).catch(() => {});
  }

  /** The people typing in a channel now. @param {string} channel @returns {string[]} */
  typers(channel) {
    const now = Date.now();
    return [...this.typing]
      .filter(([key, until]) => key.startsWith(`${channel} `) && until > now)
      .map(([key]) => key.split(" ")[1]);
  }
}

/** @param {Json} user @returns {string} */
export function nameOf(user) {
  return user.global_name ?? user.username;
}

/** @param {unknown} error */
function sentence(error) {
  return error instanceof Refused ? error.message : "That didn't work.";
}

/** @type {Record<string, (session: Session, event: Json) => {message?: Json, world?: boolean} | void>} what each event does */
const HANDLERS = {
  world(session, event) {
    session.ready = session.connected = true;
    session.locked = false;
    session.me = event.me;
    setNow(event.now);
    session.users = new Map(event.users.map((/** @type {Json} */ one) => [one.id, one]));
    session.bot = event.bot;
    session.guild = event.guild;
    session.channels = new Map(event.channels.map((/** @type {Json} */ one) => [one.id, one]));
    session.messages = new Map(Object.entries(event.messages));
    session.commands = event.commands;
    session.modal = event.modal;
    session.waiting = new Map(event.interactions.map((/** @type {Json} */ one) => [one.id, one]));
    // What was under way when the connection broke has since been answered or lost.
    session.pending = session.pending.filter((one) => one.failed || (one.interaction && session.waiting.has(one.interaction)));
    session.version++;
    return { world: true };
  },
  message(session, { message, new: isNew }) {
    session.put(message, isNew);
    return isNew ? { message } : undefined;
  },
  message_delete(session, { channel_id, id }) {
    const list = session.messages.get(channel_id) ?? [];
    session.messages.set(
      channel_id,
      list.filter((one) => one.id !== id),
    );
  },
  channel(session, { channel }) {
    const before = session.channels.get(channel.id);
    session.channels.set(channel.id, channel);
    if (before?.name !== channel.name) session.version++;
  },
  channel_delete(session, { id }) {
    session.channels.delete(id);
    session.messages.delete(id);
  },
  commands(session, { commands }) {
    session.commands = commands;
  },
  user(session, { user }) {
    session.users.set(user.id, user);
    session.version++;
  },
  bot(session, { online }) {
    session.bot = { ...session.bot, online };
  },
  clock(session, { now }) {
    setNow(now);
    session.version++;
  },
  interaction(session, { interaction }) {
    session.interaction(interaction);
  },
  modal(session, { modal }) {
    if (modal?.id !== session.modal?.id) {
      session.modalError = "";
      session.submitted = null;
    }
    session.modal = modal;
  },
  typing(session, { channel_id, user_id }) {
    if (user_id === session.me) return;
    session.typing.set(`${channel_id} ${user_id}`, Date.now() + TYPING_SECONDS * 1000);
    setTimeout(() => session.changed({}), TYPING_SECONDS * 1000 + 50);
  },
};
