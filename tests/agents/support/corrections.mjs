// Corrects an agent's call using only the text of a refusal or a hint. It is mechanical, so the tests show that the
// texts are sufficient. It knows the form of problems and hints (docs/data-api.md), and no rule of any tool.
import { dated, isNear, mostSimilar, limited, monthsBefore, ofType } from "./values.mjs";

/**
 * Returns the corrected call as `{ name, arguments }`, or undefined if there is nothing to correct.
 * @param call the call that got the response `answer`
 * @param wanted the agent's intended arguments, for values that it had omitted
 * @param moved names that were moved before
 */
export function corrected(call, { isError, structuredContent: answer }, { wanted, moved }) {
  const next = structuredClone(call);
  if (!isError) return respell(next.arguments, answer._meta?.hints ?? []) ? next : undefined;
  const missing = answer.errors.filter(({ code }) => code === "missing_field").map(({ param }) => pathOf(param));
  for (const violation of answer.errors.filter(({ code }) => code !== "missing_field"))
    correct(next, violation, missing, moved);
  for (const path of missing) fill(next.arguments, path, wanted.arguments);
  return next;
}

/** Splits a JSON Pointer, or the name of a parameter, into steps. */
const pathOf = (param) => (param.startsWith("?") ? [param.slice(1)] : param.split("/").slice(1));
const within = (value, path) => path.reduce((inside, step) => inside?.[step], value);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function correct(call, { code, param, message, allowed = [], did_you_mean }, missing, moved) {
  const meant = (written) => did_you_mean ?? mostSimilar(written, allowed);
  if (param === "name") return void (call.name = meant(call.name));
  const path = pathOf(param);
  const name = path.at(-1);
  const holder = within(call.arguments, path.slice(0, -1));
  // If a parameter has several values, the message names the wrong one.
  const change = (to) => {
    const isOneOfSeveral = param.startsWith("?") && Array.isArray(holder[name]);
    holder[name] = isOneOfSeveral
      ? holder[name].map((value) => (message.includes(`'${value}'`) ? to(value) : value))
      : to(holder[name]);
  };
  if (code === "unknown_field" || code === "unknown_parameter" || message.startsWith("filter '")) {
    rename(call.arguments, path, meant(name), { allowed, missing, moved });
  } else if (code === "value_not_allowed" || code === "field_not_allowed") {
    // A member that is not allowed beside another one is removed.
    if (allowed.length === 0) delete holder[name];
    else change(meant);
  } else if (code === "invalid_type") {
    change((value) => ofType(value, message));
  } else if (code === "invalid_date") {
    change((value) => dated(value, message));
  } else if (code === "limit_violation") {
    change((value) => limited(value, message));
  } else if (code === "duplicate_value") {
    holder.splice(Number(name), 1);
  } else if (code === "invalid_range") {
    const [, other] = /must not be after (\w+)/.exec(message);
    [holder[name], holder[other]] = [holder[other], holder[name]];
  } else if (code === "window_too_long") {
    const [, months, first, last] = /at most (\d+) months\. Got (\S+) to (\S+)\.$/.exec(message);
    const begins = Object.keys(call.arguments).find((name) => call.arguments[name] === first);
    call.arguments[begins] = monthsBefore(Number(months), last);
  } else {
    throw new Error(`nothing is known of ${code}: ${message}`);
  }
}

/**
 * Renames a member, or moves it if no name fits.
 *
 * An object is replaced by its members one level up. Otherwise the value becomes a missing member, or moves one level
 * up, or, at the top, into the filters. A member that was moved before is removed.
 */
function rename(args, path, meant, { allowed, missing, moved }) {
  const holder = within(args, path.slice(0, -1));
  const name = path.at(-1);
  const value = holder[name];
  delete holder[name];
  if (meant !== undefined) holder[meant] = value;
  else if (isObject(value)) Object.assign(holder, value);
  else if (!moved.has(name)) {
    moved.add(name);
    const [lacking] = missing.filter((other) => other.length === path.length);
    if (lacking) holder[lacking.at(-1)] = value;
    else if (path.length > 1) within(args, path.slice(0, -2))[name] = value;
    else if (allowed.includes("filters")) args.filters = { ...args.filters, [name]: value };
  }
}

/** Adds an omitted argument, unless it exists by now. */
function fill(args, path, wanted) {
  const holder = within(args, path.slice(0, -1));
  if (isObject(holder)) holder[path.at(-1)] ??= within(wanted, path);
}

/** Changes values to the spelling of hints. Returns true if any value has changed. */
function respell(args, hints) {
  const spellings = hints.flatMap((hint) => /^\w+ '(.+)' exists/.exec(hint)?.[1] ?? []);
  const before = JSON.stringify(args);
  const written = (value) => {
    if (Array.isArray(value)) return value.map(written);
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, written(member)]));
    return typeof value === "string" ? (spellings.find((spelling) => isNear(spelling, value)) ?? value) : value;
  };
  Object.assign(args, written(args));
  return JSON.stringify(args) !== before;
}
