// The recogniser's rules for objects inside of requests: filters with their ranges, metrics, brands.
import { reading } from "./reading.mjs";

export const objectsSource = ({ alias: [alias, field], defaults: { metric } }) => `
const range = (object, isEnd, mark) => {
  let gte, lte;
  if (!isObject(object)) return;
  ${reading("gte", "lte")}
  if (gte === undefined) return isEnd(lte) && '{"lte":' + mark + lte + mark + "}";
  if (lte === undefined) return isEnd(gte) && '{"gte":' + mark + gte + mark + "}";
  return isEnd(gte) && isEnd(lte) && gte <= lte && '{"gte":' + mark + gte + mark + ',"lte":' + mark + lte + mark + "}";
};

/** One value or a list. The order of plain texts by UTF-16 units equals that by characters. */
const terms = (value, kind) => {
  if (isTerm(value, kind)) return '"' + value + '"';
  if (!isArray(value) || value.toJSON) return;
  const items = [...new Set(value)];
  return items.length === value.length && list(items, 1, MOST_FILTER_VALUES, isTerm, kind) && stringify(items[1] ? items.sort() : items[0]);
};

const filtersOf = (object, index) => {
  let text = "";
  // Bits of the non-empty places.
  let filled = 0;
  const texts = [];
  if (object == null) return "{}";
  if (!isObject(object)) return;
  for (const name in object) {
    const value = object[name];
    if (value === undefined) continue;
    const field = name === "${alias}" ? "${field}" : name;
    const place = PLACES.get(field);
    const uses = NAMES.get(field);
    const kind = uses >> KIND;
    const filter =
      (uses >> (FILTER + index)) & 1 &&
      !((filled >> place) & 1) &&
      (kind === NUMBER ? range(value, isNumber, "") : kind === DATE ? range(value, dateOf, '"') : terms(value, kind));
    if (!filter) return;
    filled |= 1 << place;
    texts[place] = '"' + field + '":' + filter;
  }
  // The lowest bit first.
  for (; filled; filled &= filled - 1) {
    const filter = texts[31 - Math.clz32(filled & -filled)];
    text += text ? "," + filter : filter;
  }
  return "{" + text + "}";
};

const metricOf = (object, index) => {
  let field, type;
  if (object == null) return '${JSON.stringify(metric)}';
  if (!isObject(object)) return;
  ${reading("field", "type")}
  if (type === "${metric.type}" && field == null) return '${JSON.stringify(metric)}';
  return listOf(type) === METRIC_TYPE && allows(field, METRIC, index) && '{"field":"' + field + '","type":"' + type + '"}';
};

const brandOf = (object, labels) => {
  let exact, label, must_context, must_not_context, terms;
  if (!isObject(object)) return;
  ${reading("exact", "label", "must_context", "must_not_context", "terms")}
  exact ??= false;
  must_context = list(must_context ?? [], 0, MOST_CONTEXTS, isSpoken);
  must_not_context = list(must_not_context ?? [], 0, MOST_CONTEXTS, isSpoken);
  terms = list(terms, 1, MOST_TERMS, isSpoken);
  labels.add(label);
  return (
    typeof exact === "boolean" &&
    isTerm(label) &&
    must_context &&
    must_not_context &&
    terms &&
    (exact ? '{"exact":true,"label":"' : '{"exact":false,"label":"') + label + '","must_context":' + must_context + (must_not_context === "[]" ? "" : ',"must_not_context":' + must_not_context) + ',"terms":' + terms + "}"
  );
};

/** Signs and words that may be operators of a query. */
const OPERATOR = /[()*~]|AND|OR|NOT|(^|\\s)-/;
const CLOSED = /^[^"]*("[^"]*"[^"]*)*$/;
/** Free text without operators, which often has quotes. So short a text has 40 words and phrases at most. */
const questionOf = (value) =>
  typeof value === "string" && value.length <= 80 && !OPERATOR.test(value) &&
  (isSpoken(value) ? '"' + value + '"' : hasLetter(value) && CLOSED.test(value) && value.isWellFormed?.() && stringify(value));
`;
