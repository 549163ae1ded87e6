// Answers, read with Zod.
import * as z from "zod";
import { ANSWERS, SEARCH_ANSWERS, schemaOf } from "../../answers.mjs";

const words = {
  text: z.string(),
  number: z.number(),
  boolean: z.boolean(),
  list: z.array,
  map: (value) => z.record(z.string(), value),
  object: z.object,
  orNull: z.nullable,
  optional: z.optional,
};
const schemas = Object.fromEntries(
  Object.entries(ANSWERS).map(([operation, type]) => [operation, schemaOf(type, words)]),
);
const searches = Object.entries(SEARCH_ANSWERS).map(([index, type]) =>
  schemaOf(type, words).extend({ index: z.literal(index) }),
);
schemas.search = z.discriminatedUnion("index", searches);

/** The checked answer of an operation; undefined when it is none. */
export const read = (operation, answer) => schemas[operation].safeParse(answer).data;
