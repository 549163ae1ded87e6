// Checks the form of every error response: RFC 9457 with the members of the API, written from the specification.
import assert from "node:assert/strict";

/** For each code, the status, and true if the same request may succeed later. */
const CODES = {
  invalid_json: [400, false],
  invalid_type: [400, false],
  missing_field: [400, false],
  unknown_field: [400, false],
  value_not_allowed: [400, false],
  field_not_allowed: [400, false],
  limit_violation: [400, false],
  invalid_query: [400, false],
  window_too_long: [400, false],
  invalid_date: [400, false],
  invalid_range: [400, false],
  duplicate_value: [400, false],
  invalid_url: [400, false],
  invalid_header: [400, false],
  invalid_cursor: [400, false],
  cursor_query_mismatch: [400, false],
  unknown_parameter: [400, false],
  missing_credentials: [401, false],
  invalid_credentials: [403, false],
  insufficient_scope: [403, false],
  plan_upgrade_required: [403, false],
  account_suspended: [403, false],
  https_required: [403, false],
  origin_not_allowed: [403, false],
  not_found: [404, false],
  method_not_allowed: [405, false],
  not_acceptable: [406, false],
  conflict: [409, true],
  report_not_ready: [409, true],
  report_failed: [409, false],
  webhook_exists: [409, false],
  limit_reached: [409, false],
  report_expired: [410, false],
  idempotency_key_reused: [422, false],
  payload_too_large: [413, false],
  unsupported_media_type: [415, false],
  range_not_satisfiable: [416, false],
  rate_limited: [429, true],
  quota_exceeded: [429, true],
  backend_unavailable: [503, true],
  query_too_expensive: [400, false],
  query_timeout: [503, true],
  view_preparing: [503, true],
};
const MEMBERS = [
  "type",
  "title",
  "status",
  "detail",
  "instance",
  "message",
  "code",
  "param",
  "errors",
  "request_id",
  "retryable",
];
const OPTIONAL = ["allowed", "did_you_mean", "violated-policies", "current_plan", "required_plan", "report_status"];
/** The problem type of exceeded limits, as registered with IANA. */
const LIMIT_REACHED = "https://iana.org/assignments/http-problem-types#quota-exceeded";
const MAX_ERRORS = 20;
/** Longest allowed message: the part of a refused value that it may repeat, and the text around it. */
const MAX_MESSAGE = 1500;
/** Details that no error may reveal: SQL, stack traces, source files. */
const INSIDE = /\bSELECT\b|\bFROM \w+_\d|SQLITE|D1_|no such table|\.rs:\d|panicked|wasm|\bat .*\(.*:\d+:\d+\)/;

const sentence = (code) =>
  code
    .replaceAll("_", " ")
    .replace("json", "JSON")
    .replace(/^./, (first) => first.toUpperCase());

/** Checks all members of an error response with this code, and returns its body. */
export function assertProblem(answer, code) {
  assert.ok(Object.hasOwn(CODES, code), `no rule about ${code}`);
  const [ofCode, retryable] = CODES[code];
  // An invalid bearer token or session is 401; an invalid data key is 403.
  const status =
    code === "invalid_credentials" && ["header:Authorization", "header:Cookie"].includes(answer.json?.param)
      ? 401
      : ofCode;
  const { json: body, headers } = answer;
  assert.equal(answer.status, status, `${answer.status} ${answer.text.slice(0, 300)} instead of ${status} ${code}`);
  assert.equal(headers.get("content-type"), "application/problem+json");
  assert.deepEqual(
    Object.keys(body)
      .filter((name) => !OPTIONAL.includes(name))
      .sort(),
    [...MEMBERS].sort(),
  );
  assert.equal(body.code, code, answer.text);
  assert.equal(body.type, status === 429 ? LIMIT_REACHED : `/problems/${code.replaceAll("_", "-")}`);
  assert.equal(body.title, sentence(code));
  assert.equal(body.status, status);
  assert.equal(body.detail, body.message);
  assert.ok(body.message.length > 0 && body.message.length <= MAX_MESSAGE, body.message);
  assert.match(body.request_id, /^req_[0-9A-HJKMNP-TV-Z]{10,26}$/);
  assert.equal(body.request_id, headers.get("x-request-id"));
  assert.equal(body.instance, `urn:request:${body.request_id}`);
  assert.equal(body.retryable, retryable);
  assert.doesNotMatch(answer.text, INSIDE);
  assert.equal(
    headers.has("retry-after"),
    status === 503 || status === 429 || code === "report_not_ready",
    "Retry-After goes with 429, 503 and what is not ready",
  );
  assertErrors(body, status);
  return body;
}

/** Checks the violations. Only a request that failed validation lists any; the first one is repeated at the top. */
function assertErrors(body, status) {
  assert.ok(Array.isArray(body.errors));
  if (status !== 400) return assert.deepEqual(body.errors, []);
  assert.ok(body.errors.length >= 1 && body.errors.length <= MAX_ERRORS, `${body.errors.length} errors`);
  for (const member of ["code", "param", "message", "allowed", "did_you_mean"]) {
    assert.deepEqual(body[member], body.errors[0][member], `${member} of the first violation`);
  }
  for (const violation of body.errors) {
    assert.equal(CODES[violation.code]?.[0], 400, violation.code);
    assert.match(violation.param, /^$|^\/|^\?|^header:/);
  }
}
