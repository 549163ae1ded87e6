// The source of the recogniser: what becomes of usual requests that a program has as objects, without asking the core.
//
// Names, limits and defaults are those of the request schemas. What a schema does not say is written here: that a range
// does not end before it begins, that what is searched for has a letter, how long a window is. Whatever is unusual is
// not recognised, and the core decides: that costs time, and never correctness.
import { formsSource } from "./forms.mjs";
import { objectsSource } from "./objects.mjs";
import { rulesOf } from "./rules.mjs";
import { tablesOf } from "./tables.mjs";
import { VALUES } from "./values.mjs";

/** Definitions of numbers. */
const constants = (numbers) =>
  Object.entries(numbers)
    .map(([name, number]) => `const ${name} = ${number};`)
    .join("\n");

/** @param description what overheard-describe prints */
export function recogniserSource(description) {
  const { indices, numbers, begin, kinds, listMask } = tablesOf(description);
  const rules = rulesOf(description);
  // Numbers first: there bundlers put them where they are used.
  return `
// Where in the numbers of names the bits of a use begin, one for each index; above them is the kind of a filter.
${constants(begin)}
// The bits that say of which list a value is, lists that are no filter's, and kinds of filters that have no list.
const LIST = ${listMask};
${constants(kinds)}
// Limits.
${constants(rules.limits)}

/** What each name may be used for, as bits: fields, and the values of lists. */
const NAMES = new Map(
  Object.entries({
${numbers.map(([name, number]) => `    ${JSON.stringify(name)}: ${number},`).join("\n")}
  }),
);
/** Filters are written in the order of their names, which is that of the table. */
const PLACES = new Map([...NAMES.keys()].map((name, place) => [name, place]));
const INDICES = ${JSON.stringify(indices)};
${VALUES}${objectsSource(rules)}${formsSource(rules)}`;
}
