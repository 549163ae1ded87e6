// Answers, read with Valibot.
import * as v from "valibot";
import { ANSWERS, SEARCH_ANSWERS, schemaOf } from "../../answers.mjs";

const words = {
  text: v.string(),
  number: v.number(),
  boolean: v.boolean(),
  list: (item) => v.array(item),
  map: (value) => v.record(v.string(), value),
  object: (members) => v.object(members),
  orNull: (schema) => v.nullable(schema),
  optional: (schema) => v.optional(schema),
};
const schemas = Object.fromEntries(
  Object.entries(ANSWERS).map(([operation, type]) => [operation, schemaOf(type, words)]),
);
const searches = Object.entries(SEARCH_ANSWERS).map(([index, type]) =>
  v.object({ index: v.literal(index), ...schemaOf(type, words).entries }),
);
schemas.search = v.variant("index", searches);

const FIRST_ONLY = { abortEarly: true };

/** The checked answer of an operation; undefined when it is none. */
export function read(operation, answer) {
  const result = v.safeParse(schemas[operation], answer, FIRST_ONLY);
  return result.success ? result.output : undefined;
}
