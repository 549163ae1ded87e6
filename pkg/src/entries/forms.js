// Refusals for people who fill in a form: the edge's words, with the label of a member in place of its path. It goes with
// every other entry, as it needs nothing but the problem.

/** A name that cannot stand there, which messages quote. */
const QUOTED = /^(?:field|filter|parameter) '.*' (?=is (?:not allowed|given twice))/s;
/** Another member behind the first one, and members that a message does not begin with. */
const OTHER = /^( must not be (?:above|after) | is not allowed beside | '[^']*' makes \d.* choose a longer )(\S+?)(?=\.(?: |$))/;
const WITHIN = /^(names of |window )(\S+)(?: to (\S+))?(?= must be )/;

/** The ends of a range that has one label. */
const ENDS = { gte: " (from)", lte: " (to)" };

/** The violations of a problem, if there is one, each with the label of its place and a message that names it. */
export function explain(problem, labels = {}) {
  const given = typeof labels === "function" ? labels : (path) => (Object.hasOwn(labels, path) ? labels[path] : undefined);
  const labelOf = (path) => {
    for (let part = path, end = ""; part !== ""; part = part.replace(/(^|\.)[^.]*$/, "")) {
      const label = given(part) ?? given(part.replace(/\[\d+\]/g, ""));
      if (label !== undefined) return label + end;
      end ||= ENDS[/\.([gl]te)$/.exec(part)?.[1]] ?? "";
    }
    return inWords(path);
  };
  if (problem === null) return [];
  const { errors = [] } = problem;
  return (errors.length > 0 ? errors : [problem]).map(({ code, param, message, allowed, did_you_mean }) => {
    const path = pathOf(param ?? "");
    const label = path === "" ? undefined : labelOf(path);
    return { code, param, path, label, message: label === undefined ? message : reworded(message, { path, label, labelOf, allowed }), allowed, did_you_mean };
  });
}

/** A place as messages name it: `filters.brand_name`, `brands[0].terms`, `limit`. */
function pathOf(param) {
  if (!param.startsWith("/")) return param.replace(/^\?|^header:/, "");
  const names = param.slice(1).split("/").map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.reduce((path, name) => (/^\d+$/.test(name) ? `${path}[${name}]` : path ? `${path}.${name}` : name), "");
}

function reworded(message, { path, label, labelOf, allowed = [] }) {
  if (QUOTED.test(message)) {
    const names = `[${allowed.join(", ")}]`;
    const beside = path.replace(/[^.]*$/, "");
    const rest = message.endsWith(names) ? `${message.slice(0, -names.length)}[${allowed.map((name) => labelOf(beside + name)).join(", ")}]` : message;
    return rest.replace(QUOTED, () => `${label} `);
  }
  const behind = message.startsWith(`${path} `) && message.slice(path.length);
  if (behind) return label + behind.replace(OTHER, (_, before, other) => before + labelOf(other));
  if (!WITHIN.test(message)) return `${label}: ${message}`;
  return message.replace(WITHIN, (_, before, first, last) => before + labelOf(first) + (last ? ` to ${labelOf(last)}` : ""));
}

/** `brands[0].must_context` as "Must context". */
function inWords(path) {
  const [, name, end] = /([^.]*?)(?:\.([gl]te))?$/.exec(path.replace(/\[\d+\]/g, ""));
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ") + (ENDS[end] ?? "");
}
