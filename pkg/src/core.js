// The boundary to the core: text and bytes in, verdicts and text out. Nothing is decided here.

/** What the module takes at most: the edge refuses a larger body, and so does this. */
const LARGEST_BODY = 65536;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The module's functions, once it is there. */
let core;
let input;
let result;

/** Takes the module that everything else asks. */
export function use(instance) {
  core = instance.exports;
  input = new Uint8Array(core.memory.buffer, core.input(), LARGEST_BODY + 1);
  result = new Uint32Array(core.memory.buffer, core.result(), 4);
}

export const isReady = () => core !== undefined;

/** Puts a text or bytes where the module reads, and says how many bytes there are: more than it takes when there are. */
function put(body) {
  if (typeof body === "string") return encoder.encodeInto(body, input).written;
  if (body.length > LARGEST_BODY) return LARGEST_BODY + 1;
  input.set(body);
  return body.length;
}

function output() {
  return decoder.decode(new Uint8Array(core.memory.buffer, result[0], result[1]));
}

/** Whether a request passes every guardrail of an operation. */
export const passes = (operation, body) => core.check(operation, put(body)) === 0;

/** The edge's error body for a request that does not pass. */
export function problemOf(operation, body) {
  core.tell(operation, put(body));
  return output();
}

/** The canonical form of a request, as text; undefined when it does not pass. */
export function canonical(operation, body) {
  const outcome = core.shape(operation, put(body));
  if (outcome < 0) return undefined;
  if (outcome === 0) return typeof body === "string" ? body : decoder.decode(body);
  return output();
}

/** The cost units of the request that was shaped last. */
export const cost = () => result[2];
