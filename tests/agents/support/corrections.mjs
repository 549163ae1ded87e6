// What an agent does with a refusal or a hint, by their texts alone: mechanically, so that it shows what the texts
// carry. It knows the form of problems and hints (docs/data-api.md), and no rule of any tool.
import { dated, isNear, likeliest, limited, monthsBefore, ofType } from "./values.mjs";

/**
 * The call that an answer asks for, as `{ name, arguments }`; undefined where there is nothing to correct.
 * @param call the call that was answered, by `answer`
 * @param wanted what the agent has in mind, for what it had not said
 * @param moved names that it has put elsewhere before
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

/** The steps to a place: of a JSON Pointer, or of a parameter. */
const pathOf = (param) => (param.startsWith("?") ? [param.slice(1)] : param.split("/").slice(1));
const within = (value, path) => path.reduce((inside, step) => inside?.[step], value);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function correct(call, { code, param, message, allowed = [], did_you_mean }, missing, moved) {
  const meant = (written) => did_you_mean ?? likeliest(written, allowed);
  if (param === "name") return void (call.name = meant(call.name));
  const path = pathOf(param);
  const name = path.at(-1);
  const holder = within(call.arguments, path.slice(0, -1));
  // Of a parameter with several values the message says which one it is about.
  const change = (to) => {
    const isOneOfSeveral = param.startsWith("?") && Array.isArray(holder[name]);
    holder[name] = isOneOfSeveral
      ? holder[name].map((value) => (message.includes(`'${value}'`) ? to(value) : value))
      : to(holder[name]);
  };
  if (code === "unknown_field" || code === "unknown_parameter" || message.startsWith("filter '")) {
    rename(call.arguments, path, meant(name), { allowed, missing, moved });
  } else if (code === "value_not_allowed" || code === "field_not_allowed") {
    // What has no place beside something else is left out.
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
 * Another name for a member. Where none fits, it stands in the wrong place: what it holds belongs a level up; or it is
 * what is missing; or it belongs a level up itself; or, at the top, among filters. Where it was put elsewhere before,
 * it has no place at all.
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

/** Says what was left out, unless it is there by now. */
function fill(args, path, wanted) {
  const holder = within(args, path.slice(0, -1));
  if (isObject(holder)) holder[path.at(-1)] ??= within(wanted, path);
}

/** Writes values as hints spell them; says whether any is spelled otherwise now. */
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
