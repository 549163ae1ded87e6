// The tool that a model means by a name, or what it should read instead, in the words of the edge.
import { Problem, ProblemError } from "../problem.js";

/** What is repeated of a name that a model made up, at most. */
const SHOWN = 64;
/** What looks like a secret of ours is not repeated. */
const SECRET = /(oh[ktb]_(?:live_|test_)?)[\w.-].*/is;
/** Letters that may be wrong in what was perhaps meant. */
const EDITS = 2;

/** A name without what models spell in several ways. */
const plain = (name) => name.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();

/**
 * One of some tools by its name: letter case, hyphens, spaces and slashes do not matter.
 * @throws {ProblemError} that lists the names there are, and the one that was perhaps meant
 */
export function named(tools, name) {
  const found =
    tools.find((tool) => tool.name === name) ?? tools.find((tool) => plain(tool.name) === plain(String(name)));
  if (found) return found;
  const allowed = tools.map((tool) => tool.name);
  const message = `tool '${echo(String(name))}' is not allowed. Allowed: [${allowed.join(", ")}]`;
  const meant = nearest(allowed, String(name));
  throw refusal("Value not allowed", {
    code: "value_not_allowed",
    param: "name",
    message,
    allowed,
    ...(meant && { did_you_mean: meant }),
  });
}

/** The refusal of a call that was not sent, as the edge tells it: one violation. */
export function refusal(title, violation) {
  const { code, param, message, ...choice } = violation;
  const id = "req_0000000000";
  const body = {
    type: `/problems/${code.replaceAll("_", "-")}`,
    title,
    status: 400,
    detail: message,
    instance: `urn:request:${id}`,
    message,
    code,
    param,
    ...choice,
    errors: [violation],
    request_id: id,
    retryable: false,
  };
  return new ProblemError(new Problem(JSON.stringify(body)));
}

function echo(name) {
  const told = name.replace(SECRET, "$1");
  const characters = [...told];
  return told === name && characters.length <= SHOWN ? name : `${characters.slice(0, SHOWN).join("")}…`;
}

/** The first of the names with the fewest edits, if these are few; what is no longer than its edits is none. */
function nearest(names, given) {
  const most = Math.min([...given].length - 1, EDITS);
  const lower = given.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const edits = names.map((name) => distance(name, lower));
  const fewest = Math.min(...edits);
  return fewest <= most ? names[edits.indexOf(fewest)] : undefined;
}

/** Characters put in, left out and replaced between two texts (V. I. Levenshtein, 1966). */
function distance(one, other) {
  const given = [...other];
  let row = [0, ...given.map((_, at) => at + 1)];
  for (const [line, character] of [...one].entries()) {
    const next = [line + 1];
    given.forEach((wanted, at) =>
      next.push(Math.min(next[at] + 1, row[at + 1] + 1, row[at] + (character === wanted ? 0 : 1))),
    );
    row = next;
  }
  return row.at(-1);
}
