// The values that questions name: by rank among the documents that carry them, so that every kind of value is asked
// for.

/** Ranks, the most frequent value being 0. */
const RANKS = { top: 0, second: 1, third: 2, fifth: 4, middle: 50, tail: 1500 };
/** Words: in half of all documents, in one of some hundred, in a few. */
const WORD_RANKS = { common: 0, usual: 100, rare: 15_000 };
/** How many of the most frequent values of each kind the largest questions may name. */
const FREQUENT = 60;
const CATEGORY_RANKS = { top: 0, middle: 10 };
/** Brands whose names are looked through for one that is part of others'. */
const POPULAR = 200;

/** The values to ask for in every size, from what was counted in one. */
export function valuesOf(counts) {
  const ranked = Object.fromEntries(Object.entries(counts).map(([name, byValue]) => [name, byFrequency(byValue)]));
  return {
    brands: { ...pick(ranked.brands, RANKS), several: nameWithinNames(ranked.brands) },
    popularBrands: ranked.brands.slice(0, 30),
    middleBrands: ranked.brands.slice(100, 130),
    components: pick(ranked.components, RANKS),
    topics: pick(ranked.topics, RANKS),
    channels: pick(ranked.channels, RANKS),
    tags: pick(ranked.tags, RANKS),
    categories: pick(ranked.categories, CATEGORY_RANKS),
    mentionWords: pick(ranked.mention_words, WORD_RANKS),
    videoWords: pick(ranked.video_words, WORD_RANKS),
    // Names of two words stand in texts as they are: phrases that are found.
    // The most frequent of each kind: what the largest questions name.
    frequent: Object.fromEntries(Object.entries(ranked).map(([kind, values]) => [kind, values.slice(0, FREQUENT)])),
    phrases: { mention: ranked.topics.find(isPhrase), video: ranked.tags.find(isPhrase) },
  };
}

/** Each value that has a rank, with its documents in a size: `[kind, rank, value, documents]`. */
export function documentsOf(values, counts) {
  const kinds = {
    brands: "brands",
    components: "components",
    topics: "topics",
    channels: "channels",
    tags: "tags",
    categories: "categories",
    mentionWords: "mention_words",
    videoWords: "video_words",
  };
  return Object.entries(kinds).flatMap(([kind, counted]) =>
    Object.entries(values[kind]).map(([rank, value]) => [kind, rank, value, counts[counted][value] ?? 0]),
  );
}

const byFrequency = (byValue) =>
  Object.entries(byValue)
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .map(([value]) => value);

const pick = (ranked, ranks) =>
  Object.fromEntries(Object.entries(ranks).map(([name, rank]) => [name, ranked[Math.min(rank, ranked.length - 1)]]));

const isPhrase = (name) => name.includes(" ");

/** The popular brand whose name is part of most other brands' names. */
function nameWithinNames(brands) {
  const words = brands.map((brand) => new Set(brand.toLowerCase().split(" ")));
  const within = (name) =>
    words.filter((others) =>
      name
        .toLowerCase()
        .split(" ")
        .every((word) => others.has(word)),
    ).length;
  return brands
    .slice(0, POPULAR)
    .map((name) => ({ name, count: within(name) }))
    .reduce((best, next) => (next.count > best.count ? next : best)).name;
}
