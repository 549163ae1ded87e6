// Which brands accounts monitor, by how many mentions these have: `[name, mentions]`, the most frequent first.
import { ask } from "../../tests/support/client.mjs";
import { random } from "../../tests/support/random.mjs";
import { countsOf } from "../cost/dataset.mjs";

const MAX_BRANDS = 30;
const MAX_TERMS = 10;
const MOST_FREQUENT = 10;
const SEED = 11;
const MAX_TRIES = 100;
/** How much fewer mentions than wanted brands may have together. */
const NEARLY = 0.95;

/** The brands of a made-up dataset of so many mentions, or the most frequent ones that an edge serves. */
export async function frequenciesOf(edge, mentions) {
  if (mentions !== undefined)
    return Object.entries(countsOf(mentions).brands).sort(([, one], [, other]) => other - one);
  const { json } = await ask(edge, "aggregate", { index: "siv_business_ideas", group_by: "brand_name", size: 50 });
  return json.buckets.map(({ key, count }) => [key, count]);
}

/** A brand that is found by its name in one run. */
const named = (name) => ({ label: name, terms: [name], exact: true });

/** The brands with the most mentions. */
export const mostFrequent = (frequencies) => frequencies.slice(0, MOST_FREQUENT).map(([name]) => named(name));

/**
 * Brands that have so many mentions together, the most frequent of those that fit first; of several names when there
 * would be too many.
 */
export function brandsOf(frequencies, wanted) {
  const names = fitting(frequencies, wanted, MAX_BRANDS * MAX_TERMS).map(([name]) => name);
  return names
    .slice(0, MAX_BRANDS)
    .map((label, brand) => ({ label, terms: names.filter((_, at) => at % MAX_BRANDS === brand), exact: true }));
}

/** The same mentions by other definitions: the view of other brands, as large. */
export const redefined = (brands, mark) =>
  brands.map((brand) => ({ ...brand, terms: [...brand.terms, `${brand.label} ${mark}`] }));

/**
 * So many different sets of brands that have about so many mentions each: of two halves of the brands in turn, so that
 * none of the even sets has a brand of the odd ones. No two sets define a brand alike: none shares what is made for
 * another.
 */
export function setsOf(frequencies, { count, wanted }) {
  const next = random(SEED);
  // Names of one word are part of others' names. Of the most frequent brands a set would have hardly more than one.
  const usable = frequencies.filter(
    ([name, mentions]) => name.includes(" ") && mentions >= wanted / MAX_BRANDS && mentions <= wanted / 3,
  );
  const halves = [0, 1].map((half) => usable.filter((_, at) => at % 2 === half));
  const sets = new Map();
  for (let tries = 0; sets.size < count && tries < MAX_TRIES * count; tries += 1) {
    const brands = fitting(shuffled(halves[sets.size % 2], next), wanted);
    const names = brands.map(([name]) => name);
    if (brands.reduce((sum, [, mentions]) => sum + mentions, 0) >= NEARLY * wanted)
      sets.set(names.toSorted().join("\n"), names.map(named));
  }
  return [...sets.values()].map((brands, at) => redefined(brands, `account${at}`));
}

const shuffled = (items, next) =>
  items
    .map((item) => ({ item, place: next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);

/** The first brands that fit into so many mentions. */
function fitting(frequencies, wanted, most = MAX_BRANDS) {
  const brands = [];
  let left = wanted;
  for (const [name, mentions] of frequencies) {
    if (brands.length < most && mentions <= left) {
      brands.push([name, mentions]);
      left -= mentions;
    }
  }
  return brands;
}
