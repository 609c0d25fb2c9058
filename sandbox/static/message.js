/**
 * One message.
 *
 * @typedef {import("./dom.js").Child} Child
 * @typedef {import("./dom.js").VNode} VNode
 * @typedef {import("./session.js").Json} Json
 * @typedef {import("./main.js").App} App
 * @typedef {import("./components.js").Scene} Scene
 */

import { colour, componentList, fileCard, picture, plainText } from "./components.js";
import { h, isOurs } from "./dom.js";
import { dots, face, icon } from "./icons.js";
import { link, markdown, markdownLine } from "./markdown.js";
import { DM, isThread, nameOf } from "./session.js";
import { clock, full, when } from "./times.js";

const COMPONENTS_V2 = 1 << 15;
const THREAD_CREATED = 18;

/** Whether a message follows another so closely that it needs no header. @param {Json} message @param {Json} before */
export function continues(message, before) {
  const plain = (/** @type {Json} */ one) => (one.type === 0 || one.type === 19) && !one.ephemeral;
  return (
    before?.author.id === message.author.id &&
    plain(message) &&
    !message.message_reference &&
    before.type !== THREAD_CREATED &&
    !before.ephemeral &&
    Date.parse(message.timestamp) - Date.parse(before.timestamp) < 7 * 60 * 1000
  );
}

/** @param {App} app @param {Json} message @param {boolean} isShort @returns {VNode} */
export function messageView(app, message, isShort) {
  const { session } = app;
  if (message.type === THREAD_CREATED) return threadNotice(app, message);
  const scene = { app, session, message, around: app.around };
  const failure = session.failures.get(message.id);
  const names = ["message"];
  if (isShort) names.push("is-short");
  // Direct messages ping, too, but all of them do: only a mention stands out.
  const isForMe =
    message.pings_me &&
    (session.channels.get(message.channel_id)?.type !== DM ||
      message.mentions.some((/** @type {Json} */ one) => one.id === session.me));
  if (isForMe) names.push("pings-me");
  if (message.ephemeral) names.push("is-ephemeral");
  const author = nameOf(message.author);
  const isV2 = (message.flags & COMPONENTS_V2) !== 0;
  return h(
    "article",
    {
      class: names.join(" "),
      "data-message": message.id,
      "data-edited": message.edited_timestamp ?? "",
      "aria-label": `${author}, ${when(message.timestamp)}`,
      tabindex: -1,
    },
    isShort ? null : reference(app, message),
    h(
      "div",
      { class: "message-grid" },
      isShort
        ? h(
            "time",
            { class: "side-time", datetime: message.timestamp, title: full(message.timestamp), "aria-hidden": "true" },
            clock(message.timestamp),
          )
        : face(message.author),
      h(
        "div",
        { class: "message-body" },
        isShort ? null : header(author, message.author.bot, message.timestamp),
        isForMe ? h("span", { class: "unseen" }, "You were pinged. ") : null,
        message.loading
          ? h("div", { class: "thinking" }, dots(), `${author} is thinking…`)
          : h(
              "div",
              { class: "message-content" },
              isV2 ? h("div", { class: "v2" }, componentList(message.components, scene)) : classic(scene),
            ),
        message.edited && !message.loading
          ? h("span", { class: "edited", title: full(message.edited_timestamp) }, "(edited)")
          : null,
        failure ? h("div", { class: "failure", role: "alert" }, icon("alert"), failure) : null,
        message.thread ? threadCard(app, message.thread) : null,
        message.ephemeral ? onlyMine(app, message) : null,
      ),
    ),
  );
}

/** @param {string} author @param {boolean} isBot @param {string} timestamp */
export function header(author, isBot, timestamp) {
  return h(
    "div",
    { class: "message-header" },
    h("span", { class: "author" }, author),
    " ",
    isBot ? h("span", { class: "app-tag" }, "APP") : null,
    " ",
    h("time", { class: "faint", datetime: timestamp, title: full(timestamp) }, when(timestamp)),
  );
}

/** What the message answers: a command, or another message. @param {App} app @param {Json} message */
function reference(app, message) {
  const { session } = app;
  if (message.interaction?.name)
    return commandLine(session.users.get(message.interaction.user.id) ?? message.interaction.user, message.interaction.name);
  const id = message.message_reference?.message_id;
  if (!id) return null;
  const original = session.message(message.channel_id, id);
  if (!original) return h("div", { class: "reference" }, h("span", { class: "faint" }, "The original message can't be shown."));
  return h(
    "a",
    { class: "reference", href: app.href(message.channel_id, id), "data-jump": true },
    face(original.author, "is-tiny"),
    h("span", { class: "reference-name" }, nameOf(original.author)),
    " ",
    h("span", { class: "reference-text" }, markdownLine(firstLine(original), app.around)),
  );
}

/** @param {Json} message */
function firstLine(message) {
  return plainText(message).split("\n", 1)[0];
}

/** @param {Json} user @param {string} name */
export function commandLine(user, name) {
  return h(
    "div",
    { class: "reference" },
    face(user, "is-tiny"),
    h("span", { class: "reference-name" }, nameOf(user)),
    h("span", null, " used ", h("span", { class: "command-name" }, `/${name}`)),
  );
}

/** @param {App} app @param {Json} message */
function onlyMine(app, message) {
  const dismiss = () => app.attempt(app.session.post("dismiss", { message: message.id }));
  return h(
    "div",
    { class: "only-mine" },
    icon("eye"),
    h("span", null, "Only you can see this · "),
    h("button", { class: "text-button", type: "button", onClick: dismiss }, "Dismiss message"),
  );
}

// Threads ------------------------------------------------------------------------------------------------------------------

/** @param {App} app @param {Json} message */
function threadNotice(app, message) {
  const { session } = app;
  const thread = [...session.channels.values()].find(
    (one) => isThread(one) && one.parent_id === message.channel_id && one.name === message.content,
  );
  const name = thread
    ? h("a", { href: app.href(thread.id), "data-jump": true }, message.content)
    : h("strong", null, message.content);
  return h(
    "article",
    { class: "message notice", "data-message": message.id, tabindex: -1 },
    h(
      "div",
      { class: "message-grid" },
      h("span", { class: "notice-icon" }, icon("thread")),
      h(
        "div",
        { class: "message-body" },
        h("strong", null, nameOf(message.author)),
        " started a thread: ",
        name,
        " ",
        h("time", { class: "faint", datetime: message.timestamp }, when(message.timestamp)),
      ),
    ),
  );
}

/** @param {App} app @param {Json} thread */
function threadCard(app, thread) {
  const current = app.session.channels.get(thread.id) ?? thread;
  const count = app.session.messages.get(thread.id)?.length ?? current.message_count ?? 0;
  return h(
    "a",
    { class: "thread-card", href: app.href(thread.id), "data-jump": true },
    icon("thread"),
    h("span", { class: "thread-name" }, current.name),
    h("span", { class: "faint" }, `${count} ${count === 1 ? "message" : "messages"}`),
    icon("right"),
  );
}

// Classic messages ---------------------------------------------------------------------------------------------------------

/** @param {Scene} scene */
function classic(scene) {
  const { message, app, around } = scene;
  const inEmbeds = new Set(message.embeds.flatMap((/** @type {Json} */ it) => [it.image?.url, it.thumbnail?.url]));
  const loose = message.attachments.filter((/** @type {Json} */ it) => !inEmbeds.has(it.url));
  const pictures = loose.filter(isPicture);
  const files = loose.filter((/** @type {Json} */ it) => !isPicture(it));
  return [
    message.content ? markdown(message.content, around) : null,
    pictures.length
      ? h(
          "div",
          { class: `gallery gallery-${pictures.length}` },
          pictures.map((/** @type {Json} */ it) => picture(it, it.description, app, "gallery-item")),
        )
      : null,
    files.map((/** @type {Json} */ it) => fileCard(it.filename, it.size, it.url)),
    message.embeds.map((/** @type {Json} */ it) => embed(it, scene)),
    componentList(message.components, scene),
  ];
}

/** @param {Json} attachment */
function isPicture(attachment) {
  return /^image\/(png|jpeg|gif|webp)$/.test(attachment.content_type ?? "") && isOurs(attachment.url);
}

/** @param {Json} it @param {Scene} scene @returns {VNode} */
function embed(it, { app, around }) {
  const style = it.color || it.color === 0 ? { "--accent-bar": colour(it.color) } : {};
  const title = it.title ? markdownLine(it.title, around) : null;
  return h(
    "div",
    { class: "embed", style },
    h(
      "div",
      { class: "embed-main" },
      it.author
        ? h("div", { class: "embed-author" }, it.author.url ? link(it.author.url, [it.author.name], around) : it.author.name)
        : null,
      title ? h("div", { class: "embed-title" }, it.url ? link(it.url, title, around) : title) : null,
      it.description ? markdown(it.description, around) : null,
      it.fields?.length
        ? h(
            "div",
            { class: "embed-fields" },
            it.fields.map((/** @type {Json} */ one) => embedField(one, around)),
          )
        : null,
    ),
    it.thumbnail?.url
      ? h("div", { class: "embed-thumbnail" }, picture(it.thumbnail, it.thumbnail.description, app, "thumbnail"))
      : null,
    it.image?.url ? h("div", { class: "embed-image" }, picture(it.image, it.image.description, app, "gallery-item")) : null,
    it.footer || it.timestamp
      ? h("div", { class: "embed-footer" }, [it.footer?.text, it.timestamp ? when(it.timestamp) : null].filter(Boolean).join(" · "))
      : null,
  );
}

/** @param {Json} it @param {import("./markdown.js").Around} around */
function embedField(it, around) {
  return h(
    "div",
    { class: it.inline ? "embed-field is-inline" : "embed-field" },
    h("div", { class: "embed-field-name" }, markdownLine(it.name, around)),
    markdown(it.value, around),
  );
}
