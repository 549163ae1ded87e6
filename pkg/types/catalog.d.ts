// The three indices: what their fields may be used for. An illegal use does not compile.

/** Outside of filters, a member that is null is the same as one that is left out. */
export type Optional<T> = T | null | undefined;

/** A calendar date, `YYYY-MM-DD`. */
export type DateString = string;
/** A calendar month, `YYYY-MM`. */
export type MonthString = string;
/** A point in time, RFC 3339 in UTC: `2026-03-01T09:30:00Z`. */
export type TimeString = string;

export type Platform = "youtube" | "tiktok" | "instagram";
export type Sentiment = "positive" | "neutral" | "negative";
export type Gender = "female" | "male" | "other";
export type AgeRange = "13-17" | "18-24" | "25-34" | "35-44" | "45-54" | "55-64" | "65+";
export type Order = "asc" | "desc";

/** One value, or any of up to 20; compared exactly as stored. */
export type TermFilter<T extends string = string> = T | readonly T[];
/** Between two ends, both inclusive; one may be left open. */
export type Range<T> = { gte: T; lte?: T } | { gte?: T; lte: T };
/** Exactly this number, or a range of numbers. */
export type NumberFilter = number | Range<number>;
/** Exactly this date, or a range of dates. */
export type DateFilter = DateString | Range<DateString>;

/** What may be asked of each index. */
export interface Indices {
  /** Mentions of brands in videos. */
  siv_business_ideas: {
    filters: {
      brand_name?: TermFilter;
      components?: TermFilter;
      topics?: TermFilter;
      category?: TermFilter;
      platform?: TermFilter<Platform>;
      sentiment?: TermFilter<Sentiment>;
      channel_name?: TermFilter;
      upload_date?: DateFilter;
      channel_uid?: TermFilter;
    };
    group_by: "brand_name" | "category" | "components" | "channel_name" | "platform" | "sentiment" | "video_id" | "channel_uid";
    metric: "sentiment_score" | "estimated_value_usd";
    sort: "upload_date" | "sentiment_score" | "estimated_value_usd";
    q: string;
    co_mentions: {
      field: "brand_name" | "components" | "topics" | "category" | "platform" | "sentiment" | "channel_name" | "channel_uid";
      group_by: "channel_name" | "video_id" | "channel_uid";
    };
  };
  /** Profiles of creators, several snapshots each. */
  siv_content_creator: {
    filters: {
      platform?: TermFilter<Platform>;
      country?: TermFilter;
      /** Another name of `country`. */
      dominant_country?: TermFilter;
      categories?: TermFilter;
      dominant_gender?: TermFilter<Gender>;
      dominant_age_range?: TermFilter<AgeRange>;
      subscriber_count?: NumberFilter;
      engagement_rate_viewers?: NumberFilter;
    };
    group_by: "platform" | "country" | "categories" | "dominant_gender" | "dominant_age_range";
    metric: "subscriber_count" | "view_count" | "engagement_rate_viewers" | "audience_sentiment";
    sort: "subscriber_count" | "view_count" | "engagement_rate_viewers" | "audience_sentiment";
    /** There is no free text on creators. */
    q: never;
    co_mentions: never;
  };
  /** Videos. */
  siv_info: {
    filters: {
      channel_name?: TermFilter;
      platform?: TermFilter<Platform>;
      category?: TermFilter;
      tags?: TermFilter;
      video_id?: TermFilter;
      upload_date?: DateFilter;
    };
    group_by: "channel_name" | "platform" | "category" | "tags";
    metric: "views" | "likes" | "comments" | "duration";
    sort: "upload_date" | "views" | "likes" | "comments" | "duration";
    q: string;
    co_mentions: {
      field: "channel_name" | "platform" | "category" | "tags" | "video_id";
      group_by: "channel_name" | "video_id";
    };
  };
}

export type Index = keyof Indices;
/** An index with free text. */
export type TextIndex = "siv_business_ideas" | "siv_info";
/** An index whose values can co-occur. */
export type CoMentionIndex = "siv_business_ideas" | "siv_info";

/** The filters of an index. */
export type Filters<I extends Index = Index> = Indices[I]["filters"];
/** What an index may be grouped by. */
export type GroupBy<I extends Index = Index> = Indices[I]["group_by"];
/** What a metric may be computed over. */
export type MetricField<I extends Index = Index> = Indices[I]["metric"];
/** What a search may be sorted by. */
export type SortField<I extends Index = Index> = Indices[I]["sort"];

/** How a metric is computed. `count` needs no field. */
export type MetricType = "count" | "sum" | "avg" | "min" | "max";
