/**
 * The page is a function of its state: views return plain descriptions (`h`), `render` changes the document where they
 * differ from the last ones. What stays the same stays untouched: focus, scroll, open menus, loaded pictures.
 *
 * Text only ever becomes text nodes, and addresses are checked in one place (`safeUrl`), so that nothing a bot sends can
 * become markup or script.
 *
 * @typedef {Record<string, any>} Props
 * @typedef {{tag: string, props: Props, kids: VNode[], key?: string, el?: any, cleanup?: () => void}} Element_
 * @typedef {{text: string, key?: undefined, el?: any}} Text_
 * @typedef {{key: string, deps: unknown[], make: () => VNode, made?: VNode, el?: any}} Memo
 * @typedef {Element_ | Text_ | Memo} VNode
 * @typedef {any} Child a description, a text, a number, a list of them, or nothing (null, undefined, false)
 */

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "disabled", "inert", "open"]);

/**
 * Describes an element. Props: `class`, `style` (an object), `onClick` and other listeners, `ref` (called with the element
 * once it is in the document; can return what to do when it goes), `key` (which one it is among its siblings), attributes.
 *
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Child} kids
 * @returns {Element_}
 */
export function h(tag, props, ...kids) {
  const { key, ...rest } = props ?? {};
  return { tag, props: rest, kids: flat(kids), key };
}

/**
 * A part that is described again only when one of `deps` has changed.
 *
 * @param {string} key
 * @param {unknown[]} deps
 * @param {() => VNode} make
 * @returns {Memo}
 */
export function memo(key, deps, make) {
  return { key, deps, make };
}

/** @param {Child[]} kids @returns {VNode[]} */
function flat(kids) {
  /** @type {VNode[]} */
  const made = [];
  for (const kid of kids) {
    if (Array.isArray(kid)) made.push(...flat(kid));
    else if (typeof kid === "object" && kid) made.push(kid);
    else if (typeof kid === "string" || typeof kid === "number") made.push({ text: String(kid) });
  }
  return made;
}

/** @type {WeakMap<Element, VNode>} */
const roots = new WeakMap();
/** @type {Array<() => void>} */
let mounted = [];

/**
 * Makes `root` hold what `view` describes.
 *
 * @param {Element} root
 * @param {VNode} view
 */
export function render(root, view) {
  const before = roots.get(root);
  reconcile(root, before ? [before] : [], [view], false);
  roots.set(root, view);
  const ready = mounted;
  mounted = [];
  ready.forEach((call) => call());
}

/**
 * What an element is for, by its tag and the first word of its class: two descriptions are the same part only if these are equal.
 *
 * @param {VNode} node
 * @returns {string}
 */
function kind(node) {
  if ("tag" in node) return `${node.tag}.${String(node.props.class ?? "").split(" ", 1)[0]}`;
  return "text" in node ? "#text" : "#memo";
}

/** @param {Element} parent @param {VNode[]} before @param {VNode[]} after @param {boolean} svg */
function reconcile(parent, before, after, svg) {
  const left = [...before];
  const partners = after.map((node) => {
    const at = left.findIndex((other) => other.key === node.key && kind(other) === kind(node));
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  // Removals come first: then those that stay are already in order and needn't be moved, which would cost the focus.
  left.forEach(remove);
  let place = parent.firstChild;
  after.forEach((node, index) => {
    const partner = partners[index];
    if (partner) patch(partner, node, svg);
    else create(node, svg);
    if (node.el === place) place = place?.nextSibling ?? null;
    else parent.insertBefore(node.el, place);
  });
}

/** @param {VNode} node @param {boolean} svg */
function create(node, svg) {
  if ("text" in node) {
    node.el = document.createTextNode(node.text);
  } else if ("make" in node) {
    node.made = node.make();
    create(node.made, svg);
    node.el = node.made.el;
  } else {
    const inside = svg || node.tag === "svg";
    const el = inside ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
    node.el = el;
    reconcile(el, [], node.kids, inside);
    for (const name of Object.keys(node.props)) set(el, name, node.props[name]);
    const { ref } = node.props;
    if (ref) mounted.push(() => (node.cleanup = ref(el) ?? undefined));
  }
}

/** @param {any} before @param {any} after @param {boolean} svg */
function patch(before, after, svg) {
  after.el = before.el;
  if ("text" in after) {
    if (after.el.data !== after.text) after.el.data = after.text;
  } else if ("make" in after) {
    const same =
      after.deps.length === before.deps.length &&
      after.deps.every((/** @type {unknown} */ one, /** @type {number} */ i) => one === before.deps[i]);
    after.made = same ? before.made : after.make();
    if (same) return;
    if (kind(after.made) === kind(before.made)) {
      patch(before.made, after.made, svg);
    } else {
      create(after.made, svg);
      before.el.replaceWith(after.made.el);
      forget(before.made);
      after.el = after.made.el;
    }
  } else {
    after.cleanup = before.cleanup;
    const inside = svg || after.tag === "svg";
    reconcile(after.el, before.kids, after.kids, inside);
    for (const name of Object.keys(before.props)) if (!(name in after.props)) set(after.el, name, null);
    for (const name of Object.keys(after.props)) {
      const value = after.props[name];
      if (value !== before.props[name] || PROPERTIES.has(name)) set(after.el, name, value, before.props[name]);
    }
  }
}

/** @param {VNode} node */
function remove(node) {
  node.el.remove();
  forget(node);
}

/** @param {VNode} node */
function forget(node) {
  if ("make" in node) {
    if (node.made) forget(node.made);
  } else if ("tag" in node) {
    node.cleanup?.();
    node.kids.forEach(forget);
  }
}

/** @type {WeakMap<Element, Record<string, (event: Event) => void>>} */
const listeners = new WeakMap();

/** @param {any} el @param {string} name @param {any} value @param {any} [before] */
function set(el, name, value, before) {
  if (name === "ref") return;
  if (name.startsWith("on")) {
    listen(el, name.slice(2).toLowerCase(), value);
  } else if (name === "style") {
    for (const part of Object.keys(before ?? {})) if (!(part in (value ?? {}))) el.style.removeProperty(part);
    for (const [part, to] of Object.entries(value ?? {})) el.style.setProperty(part, to);
  } else if (PROPERTIES.has(name) && !(el instanceof SVGElement)) {
    const to = name === "value" ? (value ?? "") : Boolean(value);
    if (el[name] !== to) el[name] = to;
  } else {
    const to = name === "href" || name === "src" ? safeUrl(value) : value;
    if (to === null || to === undefined || to === false) el.removeAttribute(name);
    else el.setAttribute(name, to === true && !name.startsWith("aria-") ? "" : String(to));
  }
}

/** @param {Element} el @param {string} type @param {((event: Event) => void) | null} call */
function listen(el, type, call) {
  let known = listeners.get(el);
  if (!known) listeners.set(el, (known = {}));
  if (!(type in known)) el.addEventListener(type, (event) => known[type]?.(event));
  known[type] = call ?? (() => {});
}

/**
 * The address if it is a web address or a place in this page, else null.
 *
 * @param {unknown} url
 * @returns {string | null}
 */
export function safeUrl(url) {
  if (typeof url !== "string") return null;
  try {
    const { protocol } = new URL(url, location.href);
    return protocol === "https:" || protocol === "http:" ? url : null;
  } catch {
    return null;
  }
}

/**
 * Whether the picture is on this server: others are neither allowed nor fetched.
 *
 * @param {string | undefined} url
 */
export function isOurs(url) {
  return safeUrl(url) !== null && new URL(String(url), location.href).origin === location.origin;
}

const NARROW = matchMedia("(max-width: 700px)");

/** Whether the window is as narrow as a phone's: the style sheets' one breakpoint. */
export function isNarrow() {
  return NARROW.matches;
}
