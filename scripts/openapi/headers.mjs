// Response headers, defined once and referenced elsewhere.

const text = { type: "string" };
const whole = { type: "integer", minimum: 0 };
const oneOf = (...values) => ({ type: "string", enum: values });
/** Members of headers that are always sent. */
const always = { required: true };

/** The headers with their descriptions and the schemas of their values. */
const HEADERS = {
  "X-Request-Id": {
    description: "The id to quote when something is unclear.",
    ...always,
    schema: { type: "string", pattern: "^req_[0-9A-HJKMNP-TV-Z]{10,26}$" },
  },
  "X-API-Version": { description: "The version of the interface, as in `/v1`.", ...always, schema: oneOf("1") },
  "X-Query-Cost": { description: "The request's cost in units; 0 when it was not answered.", ...always, schema: whole },
  "X-Quota-Charged": {
    description: "Whether the quota of the day or month counted it.",
    ...always,
    schema: oneOf("true", "false"),
  },
  "X-Data-Region": { description: "Where data is stored, if the operator bound it to a jurisdiction.", schema: text },
  "Cache-Control": { description: "How long the answer may be kept.", ...always, schema: text },
  Vary: { description: "Which headers of a request make another answer.", ...always, schema: text },
  "Server-Timing": { description: "Milliseconds at the edge.", ...always, schema: text },
  "X-RateLimit-Limit": {
    description: "What the plan allows in the window of which the least is left; absent where no window has a limit.",
    schema: whole,
  },
  "X-RateLimit-Remaining": { description: "What is left of it.", schema: whole },
  "X-RateLimit-Reset": { description: "When it opens again, in seconds since 1970.", schema: whole },
  RateLimit: { description: "What is left of every window, and the seconds until it opens again.", schema: text },
  "RateLimit-Policy": { description: "What the plan allows in every window, and its seconds.", schema: text },
  ETag: {
    description: "The validator for `If-None-Match`; none with `Prefer: meta`.",
    schema: { type: "string", pattern: '^"[!-~]+"$' },
  },
  "X-Cache": {
    description: "`hit`: the same question had been answered before; `miss`: the dataset was asked.",
    schema: oneOf("hit", "miss"),
  },
  "X-Hint": { description: "What may help to ask better, or to read the answer.", schema: text },
  "X-Size-Applied": {
    description: "How many documents a search was cut to by the access level of the key; absent when it was not cut.",
    schema: whole,
  },
  "Preference-Applied": { description: "`meta`, when it was asked for.", schema: oneOf("meta") },
  "Idempotency-Replayed": {
    description: "`true` when this is the answer to an earlier request with the same `Idempotency-Key`.",
    schema: oneOf("true"),
  },
  Location: { description: "Where the resource is.", ...always, schema: { type: "string", format: "uri-reference" } },
  Link: { description: "The address of the next page.", schema: text },
  "Retry-After": { description: "Seconds to wait.", schema: whole },
  "WWW-Authenticate": { description: "Which credential is missing.", ...always, schema: text },
  "Accept-Encoding": { description: "`identity`, when the body was compressed.", schema: text },
  "Content-Disposition": { description: "The name of the file.", ...always, schema: text },
  "Accept-Ranges": { description: "`bytes`: ranges of the file can be requested.", schema: oneOf("bytes") },
  "Content-Range": {
    description: "Which bytes the body has, and the size of the whole file.",
    ...always,
    schema: { type: "string", pattern: "^bytes (\\d+-\\d+|\\*)/\\d+$" },
  },
  "Repr-Digest": { description: "The SHA-256 of the file (RFC 9530).", schema: text },
};

/** Headers of every response. */
const USUAL = [
  "X-Request-Id",
  "X-API-Version",
  "X-Query-Cost",
  "X-Quota-Charged",
  "X-Data-Region",
  "Cache-Control",
  "Vary",
  "Server-Timing",
];

/** Headers of every response to a valid key. */
export const LIMITS = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit",
  "RateLimit-Policy",
];

export const headerComponents = () => HEADERS;

/** Returns references to headers of these names, and to those of every response. */
export const headers = (...names) =>
  Object.fromEntries([...USUAL, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
