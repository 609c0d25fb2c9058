/**
 * Slash commands without their looks: which ones there are, what was typed, whether it can be sent.
 *
 * @typedef {import("./session.js").Json} Json
 * @typedef {{command: Json, path: string[], name: string, description: string, options: Json[]}} Entry a command that can be sent
 * @typedef {{option: Json, text: string, picked: Json | null, error: string}} Argument
 * @typedef {{name: string, value: any}} Choice
 */

export const TYPE = { string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10 };

/** All commands that can be sent in a channel, subcommands apart. @param {Json[]} commands @param {boolean} inDm @returns {Entry[]} */
export function entries(commands, inDm) {
  return commands
    .filter((one) => (one.type ?? 1) === 1 && (inDm ? one.in_dm !== false : one.in_guild !== false))
    .flatMap((one) => leaves(one, one, []))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** @param {Json} command @param {Json} node @param {string[]} path @returns {Entry[]} */
function leaves(command, node, path) {
  const options = node.options ?? [];
  const inner = options.filter((/** @type {Json} */ one) => one.type === 1 || one.type === 2);
  if (!inner.length) return [{ command, path, name: [command.name, ...path].join(" "), description: node.description, options }];
  return inner.flatMap((/** @type {Json} */ one) => leaves(command, one, [...path, one.name]));
}

/** Entries that fit what was typed after the slash, best first. @param {Entry[]} all @param {string} typed @returns {Entry[]} */
export function matching(all, typed) {
  const needle = typed.trim().toLowerCase();
  if (!needle) return all;
  const rank = (/** @type {Entry} */ one) =>
    one.name.startsWith(needle) ? 0 : one.name.includes(` ${needle}`) ? 1 : one.name.includes(needle) ? 2 : 3;
  const words = needle.split(/\s+/);
  return all
    .filter((one) => words.every((word) => one.name.includes(word)) || one.description.toLowerCase().includes(needle))
    .sort((a, b) => rank(a) - rank(b));
}

/**
 * The command that a text names, once it is written out: `/game new seats: 2`.
 *
 * @param {Entry[]} all
 * @param {string} text
 * @returns {{entry: Entry, rest: string} | null}
 */
export function parse(all, text) {
  const found = all
    .filter((one) => text === `/${one.name}` || text.startsWith(`/${one.name} `))
    .sort((a, b) => b.name.length - a.name.length)[0];
  return found ? { entry: found, rest: text.slice(found.name.length + 1).trim() } : null;
}

/** The arguments that a text like `seats: 2 kingdom: First Game` gives. @param {Entry} entry @param {string} rest @returns {Argument[]} */
export function parseArguments(entry, rest) {
  const names = entry.options.map((one) => one.name.replace(/[^\w-]/g, "\\$&")).join("|");
  const given = new Map();
  if (names) {
    const starts = [...rest.matchAll(new RegExp(`(?:^|\\s)(${names}):\\s*`, "g"))];
    starts.forEach((match, at) =>
      given.set(match[1], rest.slice((match.index ?? 0) + match[0].length, starts[at + 1]?.index ?? rest.length).trim()),
    );
  }
  return entry.options.filter((one) => one.required || given.has(one.name)).map((one) => argument(one, given.get(one.name) ?? ""));
}

/** @param {Json} option @param {string} [text] @returns {Argument} */
export function argument(option, text = "") {
  return { option, text, picked: null, error: "" };
}

/** What can be chosen without asking the bot; null if one may write freely. @param {Json} option @param {import("./session.js").Session} session @returns {Choice[] | null} */
export function fixedChoices(option, session) {
  const users = () => [...session.users.values(), session.bot].map((one) => ({ name: session.nameOf(one.id), value: one.id }));
  const roles = () => (session.guild ? [{ name: "@everyone", value: session.guild.id }] : []);
  if (option.choices?.length) return option.choices;
  if (option.type === TYPE.boolean)
    return [
      { name: "True", value: true },
      { name: "False", value: false },
    ];
  if (option.type === TYPE.user) return users();
  if (option.type === TYPE.role) return roles();
  if (option.type === TYPE.mentionable) return [...users(), ...roles()];
  if (option.type === TYPE.channel) {
    const fits = (/** @type {Json} */ one) => one.guild_id && (option.channel_types ?? [one.type]).includes(one.type);
    return [...session.channels.values()].filter(fits).map((one) => ({ name: `#${one.name}`, value: one.id }));
  }
  return null;
}

/** @param {Choice[]} choices @param {string} typed */
export function matchingChoices(choices, typed) {
  const needle = typed.trim().toLowerCase().replace(/^[@#]/, "");
  return choices.filter((one) => one.name.toLowerCase().includes(needle));
}

/**
 * What an argument would be sent as, or why it can't be.
 *
 * @param {Argument} arg @param {import("./session.js").Session} session
 * @returns {{value?: any, error?: string}}
 */
export function valueOf({ option, text, picked }, session) {
  const typed = text.trim();
  if (picked) return { value: picked.value };
  if (!typed) return option.required ? { error: "This option is required. Specify a value." } : {};
  const fixed = fixedChoices(option, session);
  if (fixed) {
    const bare = typed.toLowerCase().replace(/^[@#]/, "");
    const found = fixed.find((one) => one.name.toLowerCase().replace(/^[@#]/, "") === bare || String(one.value) === typed);
    return found ? { value: found.value } : { error: "Choose one from the list." };
  }
  if (option.type === TYPE.integer || option.type === TYPE.number) return number(option, typed);
  const { min_length: least = 0, max_length: most = 6000 } = option;
  if (typed.length < least) return { error: `Write at least ${least} characters.` };
  return typed.length > most ? { error: `Write at most ${most} characters.` } : { value: typed };
}

/** @param {Json} option @param {string} typed */
function number(option, typed) {
  const isInteger = option.type === TYPE.integer;
  if (!(isInteger ? /^[-+]?\d{1,15}$/ : /^[-+]?(\d+\.?\d*|\.\d+)$/).test(typed))
    return { error: isInteger ? "Write a whole number." : "Write a number." };
  const value = Number(typed);
  if (option.min_value !== undefined && value < option.min_value) return { error: `At least ${option.min_value}.` };
  if (option.max_value !== undefined && value > option.max_value) return { error: `At most ${option.max_value}.` };
  return { value };
}

/** What the bot learns while one still types. @param {Argument[]} args @param {Argument} focused @param {import("./session.js").Session} session */
export function partialValues(args, focused, session) {
  /** @type {Record<string, any>} */
  const values = {};
  for (const arg of args) {
    if (arg === focused) values[arg.option.name] = arg.text;
    else if (arg.text.trim() || arg.picked) {
      const { value } = valueOf(arg, session);
      if (value !== undefined) values[arg.option.name] = value;
    }
  }
  return values;
}
