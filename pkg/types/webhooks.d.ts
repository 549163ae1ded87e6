// Events that the edge delivers to a webhook, signed as Standard Webhooks demands.
import type { AccountAnswerOf } from "./account.js";
import type { DateString, Sentiment, TimeString } from "./catalog.js";

type ListedMention = AccountAnswerOf["mentions"]["data"][number];
type ListedInfluencer = AccountAnswerOf["influencers"]["data"][number];
type EmergingTopic = AccountAnswerOf["emerging-trends"]["data"][number];
/** A mention without words that somebody wrote or said, and without names. */
type Mention = Omit<ListedMention, "context" | "video" | "channel"> & {
  video: Omit<ListedMention["video"], "title">;
  channel: Omit<ListedMention["channel"], "name">;
};
/** A creator without the name. */
type Influencer = Omit<ListedInfluencer, "channel"> & { channel: Omit<ListedInfluencer["channel"], "name"> };
type Brand = NonNullable<ListedMention["brand"]>;
/** All of an object, or its id alone where the delivery would be larger than 20 KB. */
type Whole<T extends { id: string }> = T | { id: string };

/** What an event of each type tells. */
export interface WebhookDataOf {
  /** The webhook was made. */
  "webhook.ping": { webhook_id: string };
  /** New mentions of monitored brands, up to 25. */
  "mention.created": { object: "list"; data: Whole<Mention>[]; count: number };
  /** The tone of the last 7 days is another than that of the 28 days before. */
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
  /** A topic comes up. */
  "trend.emerging": EmergingTopic & { object: "emerging_topic"; brand: Brand; from: DateString; to: DateString };
  /** A creator of many subscribers mentions a brand for the first time. */
  "influencer.first_mention": Influencer & { brand: Brand; mention_id: string };
  "report.ready": Whole<AccountAnswerOf["report"]>;
  "report.failed": Whole<AccountAnswerOf["report"]>;
  /** 80 or 100 percent of what the plan allows are used. */
  "usage.threshold": {
    object: "usage_threshold";
    window: "day" | "month";
    used: number;
    limit: number;
    percent: number;
  };
  /**
   * A version of the dataset with new mentions is served: how many, how many of them are told one by one, and of which
   * brands the others are.
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

/** What is delivered. */
export interface WebhookEnvelope<T extends string, D> {
  id: string;
  type: T;
  /** When it happened; deliveries may come in another order. */
  timestamp: TimeString;
  api_version: string;
  account_id: string;
  data: D;
}

/** An event, told apart by its `type`. Types that are not known yet may come as well: leave a `default` for them. */
export type WebhookEvent<T extends WebhookEventType = WebhookEventType> = {
  [K in T]: WebhookEnvelope<K, WebhookDataOf[K]>;
}[T];

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
 * The event of a delivery whose signature is good. Throws a `WebhookError` otherwise, and a `TypeError` where the call
 * itself is wrong: a secret that is not set, a body that was parsed. The body is what arrived, as text or as bytes.
 * Remember `webhook-id` for a day: the same event may be delivered again.
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

// Nothing else is exported.
export {};
