// Answers, read with TypeBox: it checks, and leaves unknown members where they are.
import Type from "typebox";
import { Compile } from "typebox/compile";
import { ANSWERS, SEARCH_ANSWERS, schemaOf } from "../../answers.mjs";

const words = {
  text: Type.String(),
  number: Type.Number(),
  boolean: Type.Boolean(),
  list: (item) => Type.Array(item),
  map: (value) => Type.Record(Type.String(), value),
  object: (members) => Type.Object(members),
  orNull: (schema) => Type.Union([schema, Type.Null()]),
  optional: (schema) => Type.Optional(schema),
};
const compiled = Object.fromEntries(
  Object.entries(ANSWERS).map(([operation, type]) => [operation, Compile(schemaOf(type, words))]),
);
/** One validator for each index: one of a union of them would try them in turn. */
const compiledSearch = Object.fromEntries(
  Object.entries(SEARCH_ANSWERS).map(([index, type]) => [index, Compile(schemaOf(type, words))]),
);

/** The checked answer of an operation; undefined when it is none. */
export function read(operation, answer) {
  const validator = operation === "search" ? compiledSearch[answer?.index] : compiled[operation];
  return validator?.Check(answer) ? answer : undefined;
}
