// Every shape of question that the Data API accepts: each index with each group, metric, filter, order and text, filled
// with the most frequent values. The schema says what there is.
import { windowsOf } from "./values.mjs";

const SIZE = 50;
const METRICS = ["avg", "max"];
const ORDERS = ["desc", "asc"];
const MAX_CO_MENTIONED = 5;
const MAX_BRANDS = 30;
const MAX_MONTHS = 24;
/** Words of a text, and of a phrase in it. */
const WORDS = [1, 2, 5];

/** All shapes as `{ operation, request }`. */
export function* shapesOf(schema, values) {
  for (const index of schema.indices) {
    const known = values.find(({ name }) => name === index.name);
    const filters = filtersOf(index, known);
    yield* aggregates(index, filters);
    yield* searches(index, filters, known);
    if (index.co_mentions.field.length > 0) yield* coMentions(index, known);
  }
  const creators = schema.indices.find(({ name }) => name === "siv_content_creator");
  const known = values.find(({ name }) => name === creators.name);
  for (const filter of filtersOf(creators, known))
    for (const sort_field of creators.sortable)
      for (const sort_order of ORDERS)
        yield { operation: "creators", request: { sort_field, sort_order, size: SIZE, ...filter } };
  const mentions = schema.indices.find(({ full_text, group_by }) => full_text && group_by.includes("brand_name"));
  yield* sectors(values.find(({ name }) => name === mentions.name));
}

/** No filter, each filter alone with one value and with as many as it takes, and each two together. */
function filtersOf({ fields, filterable }, { values, days }) {
  const alone = filterable.flatMap((name) => {
    const { filter, min } = fields.find((field) => field.name === name);
    if (filter === "date_range") return windowsOf(days).map((window) => [{ [name]: window }]);
    if (filter === "range") return [[{ [name]: { gte: min } }], [{ [name]: { gte: min, lte: 1_000_000 } }]];
    const frequent = values[name] ?? [];
    return frequent.length === 0 ? [] : [[{ [name]: frequent[0] }], [{ [name]: frequent }]];
  });
  const single = alone.flat();
  const most = filterable.map((name) => single.findLast((filter) => name in filter)).filter(Boolean);
  const pairs = most.flatMap((one, at) => most.slice(at + 1).map((other) => ({ ...one, ...other })));
  const all = Object.assign({}, ...most.filter((filter) => !("video_id" in filter)));
  return [{}, ...[...single, ...pairs, all].map((filters) => ({ filters }))];
}

function* aggregates({ name: index, group_by, metrics }, filters) {
  const measured = [{}, ...metrics.flatMap((field) => METRICS.map((type) => ({ metric: { type, field } })))];
  for (const group of group_by)
    for (const metric of measured)
      for (const filter of filters)
        yield { operation: "aggregate", request: { index, group_by: group, size: SIZE, ...metric, ...filter } };
}

function* searches({ name: index, sortable, full_text }, filters, { words }) {
  const texts = full_text ? textsOf(words) : [];
  for (const filter of filters) {
    for (const sort_field of sortable)
      for (const sort_order of ORDERS)
        yield { operation: "search", request: { index, sort_field, sort_order, size: SIZE, ...filter } };
    for (const q of texts) {
      yield { operation: "search", request: { index, q, size: SIZE, ...filter } };
      for (const sort_field of sortable)
        yield { operation: "search", request: { index, q, sort_field, size: SIZE, ...filter } };
    }
  }
}

const textsOf = (words) => [
  ...WORDS.map((count) => words.slice(0, count).join(" ")),
  `"${words[0]} ${words[1]}"`,
  `"${words[0]} ${words[0]} ${words[1]}" ${words[2]}`,
];

function* coMentions({ name: index, co_mentions: { field: fields, group_by } }, { values }) {
  for (const field of fields)
    for (const group of group_by)
      for (const count of [2, MAX_CO_MENTIONED]) {
        const named = (values[field] ?? []).slice(0, count);
        if (named.length === count || (count > 2 && named.length > 2))
          yield { operation: "co-mentions", request: { index, field, values: named, group_by: group, size: SIZE } };
      }
}

/** One and as many brands, over a month and over as many as are allowed, with and without words around them. */
function* sectors({ values, words, days: [, last] }) {
  const to_date = last;
  const before = (months) => {
    const date = new Date(`${last.slice(0, 8)}02T00:00:00Z`);
    date.setUTCMonth(date.getUTCMonth() - months);
    return date.toISOString().slice(0, 10);
  };
  const contexts = [{}, { must_context: words.slice(0, 1) }, { must_context: words.slice(0, 20) }];
  for (const months of [1, MAX_MONTHS - 1])
    for (const names of [values.brand_name, values.components, values.topics])
      for (const count of [1, 5, MAX_BRANDS])
        for (const context of contexts)
          yield {
            operation: "sector",
            request: {
              brands: names.slice(0, count).map((label) => ({ label, terms: [label], ...context })),
              from_date: before(months),
              to_date,
            },
          };
}
