// Requests built step by step. A builder never changes: every step returns a new one.

/** Returns a builder of a request. Each step returns the members that it sets. */
function builder(request, steps) {
  const built = { build: () => structuredClone(request) };
  for (const [name, step] of Object.entries(steps)) {
    built[name] = (...given) => builder({ ...request, ...step(request, ...given) }, steps);
  }
  return built;
}

const filtered = ({ filters }, field, value) => ({ filters: { ...filters, [field]: value } });

/** Sets one end of a range. An earlier single value of the field is replaced. */
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

/** Starts a request for groups of an index. */
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

/** Starts a request for example records. */
export const search = (index) => builder({ index }, { ...filtering, ...sized, ...sorted, matching: (_, q) => ({ q }) });

/** Starts a request for ranked creators. */
export const creators = () => builder({}, { ...filtering, ...sized, ...sorted });

/** Starts a request for records that mention several values together. */
export const coMentions = (...values) =>
  builder(
    { values },
    { ...sized, ...grouped, of: (_, field) => ({ field }), on: (_, index, field) => ({ index, field }) },
  );

/** Starts a request for the share of voice of brands. */
export const sector = (from_date, to_date) =>
  builder(
    { brands: [], from_date, to_date },
    { brand: ({ brands }, label, terms, options) => ({ brands: [...brands, { label, terms, ...options }] }) },
  );
