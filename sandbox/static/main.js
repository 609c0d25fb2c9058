/** The page: who you are, where you are, and everything drawn from that. */

import { composer, entriesIn, fill, run } from "./composer.js";
import { h, isNarrow, render } from "./dom.js";
import { dots, icon } from "./icons.js";
import { menuView } from "./menu.js";
import { modalView } from "./modal.js";
import { markdownLine } from "./markdown.js";
import { plainText } from "./components.js";
import { DM, Session, isThread, nameOf } from "./session.js";
import { badge, placesInOrder, sidebar } from "./sidebar.js";
import { reading, showMessage, timeline } from "./timeline.js";

/**
 * @typedef {import("./session.js").Json} Json
 * @typedef {{key: number, kind: "error" | "ping", title: string, text: string, channel?: string, message?: string}} Toast
 */

const DISCORD_PLACE = /^https?:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/channels\/(@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/;
const TOAST_SECONDS = 7;
const FIRST_COMMAND = "game new";

export class App {
  constructor() {
    const [user] = route();
    /** @type {Map<string, Session>} everyone one can be: each sees their own things all the time, for the badges */
    this.sessions = new Map();
    this.session = this.follow(user || null);
    /** @type {any} the open select menu */
    this.menu = null;
    /** @type {{url: string, alt: string} | null} */
    this.picture = null;
    /** @type {any} what is filled in of the open dialog */
    this.form = null;
    /** @type {Toast[]} */
    this.toasts = [];
    /** @type {string | null} a message to show once its channel is drawn */
    this.target = null;
    this.isWriting = false;
    this.isDrawerOpen = false;
    this.toastCount = 0;
    this.isScheduled = false;
    const app = this;
    /** @type {import("./markdown.js").Around} */
    this.around = {
      get me() {
        return app.session.me;
      },
      get guild() {
        return app.session.guild?.id;
      },
      user: (id) => app.session.nameOf(id),
      channel: (id) => {
        const found = app.session.channels.get(id);
        return found ? { name: app.session.titleOf(found), href: app.href(id) } : null;
      },
      place: (url) => app.place(url),
    };
  }

  /** @param {string | null} user @returns {Session} */
  follow(user) {
    /** @type {Session} */
    const session = new Session(user, (news) => this.changed(session, news));
    return session;
  }

  /** @param {Session} session @param {{message?: Json, world?: boolean}} news */
  changed(session, { message, world }) {
    if (world) {
      this.sessions.set(session.me, session);
      if (session === this.session) {
        for (const id of session.users.keys()) if (!this.sessions.has(id)) this.sessions.set(id, this.follow(id));
        this.restore();
      }
    }
    if (message && session === this.session) this.arrived(message);
    this.update();
  }

  /** A message came for the one I am. @param {Json} message */
  arrived(message) {
    const { session } = this;
    const isHere = message.channel_id === session.channel;
    if (message.author.id === session.me) session.news.delete(message.channel_id);
    else if (isHere && document.hidden && !session.news.has(message.channel_id)) session.news.set(message.channel_id, message.id);
    const channel = session.channels.get(message.channel_id);
    if (message.pings_me && !isHere) {
      const where = channel ? (channel.type === DM ? "direct message" : `#${channel.name}`) : "";
      this.toast({
        kind: "ping",
        title: `${nameOf(message.author)} · ${where}`,
        text: "",
        channel: message.channel_id,
        message: message.id,
      });
    }
  }

  // Places -------------------------------------------------------------------------------------------------------------

  /** @param {string} user */
  hrefOf(user) {
    const channel = this.sessions.get(user)?.channel ?? this.session.channel;
    return channel ? `#/${user}/${channel}` : `#/${user}`;
  }

  /** @param {string} channel @param {string} [message] */
  href(channel, message) {
    return `#/${this.session.me}/${channel}${message ? `/${message}` : ""}`;
  }

  /** A Discord address that means a place in this page. @param {string} url */
  place(url) {
    const match = DISCORD_PLACE.exec(url);
    if (!match) return null;
    const channel = this.session.channels.get(match[2]);
    const label = channel ? this.session.titleOf(channel) : "a place you can't see";
    return { label: match[3] ? `${label} › message` : label, href: this.href(match[2], match[3]) };
  }

  /** Goes where the address says. */
  restore() {
    const [user, channel, message] = route();
    const session = this.sessions.get(user) ?? this.session;
    this.go(session, channel ?? session.channel ?? this.session.channel, message, true);
  }

  /** @param {Session} session @param {string | null} [wanted] @param {string | null} [message] @param {boolean} [isSame] whether the way back stays as it is */
  go(session, wanted, message, isSame = false) {
    this.session = session;
    this.menu = null;
    if (session.ready) {
      const places = placesInOrder(this);
      const id =
        wanted && session.channels.has(wanted)
          ? wanted
          : session.channel && session.channels.has(session.channel)
            ? session.channel
            : (places[0]?.id ?? null);
      if (wanted && id !== wanted && message)
        this.toast({
          kind: "error",
          title: "",
          text: `${session.user ? nameOf(session.user) : "This user"} can't see that place.`,
        });
      if (id !== session.channel || !isSame) this.look(id);
      this.target = id === wanted ? (message ?? null) : null;
      const address = id ? `#/${session.me}/${id}` : `#/${session.me}`;
      if (location.hash !== address) history[isSame ? "replaceState" : "pushState"](null, "", address);
    } else {
      session.channel = wanted ?? null;
      this.target = message ?? null;
    }
    this.isDrawerOpen = false;
    this.update();
  }

  /** Opens a channel: marks where its news begin. @param {string | null} id */
  look(id) {
    const { session } = this;
    if (id !== session.channel) reading.atEnd = true;
    session.channel = id;
    if (!id) return;
    const list = session.messages.get(id) ?? [];
    const unread = session.channels.get(id)?.unread ?? 0;
    const first = unread ? list[Math.max(0, list.length - unread)] : null;
    if (first) session.news.set(id, first.id);
    else session.news.delete(id);
  }

  async openDm() {
    const { session } = this;
    await this.attempt(session.post("dm").then(({ channel }) => this.go(session, channel)));
  }

  /** The command that a newcomer should try. @returns {string | null} */
  firstCommand() {
    const channel = this.session.channels.get(this.session.channel ?? "");
    const all = channel ? entriesIn(this, channel) : [];
    return (all.find((one) => one.name === FIRST_COMMAND) ?? all[0])?.name ?? null;
  }

  /** Writes a command into the composer. @param {string} text */
  fill(text) {
    const channel = this.session.channels.get(this.session.channel ?? "");
    if (channel) fill(this, channel, text);
  }

  /** Sends a command that needs nothing more. @param {string} text */
  run(text) {
    const channel = this.session.channels.get(this.session.channel ?? "");
    if (channel) run(this, channel, text);
  }

  // Small things -------------------------------------------------------------------------------------------------------

  /** @param {any} menu */
  openMenu(menu) {
    this.menu = menu;
    // Right away: the next key already belongs to the list.
    if (menu) this.draw();
    else this.update();
  }

  /** @param {{url: string, alt: string} | null} picture */
  openPicture(picture) {
    this.picture = picture;
    if (picture) this.focusOn(".lightbox .icon-button");
    else this.update();
  }

  /** @param {boolean} isOpen */
  openDrawer(isOpen) {
    this.isDrawerOpen = isOpen;
    if (isOpen) this.focusOn(".places [aria-current]");
    else this.update();
  }

  /** @param {Omit<Toast, "key">} toast */
  toast(toast) {
    const made = { ...toast, key: this.toastCount++ };
    this.toasts = [...this.toasts.slice(-2), made];
    setTimeout(() => this.dropToast(made), TOAST_SECONDS * 1000);
    this.update();
  }

  /** @param {Toast} toast */
  dropToast(toast) {
    this.toasts = this.toasts.filter((one) => one !== toast);
    this.update();
  }

  /** Says what went wrong, if something does. @param {Promise<unknown>} promise @param {() => void} [otherwise] */
  async attempt(promise, otherwise) {
    try {
      await promise;
    } catch (error) {
      this.toast({ kind: "error", title: "", text: error instanceof Error ? error.message : "That didn't work." });
      otherwise?.();
    }
  }

  /** Draws and focuses what fits, at once: the next key already belongs there. @param {string} selector */
  focusOn(selector) {
    this.draw();
    const found = document.querySelector(selector);
    if (found instanceof HTMLElement) found.focus({ preventScroll: true });
  }

  // Drawing ------------------------------------------------------------------------------------------------------------

  update() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    // Frames stop in hidden tabs, whose titles should still count pings.
    if (document.hidden) setTimeout(() => this.draw());
    else requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.isScheduled = false;
    const { session } = this;
    const channel = session.channels.get(session.channel ?? "");
    if (session.ready && !channel && session.channels.size) {
      this.go(session, null, null, true);
      return;
    }
    render(/** @type {Element} */ (document.getElementById("page")), this.view(channel));
    this.afterwards(channel);
  }

  /** @param {Json} channel */
  afterwards(channel) {
    const { session } = this;
    if (this.target && channel) {
      if (!showMessage(this.target)) this.toast({ kind: "error", title: "", text: "That message isn't here any more." });
      this.target = null;
    }
    if (channel && !document.hidden && reading.atEnd && session.connected) session.read(channel.id);
    const title = channel ? `${channel.type === DM ? "@" : "#"}${session.titleOf(channel)}` : "Sandbox";
    document.title = `${session.pings ? `(${session.pings}) ` : ""}${title} · ${session.user ? nameOf(session.user) : "Sandbox"}`;
  }

  /** @param {Json} channel */
  view(channel) {
    const { session } = this;
    if (session.locked)
      return notice("This page's key is no longer valid.", "The sandbox has been restarted. Open the address that it printed.");
    if (!session.ready) return notice("Connecting to the sandbox…", "");
    const isCovered = Boolean(session.modal || this.picture);
    return h(
      "div",
      { class: "app" },
      h(
        "div",
        { class: "frame", inert: isCovered },
        h(
          "a",
          {
            class: "skip",
            href: this.href(channel?.id ?? ""),
            onClick: (/** @type {Event} */ event) => (event.preventDefault(), this.focusOn("[data-composer]")),
          },
          "Skip to the message field",
        ),
        sidebar(this),
        channel
          ? this.channelView(channel)
          : h("main", { class: "main" }, h("div", { class: "intro" }, "You can't see any channels here.")),
      ),
      modalView(this),
      this.pictureView(),
      menuView(this),
      h(
        "div",
        { class: "toasts", role: "status" },
        this.toasts.map((one) => this.toastView(one)),
      ),
    );
  }

  /** @param {Json} channel */
  channelView(channel) {
    const { session } = this;
    const parent = isThread(channel) ? session.channels.get(channel.parent_id) : null;
    const elsewhere = session.pings - channel.pings;
    return h(
      "main",
      { class: "main", inert: this.isDrawerOpen && isNarrow() },
      h(
        "header",
        { class: "bar" },
        h(
          "button",
          {
            class: "icon-button drawer-button",
            type: "button",
            "aria-label": "Channels and people",
            "aria-expanded": this.isDrawerOpen ? "true" : "false",
            "aria-controls": "side",
            onClick: () => this.openDrawer(true),
          },
          icon("menu"),
          elsewhere > 0 ? badge(elsewhere) : null,
        ),
        parent
          ? h("a", { class: "bar-parent", href: this.href(parent.id), "data-jump": true }, icon("hash"), parent.name, icon("right"))
          : null,
        icon(channel.type === DM ? "at" : parent ? "thread" : "hash"),
        h("h2", { class: "bar-title" }, session.titleOf(channel)),
        channel.topic ? h("span", { class: "bar-topic faint" }, markdownLine(channel.topic, this.around)) : null,
        session.user
          ? h(
              "button",
              {
                class: "bar-me",
                type: "button",
                "aria-label": `You are ${nameOf(session.user)}. Switch user`,
                onClick: () => this.openDrawer(true),
              },
              h("span", null, nameOf(session.user)),
            )
          : null,
      ),
      session.connected ? null : h("div", { class: "banner", role: "alert" }, dots(), "The sandbox isn't responding. Reconnecting…"),
      session.connected && !session.bot.online
        ? h(
            "div",
            { class: "banner", role: "status" },
            icon("alert"),
            `${nameOf(session.bot)} is offline. Clicks will fail until it is back.`,
          )
        : null,
      timeline(this, channel),
      composer(this, channel),
    );
  }

  pictureView() {
    const { picture } = this;
    if (!picture) return null;
    const close = () => this.openPicture(null);
    return h(
      "div",
      {
        class: "shade lightbox",
        role: "dialog",
        "aria-modal": "true",
        "aria-label": picture.alt || "Picture",
        onClick: close,
        onKeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close(),
      },
      h("img", { src: picture.url, alt: picture.alt }),
      h(
        "div",
        { class: "lightbox-foot" },
        picture.alt ? h("span", null, picture.alt) : null,
        h("a", { href: picture.url, target: "_blank", rel: "noopener noreferrer" }, "Open the original"),
      ),
      h("button", { class: "icon-button", type: "button", "aria-label": "Close" }, icon("close")),
    );
  }

  /** @param {Toast} toast */
  toastView(toast) {
    const close = h(
      "button",
      { class: "icon-button", type: "button", "aria-label": "Close", onClick: () => this.dropToast(toast) },
      icon("close"),
    );
    if (toast.kind === "error")
      return h(
        "div",
        { class: "toast is-error", key: String(toast.key) },
        icon("alert"),
        h("span", { class: "toast-text" }, toast.text),
        close,
      );
    // The message as it is now; one that is gone no longer pings.
    const message = this.session.message(toast.channel ?? "", toast.message ?? "");
    if (!message) return null;
    const href = this.href(message.channel_id, message.id);
    const line = h("span", { class: "toast-text" }, markdownLine(plainText(message).slice(0, 200), this.around));
    return h(
      "div",
      { class: "toast", key: String(toast.key) },
      h(
        "a",
        { class: "toast-link", href, "data-jump": true, onClick: () => this.dropToast(toast) },
        h("strong", null, toast.title),
        line,
      ),
      close,
    );
  }
}

/** @param {string} title @param {string} text */
function notice(title, text) {
  return h("div", { class: "notice-page" }, h("h1", null, title), text ? h("p", null, text) : dots());
}

/** User, channel and message in the address. @returns {string[]} */
function route() {
  return location.hash
    .replace(/^#\/?/, "")
    .split("/")
    .filter((one) => /^\d+$/.test(one));
}

/** @param {App} app */
function listen(app) {
  addEventListener("hashchange", () => app.restore());
  addEventListener("popstate", () => app.restore());
  document.addEventListener("visibilitychange", () => app.update());

  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const command = event.target.closest("[data-command]");
    if (command instanceof HTMLElement && command.dataset.command) app.fill(command.dataset.command);
    const link = event.target.closest("a[data-jump], a[data-person]");
    const [user, channel, message] = link?.getAttribute("href")?.replace(/^#\//, "").split("/") ?? [];
    const session = app.sessions.get(user);
    if (!session) return;
    event.preventDefault();
    app.go(session, channel ?? null, message);
  });

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || app.session.modal || app.picture || app.menu) return;
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      const places = placesInOrder(app).concat(app.session.dm ?? []);
      const at = places.findIndex((one) => one.id === app.session.channel);
      const next = places[(at + (event.key === "ArrowUp" ? -1 : 1) + places.length) % places.length];
      event.preventDefault();
      app.go(app.session, next?.id ?? null);
    } else if (event.key === "Escape" && app.isDrawerOpen) {
      app.openDrawer(false);
      app.focusOn(".drawer-button");
    } else if (
      event.key.length === 1 &&
      event.key !== " " &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey &&
      !isInput(event.target)
    ) {
      // Someone who just starts typing means the message field.
      const field = document.querySelector("[data-at=tail], [data-composer]");
      if (field instanceof HTMLElement) field.focus();
    }
  });
}

/** @param {EventTarget | null} target */
function isInput(target) {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

const app = new App();
listen(app);
app.update();
