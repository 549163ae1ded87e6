// The questions of the Account API, as they stand in an address.
import type { DateString, Optional, Order, Platform, Sentiment, TimeString } from "./catalog.js";

/** One value or several, up to 20. */
type Several<T extends string = string> = T | readonly T[];
/** A value, or behind a minus one that is excluded. */
type Excludable<T extends string> = T | `-${T}`;

interface Brands {
  /** Ids or labels of brands of the account, `-` excludes; default all. */
  brand?: Optional<Several>;
}

interface Window {
  /** The first day; default: 30 days end with the last one. */
  from?: Optional<DateString>;
  /** The last day, at most 24 months later; default: the last one of the dataset, or today. */
  to?: Optional<DateString>;
}

/** Which mentions are meant, besides whose. `-` before a value excludes it. */
interface Filters extends Brands, Window {
  platform?: Optional<Several<Excludable<Platform>>>;
  language?: Optional<Several>;
  region?: Optional<Several>;
  sentiment?: Optional<Several<Excludable<Sentiment | "unknown">>>;
  topic?: Optional<Several>;
  component?: Optional<Several>;
  category?: Optional<Several>;
  min_views?: Optional<number>;
  /** 1 to 200 characters of free text. */
  q?: Optional<string>;
}

/** Which mentions are meant. */
export interface MentionFilters extends Filters {
  /** Names of channels. */
  channel?: Optional<Several>;
  /** Ids of creators: `inf_…`. */
  influencer?: Optional<Several>;
}

interface Pages {
  /** 1 to 100 items of a page; default 25. */
  limit?: Optional<number>;
  /** The `next_cursor` of the page before. */
  cursor?: Optional<string>;
  /** Default `desc`. */
  order?: Optional<Order>;
}

interface SortedMentions extends Pages {
  /** Default `upload_date`. */
  sort?: Optional<"upload_date" | "indexed_at" | "views" | "sentiment_score">;
  /** Only what the dataset has since. */
  indexed_after?: Optional<TimeString>;
}

interface WindowDays {
  /** 7 to 180 days, instead of `from`. */
  window_days?: Optional<number>;
}

interface ById {
  /** The id of the resource. */
  id: string;
}

interface Comparison extends Omit<MentionFilters, "brand"> {
  /** 1 to 20 topics; default: the `limit` most frequent. */
  topics?: Optional<Several>;
  /** 1 to 50; default 10. */
  limit?: Optional<number>;
}

/** The parameters of each question. */
export interface AccountQuestionOf {
  mentions: MentionFilters & SortedMentions;
  mention: ById;
  "mention-stats": MentionFilters & {
    /** 1 to 20 topics and components; default 5. */
    top?: Optional<number>;
  };
  sentiment: MentionFilters;
  "sentiment-timeline": MentionFilters & {
    /** Default `auto`: days up to 31 days, weeks up to 183, else months. */
    interval?: Optional<"auto" | "day" | "week" | "month">;
  };
  "sentiment-breakdown": MentionFilters & {
    /** Default `platform`. */
    by?: Optional<"platform" | "language" | "region">;
    /** 1 to 50; default 10. */
    limit?: Optional<number>;
    /** Default `mentions`. */
    sort?: Optional<"mentions" | "average" | "net_sentiment">;
  };
  influencers: MentionFilters & Pages & {
    country?: Optional<Several>;
    min_subscribers?: Optional<number>;
    max_subscribers?: Optional<number>;
    min_mentions?: Optional<number>;
    /** Default `mentions`. */
    sort?: Optional<"mentions" | "views" | "subscriber_count" | "engagement_rate" | "sentiment" | "influence_score">;
  };
  influencer: ById & Brands & Window;
  "influencer-mentions": ById & Filters & SortedMentions;
  trends: MentionFilters & WindowDays & {
    /** Default `volume`. */
    sort?: Optional<"volume" | "score" | "growth" | "z_score">;
    direction?: Optional<"new" | "rising" | "stable" | "falling" | "unknown">;
    /** 1 to 50; default 20. */
    limit?: Optional<number>;
  };
  "emerging-trends": MentionFilters & WindowDays & {
    /** Mentions at least; default 5. */
    min_support?: Optional<number>;
    /** Videos at least; default 3. */
    min_videos?: Optional<number>;
    /** Channels at least; default 3. */
    min_channels?: Optional<number>;
    /** The z-score at least; default 2. */
    min_z?: Optional<number>;
    /** Per cent of the mentions before at most; default 5. */
    max_baseline_share_pct?: Optional<number>;
    /** 1 to 50; default 10. */
    limit?: Optional<number>;
  };
  "trend-comparison":
    | (Comparison & {
      by: "brand";
      /** 2 to 5 brands. */
      brand: readonly string[];
    })
    | (Comparison & {
      by: "period";
      /** One brand; default all. */
      brand?: Optional<string>;
      /** 2 to 4 windows such as `2026-01-01..2026-01-31`; default: the window and the one before. */
      period?: Optional<readonly string[]>;
    });
  account: Record<string, never>;
  "account-usage": Window & {
    /** Default `day`; `hour` for at most 7 days. */
    interval?: Optional<"hour" | "day" | "month">;
    /** Up to two. */
    group_by?: Optional<Several<"endpoint" | "token" | "status" | "face">>;
  };
}

/** A question of the Account API. */
export type AccountOperation = keyof AccountQuestionOf;
/** The parameters of a question: an object, or the query of an address. */
export type AccountInput<O extends AccountOperation = AccountOperation> = AccountQuestionOf[O] | string | URLSearchParams;

// Nothing else is exported.
export {};
