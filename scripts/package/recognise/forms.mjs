// The recogniser's rules for requests: their members and their canonical text.
import { reading } from "./reading.mjs";

export const formsSource = ({ defaults: { size, order, creatorsSort, together }, ofCreators, withoutText }) => `
const FORMS = [
  (object) => {
    let filters, group_by, index, metric, order, size;
    ${reading("filters", "group_by", "index", "metric", "order", "size")}
    order ??= "${order}";
    size ??= ${size};
    const at = INDICES.indexOf(index);
    filters = filtersOf(filters, at);
    metric = metricOf(metric, at);
    return (
      at >= 0 && filters && allows(group_by, GROUP_BY, at) && metric && isOrder(order) && isSize(size) && (cost = 10) &&
      '{"filters":' + filters + ',"group_by":"' + group_by + '","index":"' + index + '","metric":' + metric + ',"order":"' + order + '","size":' + size + "}"
    );
  },
  (object) => {
    let filters, index, q, size, sort_field, sort_order;
    ${reading("filters", "index", "q", "size", "sort_field", "sort_order")}
    size ??= ${size};
    sort_order ??= "${order}";
    const at = INDICES.indexOf(index);
    filters = filtersOf(filters, at);
    const text = q == null || (at !== ${withoutText} && questionOf(q));
    return (
      at >= 0 && filters && text && isSize(size) && (cost = 10 + size) && (sort_field == null || allows(sort_field, SORT, at)) && isOrder(sort_order) &&
      '{"filters":' + filters + ',"index":"' + index + (q == null ? '","size":' : '","q":' + text + ',"size":') + size +
        (sort_field == null ? ',"sort_order":"' : ',"sort_field":"' + sort_field + '","sort_order":"') + sort_order + '"}'
    );
  },
  (object) => {
    let filters, size, sort_field, sort_order;
    ${reading("filters", "size", "sort_field", "sort_order")}
    size ??= ${size};
    sort_field ??= "${creatorsSort}";
    sort_order ??= "${order}";
    filters = filtersOf(filters, ${ofCreators});
    return (
      filters && isSize(size) && (cost = 10 + size) && allows(sort_field, SORT, ${ofCreators}) && isOrder(sort_order) &&
      '{"filters":' + filters + ',"size":' + size + ',"sort_field":"' + sort_field + '","sort_order":"' + sort_order + '"}'
    );
  },
  (object) => {
    let field, group_by, index, size, values;
    ${reading("field", "group_by", "index", "size", "values")}
    index ??= "${together.index}";
    size ??= ${size};
    group_by ??= "${together.group_by}";
    const at = INDICES.indexOf(index);
    // The default field belongs to the default index only.
    field ??= index === "${together.index}" && "${together.field}";
    const items = list(values, LEAST_VALUES, MOST_VALUES, isTerm, NAMES.get(field) >> KIND);
    return (
      at >= 0 && allows(field, FIELD, at) && allows(group_by, TOGETHER, at) && isSize(size) && items && (cost = 10 + 2 * values.length) && new Set(values).size === values.length &&
      '{"field":"' + field + '","group_by":"' + group_by + '","index":"' + index + '","size":' + size + ',"values":' + items + "}"
    );
  },
  (object) => {
    let brands, from_date, to_date;
    ${reading("brands", "from_date", "to_date")}
    let text = "";
    const from = dateOf(from_date);
    const to = dateOf(to_date);
    const labels = new Set();
    if (!isArray(brands) || brands.toJSON || brands.length > MOST_BRANDS) return;
    for (let at = 0; at < brands.length; at++) {
      const brand = brandOf(brands[at], labels);
      if (!brand) return;
      text += at ? "," + brand : brand;
    }
    cost = 10 + labels.size * ((to >> 5) - (from >> 5) + 1);
    return (
      text && labels.size === brands.length && from && from <= to && to - from <= MOST_MONTHS * 32 &&
      '{"brands":[' + text + '],"from_date":"' + from_date + '","to_date":"' + to_date + '"}'
    );
  },
];

/**
 * Returns the canonical text of a request that is certainly valid, by the number of its operation. Undefined means
 * unknown.
 */
export const canonical = (operation, request) => {
  const text = isObject(request) && FORMS[operation](request);
  if (text && text.length <= LONGEST) return text;
};
`;
