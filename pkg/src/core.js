// The boundary to the core: passes text and bytes in, results and text out. The core makes all decisions.
import strings from "../generated/strings.js";
import { putAt, quicken, serve, textAt } from "./host.js";

/** The maximum size of a body in bytes. The input buffer has one more byte, so the core detects a larger body. */
const LARGEST_BODY = 65536;
/** Added to the number of an operation for bytes, which may not be UTF-8; text always is. */
const BYTES = 8;
/** Added to the number of an operation if the input buffer still has the body of the last call. */
const KEPT = 16;
/** Outcomes from here on are lengths of a whole text; smaller ones are lengths of an appended text. */
const LONG = 256;

const encoder = new TextEncoder();

/** The module's functions; undefined until it is loaded. */
let core;
let input;
let result;
/** Enables faster copies of short texts. Called with the first body. */
let prepare;
/** The body in the input buffer, if it cannot change, and its length there. */
let held;
let heldLength;
/** The texts appended to bodies without their trailing defaults, by operation and length. */
const appended = [];

/** Sets the module that all functions use. Its memory never grows, so views of it stay valid. */
export function use({ exports }) {
  core = exports;
  held = undefined;
  prepare = undefined;
  serve(core.memory);
  input = new Uint8Array(core.memory.buffer, core.input(), LARGEST_BODY + 1);
  result = new Uint32Array(core.memory.buffer, core.result(), 3);
}

/**
 * Sets the module, and enables faster copies of short texts if the engine supports them. That takes a millisecond, so it
 * begins after the first body: objects rarely become one.
 */
export function useQuickly(instance) {
  use(instance);
  prepare = () => quicken(strings, core);
}

export const isReady = () => core !== undefined;

/** Throws an error with instructions if the core is not loaded. */
export function requireCore() {
  if (!isReady()) throw new Error("the core is not loaded: call `await init()` once before anything else");
}

/** Writes a body to the core's input buffer and returns its full length, even if it does not fit. */
function put(body) {
  prepare?.();
  prepare = undefined;
  const isText = typeof body === "string";
  heldLength = isText ? putText(body) : putBytes(body);
  held = isText && body.length <= LARGEST_BODY ? body : undefined;
  return heldLength;
}

/** Sets the copy of the bytes in the input buffer. The copy must not change. */
export function hold(copy) {
  if (copy.length <= LARGEST_BODY) held = copy;
}

function putBytes(body) {
  input.set(body.length > LARGEST_BODY ? body.subarray(0, LARGEST_BODY + 1) : body);
  return body.length;
}

function putText(body) {
  const length = putAt(input.byteOffset, body);
  if (length >= 0) return length;
  const { read, written } = encoder.encodeInto(body, input);
  return read === body.length ? written : encoder.encode(body).length;
}

const coded = (operation, body) => (typeof body === "string" ? operation : operation + BYTES);
const output = () => textAt(result[0], result[1]);

/** Returns true if a request passes every guardrail of an operation. */
export const passes = (operation, body) => core.check(coded(operation, body), put(body)) === 0;

/** Returns the edge's error body for a refused request. */
export function problemOf(operation, body) {
  core.put_problem(coded(operation, body), put(body));
  return output();
}

/** Returns the message of that body alone. */
export function messageOf(operation, body) {
  const isHeld = body === held;
  core.put_message(coded(operation, body) + (isHeld ? KEPT : 0), isHeld ? heldLength : put(body));
  const text = output();
  return result[2] === 0 ? text : JSON.parse(`"${text}"`);
}

/** Returns the canonical form of a request, as text; undefined if the request is refused. */
export function canonical(operation, body) {
  const outcome = core.shape(coded(operation, body), put(body));
  if (outcome < 0) return undefined;
  if (outcome >= LONG) return output();
  const given = givenText(body);
  return outcome === 0 ? given : given.slice(0, -1) + ((appended[operation] ??= [])[outcome] ??= output());
}

/** Returns the text of the checked body, which later changes of the caller's bytes do not affect. */
export const givenText = (body) => (typeof body === "string" ? body : textAt(input.byteOffset, body.length));

/** Returns the cost units of the request shaped last. */
export const cost = () => result[2];

/**
 * Returns the canonical address of an Account API request, given its query or its body; undefined if it is refused.
 */
export const canonicalAddress = (operation, given) =>
  core.account_shape(operation, put(given)) < 0 ? undefined : output();

/** Returns the edge's error body for a refused Account API request. */
export function problemOfAddress(operation, given) {
  core.account_put_problem(operation, put(given));
  return output();
}

/** Writes a text or bytes in chunks that fit into the input buffer. */
function writeChunks(content, add) {
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  for (let start = 0; start < bytes.length; start += LARGEST_BODY)
    add(put(bytes.subarray(start, start + LARGEST_BODY)));
}

/** Returns true if a delivery is signed with a secret; undefined if the secret is malformed. */
export function verifySignature(secret, id, timestamp, body, signatures) {
  if (core.webhook_begin(put(secret)) === 0) return undefined;
  writeChunks(`${id}.${timestamp}.`, core.webhook_add);
  writeChunks(body, core.webhook_add);
  return core.webhook_end(put(signatures)) === 1;
}
