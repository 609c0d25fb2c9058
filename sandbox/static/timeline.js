/**
 * The messages of the open channel.
 *
 * @typedef {import("./dom.js").Child} Child
 * @typedef {import("./session.js").Json} Json
 * @typedef {import("./main.js").App} App
 */

import { h, memo } from "./dom.js";
import { dots, face, icon } from "./icons.js";
import { commandLine, continues, header, messageView } from "./message.js";
import { DM, isOlder, isThread, nameOf } from "./session.js";
import { day, sameDay } from "./times.js";

const NEAR = 60;

/** Where the reader is in the channel: at its end, and staying there, or somewhere above; the channel's height, and how far they are from its top. */
export const reading = { atEnd: true, top: 0, height: 0 };

/** @param {App} app @param {Json} channel */
export function timeline(app, channel) {
  const { session } = app;
  const messages = session.messages.get(channel.id) ?? [];
  const firstNew = session.news.get(channel.id);
  /** @type {Child[]} */
  const rows = [];
  const pending = session.pending.filter((one) => one.channel === channel.id);
  messages.forEach((message, at) => {
    while (pending.length && isOlder(pending[0].after, message.id))
      rows.push(pendingView(app, /** @type {any} */ (pending.shift())));
    const before = messages[at - 1];
    const newDay = !before || !sameDay(before.timestamp, message.timestamp);
    if (newDay)
      rows.push(h("div", { class: "day", key: `day ${message.id}`, role: "separator" }, h("span", null, day(message.timestamp))));
    if (message.id === firstNew)
      rows.push(h("div", { class: "day is-new", key: "new", role: "separator" }, h("span", null, "New")));
    const isShort = !newDay && message.id !== firstNew && continues(message, before);
    // A reply shows what it answers, a thread's card how many messages it has: both change with other messages.
    const thread = message.thread && session.channels.get(message.thread.id);
    const answered = message.message_reference && session.message(channel.id, message.message_reference.message_id);
    const deps = [message, isShort, thread, answered, session.version, app.menu?.key.startsWith(message.id) ? app.menu.key : ""];
    rows.push(memo(message.id, deps, () => messageView(app, message, isShort)));
  });
  rows.push(pending.map((one) => pendingView(app, one)));
  const typers = session.typers(channel.id).map((id) => session.nameOf(id));
  return h(
    "div",
    { class: "timeline", key: `timeline ${session.me} ${channel.id}` },
    h(
      "div",
      {
        class: "scroller",
        tabindex: 0,
        role: "log",
        "aria-label": `Messages in ${session.titleOf(channel)}`,
        onScroll: (/** @type {Event} */ event) => {
          // What moved last in a channel that has just been left says nothing about the one that is opening.
          const isHere = app.session === session && session.channel === channel.id;
          if (isHere) onScroll(app, /** @type {HTMLElement} */ (event.currentTarget));
        },
        ref: (/** @type {HTMLElement} */ el) => keepAtEnd(app, el),
      },
      h("div", { class: "messages" }, intro(app, channel, messages), rows),
    ),
    h(
      "div",
      { class: "below" },
      reading.atEnd
        ? null
        : h(
            "button",
            { class: "to-end", type: "button", onClick: () => toEnd(app) },
            session.channels.get(channel.id)?.unread ? "New messages" : "Jump to present",
            icon("down"),
          ),
      typers.length
        ? h("div", { class: "typing" }, dots(), `${typers.join(", ")} ${typers.length > 1 ? "are" : "is"} typing…`)
        : null,
    ),
  );
}

/** A command on its way. @param {App} app @param {import("./session.js").Pending} pending */
function pendingView(app, pending) {
  const { session } = app;
  return h(
    "article",
    { class: "message is-ephemeral", key: `pending ${pending.key}` },
    commandLine(session.user, pending.name),
    h(
      "div",
      { class: "message-grid" },
      face(session.bot),
      h(
        "div",
        { class: "message-body" },
        header(nameOf(session.bot), true, new Date().toISOString()),
        pending.failed
          ? h("div", { class: "failure", role: "alert" }, icon("alert"), pending.failed)
          : h("div", { class: "thinking" }, dots(), "Sending command…"),
        pending.failed
          ? h(
              "div",
              { class: "only-mine" },
              icon("eye"),
              h("span", null, "Only you can see this · "),
              h("button", { class: "text-button", type: "button", onClick: () => session.forget(pending) }, "Dismiss message"),
            )
          : null,
      ),
    ),
  );
}

// The channel's beginning --------------------------------------------------------------------------------------------------

/** @param {App} app @param {Json} channel @param {Json[]} messages */
function intro(app, channel, messages) {
  const { session } = app;
  const me = session.user ? nameOf(session.user) : "";
  if (channel.type === DM) {
    const bot = nameOf(session.bot);
    return h(
      "div",
      { class: "intro" },
      face(session.bot, "is-large"),
      h("h2", null, bot),
      h("p", null, `Messages from ${bot} to ${me} arrive here. No one else can see them.`),
    );
  }
  if (isThread(channel))
    return h(
      "div",
      { class: "intro" },
      h("span", { class: "intro-icon" }, icon("thread")),
      h("h2", null, channel.name),
      h("p", null, "This is a separate thread, out of the channel's way."),
    );
  return h(
    "div",
    { class: "intro" },
    h("span", { class: "intro-icon" }, icon("hash")),
    h("h2", null, channel.name),
    h("p", null, `This is where #${channel.name} begins.`),
    welcome(app, me, messages.length > 0),
  );
}

/** What a first visitor needs to know. @param {App} app @param {string} me @param {boolean} isBusy */
function welcome(app, me, isBusy) {
  const { session } = app;
  const bot = nameOf(session.bot);
  const start = app.firstCommand();
  const others = [...session.users.values()].filter((one) => one.id !== session.me).map(nameOf);
  return h(
    "section",
    { class: "welcome", "aria-label": "Welcome" },
    h("h3", null, `You are ${me}.`),
    h(
      "p",
      null,
      `This page stands in for Discord: a server, people, and ${bot}, the bot. It all runs on your own machine, and nothing leaves it.`,
    ),
    start
      ? h("p", null, "Type ", h("span", { class: "command-name" }, `/${start}`), " below, or press:")
      : h("p", null, session.bot.online ? "" : `${bot} isn't connected yet. If it has been started, it will connect in a moment.`),
    start
      ? h(
          "button",
          {
            class: `button ${isBusy ? "button-secondary" : "button-primary"} welcome-button`,
            type: "button",
            onClick: () => app.run(start),
          },
          h("span", { class: "button-inside" }, `Try /${start}`),
        )
      : null,
    others.length
      ? h(
          "p",
          { class: "faint" },
          `You can also be ${others.join(", ").replace(/, ([^,]*)$/, " or $1")}: press a face (on a phone, your name above) to switch, or open one in its own tab.`,
        )
      : null,
  );
}

// Scrolling ----------------------------------------------------------------------------------------------------------------

/** @param {App} app @param {HTMLElement} el */
function onScroll(app, el) {
  // Only someone who scrolls up leaves the end. A picture that grows below moves the end away, not the reader. Anything above that
  // went or grew moves everything, which is noticed only here, when more might have arrived below.
  const isMoved = el.scrollTop < reading.top && el.scrollHeight === reading.height;
  const atEnd = isNearEnd(el) || (reading.atEnd && !isMoved);
  if (reading.atEnd && !isMoved) el.scrollTop = el.scrollHeight;
  note(el);
  if (atEnd === reading.atEnd) return;
  reading.atEnd = atEnd;
  app.update();
}

/** @param {Element} el */
function note(el) {
  reading.top = el.scrollTop;
  reading.height = el.scrollHeight;
}

/** @param {Element} el */
function isNearEnd(el) {
  return el.scrollHeight - el.scrollTop - el.clientHeight < NEAR;
}

/**
 * Stays at the end while messages, pictures and the window grow, if that is where the reader was, or where a larger window leaves them.
 *
 * @param {App} app
 * @param {HTMLElement} el
 */
function keepAtEnd(app, el) {
  const end = () => {
    if (reading.atEnd) {
      el.scrollTop = el.scrollHeight;
      note(el);
    } else if (isNearEnd(el)) onScroll(app, el);
  };
  const observer = new ResizeObserver(end);
  observer.observe(el);
  if (el.firstElementChild) observer.observe(el.firstElementChild);
  end();
  return () => observer.disconnect();
}

/** @param {App} app */
function toEnd(app) {
  const el = document.querySelector(".scroller");
  reading.atEnd = true;
  el?.scrollTo({ top: el.scrollHeight });
  app.update();
}

/** Shows a message and lets it flash. @param {string} id @returns {boolean} whether it is there */
export function showMessage(id) {
  const el = document.querySelector(`[data-message="${CSS.escape(id)}"]`);
  if (!(el instanceof HTMLElement)) return false;
  el.scrollIntoView({ block: "center" });
  const scroller = el.closest(".scroller");
  reading.atEnd = !scroller || isNearEnd(scroller);
  el.focus({ preventScroll: true });
  el.classList.remove("is-flashing");
  requestAnimationFrame(() => el.classList.add("is-flashing"));
  el.addEventListener("animationend", () => el.classList.remove("is-flashing"), { once: true });
  return true;
}
