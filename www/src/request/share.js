// A question in the fragment of the page's address, which browsers do not send to servers. Neither secrets nor the edge's
// address are in it: a link must not be able to say where somebody's key is sent.
import { minified } from "./json-text.js";
import { pretty } from "./pretty.js";
import { holdsSecret } from "./secrets.js";

const META = "meta";

/** The fragment for a question; undefined when it must not be in an address. */
export function fragmentOf({ operation, text, meta }) {
  if (holdsSecret(text)) return undefined;
  const said = new URLSearchParams({ operation, ...(meta && { prefer: META }), request: minified(text) ?? text });
  return `#${said}`;
}

/** The question of a fragment; undefined when it holds none. */
export function fromFragment(fragment, operations) {
  const said = new URLSearchParams(fragment.slice(1));
  const operation = said.get("operation");
  const request = said.get("request");
  if (!operations.includes(operation) || request === null) return undefined;
  return { operation, text: readable(request), meta: said.get("prefer") === META };
}

/** The same text with blanks, unless more than blanks would change, as where a member is written twice. */
function readable(text) {
  try {
    const spread = pretty(JSON.parse(text));
    return minified(spread) === text ? spread : text;
  } catch {
    return text;
  }
}
