// Share of voice: one brand to 30, 12 and 24 months, whole and cut, with context, with terms that stand for several
// brands.
import { ODD_TWO_YEARS, ODD_YEAR, TWO_YEARS, YEAR } from "../windows.mjs";

export function sector({ brands, popularBrands, middleBrands, components, topics }) {
  const asked = (name, names, { gte, lte }, more) => ({
    operation: "sector",
    bar: more?.must_context ? "sector with context, per brand" : "sector",
    name: `sector ${name}`,
    request: { brands: names.map((label) => ({ label, terms: [label], ...more })), from_date: gte, to_date: lte },
  });
  const context = { must_context: [topics.top, components.middle] };
  return [
    asked("1 brand, 12 months", popularBrands.slice(0, 1), YEAR),
    asked("1 brand, odd 12 months", popularBrands.slice(0, 1), ODD_YEAR),
    asked("5 brands, 24 months", popularBrands.slice(0, 5), TWO_YEARS),
    asked("30 brands, 24 months", popularBrands, TWO_YEARS),
    asked("30 brands, odd 24 months", popularBrands, ODD_TWO_YEARS),
    asked("30 middle brands, 24 months", middleBrands, TWO_YEARS),
    asked("1 brand with context, 12 months", popularBrands.slice(0, 1), YEAR, context),
    asked("5 brands with context, odd 24 months", popularBrands.slice(0, 5), ODD_TWO_YEARS, context),
    asked("a term within several brands, 24 months", [brands.several], TWO_YEARS),
    asked("a component and a topic, odd 24 months", [components.second, topics.middle], ODD_TWO_YEARS),
  ];
}
