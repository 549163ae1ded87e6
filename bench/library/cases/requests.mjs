// The requests that are timed, by class: what a client sends, and what must become of it.
import { CREATORS, IDEAS, INFO } from "../rules.mjs";

/** A brand of the competitive set as most people write it, and as it is sent. */
const brand = (label, terms, more = {}) => ({ label, terms, ...more });
const sentBrand = ({ label, terms, must_context = [], exact = false }) => ({ exact, label, must_context, terms });

const THREE_BRANDS = [
  brand("Velunara", ["velunara", "velunara creme"], { exact: true }),
  brand("Ottermoor", ["ottermoor"], { must_context: ["oat drink", "barista", "café"] }),
  brand("Kelvarro", ["kelvarro", "tavrel 7"]),
];
const PRODUCTS = ["serum", "cream", "lotion", "cleanser", "sunscreen", "toner", "balm", "mask", "gel", "oil"];
/** As many as a request may name, with five terms each. */
const THIRTY_BRANDS = Array.from({ length: 30 }, (_, at) => {
  const terms = Array.from({ length: 5 }, (_, term) => `brand ${at + 1} ${PRODUCTS[(at + term) % 10]}`);
  return brand(`Brand ${at + 1} Cosmetics`, terms, { must_context: ["skin", "beauty"], exact: at % 2 === 0 });
});
const sector = (brands, from_date, to_date) => [
  { brands, from_date, to_date },
  { brands: brands.map(sentBrand), from_date, to_date },
];

/** An object with its members in the order of their names. */
const sorted = (object) => Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)));

const SINCE_2025 = { gte: "2025-01-01" };
const IN_2025 = { gte: "2025-01-01", lte: "2025-12-31" };
const FIVE_FILTERS = {
  brand_name: "Velunara",
  category: "Beauty",
  platform: "youtube",
  sentiment: "positive",
  upload_date: IN_2025,
};
/** The other filters of a request whose brands and topics are in several scripts. */
const OTHER_FILTERS = { components: "Hyaluronsäure", platform: "tiktok", upload_date: { gte: "2024-02-29" } };
const WORDS = "vitamin c serum for oily skin review";
const FIVE_VALUES = ["Velunara", "Borealume", "Eau d’Ostrivane", "Kelvarro", "Quennavie"];
const SUBSCRIBERS = { gte: 10000, lte: 500000 };
const ENGAGED = { gte: 0.035 };

/** A search and a list of creators in canonical form. */
const SORTED_SEARCH = {
  filters: { category: "Beauty", platform: "youtube", upload_date: SINCE_2025 },
  index: INFO,
  q: WORDS,
  size: 10,
  sort_field: "views",
  sort_order: "desc",
};
const SORTED_CREATORS = {
  filters: { categories: "Beauty", country: "DE", engagement_rate_viewers: ENGAGED, subscriber_count: SUBSCRIBERS },
  size: 25,
  sort_field: "engagement_rate_viewers",
  sort_order: "desc",
};

/** Requests that pass: class, name, operation, what a client has, what is sent. */
const accepted = [
  [
    "agg_small",
    "average of a metric",
    "aggregate",
    { index: IDEAS, group_by: "brand_name", metric: { type: "avg", field: "sentiment_score" }, size: 20 },
    {
      filters: {},
      group_by: "brand_name",
      index: IDEAS,
      metric: { field: "sentiment_score", type: "avg" },
      order: "desc",
      size: 20,
    },
  ],
  [
    "agg_small",
    "nothing but what is required",
    "aggregate",
    { index: INFO, group_by: "tags" },
    { filters: {}, group_by: "tags", index: INFO, metric: { type: "count" }, order: "desc", size: 10 },
  ],
  [
    "agg_small",
    "everything but filters",
    "aggregate",
    { index: CREATORS, group_by: "country", metric: { type: "count" }, size: 50, order: "asc" },
    { filters: {}, group_by: "country", index: CREATORS, metric: { type: "count" }, order: "asc", size: 50 },
  ],
  [
    "agg_filters5",
    "five filters",
    "aggregate",
    {
      index: IDEAS,
      group_by: "components",
      metric: { type: "sum", field: "estimated_value_usd" },
      filters: FIVE_FILTERS,
      size: 25,
      order: "desc",
    },
    {
      filters: FIVE_FILTERS,
      group_by: "components",
      index: IDEAS,
      metric: { field: "estimated_value_usd", type: "sum" },
      order: "desc",
      size: 25,
    },
  ],
  [
    "agg_filters5",
    "five filters in several scripts, one with a list",
    "aggregate",
    {
      index: IDEAS,
      group_by: "category",
      filters: { topics: "保湿", brand_name: ["Velunara", "L’Élan Paris", "Borealume"], ...OTHER_FILTERS },
    },
    {
      filters: sorted({ brand_name: ["Borealume", "L’Élan Paris", "Velunara"], topics: "保湿", ...OTHER_FILTERS }),
      group_by: "category",
      index: IDEAS,
      metric: { type: "count" },
      order: "desc",
      size: 10,
    },
  ],
  [
    "search_q",
    "words and filters",
    "search",
    {
      index: INFO,
      filters: { platform: "youtube", category: "Beauty", upload_date: SINCE_2025 },
      q: WORDS,
      sort_field: "views",
      sort_order: "desc",
      size: 10,
    },
    SORTED_SEARCH,
  ],
  [
    "search_q",
    "words with a phrase",
    "search",
    { index: IDEAS, q: 'sunscreen "spf 50"\nwhite cast' },
    { filters: {}, index: IDEAS, q: 'sunscreen "spf 50"\nwhite cast', size: 10, sort_order: "desc" },
  ],
  [
    "search_q",
    "one brand, newest first",
    "search",
    { index: IDEAS, filters: { brand_name: "Borealume" }, sort_field: "upload_date" },
    { filters: { brand_name: "Borealume" }, index: IDEAS, size: 10, sort_field: "upload_date", sort_order: "desc" },
  ],
  [
    "creators",
    "ranges",
    "creators",
    {
      filters: { categories: "Beauty", country: "DE", subscriber_count: SUBSCRIBERS, engagement_rate_viewers: ENGAGED },
      sort_field: "engagement_rate_viewers",
      sort_order: "desc",
      size: 25,
    },
    SORTED_CREATORS,
  ],
  [
    "creators",
    "the other name of country",
    "creators",
    { filters: { dominant_country: "DE", subscriber_count: { gte: 50000 } } },
    {
      filters: { country: "DE", subscriber_count: { gte: 50000 } },
      size: 10,
      sort_field: "subscriber_count",
      sort_order: "desc",
    },
  ],
  [
    "creators",
    "nothing",
    "creators",
    {},
    { filters: {}, size: 10, sort_field: "subscriber_count", sort_order: "desc" },
  ],
  [
    "comentions",
    "two brands",
    "co-mentions",
    { values: ["Velunara", "Borealume"] },
    { field: "brand_name", group_by: "channel_name", index: IDEAS, size: 10, values: ["Velunara", "Borealume"] },
  ],
  [
    "comentions",
    "five brands, everything said",
    "co-mentions",
    { values: FIVE_VALUES, index: IDEAS, field: "brand_name", group_by: "channel_uid", size: 50 },
    { field: "brand_name", group_by: "channel_uid", index: IDEAS, size: 50, values: FIVE_VALUES },
  ],
  [
    "comentions",
    "two tags of videos",
    "co-mentions",
    { values: ["skincare", "routine"], index: INFO, field: "tags", group_by: "channel_name" },
    { field: "tags", group_by: "channel_name", index: INFO, size: 10, values: ["skincare", "routine"] },
  ],
  ["sector3", "three brands, two years", "sector", ...sector(THREE_BRANDS, "2024-01-01", "2025-12-31")],
  ["sector30", "thirty brands, as long as may be", "sector", ...sector(THIRTY_BRANDS, "2024-02-29", "2026-02-28")],
  ["search_q_sorted", "words and filters, in canonical form", "search", SORTED_SEARCH],
  ["creators_sorted", "ranges, in canonical form", "creators", SORTED_CREATORS],
];

const aggregate = (more) => ({ index: IDEAS, group_by: "brand_name", ...more });
const window = (brands, from_date = "2024-01-01", to_date = "2025-12-31") => ({ brands, from_date, to_date });

/** Requests that do not pass, each for one reason: class, name, operation, body. */
const refused = [
  ["invalid_small", "unknown index", "aggregate", { index: "siv_users", group_by: "brand_name" }],
  ["invalid_small", "no index", "aggregate", { group_by: "brand_name" }],
  ["invalid_small", "group_by of another index", "aggregate", { index: INFO, group_by: "brand_name" }],
  [
    "invalid_small",
    "filter of another index",
    "aggregate",
    { index: INFO, group_by: "tags", filters: { brand_name: "Velunara" } },
  ],
  ["invalid_small", "metric without its field", "aggregate", aggregate({ metric: { type: "avg" } })],
  [
    "invalid_small",
    "metric field of another index",
    "aggregate",
    aggregate({ metric: { type: "avg", field: "views" } }),
  ],
  [
    "invalid_small",
    "unknown metric type",
    "aggregate",
    aggregate({ metric: { type: "median", field: "sentiment_score" } }),
  ],
  ["invalid_small", "size too large", "aggregate", aggregate({ size: 51 })],
  ["invalid_small", "size with a fraction", "aggregate", aggregate({ size: 2.5 })],
  ["invalid_small", "size in a text", "search", { index: IDEAS, size: "10" }],
  ["invalid_small", "unknown order", "aggregate", aggregate({ order: "down" })],
  ["invalid_small", "unknown member", "aggregate", aggregate({ limit: 10 })],
  ["invalid_small", "value that is not listed", "aggregate", aggregate({ filters: { platform: "vimeo" } })],
  ["invalid_small", "range for a term", "search", { index: IDEAS, filters: { brand_name: { gte: 1 } } }],
  ["invalid_small", "term for a range", "creators", { filters: { subscriber_count: "1000" } }],
  ["invalid_small", "range reversed", "creators", { filters: { subscriber_count: { gte: 500, lte: 100 } } }],
  ["invalid_small", "range without an end", "creators", { filters: { subscriber_count: {} } }],
  [
    "invalid_small",
    "date that does not exist",
    "search",
    { index: INFO, filters: { upload_date: { gte: "2025-02-29" } } },
  ],
  [
    "invalid_small",
    "dates reversed",
    "search",
    { index: INFO, filters: { upload_date: { gte: "2025-03-01", lte: "2025-02-01" } } },
  ],
  ["invalid_small", "sort field of another index", "search", { index: IDEAS, sort_field: "views" }],
  ["invalid_small", "words without a letter", "search", { index: INFO, q: "!?" }],
  ["invalid_small", "filter that is none", "creators", { filters: { language: "de" } }],
  ["invalid_small", "one value", "co-mentions", { values: ["Velunara"] }],
  ["invalid_small", "six values", "co-mentions", { values: ["a", "b", "c", "d", "e", "f"] }],
  ["invalid_small", "the default field on another index", "co-mentions", { values: ["a", "b"], index: INFO }],
  ["invalid_small", "a list", "aggregate", [1, 2]],
  ["invalid_sector", "31 brands", "sector", window([...THIRTY_BRANDS, brand("Brand 31", ["brand 31"])])],
  ["invalid_sector", "too long a window", "sector", window(THREE_BRANDS, "2023-12-31", "2026-01-01")],
  [
    "invalid_sector",
    "the last brand without terms",
    "sector",
    window([...THIRTY_BRANDS.slice(0, 29), { label: "Last" }]),
  ],
  ["invalid_sector", "a brand with no term", "sector", window([brand("A", [])])],
  ["invalid_sector", "dates reversed", "sector", window(THREE_BRANDS, "2025-01-01", "2024-01-01")],
  ["invalid_sector", "a date without zeros", "sector", window(THREE_BRANDS, "2025-1-1")],
];

const passing = ([ofClass, name, operation, body, sent = body]) => ({
  class: ofClass,
  name,
  operation,
  body,
  canonical: JSON.stringify(sent),
});

/** Every request: `{ class, name, operation, body, canonical }`, without a canonical text where it does not pass. */
export const REQUESTS = [
  ...accepted.map(passing),
  ...refused.map(([ofClass, name, operation, body]) => ({ class: ofClass, name, operation, body })),
];

const classesOf = (requests) => [...new Set(requests.map((request) => request.class))];
export const CLASSES = classesOf(REQUESTS);
/** Classes whose requests all pass: only they can be brought into form. */
export const PASSING = classesOf(REQUESTS.filter(({ canonical }) => canonical));
