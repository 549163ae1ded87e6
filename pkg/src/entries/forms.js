// Refusals for people who fill in a form: the edge's words, with labels in place of paths and values. It goes with
// every other entry, as it needs nothing but the problem.

/** A name that cannot stand there, which messages quote. */
const QUOTED = /^(?:field|filter|parameter) '.*'(?= is (?:not allowed|given twice))/s;
/** A value that cannot, and the index that neither goes with. */
const VALUE = /^ '(.*)'(?= (?:is (?:not allowed|given twice)|makes \d|cannot be ))/s;
const INDEX = / on index '(\w+)'\.(?= |$)/;
/** Another member behind the first one, and members that a message does not begin with. */
const OTHER =
  /^( must not be (?:above|after) | is not allowed beside | '[^']*' makes \d.* choose a longer )(\S+?)(?=\.(?: |$))/;
const WITHIN = /^(names of |window )(\S+)(?: to (\S+))?(?= must be )/;

/** The ends of a range that has one label. */
const ENDS = { gte: " (from)", lte: " (to)" };

/** The violations of a problem, if there is one, each with the label of its place and a message that names it. */
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

/** What an object has under a name of its own, or what a function says of it. */
const lookup = (named) =>
  typeof named === "function" ? named : (name) => (Object.hasOwn(named, name) ? named[name] : undefined);

const valueOf = (given) => (value, path) => given(value, path) ?? value;

/** The label of a path, else that of what it is in, else its name in words. */
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

/** `brands[0].must_context` as "Must context". */
function inWords(path) {
  const [, name, end] = /([^.]*?)(?:\.([gl]te))?$/.exec(path.replace(/\[\d+\]/g, ""));
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ") + (ENDS[end] ?? "");
}

/** A place as messages name it: `filters.brand_name`, `brands[0].terms`, `limit`. */
function pathOf(param) {
  if (!param.startsWith("/")) return param.replace(/^\?|^header:/, "");
  const names = param
    .slice(1)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.reduce((path, name) => (/^\d+$/.test(name) ? `${path}[${name}]` : path ? `${path}.${name}` : name), "");
}

/**
 * A message with labels. What is allowed are other members of the same object, where a name was wrong, and values
 * elsewhere.
 */
function reworded(message, path, allowed = [], { labelOf, valueOf }) {
  const isName = QUOTED.test(message);
  const beside = path.replace(/[^.]*$/, "");
  const list = `[${allowed.join(", ")}]`;
  const hasList = message.endsWith(` ${list}`);
  const choices = hasList
    ? `[${allowed.map((item) => (isName ? labelOf(beside + item) : valueOf(item, path))).join(", ")}]`
    : "";
  const said = hasList ? message.slice(0, -list.length) : message;
  const behind = isName ? said.replace(QUOTED, "") : said.startsWith(`${path} `) && said.slice(path.length);
  if (behind) {
    const words = behind
      .replace(OTHER, (_, before, other) => before + labelOf(other))
      .replace(VALUE, (_, value) => ` '${valueOf(value, path)}'`)
      .replace(INDEX, (_, index) => ` on ${labelOf("index", "index")} '${valueOf(index, "index")}'.`);
    return labelOf(path) + words + choices;
  }
  if (!WITHIN.test(said)) return `${labelOf(path)}: ${said}${choices}`;
  return said.replace(
    WITHIN,
    (_, before, first, last) => before + labelOf(first) + (last ? ` to ${labelOf(last)}` : ""),
  );
}
