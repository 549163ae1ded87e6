// Events that the edge delivers to a webhook, signed as Standard Webhooks demands.
import type { TimeString } from "./catalog.js";

export type WebhookEventType =
  | "webhook.ping"
  | "mention.created"
  | "sentiment.shift"
  | "volume.spike"
  | "trend.emerging"
  | "influencer.first_mention"
  | "report.ready"
  | "report.failed"
  | "usage.threshold"
  | "webhook.disabled";

/** An event. Types that are not known yet may come as well. */
export interface WebhookEvent<T extends string = WebhookEventType | (string & {}), D = Record<string, unknown>> {
  id: string;
  type: T;
  /** When it happened; deliveries may come in another order. */
  timestamp: TimeString;
  api_version: string;
  account_id: string;
  data: D;
}

/**
 * Why a delivery is not to be trusted:
 * - `missing_header`: one of the three headers is absent
 * - `invalid_secret`: the secret is not one of the form `whsec_…`
 * - `invalid_timestamp`: `webhook-timestamp` is not whole seconds
 * - `too_old`, `too_new`: the delivery is further from now than the tolerance
 * - `invalid_signature`: no signature is that of the body
 * - `invalid_body`: the body is signed but holds no event
 */
export type WebhookReason =
  | "missing_header"
  | "invalid_secret"
  | "invalid_timestamp"
  | "too_old"
  | "too_new"
  | "invalid_signature"
  | "invalid_body";

export declare class WebhookError extends Error {
  readonly name: "WebhookError";
  readonly reason: WebhookReason;
}

export interface WebhookOptions {
  /** Now, in seconds since 1970; the clock's time by default. */
  now?: number;
  /** How many seconds a delivery may be away from now; default 300. */
  toleranceSeconds?: number;
}

/** Headers of a request, in any of the forms that servers have them. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

/**
 * The event of a delivery whose signature is good. Throws a `WebhookError` otherwise. Remember `webhook-id` for a day:
 * the same event may be delivered again.
 *
 * @example
 * const event = verifyWebhook(process.env.WEBHOOK_SECRET, request.headers, await request.text());
 * if (event.type === "report.ready") …
 */
export declare function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string | Uint8Array,
  options?: WebhookOptions,
): WebhookEvent;
