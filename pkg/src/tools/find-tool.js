// Finds a tool by a model's spelling of its name, or refuses it with the edge's message.
import { Problem, ProblemError } from "../problem.js";

/** The maximum number of characters of an unknown name in a message. */
const MAX_ECHO = 64;
/** A text that resembles one of our secrets, which messages do not repeat. */
const SECRET = /(oh[ktb]_(?:live_|test_)?)[\w.-].*/is;
/** The maximum edit distance of a suggestion. */
const MAX_EDITS = 2;

/** Removes the differences between spellings of a name. */
const plain = (name) => name.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();

/**
 * Finds a tool by its name, ignoring letter case, hyphens, spaces and slashes.
 * @throws {ProblemError} with the allowed names, and a suggestion if one is near
 */
export function findTool(tools, name) {
  const found =
    tools.find((tool) => tool.name === name) ?? tools.find((tool) => plain(tool.name) === plain(String(name)));
  if (found) return found;
  const allowed = tools.map((tool) => tool.name);
  const message = `tool '${echo(String(name))}' is not allowed. Allowed: [${allowed.join(", ")}]`;
  const suggestion = nearest(allowed, String(name));
  throw refusal("Value not allowed", {
    code: "value_not_allowed",
    param: "name",
    message,
    allowed,
    ...(suggestion && { did_you_mean: suggestion }),
  });
}

/** Returns the edge's error for a call that was not sent, with one violation. */
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
  const redacted = name.replace(SECRET, "$1");
  const characters = [...redacted];
  return redacted === name && characters.length <= MAX_ECHO ? name : `${characters.slice(0, MAX_ECHO).join("")}…`;
}

/** Returns the first name with the smallest edit distance, if it is small and less than the length of the text. */
function nearest(names, given) {
  const most = Math.min([...given].length - 1, MAX_EDITS);
  const lower = given.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const edits = names.map((name) => distance(name, lower));
  const fewest = Math.min(...edits);
  return fewest <= most ? names[edits.indexOf(fewest)] : undefined;
}

/** Returns the edit distance: insertions, deletions and substitutions (V. I. Levenshtein, 1966). */
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
