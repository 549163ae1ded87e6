// The body to send for a request that passed: defaults filled in, nulls left out, one form for filters that mean the
// same. No validator does this; people write it by hand behind the one they use, and so it is the same for all of them.
// Keys are not sorted, which saves the peers some work.
import { DEFAULTS } from "../rules.mjs";

/** What is sent for a checked request, as an object to be written. */
export const canonical = {
  aggregate: ({ index, group_by, metric, filters, size, order }) => ({
    filters: canonicalFilters(filters),
    group_by,
    index,
    metric: metric == null || metric.type === "count" ? { type: "count" } : { field: metric.field, type: metric.type },
    order: order ?? DEFAULTS.order,
    size: size ?? DEFAULTS.size,
  }),
  // Members that are undefined are not written.
  search: ({ index, filters, q, sort_field, sort_order, size }) => ({
    filters: canonicalFilters(filters),
    index,
    q: q ?? undefined,
    size: size ?? DEFAULTS.size,
    sort_field: sort_field ?? undefined,
    sort_order: sort_order ?? DEFAULTS.order,
  }),
  creators: ({ filters, sort_field, sort_order, size }) => ({
    filters: canonicalFilters(filters),
    size: size ?? DEFAULTS.size,
    sort_field: sort_field ?? DEFAULTS.creators_sort,
    sort_order: sort_order ?? DEFAULTS.order,
  }),
  "co-mentions": ({ values, index, field, group_by, size }) => ({
    field: field ?? DEFAULTS.field,
    group_by: group_by ?? DEFAULTS.group_by,
    index: index ?? DEFAULTS.index,
    size: size ?? DEFAULTS.size,
    values,
  }),
  sector: ({ brands, from_date, to_date }) => ({ brands: brands.map(canonicalBrand), from_date, to_date }),
};

const canonicalBrand = ({ label, terms, must_context, must_not_context, exact }) => ({
  exact: exact ?? false,
  label,
  must_context: must_context ?? [],
  must_not_context: must_not_context?.length ? must_not_context : undefined,
  terms,
});

function canonicalFilters(filters) {
  const written = {};
  if (filters == null) return written;
  for (const name in filters) {
    const value = filters[name];
    if (value == null) continue;
    if (name === "dominant_country") written.country = terms(value);
    else written[name] = isRange(name, value) ? range(value) : terms(value);
  }
  return written;
}

const isRange = (name, value) =>
  typeof value === "number" || name === "upload_date" || (typeof value === "object" && !Array.isArray(value));

const range = (value) =>
  typeof value === "object" ? { gte: value.gte ?? undefined, lte: value.lte ?? undefined } : { gte: value, lte: value };

function terms(value) {
  if (typeof value === "string") return value;
  if (value.length === 1) return value[0];
  const distinct = [...new Set(value)].sort(byCodePoint);
  return distinct.length === 1 ? distinct[0] : distinct;
}

/** `<` compares UTF-16 units, which order surrogates before the characters from U+E000 on. */
function byCodePoint(one, other) {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  if (at > 0 && one.charCodeAt(at - 1) >= 0xd800 && one.charCodeAt(at - 1) < 0xdc00) at -= 1;
  return (one.codePointAt(at) ?? -1) - (other.codePointAt(at) ?? -1);
}
