// Generates the recogniser: it converts common requests, given as objects, to their canonical form without the core.
//
// Names, limits and defaults come from the request schemas. Rules that schemas cannot express are written here: the
// order of a range's ends, the letter in a search text, the length of a window. Other requests are not recognised, and
// the core decides. That costs time, and never correctness.
import { formsSource } from "./forms.mjs";
import { objectsSource } from "./objects.mjs";
import { rulesOf } from "./rules.mjs";
import { tablesOf } from "./tables.mjs";
import { VALUES } from "./values.mjs";

/** Returns definitions of numbers. */
const constants = (numbers) =>
  Object.entries(numbers)
    .map(([name, number]) => `const ${name} = ${number};`)
    .join("\n");

/** @param description the output of overheard-describe */
export function recogniserSource(description) {
  const { indices, numbers, begin, kinds, listMask } = tablesOf(description);
  const rules = rulesOf(description);
  // Numbers come first: bundlers then inline them.
  return `
// Position of a use's bits in the numbers of names, one bit for each index. The kind of a filter is above them.
${constants(begin)}
// The bits of a value's list, lists of other members than filters, and kinds of filters without a list.
const LIST = ${listMask};
${constants(kinds)}
// Limits.
${constants(rules.limits)}

/** The uses of each name, as bits: fields, and the values of lists. */
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
