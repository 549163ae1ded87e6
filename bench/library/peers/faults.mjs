// What no schema language says: rules between members, in plain JavaScript. Every peer calls these from its own hook
// for them. Each takes a value whose members have been checked one by one, and says what is wrong with it, if anything.
import { CO_MENTION_GROUPS, CO_MENTION_INDICES, DEFAULTS, LIMITS, TERMS, VALUES } from "../rules.mjs";
import { allowed, notAllowed } from "./words.mjs";

/** A range has an end, and does not begin after it. Dates of one form compare as texts. */
export function rangeFault({ gte, lte }) {
  if (gte == null || lte == null) return gte == null && lte == null ? "a range needs gte, lte or both" : undefined;
  return gte > lte ? `gte must not be above lte. Got ${gte} to ${lte}.` : undefined;
}

/** A field is not given under both of its names. */
export const creatorFiltersFault = (filters) =>
  "country" in filters && "dominant_country" in filters ? "field 'filters.country' is given twice." : undefined;

/** What field and group_by may be depends on the index, and the values on the field. */
export function coMentionsFault({ values, index, field, group_by }) {
  const ofIndex = index ?? DEFAULTS.index;
  if (!CO_MENTION_INDICES.includes(ofIndex)) return notAllowed(`index '${ofIndex}'`, CO_MENTION_INDICES);
  if (field == null && ofIndex !== DEFAULTS.index) return `field is required. ${allowed(TERMS[ofIndex])}`;
  const ofField = field ?? DEFAULTS.field;
  if (!TERMS[ofIndex].includes(ofField)) return notAllowed(`field '${ofField}'`, TERMS[ofIndex]);
  const groups = CO_MENTION_GROUPS[ofIndex];
  if (group_by != null && !groups.includes(group_by)) return notAllowed(`group_by '${group_by}'`, groups);
  if (new Set(values).size < values.length) return "a value is given twice.";
  const other = VALUES[ofField] && values.find((value) => !VALUES[ofField].includes(value));
  return other === undefined ? undefined : notAllowed(`value '${other}'`, VALUES[ofField]);
}

/** Labels differ, and the window is no longer than it may be. */
export function sectorFault({ brands, from_date, to_date }) {
  const labels = new Set();
  for (const { label } of brands) labels.add(label);
  if (labels.size < brands.length) return "a label is given twice.";
  if (from_date > to_date) return `from_date must not be after to_date. Got ${from_date} to ${to_date}.`;
  return to_date > lastDayFrom(from_date)
    ? `window from_date to to_date must be at most ${LIMITS.months} months.`
    : undefined;
}

/**
 * The last day of the longest window. That a 29 February has no such day two years later does not change the
 * comparison.
 */
function lastDayFrom(date) {
  const year = Number(date.slice(0, 4)) + LIMITS.months / 12;
  return year > 9999 ? "9999-12-31" : String(year).padStart(4, "0") + date.slice(4);
}
