// The schemas of the document: each is defined once under a name, and referenced elsewhere.
import { isDeepStrictEqual } from "node:util";
import { Failure } from "../step.mjs";

export const reference = (name) => ({ $ref: `#/components/schemas/${name}` });

/** Returns a schema whose value may also be null. Its description applies to both. */
export function orNull(schema) {
  const isPlain = typeof schema.type === "string" && schema.enum === undefined && schema.const === undefined;
  if (isPlain) return { ...schema, type: [schema.type, "null"] };
  const { description, default: usual, ...held } = schema;
  return {
    ...(description && { description }),
    ...(usual !== undefined && { default: usual }),
    anyOf: [...(held.anyOf && Object.keys(held).length === 1 ? held.anyOf : [held]), { type: "null" }],
  };
}

/** Converts a name to a type name: `co-mentions` becomes `CoMentions`. */
export const pascal = (name) => name.replaceAll(/(?:^|[-_.])([a-z])/g, (_, letter) => letter.toUpperCase());

/** Collects schemas by name. A name has one meaning. */
export class Schemas {
  #named = new Map();

  /** Stores a schema under a name, and returns the reference to it. */
  add(name, schema) {
    const held = typed(schema);
    const known = this.#named.get(name);
    if (known && !isDeepStrictEqual(known, held))
      throw new Failure(`the OpenAPI document knows two different schemas with the name ${name}`);
    this.#named.set(name, held);
    return reference(name);
  }

  /** Returns the schema of a name. */
  named(name) {
    if (!this.#named.has(name)) throw new Failure(`the OpenAPI document knows no schema with the name ${name}`);
    return this.#named.get(name);
  }

  /** Returns all schemas, sorted by name. */
  all() {
    return Object.fromEntries([...this.#named].sort(([one], [other]) => (one < other ? -1 : 1)));
  }
}

/**
 * Adds explicit types to choices, for generators that need them. Removes `$schema`, which the document defines once.
 */
function typed(schema) {
  if (Array.isArray(schema)) return schema.map(typed);
  if (typeof schema !== "object" || schema === null) return schema;
  const { $schema: _, ...held } = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, typed(value)]),
  );
  // Client generators only support constants that are single values.
  if (Array.isArray(held.const) && held.const.length === 1)
    return { type: "array", items: typed({ const: held.const[0] }), minItems: 1, maxItems: 1 };
  const values = Array.isArray(held.enum) ? held.enum : [held.const];
  const isText = held.type === undefined && values.every((value) => typeof value === "string");
  return isText ? { type: "string", ...held } : held;
}
