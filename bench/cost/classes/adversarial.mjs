// The largest questions that pass the guardrails: as many brands, terms, words and values as they take, and the most
// frequent ones. Each is `{ operation, name, request }`.
import { ODD_TWO_YEARS } from "../windows.mjs";

/** Limits of requests that these go up to. */
const MAX_Q = 200;
const MAX_VALUES = 20;
const MAX_BRANDS = 30;
const MAX_TERMS = 20;
const MAX_CO_MENTIONED = 5;
const SIZE = 50;

export const adversarial = (values) => [
  ...words(values),
  ...filtered(values),
  ...groups(values),
  ...together(values),
  ...sectors(values),
];

const asked = (operation, name, request) => ({ operation, name, request });

/** As many words as fit into a question, one behind the other. */
function fitting(words, separator = " ", ends = "") {
  let text = "";
  for (const word of words) {
    const longer = text === "" ? word : `${text}${separator}${word}`;
    if (longer.length + ends.length > MAX_Q) break;
    text = longer;
  }
  return text;
}

const repeated = (word) => Array(MAX_Q).fill(word);
/** The frequent words that are short, so that many fit. */
const shortest = (words) => words.toSorted((a, b) => a.length - b.length);

/** Searches: one word again and again, as many frequent words as fit, and phrases of them. */
function words({ frequent }) {
  const kinds = [
    [
      "mentions",
      "siv_business_ideas",
      frequent.mention_words,
      "sentiment_score",
      {
        platform: ["youtube", "tiktok"],
        sentiment: ["positive", "neutral", "negative"],
        upload_date: ODD_TWO_YEARS,
        topics: frequent.topics.slice(0, MAX_VALUES),
      },
    ],
    [
      "videos",
      "siv_info",
      frequent.video_words,
      "views",
      { platform: ["youtube", "tiktok"], upload_date: ODD_TWO_YEARS, tags: frequent.tags.slice(0, MAX_VALUES) },
    ],
  ];
  return kinds.flatMap(([kind, index, found, sort_field, filters]) => {
    const [first, second] = found;
    const ask = (name, q, more) => asked("search", `${kind} with ${name}`, { index, q, size: SIZE, ...more });
    const many = fitting(shortest(found));
    return [
      ask("one word", first),
      ask("one word, again and again", fitting(repeated(first))),
      ask("as many frequent words as fit", many),
      ask("the same, sorted and filtered", many, { sort_field, filters }),
      ask("as many frequent words as fit and a rarer one", fitting([found.at(-1), ...shortest(found)])),
      ask("a phrase of one word, again and again", `"${fitting(repeated(first), " ", '""')}"`),
      ask("a phrase of many frequent words", `"${fitting(shortest(found), " ", '""')}"`),
      ask(
        "phrases of two frequent words",
        fitting(
          found.slice(1).flatMap((word) => [`"${first} ${word}"`, `"${word} ${second}"`]),
          "",
        ),
      ),
      ask(
        "the same, sorted",
        fitting(
          found.slice(1).map((word) => `"${first} ${word}"`),
          "",
        ),
        { sort_field },
      ),
    ];
  });
}

/** Searches and creators without words: every filter with as many values as it takes. */
function filtered({ frequent }) {
  const top = (kind) => frequent[kind].slice(0, MAX_VALUES);
  const everything = { gte: 0 };
  return [
    asked("search", "mentions of 20 topics, 20 components and 20 categories", {
      index: "siv_business_ideas",
      sort_field: "sentiment_score",
      size: SIZE,
      filters: {
        topics: top("topics"),
        components: top("components"),
        category: top("categories"),
        platform: ["youtube", "tiktok"],
        upload_date: ODD_TWO_YEARS,
      },
    }),
    asked("search", "videos of 20 tags and 20 categories", {
      index: "siv_info",
      sort_field: "views",
      size: SIZE,
      filters: { tags: top("tags"), category: top("categories"), upload_date: ODD_TWO_YEARS },
    }),
    asked("creators", "creators with every filter", {
      sort_field: "view_count",
      size: SIZE,
      filters: { platform: ["youtube", "tiktok"], subscriber_count: everything, engagement_rate_viewers: everything },
    }),
    asked("creators", "all creators", { sort_field: "engagement_rate_viewers", size: SIZE }),
  ];
}

/** Groups of which there are most. */
function groups({ frequent }) {
  const top = (kind) => frequent[kind].slice(0, MAX_VALUES);
  const metric = { type: "avg", field: "sentiment_score" };
  const ask = (name, group_by, more) =>
    asked("aggregate", name, { index: "siv_business_ideas", group_by, metric, size: SIZE, ...more });
  return [
    ask("by video", "video_id"),
    ask("by video, odd 24 months, filtered", "video_id", {
      filters: { category: top("categories"), platform: ["youtube", "tiktok"], upload_date: ODD_TWO_YEARS },
    }),
    ask("by video, of 20 topics", "video_id", { filters: { topics: top("topics") } }),
    ask("by component, of 20 topics and 20 brands", "components", {
      filters: { topics: top("topics"), brand_name: top("brands"), components: top("components") },
    }),
    ask("by channel, odd 24 months", "channel_uid", { filters: { upload_date: ODD_TWO_YEARS } }),
    asked("aggregate", "videos by channel, odd 24 months", {
      index: "siv_info",
      group_by: "channel_name",
      metric: { type: "max", field: "comments" },
      size: SIZE,
      filters: { upload_date: ODD_TWO_YEARS },
    }),
    asked("aggregate", "videos by tag, of 20 tags", {
      index: "siv_info",
      group_by: "tags",
      metric: { type: "sum", field: "likes" },
      size: SIZE,
      filters: { tags: top("tags") },
    }),
  ];
}

/** What is mentioned together most. */
function together({ frequent }) {
  const top = (kind) => frequent[kind].slice(0, MAX_CO_MENTIONED);
  const ask = (name, request) => asked("co-mentions", name, { size: SIZE, ...request });
  return [
    ask("5 topics by video", { field: "topics", values: top("topics"), group_by: "video_id" }),
    ask("5 brands by video", { values: top("brands"), group_by: "video_id" }),
    ask("2 tones by video", { field: "sentiment", values: ["positive", "negative"], group_by: "video_id" }),
    ask("5 categories by channel", { field: "category", values: top("categories"), group_by: "channel_uid" }),
    ask("5 tags by channel", { index: "siv_info", field: "tags", values: top("tags"), group_by: "channel_name" }),
  ];
}

/** Shares of voice: 30 brands that mean the same or nearly, of frequent topics, with context that is long. */
function sectors({ frequent }) {
  const { gte: from_date, lte: to_date } = ODD_TWO_YEARS;
  const ask = (name, brand) =>
    asked("sector", `sector, ${name}`, {
      brands: Array.from({ length: MAX_BRANDS }, (_, at) => ({ label: `Brand ${at}`, ...brand(at) })),
      from_date,
      to_date,
    });
  const topics = frequent.topics.slice(0, MAX_TERMS);
  const brands = frequent.brands.slice(0, MAX_TERMS);
  /** As many words as a context entry takes, of which one differs. */
  const entry = (at) =>
    fitting([frequent.mention_words[at % frequent.mention_words.length], ...repeated(frequent.mention_words[0])]);
  const contexts = (count) => Array.from({ length: count }, (_, at) => entry(at));
  const many = shortest(frequent.mention_words);
  return [
    ask("30 brands of equal meaning", () => ({ terms: topics })),
    ask("30 brands, each of 19 frequent topics", (at) => ({
      terms: topics.filter((_, other) => other !== at % MAX_TERMS).slice(0, 8 + (at % 12)),
    })),
    ask("30 frequent brands with 9 entries of 100 repeated words", (at) => ({
      terms: [frequent.brands[at]],
      must_context: contexts(9),
    })),
    ask("30 brands of 20 brands with 9 entries of 100 repeated words", () => ({
      terms: brands,
      must_context: contexts(9),
    })),
    ask("30 frequent brands with entries of many words", (at) => ({
      terms: [frequent.brands[at]],
      must_context: [0, 20, 40].map((from) => fitting(many.slice(from, from + 20))),
    })),
    ask("30 frequent topics with entries of single words", (at) => ({
      terms: [frequent.topics[at]],
      must_context: many.slice(at, at + 20),
    })),
  ];
}
