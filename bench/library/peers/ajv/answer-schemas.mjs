// Answers as JSON Schemas, from which Ajv generates code (generate.mjs).
import { ANSWERS, SEARCH_ANSWERS, schemaOf } from "../../answers.mjs";

const OPTIONAL = Symbol("optional");
const words = {
  text: { type: "string" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  list: (items) => ({ type: "array", items }),
  map: (additionalProperties) => ({ type: "object", additionalProperties }),
  object: (properties) => ({
    type: "object",
    properties,
    required: Object.keys(properties).filter((name) => !properties[name][OPTIONAL]),
  }),
  orNull: (schema) => ({ ...schema, type: [schema.type, "null"] }),
  optional: (schema) => ({ ...schema, [OPTIONAL]: true }),
};
const search = Object.entries(SEARCH_ANSWERS).map(([index, type]) => {
  const { properties, ...rest } = schemaOf(type, words);
  return { ...rest, properties: { index: { const: index }, ...properties } };
});

export const schemas = {
  ...Object.fromEntries(Object.entries(ANSWERS).map(([operation, type]) => [operation, schemaOf(type, words)])),
  search: { type: "object", required: ["index"], discriminator: { propertyName: "index" }, oneOf: search },
};
