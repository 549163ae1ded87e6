// Prepares the OpenAPI document for the converters of request collections, which would invent missing values.
import { operationsOf } from "../operations.mjs";

const JSON_TYPE = "application/json";

const exampleOf = ({ example, examples = {} } = {}) => example ?? Object.values(examples)[0]?.value;

/** The variable with the last segment of a feed's address. */
export const SECRET = "feedSecret";

/** Returns `mentionId` for /v1/mentions/{id}. */
export const idOf = (path) => path.match(/([a-z]+?)s\/\{id\}/)?.[1].concat("Id");

/** Returns a copy of the document that has every value of a request, so that the converter generates none. */
export function withValues(document) {
  const copy = structuredClone(document);
  const resolve = (object) =>
    object.$ref
      ? object.$ref
          .slice(2)
          .split("/")
          .reduce((found, name) => found[name], document)
      : object;
  for (const operation of operationsOf(copy)) {
    const { path, method, operationId } = operation;
    const place = copy.paths[path][method.toLowerCase()];
    place.description = [operation.summary, operation.description].filter(Boolean).join("\n\n");
    place.summary = operationId;
    place.parameters = (operation.parameters ?? [])
      .map(resolve)
      .map((parameter) => ({ ...parameter, examples: undefined, example: valueOf(parameter, operation) }));
    const body = operation.requestBody?.content?.[JSON_TYPE];
    if (body) {
      const example = exampleOf(body);
      if (example === undefined)
        throw new Error(
          `${method} ${path} has no example of its body: add a question to tests/openapi/support/questions.mjs`,
        );
      place.requestBody.content = { [JSON_TYPE]: { schema: body.schema, example } };
    }
    place.responses = answers(operation.responses);
  }
  return copy;
}

/** Returns a parameter's value, which is also the initial value of a disabled one. */
function valueOf({ name, in: where, schema = {}, ...parameter }, { path }) {
  if (where === "path" && name === "secret") return `{{${SECRET}}}`;
  if (where === "path" && name === "id") return `{{${idOf(path)}}}`;
  const { items = {} } = schema;
  return exampleOf(parameter) ?? exampleOf(schema) ?? schema.default ?? schema.enum?.[0] ?? items.enum?.[0] ?? "";
}

/** Returns the successful answers, with a body if the document has an example. */
function answers(responses) {
  const good = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return Object.fromEntries(
    good.map(([status, { description, content = {} }]) => {
      const example = exampleOf(content[JSON_TYPE]);
      return [status, { description, ...(example !== undefined && { content: { [JSON_TYPE]: { example } } }) }];
    }),
  );
}
