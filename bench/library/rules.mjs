// What a request may say, as tables: every peer reads its names and limits here. The corpus of tests/corpus, against
// which every subject is checked before it is timed, is what keeps these tables true.
import { isQuery as isGrammatical } from "./query.mjs";

export const OPERATIONS = ["aggregate", "search", "creators", "co-mentions", "sector"];

export const IDEAS = "siv_business_ideas";
export const CREATORS = "siv_content_creator";
export const INFO = "siv_info";
export const INDICES = [IDEAS, CREATORS, INFO];
/** Indices on which something can co-occur. */
export const CO_MENTION_INDICES = [IDEAS, INFO];

/** Members of a request's objects, in the order in which messages list them. */
export const MEMBERS = {
  aggregate: ["index", "group_by", "metric", "filters", "size", "order"],
  search: ["index", "filters", "q", "sort_field", "sort_order", "size"],
  creators: ["filters", "sort_field", "sort_order", "size"],
  "co-mentions": ["values", "index", "field", "group_by", "size"],
  sector: ["brands", "from_date", "to_date"],
  metric: ["type", "field"],
  brand: ["label", "terms", "must_context", "must_not_context", "exact"],
  range: ["gte", "lte"],
};

/** Fields that are filtered by their value. */
export const TERMS = {
  [IDEAS]: ["brand_name", "components", "topics", "category", "platform", "sentiment", "channel_name", "channel_uid"],
  [CREATORS]: ["platform", "country", "categories", "dominant_gender", "dominant_age_range"],
  [INFO]: ["channel_name", "platform", "category", "tags", "video_id"],
};
/** Fields that are filtered by a range of numbers. */
export const RANGES = { [IDEAS]: [], [CREATORS]: ["subscriber_count", "engagement_rate_viewers"], [INFO]: [] };
/** Fields that are filtered by a range of dates. */
export const DATES = { [IDEAS]: ["upload_date"], [CREATORS]: [], [INFO]: ["upload_date"] };
/** Other names of filters, which messages do not list. */
export const ALIASES = { [IDEAS]: {}, [CREATORS]: { dominant_country: "country" }, [INFO]: {} };
/** The values of fields that have not any. */
export const VALUES = {
  __proto__: null,
  platform: ["youtube", "tiktok", "instagram"],
  sentiment: ["positive", "neutral", "negative"],
  dominant_gender: ["female", "male", "other"],
  dominant_age_range: ["13-17", "18-24", "25-34", "35-44", "45-54", "55-64", "65+"],
};
export const filtersOf = (index) => [...TERMS[index], ...RANGES[index], ...DATES[index]];

export const GROUPS = {
  [IDEAS]: ["brand_name", "category", "components", "channel_name", "platform", "sentiment", "video_id", "channel_uid"],
  [CREATORS]: ["platform", "country", "categories", "dominant_gender", "dominant_age_range"],
  [INFO]: ["channel_name", "platform", "category", "tags"],
};
export const METRICS = {
  [IDEAS]: ["sentiment_score", "estimated_value_usd"],
  [CREATORS]: ["subscriber_count", "view_count", "engagement_rate_viewers", "audience_sentiment"],
  [INFO]: ["views", "likes", "comments", "duration"],
};
/** Types of metrics beside `count`, which alone needs no field. */
export const FIELD_METRIC_TYPES = ["sum", "avg", "min", "max"];
export const METRIC_TYPES = ["count", ...FIELD_METRIC_TYPES];
export const SORTS = Object.fromEntries(INDICES.map((index) => [index, [...DATES[index], ...METRICS[index]]]));
export const ORDERS = ["asc", "desc"];
/** Indices with free text. */
export const TEXT_INDICES = [IDEAS, INFO];
export const CO_MENTION_GROUPS = {
  [IDEAS]: ["channel_name", "video_id", "channel_uid"],
  [INFO]: ["channel_name", "video_id"],
};

export const LIMITS = {
  size: 50,
  characters: 200,
  queryCharacters: 1000,
  filterValues: 20,
  minValues: 2,
  maxValues: 5,
  brands: 30,
  terms: 20,
  months: 24,
  number: Number.MAX_SAFE_INTEGER,
};
export const DEFAULTS = {
  size: 10,
  order: "desc",
  index: IDEAS,
  field: "brand_name",
  group_by: "channel_name",
  creators_sort: "subscriber_count",
};

/** Returns true if a text has 1 to so many characters: code points, of which there are never more than UTF-16 units. */
function hasCharacters(text, most) {
  if (text.length <= most) return text.length > 0;
  return text.length <= 2 * most && [...text].length <= most;
}

/** Returns true if a text has 1 to 200 characters. */
export const isName = (text) => hasCharacters(text, LIMITS.characters);

const LETTER_OR_DIGIT = /[\p{Alphabetic}\p{N}]/u;
/** Returns true if a name has a letter or digit, without which nothing can be searched for. */
export const isSearchable = (text) => isName(text) && LETTER_OR_DIGIT.test(text);
/** Returns true if a text is a full-text query: 1 to 1000 characters in its grammar, one of them a letter or digit. */
export const isQuery = (text) =>
  hasCharacters(text, LIMITS.queryCharacters) && LETTER_OR_DIGIT.test(text) && isGrammatical(text);

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The number that digits of a text state; NaN where something else stands. */
function digits(text, from, to) {
  let number = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** Returns true if a text is a date of the calendar, written YYYY-MM-DD. */
export function isDate(text) {
  if (text.length !== 10 || text[4] !== "-" || text[7] !== "-") return false;
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)];
  if (!(year > 0 && month > 0 && month <= 12 && day > 0)) return false;
  const leapDay = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  return day <= DAYS[month - 1] + leapDay;
}

/** Formats of texts, by name. */
export const FORMATS = { date: isDate, name: isName, searchable: isSearchable, query: isQuery };
