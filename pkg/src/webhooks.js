// Verification of webhook deliveries, and decoding of their events.
import { requireCore, verifySignature } from "./core.js";
import { kindOf } from "./kind.js";

const HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"];
/** The maximum difference between a delivery's time and now in seconds, as Standard Webhooks recommends. */
const TOLERANCE_SECONDS = 300;

/** Thrown if a delivery is not trusted. */
export class WebhookError extends Error {
  /**
   * @param {string} reason for programs
   * @param {string} message for people
   */
  constructor(reason, message) {
    super(message);
    this.reason = reason;
  }

  get name() {
    return "WebhookError";
  }
}

/**
 * Verifies a delivery and returns its event.
 * @throws {WebhookError} if the signature or the time is wrong
 * @throws {TypeError} if the call is wrong, so no delivery would pass
 */
export function verifyWebhook(
  secret,
  headers,
  body,
  { now = Math.floor(Date.now() / 1000), toleranceSeconds = TOLERANCE_SECONDS } = {},
) {
  if (typeof secret !== "string") throw mistake("secret must be text", secret, ": is its variable set?");
  const raw = rawBody(body);
  const [id, timestamp, signatures] = HEADERS.map((name) => header(headers, name));
  checkTime(timestamp, now, toleranceSeconds);
  requireCore();
  const isGood = verifySignature(secret, id, timestamp, raw, signatures);
  if (isGood === undefined)
    throw new WebhookError(
      "invalid_secret",
      `secret must be of the form whsec_ and base64. Got ${secret.length} characters.`,
    );
  if (!isGood)
    throw new WebhookError(
      "invalid_signature",
      "webhook-signature holds no signature of this body with this secret. The body must not be parsed and written again.",
    );
  return event(raw);
}

/** The error for a call that no delivery would pass. */
const mistake = (rule, got, hint = "") => new TypeError(`${rule}. Got ${kindOf(got)}${hint}`);

/** The body as text or as bytes, in whatever form a server has them. */
function rawBody(body) {
  if (typeof body === "string") return body;
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (kindOf(body).endsWith("ArrayBuffer")) return new Uint8Array(body);
  throw mistake("body must be the text or bytes that arrived", body, ": nothing may parse it before");
}

/** Servers have headers as `Headers`, as an object in some case, and with repeated ones as a list. */
function header(headers, name) {
  if (Object(headers) !== headers || Array.isArray(headers))
    throw mistake("headers must be Headers or an object", headers);
  const given =
    typeof headers.get === "function"
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const value = Array.isArray(given) ? given.join(" ") : given;
  if (!value) throw new WebhookError("missing_header", `header ${name} is required`);
  return value;
}

function checkTime(timestamp, now, tolerance) {
  if (!/^\d{1,15}$/.test(timestamp))
    throw new WebhookError("invalid_timestamp", "webhook-timestamp must be whole seconds since 1970");
  const late = now - Number(timestamp);
  // In this form a tolerance that is not a number refuses every delivery.
  if (!(late <= tolerance))
    throw new WebhookError("too_old", `webhook-timestamp must be at most ${tolerance} seconds old. Got ${late}.`);
  if (!(-late <= tolerance))
    throw new WebhookError("too_new", `webhook-timestamp must be at most ${tolerance} seconds ahead. Got ${-late}.`);
}

function event(body) {
  try {
    const event = JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
    if (typeof event?.type === "string") return event;
  } catch {
    // Same error as for JSON without a type, below.
  }
  throw new WebhookError("invalid_body", "the body must be a JSON object with a type");
}
