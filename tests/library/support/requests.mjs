// Requests for comparing two implementations: the corpus, valid requests of every kind, and changed versions of both.
import { schema } from "overheard";
import { FILES, casesOf } from "../../support/corpus.mjs";

export const OPERATIONS = ["aggregate", "search", "creators", "co-mentions", "sector"];

/** Returns a reproducible pseudo-random number generator. */
export function randomGenerator(seed) {
  let state = seed;
  const below = (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const pick = (values) => values[below(values.length)];
  const some = (values, least, most) => Array.from({ length: least + below(most - least + 1) }, () => pick(values));
  return { below, pick, some, maybe: (make) => (below(2) ? make() : undefined) };
}

const TEXTS = [
  "Velunara",
  "Eau d’Ostrivane",
  "保湿",
  "L’Élan Paris",
  "Ωmega 3",
  "a b",
  "a!",
  "a",
  "7",
  "#serum",
  "_",
  "__",
  "!?",
  "…",
  "",
  " ",
  "\u00a0",
  "\u2028",
  'say "hi"',
  "\\",
  "a\nb",
  "\u0000",
  "\u007f",
  "\u0085",
  "😀",
  "😀 a",
  "\ud800",
  "a\udc00",
  "\ud83d\ude00\ud83d",
  "\uffff",
  "\ue000",
  "x".repeat(200),
  "x".repeat(201),
  "保".repeat(200),
  "😀".repeat(101),
  "😀".repeat(200),
  "😀".repeat(201),
  "'".repeat(64),
  "youtube",
  "positive",
  "65+",
  "other",
];
const DATES = [
  "2024-02-29",
  "2023-02-29",
  "2025-12-31",
  "2025-04-31",
  "2025-01-01",
  "2000-02-29",
  "1900-02-29",
  "0000-01-01",
  "0001-01-01",
  "9999-12-31",
  "2025-13-01",
  "2025-00-10",
  "2025-10-00",
  "2025-1-01",
  " 2025-01-01",
  "2025-01-01\n",
  "２０２５-01-01",
  "2024-01-31",
  "2026-01-31",
  "2026-02-28",
  "2026-03-01",
  "0999-12-31",
];
const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.1,
  1e-7,
  5e-324,
  1e21,
  50,
  51,
  2.5,
  123456.789,
  2 ** 53,
  2 ** 53 - 1,
  1 - 2 ** 53,
  -(2 ** 53),
  NaN,
  Infinity,
  0.30000000000000004,
  100n,
];

/** Values of other types or forms. Each call creates a new one. */
const ODD = [
  () => null,
  () => undefined,
  () => true,
  () => false,
  () => [],
  () => ({}),
  () => [null],
  () => [[]],
  () => () => {},
  () => Symbol("s"),
  () => new Date(0),
  () => new Map(),
  () => new String("a"),
  () => new Number(5),
  () => /a/,
  () => new Uint8Array(2),
  () => Object.create(null),
  () => Object.create({ gte: 1 }),
  () => ({ toJSON: () => "a" }),
  () => Object.assign([], { toJSON: () => ["a", "b"] }),
  () => [, "a"],
  () => ["a", , "b"],
  () =>
    new (class Own {
      index = "siv_info";
      group_by = "tags";
    })(),
  () => Object.freeze({ type: "count" }),
];

const { indices } = schema();
const FIELDS = [...new Set(indices.flatMap(({ fields }) => fields.map(({ name }) => name)))];
const VALUES = [...new Set(indices.flatMap(({ fields }) => fields.flatMap(({ values = [] }) => values)))];
const NAMES = [
  ...indices.map(({ name }) => name),
  ...FIELDS,
  ...VALUES,
  "asc",
  "desc",
  "count",
  "sum",
  "avg",
  "min",
  "max",
  "dominant_country",
  "toString",
  "__proto__",
];
const MEMBERS = [
  "index",
  "group_by",
  "metric",
  "filters",
  "size",
  "order",
  "q",
  "sort_field",
  "sort_order",
  "values",
  "field",
  "brands",
  "from_date",
  "to_date",
  "label",
  "terms",
  "must_context",
  "must_not_context",
  "exact",
  "type",
  "gte",
  "lte",
  "constructor",
  "toJSON",
  "__proto__",
  "limit",
];

/** Yields requests that are valid or nearly valid. */
export function* validRequests(count, seed) {
  const { below, pick, some, maybe } = randomGenerator(seed);
  const text = () => pick(below(4) ? TEXTS.slice(0, 9) : TEXTS);
  const range = (end) =>
    pick([{ gte: end(), lte: end() }, { gte: end() }, { lte: end() }, { lte: end(), gte: end() }, end()]);
  const date = () => pick(below(4) ? ["2024-02-29", "2025-01-01", "2025-12-31"] : DATES);
  const term = (values) => pick(values ?? [text()]);
  const filter = ({ filter, values }) => {
    if (filter === "range") return range(() => pick([0, 10, 50000, 0.035, 500000]));
    if (filter === "date_range") return range(date);
    return below(3) ? term(values) : Array.from({ length: 1 + below(4) }, () => term(values));
  };
  const filters = (index) => {
    const fields = some(
      index.fields.filter((field) => field.filter),
      0,
      5,
    );
    return Object.fromEntries(
      fields.map((field) => [field.name === "country" && below(2) ? "dominant_country" : field.name, filter(field)]),
    );
  };
  const size = () => pick([1, 5, 10, 25, 50]);
  const metric = ({ metrics }) =>
    below(3) ? { type: pick(["sum", "avg", "min", "max"]), field: pick(metrics) } : { type: "count" };
  const brand = (_, at) => ({
    label: below(5) ? `Brand ${at}` : text(),
    terms: some(["velunara", "night cream", "Kelvarro 7", "保湿", "L’Élan"], 1, 5),
    must_context: maybe(() => some(["oat drink", "barista", "café"], 0, 3)),
    must_not_context: maybe(() => some(["game", "board game", "ソフト", text()], 0, 3)),
    exact: maybe(() => pick([true, false])),
  });
  const make = [
    (index) => ({
      index: index.name,
      group_by: pick(index.group_by),
      metric: maybe(() => metric(index)),
      filters: maybe(() => filters(index)),
      size: maybe(size),
      order: maybe(() => pick(["asc", "desc"])),
    }),
    (index) => ({
      index: index.name,
      filters: maybe(() => filters(index)),
      q: maybe(text),
      sort_field: maybe(() => pick(index.sortable)),
      sort_order: maybe(() => pick(["asc", "desc"])),
      size: maybe(size),
    }),
    () => ({
      filters: maybe(() => filters(indices[1])),
      sort_field: maybe(() => pick(indices[1].sortable)),
      sort_order: maybe(() => pick(["asc", "desc"])),
      size: maybe(size),
    }),
    (index) => ({
      values: Array.from({ length: 2 + below(3) }, (_, at) => (below(5) ? `value ${at}` : text())),
      index: below(2) ? index.name : undefined,
      field: maybe(() => pick(index.co_mentions.field)),
      group_by: maybe(() => pick(index.co_mentions.group_by)),
      size: maybe(size),
    }),
    () => ({ brands: Array.from({ length: 1 + below(4) }, brand), from_date: date(), to_date: date() }),
  ];
  for (let at = 0; at < count; at++) yield { operation: at % 5, request: shuffled(make[at % 5](pick(indices)), below) };
}

/** Returns an object with its members in another order. */
function shuffled(object, below) {
  const members = Object.entries(object);
  for (let at = members.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [members[at], members[other]] = [members[other], members[at]];
  }
  return Object.fromEntries(members);
}

/** The JSON objects of the corpus, each with its operation. */
export const corpus = Object.entries(FILES).flatMap(([file, operation]) =>
  casesOf(file)
    .filter((example) => "body" in example)
    .map(({ body, name }) => ({ operation: OPERATIONS.indexOf(operation), request: body, name })),
);

/** Yields requests with one to three changes: a value, an added or removed member, or the operation. */
export function* changedRequests(requests, count, seed) {
  const { below, pick } = randomGenerator(seed);
  const value = () =>
    below(8) ? pick(pick([TEXTS, DATES, NUMBERS, NAMES, NAMES, [1, 10, 50], ["a", "b"]])) : pick(ODD)();
  for (let at = 0; at < count; at++) {
    const { operation, request } = requests[below(requests.length)];
    const copy = structuredClone(request);
    for (let times = 1 + below(3); times > 0; times--) change(copy, { below, pick, value });
    yield { operation: below(20) ? operation : below(5), request: below(50) ? copy : value() };
  }
}

function change(request, { below, pick, value }) {
  const objects = [...inside(request)];
  if (objects.length === 0) return;
  const object = pick(objects);
  const keys = Object.keys(object);
  if (Array.isArray(object)) {
    if (below(3) === 0) object.push(below(2) && object.length > 0 ? pick(object) : value());
    else if (below(2)) object.reverse();
    else if (keys.length > 0) object[pick(keys)] = value();
  } else if (keys.length === 0 || below(4) === 0) set(object, pick([...MEMBERS, ...FIELDS]), value());
  // biome-ignore lint/suspicious/noDuplicateElseIf: each asks for another number
  else if (below(4) === 0) delete object[pick(keys)];
  else set(object, pick(keys), value());
}

/** Sets a member of any name, including `__proto__`. */
const set = (object, name, value) =>
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });

function* inside(value) {
  if (
    !Array.isArray(value) &&
    (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
  )
    return;
  if (Object.isFrozen(value)) return;
  yield value;
  for (const item of Object.values(value)) yield* inside(item);
}
