// Events that the edge delivers to a webhook, signed according to Standard Webhooks.
import type { AccountAnswerOf } from "./account.js";
import type { DateString, Sentiment, TimeString } from "./catalog.js";

type ListedMention = AccountAnswerOf["mentions"]["data"][number];
type ListedInfluencer = AccountAnswerOf["influencers"]["data"][number];
type EmergingTopic = AccountAnswerOf["emerging-trends"]["data"][number];
/** A mention without quoted text and without names. */
type Mention = Omit<ListedMention, "context" | "video" | "channel"> & {
  video: Omit<ListedMention["video"], "title">;
  channel: Omit<ListedMention["channel"], "name">;
};
/** A creator without the name. */
type Influencer = Omit<ListedInfluencer, "channel"> & { channel: Omit<ListedInfluencer["channel"], "name"> };
type Brand = NonNullable<ListedMention["brand"]>;
/** The whole object, or only its id if the delivery would exceed 20 KB. */
type Whole<T extends { id: string }> = T | { id: string };

/** The data of each event type. */
export interface WebhookDataOf {
  /** The webhook was created. */
  "webhook.ping": { webhook_id: string };
  /** New mentions of monitored brands, up to 25. */
  "mention.created": { object: "list"; data: Whole<Mention>[]; count: number };
  /** The sentiment of the last 7 days differs from that of the 28 days before. */
  "sentiment.shift": {
    object: "sentiment_shift";
    brand: Brand;
    from: DateString;
    to: DateString;
    current: number;
    baseline: number;
    delta: number;
    mentions: number;
  };
  /** The last full day has far more mentions than the 28 days before. */
  "volume.spike": {
    object: "volume_spike";
    brand: Brand;
    date: DateString;
    window_hours: number;
    count: number;
    baseline_mean: number;
    z_score: number;
    predominant_sentiment: Sentiment | "unknown" | null;
    top_topics: { topic: string; count: number }[];
  };
  /** A topic emerges. */
  "trend.emerging": EmergingTopic & { object: "emerging_topic"; brand: Brand; from: DateString; to: DateString };
  /** A creator of many subscribers mentions a brand for the first time. */
  "influencer.first_mention": Influencer & { brand: Brand; mention_id: string };
  /** The condition of an alert is met. */
  "alert.fired": {
    object: "alert";
    id: string;
    name: string;
    condition: { type: string; at_least?: number; below?: number };
    /** Sentences with the numbers. */
    reason: string;
    numbers: Record<string, unknown>;
    /** The address of the mentions in the dashboard. */
    link: string;
  };
  "report.ready": Whole<AccountAnswerOf["report"]>;
  "report.failed": Whole<AccountAnswerOf["report"]>;
  /** The account has used 80 or 100 percent of its plan's limit. */
  "usage.threshold": {
    object: "usage_threshold";
    window: "day" | "month";
    used: number;
    limit: number;
    percent: number;
  };
  /**
   * A dataset version with new mentions is available: their number, the number with an event of their own (`told`), and
   * the brands of the others (`history`).
   */
  "dataset.published": {
    object: "dataset_published";
    dataset_version: string;
    mentions: number;
    told: number;
    history: { brand: Brand; mentions: number }[];
  };
  /** Another webhook of the account was disabled. */
  "webhook.disabled": { webhook_id: string; reason: string };
}

export type WebhookEventType = keyof WebhookDataOf;

/** The body of a delivery. */
export interface WebhookEnvelope<T extends string, D> {
  id: string;
  type: T;
  /** The time of the event; deliveries may arrive in another order. */
  timestamp: TimeString;
  api_version: string;
  account_id: string;
  data: D;
}

/** An event, discriminated by its `type`. New types may be added: handle them in a `default` branch. */
export type WebhookEvent<T extends WebhookEventType = WebhookEventType> = {
  [K in T]: WebhookEnvelope<K, WebhookDataOf[K]>;
}[T];

/**
 * The reason a delivery is not trusted:
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
  /** The current time in seconds since 1970; by default from the clock. */
  now?: number;
  /** The maximum difference between a delivery's time and now, in seconds; default 300. */
  toleranceSeconds?: number;
}

/** Headers of a request, in the forms that servers use. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

/**
 * Verifies the signature of a delivery and returns its event. Throws a `WebhookError` if the delivery is not trusted,
 * and a `TypeError` if the call is wrong: an unset secret or a parsed body. Pass the raw body, as text or as bytes.
 * Store `webhook-id` for a day: the same event may be delivered again.
 *
 * @example
 * const event = verifyWebhook(process.env.WEBHOOK_SECRET, request.headers, await request.text());
 * if (event.type === "report.ready") …
 */
export declare function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string | ArrayBufferView | ArrayBufferLike,
  options?: WebhookOptions,
): WebhookEvent;

// Makes all other declarations private to this file.
export {};
