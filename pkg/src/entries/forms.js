// Problems as messages for people who fill in a form: the edge's text, with labels in place of paths and values. Works
// with every other entry, because it needs only the problem.

/** A name that is not allowed, quoted in a message. */
const QUOTED = /^(?:field|filter|parameter) '.*'(?= is (?:not allowed|given twice))/s;
/** A value that is not allowed, and the index that does not have the name or the value. */
const VALUE = /^ '(.*)'(?= (?:is (?:not allowed|given twice)|makes \d|cannot be ))/s;
const INDEX = / on index '(\w+)'\.(?= |$)/;
/** A second member after the first, and members in messages that begin with other words. */
const OTHER =
  /^( must not be (?:above|after) | is not allowed beside | '[^']*' makes \d.* choose a longer )(\S+?)(?=\.(?: |$))/;
const WITHIN = /^(names of |window )(\S+)(?: to (\S+))?(?= must be )/;

/** Suffixes for the bounds of a range with one label. */
const ENDS = { gte: " (from)", lte: " (to)" };

/** Returns the violations of a problem, each with the label of its member and a message with that label. */
export function explain(problem, labels = {}, values = {}) {
  if (problem === null) return [];
  const wordsFor = { labelOf: labelOf(lookup(labels)), valueOf: valueOf(lookup(values)) };
  const { errors = [] } = problem;
  return (errors.length > 0 ? errors : [problem]).map(({ code, param, message, allowed, did_you_mean }) => {
    const path = pathOf(param ?? "");
    const label = path === "" ? undefined : wordsFor.labelOf(path);
    return {
      code,
      param,
      path,
      label,
      message: label === undefined ? message : reworded(message, path, allowed, wordsFor),
      allowed,
      did_you_mean,
    };
  });
}

/** Returns a lookup function for labels in an object (own members only) or from a function. */
const lookup = (labels) =>
  typeof labels === "function" ? labels : (name) => (Object.hasOwn(labels, name) ? labels[name] : undefined);

const valueOf = (given) => (value, path) => given(value, path) ?? value;

/** Returns the label of a path, else that of an ancestor, else its name in words. */
const labelOf =
  (given) =>
  (path, otherwise = inWords(path)) => {
    for (let part = path, end = ""; part !== ""; part = part.replace(/(^|\.)[^.]*$/, "")) {
      const label = given(part) ?? given(part.replace(/\[\d+\]/g, ""));
      if (label !== undefined) return label + end;
      end ||= ENDS[/\.([gl]te)$/.exec(part)?.[1]] ?? "";
    }
    return otherwise;
  };

/** Converts `brands[0].must_context` to "Must context". */
function inWords(path) {
  const [, name, end] = /([^.]*?)(?:\.([gl]te))?$/.exec(path.replace(/\[\d+\]/g, ""));
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ") + (ENDS[end] ?? "");
}

/** Converts a location to the path that messages use: `filters.brand_name`, `brands[0].terms`, `limit`. */
function pathOf(param) {
  if (!param.startsWith("/")) return param.replace(/^\?|^header:/, "");
  const names = param
    .slice(1)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.reduce((path, name) => (/^\d+$/.test(name) ? `${path}[${name}]` : path ? `${path}.${name}` : name), "");
}

/**
 * Replaces paths and values in a message by labels. The allowed items are sibling members if a name was wrong,
 * otherwise values.
 */
function reworded(message, path, allowed = [], { labelOf, valueOf }) {
  const isName = QUOTED.test(message);
  const beside = path.replace(/[^.]*$/, "");
  const list = `[${allowed.join(", ")}]`;
  const hasList = message.endsWith(` ${list}`);
  const choices = hasList
    ? `[${allowed.map((item) => (isName ? labelOf(beside + item) : valueOf(item, path))).join(", ")}]`
    : "";
  const withoutList = hasList ? message.slice(0, -list.length) : message;
  const predicate = isName
    ? withoutList.replace(QUOTED, "")
    : withoutList.startsWith(`${path} `) && withoutList.slice(path.length);
  if (predicate) {
    const words = predicate
      .replace(OTHER, (_, before, other) => before + labelOf(other))
      .replace(VALUE, (_, value) => ` '${valueOf(value, path)}'`)
      .replace(INDEX, (_, index) => ` on ${labelOf("index", "index")} '${valueOf(index, "index")}'.`);
    return labelOf(path) + words + choices;
  }
  if (!WITHIN.test(withoutList)) return `${labelOf(path)}: ${withoutList}${choices}`;
  return withoutList.replace(
    WITHIN,
    (_, before, first, last) => before + labelOf(first) + (last ? ` to ${labelOf(last)}` : ""),
  );
}
