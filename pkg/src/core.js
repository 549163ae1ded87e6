// The boundary to the core: text and bytes in, verdicts and text out. Nothing is decided here.
import strings from "../generated/strings.js";
import { putAt, quicken, serve, textAt } from "./host.js";

/** What is taken at most: the edge refuses a larger body, and so does the core. One byte more is seen. */
const LARGEST_BODY = 65536;
/** Added to the number of an operation for bytes, which may not be UTF-8; text always is. */
const BYTES = 8;
/** Outcomes from here on are lengths of a whole text; below they are lengths of what is appended. */
const LONG = 256;

const encoder = new TextEncoder();

/** The module's functions, once it is there. */
let core;
let input;
let result;
/** What is appended to a body whose defaults are missing at its end: the same for an operation and a length. */
const appended = [];

/** Takes the module that everything else asks. Its memory never grows, so views of it stay good. */
export function use({ exports }) {
  core = exports;
  serve(core.memory);
  input = new Uint8Array(core.memory.buffer, core.input(), LARGEST_BODY + 1);
  result = new Uint32Array(core.memory.buffer, core.result(), 3);
}

/** The same, and what makes short texts quicker where the engine can. */
export function useQuickly(instance) {
  use(instance);
  quicken(strings, core);
}

export const isReady = () => core !== undefined;

/** Says what to do when the core is not there. */
export function loaded() {
  if (!isReady()) throw new Error("the core is not loaded: call `await init()` once before anything else");
}

/** Writes a body where the core reads it, and says how long it is, however long that may be. */
function put(body) {
  if (typeof body !== "string") {
    input.set(body.length > LARGEST_BODY ? body.subarray(0, LARGEST_BODY + 1) : body);
    return body.length;
  }
  const length = putAt(input.byteOffset, body);
  if (length >= 0) return length;
  const { read, written } = encoder.encodeInto(body, input);
  return read === body.length ? written : encoder.encode(body).length;
}

const coded = (operation, body) => (typeof body === "string" ? operation : operation + BYTES);
const output = () => textAt(result[0], result[1]);

/** Whether a request passes every guardrail of an operation. */
export const passes = (operation, body) => core.check(coded(operation, body), put(body)) === 0;

/** The edge's error body for a request that does not pass. */
export function problemOf(operation, body) {
  core.tell(coded(operation, body), put(body));
  return output();
}

/** The canonical form of a request, as text; undefined when it does not pass. */
export function canonical(operation, body) {
  const outcome = core.shape(coded(operation, body), put(body));
  if (outcome < 0) return undefined;
  if (outcome >= LONG) return output();
  const given = givenText(body);
  return outcome === 0 ? given : given.slice(0, -1) + ((appended[operation] ??= [])[outcome] ??= output());
}

/** The text of a body that was read: what was judged, not what the caller's bytes may have become since. */
export const givenText = (body) => (typeof body === "string" ? body : textAt(input.byteOffset, body.length));

/** The cost units of the request that was shaped last. */
export const cost = () => result[2];

/**
 * The canonical address of a question of the Account API, given its query or its body; undefined when it does not pass.
 */
export const canonicalAddress = (operation, given) =>
  core.account_shape(operation, put(given)) < 0 ? undefined : output();

/** The edge's error body for a question of the Account API that does not pass. */
export function problemOfAddress(operation, given) {
  core.account_tell(operation, put(given));
  return output();
}

/** Writes a text or bytes piece by piece, as many at a time as fit. */
function inPieces(content, take) {
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  for (let start = 0; start < bytes.length; start += LARGEST_BODY)
    take(put(bytes.subarray(start, start + LARGEST_BODY)));
}

/** Whether a delivery carries a signature made with a secret; undefined when the secret is none. */
export function verifySignature(secret, id, timestamp, body, signatures) {
  if (core.webhook_begin(put(secret)) === 0) return undefined;
  inPieces(`${id}.${timestamp}.`, core.webhook_add);
  inPieces(body, core.webhook_add);
  return core.webhook_end(put(signatures)) === 1;
}
