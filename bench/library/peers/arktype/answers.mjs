// Answers, read with ArkType: it checks, and leaves unknown members where they are.
import { type } from "arktype";
import { ANSWERS, SEARCH_ANSWERS, schemaOf } from "../../answers.mjs";

/** What `optional` says of a member, which ArkType says with the member's name. */
class Optional {
  constructor(schema) {
    this.schema = schema;
  }
}
const member = ([name, of]) => (of instanceof Optional ? [`${name}?`, of.schema] : [name, of]);
const words = {
  text: type("string"),
  number: type("number"),
  boolean: type("boolean"),
  list: (item) => item.array(),
  map: (value) => type({ "[string]": value }),
  object: (members) => type(Object.fromEntries(Object.entries(members).map(member))),
  orNull: (schema) => schema.or("null"),
  optional: (schema) => new Optional(schema),
};
const schemas = Object.fromEntries(Object.entries(ANSWERS).map(([operation, of]) => [operation, schemaOf(of, words)]));
const searches = Object.entries(SEARCH_ANSWERS).map(([index, of]) =>
  schemaOf(of, words).and({ index: type.unit(index) }),
);
schemas.search = searches.reduce((one, other) => one.or(other));

/** The checked answer of an operation; undefined when it is none. */
export const read = (operation, answer) => (schemas[operation].allows(answer) ? answer : undefined);
