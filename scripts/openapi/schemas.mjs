// The schemas of the document: each under a name, said once, and met elsewhere by reference.
import { isDeepStrictEqual } from "node:util";
import { Failure } from "../step.mjs";

export const reference = (name) => ({ $ref: `#/components/schemas/${name}` });

/** A schema whose value may be null instead; what is said of it stands beside both. */
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

/** A name as it begins a type: `co-mentions` is `CoMentions`. */
export const pascal = (name) => name.replaceAll(/(?:^|[-_.])([a-z])/g, (_, letter) => letter.toUpperCase());

/** Collects schemas by name. One name has one meaning. */
export class Schemas {
  #named = new Map();

  /** Keeps a schema under a name, and returns the reference to it. */
  add(name, schema) {
    const held = typed(schema);
    const known = this.#named.get(name);
    if (known && !isDeepStrictEqual(known, held))
      throw new Failure(`the OpenAPI document knows two different schemas with the name ${name}`);
    this.#named.set(name, held);
    return reference(name);
  }

  /** The schema of a name. */
  named(name) {
    if (!this.#named.has(name)) throw new Failure(`the OpenAPI document knows no schema with the name ${name}`);
    return this.#named.get(name);
  }

  /** All of them, in the order of their names. */
  all() {
    return Object.fromEntries([...this.#named].sort(([one], [other]) => (one < other ? -1 : 1)));
  }
}

/** Says of choices what they choose from, for generators that do not look; a draft is said once, by the document. */
function typed(schema) {
  if (Array.isArray(schema)) return schema.map(typed);
  if (typeof schema !== "object" || schema === null) return schema;
  const { $schema: _, ...held } = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, typed(value)]),
  );
  // Generators of clients know constants that are values alone.
  if (Array.isArray(held.const) && held.const.length === 1)
    return { type: "array", items: typed({ const: held.const[0] }), minItems: 1, maxItems: 1 };
  const values = Array.isArray(held.enum) ? held.enum : [held.const];
  const isText = held.type === undefined && values.every((value) => typeof value === "string");
  return isText ? { type: "string", ...held } : held;
}
