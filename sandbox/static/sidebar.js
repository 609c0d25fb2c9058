/**
 * Who you are and where you can go: the faces, the channels, the bar with your own settings.
 *
 * @typedef {import("./session.js").Json} Json
 * @typedef {import("./main.js").App} App
 */

import { h } from "./dom.js";
import { face, icon } from "./icons.js";
import { DM, isThread, nameOf } from "./session.js";
import { clockFace } from "./times.js";

/** @param {App} app */
export function sidebar(app) {
  return h(
    "div",
    { class: `side${app.isDrawerOpen ? " is-open" : ""}`, id: "side" },
    h("div", { class: "side-shade", onClick: () => app.openDrawer(false) }),
    h(
      "div",
      { class: "side-panels" },
      people(app),
      h(
        "div",
        { class: "side-main" },
        h("div", { class: "server-name" }, h("h1", null, app.session.guild?.name ?? "No server")),
        places(app),
        clockBar(app),
        myBar(app),
      ),
    ),
  );
}

/** Everyone whom one can be, with what waits for them. @param {App} app */
function people(app) {
  const { session } = app;
  const faces = [...session.users.values()].map((user) => {
    const isMe = user.id === session.me;
    const pings = app.sessions.get(user.id)?.pings ?? 0;
    const name = nameOf(user);
    const label = `${isMe ? "You are" : "Switch to"} ${name}${pings ? `, ${pings} ${pings === 1 ? "ping" : "pings"}` : ""}`;
    return h(
      "li",
      { key: user.id },
      h(
        "a",
        {
          class: isMe ? "person is-me" : "person",
          href: app.hrefOf(user.id),
          "aria-label": label,
          "aria-current": isMe ? "true" : null,
          title: isMe ? label : `${label} (with Ctrl or ⌘: in a tab of its own)`,
          "data-person": name,
        },
        h("span", { class: "person-face" }, face(user, "is-medium"), pings && !isMe ? badge(pings) : null),
        h("span", { class: "person-name" }, name),
      ),
    );
  });
  return h(
    "nav",
    { class: "people", "aria-label": "Who you are" },
    h("div", { class: "people-title", "aria-hidden": "true" }, "You are"),
    h("ul", null, faces),
  );
}

/** @param {number} count */
export function badge(count) {
  return h(
    "span",
    { class: "badge" },
    count > 99 ? "99+" : count,
    h("span", { class: "unseen" }, count === 1 ? " ping" : " pings"),
  );
}

// Channels -----------------------------------------------------------------------------------------------------------------

/** The places in the order in which they stand. @param {App} app @returns {Json[]} */
export function placesInOrder(app) {
  const { session } = app;
  const all = [...session.channels.values()];
  const threads = all
    .filter(isThread)
    .filter((one) => !one.thread_metadata?.archived || one.id === session.channel || one.unread)
    .sort((a, b) => Number(BigInt(a.id) - BigInt(b.id)));
  const channels = all.filter((one) => one.type === 0).sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  return channels.flatMap((one) => [one, ...threads.filter((thread) => thread.parent_id === one.id)]);
}

/** @param {App} app */
function places(app) {
  const { session } = app;
  const dm = session.dm;
  const direct = dm
    ? place(app, dm)
    : h(
        "li",
        { key: "dm" },
        h(
          "button",
          { class: "place", type: "button", onClick: () => app.openDm() },
          presence(app),
          h("span", { class: "place-name" }, nameOf(session.bot)),
        ),
      );
  return h(
    "nav",
    { class: "places", "aria-label": "Channels" },
    h("h2", null, "Channels"),
    h(
      "ul",
      null,
      placesInOrder(app).map((one) => place(app, one)),
    ),
    h("h2", null, "Direct messages"),
    h("ul", null, direct),
  );
}

/** @param {App} app @param {Json} channel */
function place(app, channel) {
  const { session } = app;
  const isHere = channel.id === session.channel;
  const names = ["place"];
  if (isHere) names.push("is-here");
  if (channel.unread && !isHere) names.push("is-unread");
  if (isThread(channel)) names.push("is-thread");
  if (channel.thread_metadata?.archived) names.push("is-archived");
  return h(
    "li",
    { key: channel.id },
    h(
      "a",
      { class: names.join(" "), href: app.href(channel.id), "aria-current": isHere ? "page" : null, "data-jump": true },
      channel.type === DM ? presence(app) : icon(isThread(channel) ? "thread" : "hash"),
      h("span", { class: "place-name" }, session.titleOf(channel)),
      " ",
      channel.thread_metadata?.archived ? h("span", { class: "faint" }, "closed") : null,
      channel.unread && !isHere && !channel.pings ? h("span", { class: "unseen" }, "unread") : null,
      channel.pings && !isHere ? badge(channel.pings) : null,
    ),
  );
}

/** @param {App} app */
export function presence(app) {
  const { bot } = app.session;
  return h(
    "span",
    { class: "person-face" },
    face(bot, "is-small"),
    h("span", { class: bot.online ? "dot is-online" : "dot", role: "img", "aria-label": bot.online ? "online" : "offline" }),
  );
}

// Time ---------------------------------------------------------------------------------------------------------------------

/** What time it is for the sandbox and its bot, and the ways forward. @param {App} app */
function clockBar(app) {
  const forward = (/** @type {string} */ label, /** @type {string} */ title, /** @type {number} */ hours) =>
    h(
      "button",
      {
        class: "clock-button",
        type: "button",
        "aria-label": title,
        title,
        onClick: () => app.attempt(app.session.post("clock", { hours })),
      },
      label,
    );
  return h(
    "div",
    { class: "clock-bar", role: "group", "aria-label": "The sandbox's clock" },
    icon("clock"),
    clockFace(),
    forward("+1 h", "Put the clock forward by an hour", 1),
    forward("+1 day", "Put the clock forward by a day", 24),
  );
}

// Me -----------------------------------------------------------------------------------------------------------------------

/** @param {App} app */
function myBar(app) {
  const { session } = app;
  const user = session.user;
  if (!user) return null;
  const closed = user.dms_closed;
  const toggle = () => app.attempt(session.post("dms", { closed: !closed }));
  return h(
    "div",
    { class: "my-bar" },
    face(user, "is-small"),
    h(
      "div",
      { class: "my-name" },
      h("strong", null, nameOf(user)),
      h("span", { class: "faint" }, closed ? "DMs closed" : "DMs open"),
    ),
    h(
      "button",
      {
        class: "icon-button",
        type: "button",
        role: "switch",
        "aria-checked": closed ? "false" : "true",
        "aria-label": "Direct messages from the server's members",
        title: closed ? "Let the bot send me direct messages" : "Close my direct messages",
        onClick: toggle,
      },
      icon(closed ? "mailoff" : "mail"),
    ),
    h(
      "a",
      {
        class: "icon-button",
        href: app.hrefOf(session.me),
        target: "_blank",
        rel: "noopener",
        "aria-label": `Open ${nameOf(user)} in a tab of its own`,
        title: `Open ${nameOf(user)} in a tab of its own`,
      },
      icon("tabs"),
    ),
  );
}
