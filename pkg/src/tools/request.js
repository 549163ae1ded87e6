// Converts a model's arguments to a request ready to send, with the same checks and messages as every other request.
import { accountBodies } from "../../generated/names.js";
import { shapeAccount } from "../account.js";
import { numberOf } from "../operations.js";
import { shapeFast } from "../fast-path.js";
import { refusal } from "./find-tool.js";
import { ofProtocol } from "./protocol.js";

/** Returns the request of a Data API tool. */
export function dataRequest({ operation, inputSchema }, input) {
  if (operation === "schema") return { method: "GET", path: "/v1/schema", headers: {}, cost: 0 };
  return shapeFast(
    numberOf(operation),
    withoutNulls(normalize(input, inputSchema), Object.keys(inputSchema.properties.filters?.properties ?? {})),
  );
}

/** Returns the request of an Account API tool. */
export function accountRequest({ name, operation, inputSchema }, input) {
  const parameters = normalize(input, inputSchema);
  if (!isObject(parameters))
    throw refusal("Invalid type", {
      code: "invalid_type",
      param: "arguments",
      message: "arguments must be an object.",
    });
  const set = Object.entries(parameters).filter(([, value]) => !isAbsent(value));
  // Only the protocol describes an account's operations, as the `result` of a message.
  if (operation === null) return ofProtocol("tools/call", { name, arguments: {} });
  if (accountBodies.includes(operation)) return shapeAccount(operation, dropNulls(Object.fromEntries(set)));
  // An id occurs once, in the path. A list repeats any other parameter.
  const isList = (name, value) => Array.isArray(value) && !(name === "id" && name in inputSchema.properties);
  return shapeAccount(
    operation,
    Object.fromEntries(
      set.map(([name, value]) => [name, isList(name, value) ? value.flat().map(asText) : asText(value)]),
    ),
  );
}

/**
 * Normalizes arguments, which may be JSON text, as may objects and lists in them. The core reports text that is not
 * JSON.
 */
function normalize(input, schema) {
  const read = parseIfJson(input);
  // JSON text of a string is not parsed again.
  return typeof read === "string" ? input : isObject(read) ? unpack(schema, read) : (read ?? {});
}

/** Parses a text as JSON. Returns any other value unchanged. */
function parseIfJson(value) {
  try {
    return typeof value === "string" ? JSON.parse(value) : value;
  } catch {
    return value;
  }
}

/**
 * Replaces texts in a value by the objects and lists that they encode, if the schema allows one. Decodes one level.
 */
function unpack(schema, value) {
  const alternatives = [schema, ...(schema?.anyOf ?? [])];
  const of = (keyword) => alternatives.find((one) => one?.[keyword])?.[keyword];
  if (Array.isArray(value)) return value.map((item) => unpack(of("items"), item));
  if (isObject(value)) {
    const properties = { __proto__: null, ...of("properties") };
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, unpack(properties[name], member)]));
  }
  const inner = parseIfJson(value);
  return alternatives.some((one) => one?.type === (Array.isArray(inner) ? "array" : isObject(inner) && "object"))
    ? inner
    : value;
}

/**
 * Drops the nulls that strict tools use for absent members, also those of both bounds of a range. Strict tools name
 * every filter. If other filters are absent, a null is an error of the model: it stays, and the core refuses it.
 */
function withoutNulls(request, filters) {
  if (!isObject(request)) return request;
  const members = Object.entries(request).flatMap(([name, member]) => {
    if (name === "filters" && !filters.every((filter) => Object.hasOwn(Object(member), filter)))
      return [[name, member]];
    return isAbsent(member) ? [] : [[name, dropNulls(member)]];
  });
  return Object.fromEntries(members);
}

/** Returns a value without the members that are null. */
function dropNulls(value) {
  if (Array.isArray(value)) return value.map(dropNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (isAbsent(member) ? [] : [[name, dropNulls(member)]])),
  );
}

function isAbsent(value) {
  if (!isObject(value)) return value === null;
  const members = Object.values(value);
  return members.length > 0 && members.every((member) => member === null);
}

/** Returns a parameter's value as text for the query. The core refuses objects, which become JSON. */
const asText = (value) => (typeof value === "object" ? JSON.stringify(value) : value);

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
