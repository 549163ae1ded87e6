// Answers besides the good ones, and headers: said once, and met by reference.
import { pascal, reference } from "./schemas.mjs";

const text = { type: "string" };
const whole = { type: "integer", minimum: 0 };

/** Headers by what they say, and the schema of their values. */
const HEADERS = {
  "X-Request-Id": ["The id to quote when something is unclear.", text],
  "X-API-Version": ["The version of the interface.", text],
  "X-Query-Cost": ["The request's cost in units; 0 when it was not answered.", whole],
  "X-Quota-Charged": ["Whether the quota counted it.", { type: "string", enum: ["true", "false"] }],
  "X-RateLimit-Limit": ["What the plan allows in the window of which the least is left.", whole],
  "X-RateLimit-Remaining": ["What is left of it.", whole],
  "X-RateLimit-Reset": ["When it opens again, in seconds since 1970.", whole],
  "Cache-Control": ["How long the answer may be kept.", text],
  ETag: ["The validator for `If-None-Match`; none with `Prefer: meta`.", text],
  Location: ["Where the resource is.", text],
  Link: ["The address of the next page.", text],
  "Retry-After": ["Seconds to wait.", whole],
  "WWW-Authenticate": ["Which credential is missing.", text],
};

const USUAL = ["X-Request-Id", "X-API-Version", "X-Query-Cost", "X-Quota-Charged"];

export const headerComponents = () => Object.fromEntries(Object.entries(HEADERS).map(([name, [description, schema]]) => [name, { description, schema }]));

/** References to headers of these names, and to those of every answer. */
export const headers = (...names) => Object.fromEntries([...USUAL, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** What the statuses of problems are called. */
const NAMES = {
  400: "BadRequest", 401: "Unauthorized", 403: "Forbidden", 404: "NotFound", 405: "MethodNotAllowed", 406: "NotAcceptable", 409: "Conflict", 410: "Gone",
  413: "PayloadTooLarge", 415: "UnsupportedMediaType", 422: "UnprocessableContent", 429: "TooManyRequests", 500: "InternalError", 503: "ServiceUnavailable",
};
const MORE = { 401: ["WWW-Authenticate"], 409: ["Retry-After"], 429: ["Retry-After"], 503: ["Retry-After"] };

/** The answers that are problems, by their status. @param description what overheard-describe prints */
export function problemResponses({ codes }, schemas) {
  const violation = {
    code: { type: "string", enum: codes.map(({ name }) => name) },
    param: text,
    message: text,
    allowed: { type: "array", items: text },
    did_you_mean: text,
  };
  const violations = schemas.add("Violation", { type: "object", description: "One rule that a request breaks.", required: ["code", "param", "message"], properties: violation });
  schemas.add("Problem", {
    type: "object",
    description: "What stops a request (RFC 9457). `message` is for people, `code` for programs, `param` says where.",
    required: ["type", "title", "status", "detail", "instance", "message", "code", "param", "errors", "request_id", "retryable"],
    properties: {
      type: { type: "string", format: "uri-reference" },
      title: text,
      status: { type: "integer", minimum: 400, maximum: 599 },
      detail: text,
      instance: { type: "string", format: "uri" },
      message: text,
      ...violation,
      param: { type: ["string", "null"] },
      errors: { type: "array", items: violations, maxItems: 20 },
      request_id: text,
      retryable: { type: "boolean" },
      "violated-policies": { type: "array", items: text },
      current_plan: text,
      required_plan: text,
      report_status: text,
    },
  });
  return Object.fromEntries(Object.entries(NAMES).map(([status, name]) => {
    const found = codes.filter((code) => code.status === Number(status) || (status === "401" && code.name === "invalid_credentials"));
    const description = found.map(({ name, explanation }) => `- \`${name}\`: ${explanation}`).join("\n");
    return [name, { description, headers: headers(...(MORE[status] ?? [])), content: { "application/problem+json": { schema: reference("Problem") } } }];
  }));
}

/** References to problems by their statuses. */
export const problems = (...statuses) => Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${NAMES[status]}` }]));

export const operationId = (name) => pascal(name).replace(/^./, (letter) => letter.toLowerCase());
