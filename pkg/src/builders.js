// Requests built step by step. A builder never changes: every step gives a new one.

/** A builder of a request: each step says which members it sets. */
function builder(request, steps) {
  const built = { build: () => structuredClone(request) };
  for (const [name, step] of Object.entries(steps)) {
    built[name] = (...given) => builder({ ...request, ...step(request, ...given) }, steps);
  }
  return built;
}

const filtered = ({ filters }, field, value) => ({ filters: { ...filters, [field]: value } });

/** Sets one end of a range. A single value that the field had before is no range. */
function ranged(request, field, end) {
  const before = request.filters?.[field];
  return filtered(request, field, typeof before === "object" ? { ...before, ...end } : end);
}

const filtering = {
  where: filtered,
  between: (request, field, gte, lte) => filtered(request, field, { gte, lte }),
  atLeast: (request, field, gte) => ranged(request, field, { gte }),
  atMost: (request, field, lte) => ranged(request, field, { lte }),
};
const sized = { size: (_, size) => ({ size }) };
const sorted = { sortBy: (_, sort_field, sort_order = "desc") => ({ sort_field, sort_order }) };
const grouped = { groupBy: (_, group_by) => ({ group_by }) };
const measuring = (type) => (_, field) => ({ metric: { type, field } });

/** Groups of an index. */
export const aggregate = (index) =>
  builder(
    { index },
    {
      ...filtering,
      ...sized,
      ...grouped,
      count: () => ({ metric: { type: "count" } }),
      sum: measuring("sum"),
      avg: measuring("avg"),
      min: measuring("min"),
      max: measuring("max"),
      order: (_, order) => ({ order }),
    },
  );

/** Example documents. */
export const search = (index) => builder({ index }, { ...filtering, ...sized, ...sorted, matching: (_, q) => ({ q }) });

/** Ranked creators. */
export const creators = () => builder({}, { ...filtering, ...sized, ...sorted });

/** What mentions several values together. */
export const coMentions = (...values) =>
  builder(
    { values },
    { ...sized, ...grouped, of: (_, field) => ({ field }), on: (_, index, field) => ({ index, field }) },
  );

/** The share of voice of some brands. */
export const sector = (from_date, to_date) =>
  builder(
    { brands: [], from_date, to_date },
    { brand: ({ brands }, label, terms, options) => ({ brands: [...brands, { label, terms, ...options }] }) },
  );
