// What peers say about a request, beyond what their libraries say themselves.
import { LIMITS } from "../rules.mjs";

export const allowed = (names) => `Allowed: [${names.join(", ")}]`;
export const notAllowed = (what, names) => `${what} is not allowed. ${allowed(names)}`;

/** What a text must be. */
export const SAYS = {
  date: "must be a date of the form YYYY-MM-DD",
  name: `must be between 1 and ${LIMITS.characters} characters`,
  searchable: `must be between 1 and ${LIMITS.characters} characters, one of them a letter or digit`,
  query: `must be a query of 1 to ${LIMITS.queryCharacters} characters, one of them a letter or digit`,
};
