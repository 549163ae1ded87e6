// The operations as tools of a language model.
import { numberOf } from "../operations.js";
import { shapeUsual } from "../usual.js";
import { schema } from "../schema.js";
import { descriptions } from "./descriptions.js";
import { parameters } from "./parameters.js";

/** Tool names have no hyphen. */
const toolName = (operation) => operation.replaceAll("-", "_");
const NO_INPUT = { type: "object", properties: {}, required: [], additionalProperties: false };

const forms = {
  __proto__: null,
  anthropic: (name, { description }, input) => ({ name, description, input_schema: input }),
  openai: (name, { description }, input) => ({ type: "function", name, description, strict: true, parameters: input }),
  mcp: (name, { title, description }, input) => ({
    name,
    title,
    description,
    inputSchema: input,
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }),
};

/** The tools in the form that a model's interface takes: anthropic, openai or mcp. */
export function tools(form) {
  const define = forms[form];
  if (!define) throw new TypeError(`form '${form}' is not allowed. Allowed: [${Object.keys(forms).join(", ")}]`);
  const requests = schema().json_schemas;
  const input = (operation) => (requests[operation] ? parameters(requests[operation], { strict: form === "openai" }) : NO_INPUT);
  return Object.entries(descriptions).map(([operation, words]) => define(toolName(operation), words, input(operation)));
}

/**
 * What a model asked for as a request that can be sent.
 * @throws {ProblemError} whose body is what the model should read to correct itself
 */
export function toRequest(name, input) {
  const operation = Object.keys(descriptions).find((operation) => toolName(operation) === name);
  if (operation === undefined) {
    throw new TypeError(`tool '${name}' is not allowed. Allowed: [${Object.keys(descriptions).map(toolName).join(", ")}]`);
  }
  if (operation === "schema") return { method: "GET", path: "/v1/schema", headers: {}, cost: 0 };
  return shapeUsual(numberOf(operation), withoutNulls(typeof input === "string" ? parsed(input) : input, operation));
}

/** Arguments as they were written, where they are no JSON: the core says what is wrong with them. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Strict tools set to null what others leave out, down to both ends of a range: then nothing is left of it. They name every
 * filter, too. A null where other filters are left out was not set: it stays, and the core refuses it.
 */
function withoutNulls(value, operation) {
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    if (name === "filters" && operation && !namesEach(operation, member)) return [[name, member]];
    return isLeftOut(member) ? [] : [[name, withoutNulls(member)]];
  });
  return Object.fromEntries(members);
}

/** Whether filters name each filter that an operation has. */
function namesEach(operation, filters) {
  const { properties } = parameters(schema().json_schemas[operation], {});
  return Object.keys(properties.filters?.properties ?? {}).every((name) => Object.hasOwn(Object(filters), name));
}

function isLeftOut(value) {
  if (typeof value !== "object" || Array.isArray(value)) return false;
  const members = Object.values(value ?? {});
  return value === null || (members.length > 0 && members.every((member) => member === null));
}
