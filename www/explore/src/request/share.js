// A question in the fragment of the page's address, which browsers do not send to servers. Neither secrets nor the
// edge's address are in it: a link must not be able to say where somebody's key is sent.
import { minified } from "./json-text.js";
import { tidied } from "./pretty.js";
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
  return { operation, text: tidied(request), meta: said.get("prefer") === META };
}
