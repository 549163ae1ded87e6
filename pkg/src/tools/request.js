// What a model wrote as arguments, as a request that can be sent. It is checked as what everybody sends is, so that
// what is wrong with it is told in the same words.
import { accountBodies } from "../../generated/names.js";
import { shapeAccount } from "../account.js";
import { numberOf } from "../operations.js";
import { shapeUsual } from "../usual.js";
import { refusal } from "./named.js";
import { ofProtocol } from "./protocol.js";

/** The request of a tool that asks the Data API. */
export function dataRequest({ operation, inputSchema }, input) {
  if (operation === "schema") return { method: "GET", path: "/v1/schema", headers: {}, cost: 0 };
  return shapeUsual(
    numberOf(operation),
    withoutNulls(given(input, inputSchema), Object.keys(inputSchema.properties.filters?.properties ?? {})),
  );
}

/** The request of a tool that asks the Account API. */
export function accountRequest({ name, operation, inputSchema }, input) {
  const parameters = given(input, inputSchema);
  if (!isObject(parameters))
    throw refusal("Invalid type", {
      code: "invalid_type",
      param: "arguments",
      message: "arguments must be an object.",
    });
  const set = Object.entries(parameters).filter(([, value]) => !isLeftOut(value));
  // What an account may ask is told by the protocol alone: its answer is a message, which has it as `result`.
  if (operation === null) return ofProtocol("tools/call", { name, arguments: {} });
  if (accountBodies.includes(operation)) return shapeAccount(operation, dropped(Object.fromEntries(set)));
  // An id stands in the path, once; of others a list is repeated.
  const isInPath = (name) => name === "id" && name in inputSchema.properties;
  return shapeAccount(
    operation,
    Object.fromEntries(set.map(([name, value]) => [name, isInPath(name) ? asText(value) : [value].flat().map(asText)])),
  );
}

/**
 * Arguments, which may be JSON text as a whole, and so may objects and lists in them. Where a text is no JSON, the core
 * says what is wrong with it.
 */
function given(input, schema) {
  const read = parsed(input);
  // The text of a text is not read again.
  return typeof read === "string" ? input : isObject(read) ? unpacked(schema, read) : (read ?? {});
}

/** What a text is the JSON of; anything else as it is. */
function parsed(value) {
  try {
    return typeof value === "string" ? JSON.parse(value) : value;
  } catch {
    return value;
  }
}

/**
 * A value with texts replaced by the objects and lists that they are the JSON of, wherever its schema takes one. One
 * level of it.
 */
function unpacked(schema, value) {
  const alternatives = [schema, ...(schema?.anyOf ?? [])];
  const of = (keyword) => alternatives.find((one) => one?.[keyword])?.[keyword];
  if (Array.isArray(value)) return value.map((item) => unpacked(of("items"), item));
  if (isObject(value)) {
    const properties = { __proto__: null, ...of("properties") };
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, unpacked(properties[name], member)]),
    );
  }
  const inner = parsed(value);
  return alternatives.some((one) => one?.type === (Array.isArray(inner) ? "array" : isObject(inner) && "object"))
    ? inner
    : value;
}

/**
 * Strict tools set to null what others leave out, down to both ends of a range: then nothing is left of it. They name
 * every filter, too. A null where other filters are left out was not set: it stays, and the core refuses it.
 */
function withoutNulls(request, filters) {
  if (!isObject(request)) return request;
  const members = Object.entries(request).flatMap(([name, member]) => {
    if (name === "filters" && !filters.every((filter) => Object.hasOwn(Object(member), filter)))
      return [[name, member]];
    return isLeftOut(member) ? [] : [[name, dropped(member)]];
  });
  return Object.fromEntries(members);
}

/** A value without the members that are null. */
function dropped(value) {
  if (Array.isArray(value)) return value.map(dropped);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (isLeftOut(member) ? [] : [[name, dropped(member)]])),
  );
}

function isLeftOut(value) {
  if (!isObject(value)) return value === null;
  const members = Object.values(value);
  return members.length > 0 && members.every((member) => member === null);
}

/** A value of a parameter as it stands in an address. What is none there is refused for what it is. */
const asText = (value) => (typeof value === "object" ? JSON.stringify(value) : value);

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
