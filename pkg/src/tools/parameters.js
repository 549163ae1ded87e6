// The JSON Schema of a tool's input, made from that of the operation's request. Interfaces of models take an object whose
// alternatives are not at the top level, so what each index allows is united, and said in words where it differs.

/** Keywords that strict tools do not take. */
const NOT_STRICT = ["default", "minLength", "maxLength", "uniqueItems", "minProperties"];

/** The input of a tool. `strict` demands every member and takes null for what may be left out. */
export function parameters({ $schema, oneOf = [], ...request }, { strict }) {
  const united = oneOf.reduce((schema, alternative) => unite(schema, alternative, alternative.properties.index.const), request);
  return strict ? strictly(united) : plainly(united);
}

/** A schema with what an alternative allows added, and a note of the index where it is allowed. */
function unite(schema, { properties }, index) {
  const members = Object.entries(properties).filter(([, member]) => typeof member === "object" && member.const === undefined);
  return {
    ...schema,
    properties: members.reduce(
      (united, [name, member]) => ({ ...united, [name]: uniteMember(united[name], member, index) }),
      schema.properties,
    ),
  };
}

function uniteMember(united, member, index) {
  if (member.enum) {
    return noted({ ...united, enum: [...new Set([...(united?.enum ?? []), ...member.enum])] }, `${index}: ${member.enum.join(", ")}`);
  }
  if (!member.properties) return noted({ ...member, ...united }, index);
  const additionalProperties = false;
  return { ...united, additionalProperties, ...unite({ properties: {}, ...united }, member, index) };
}

const noted = (schema, note) => ({ ...schema, description: schema.description ? `${schema.description}; ${note}` : `On ${note}` });

/** Alternatives of one member may overlap for a reader, so they are `anyOf` and not `oneOf`. */
function plainly({ oneOf, ...schema }) {
  return mapped(oneOf ? { ...schema, anyOf: oneOf } : schema, plainly);
}

/** What strict mode takes: every member is there, and null says that nothing is meant. */
function strictly({ oneOf, required = [], anyOf, ...schema }) {
  const taken = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !NOT_STRICT.includes(keyword)));
  if (oneOf) return { ...taken, anyOf: oneOf.map(strictly) };
  if (taken.enum) return { type: "string", ...taken };
  const strict = mapped(taken, strictly);
  if (!strict.properties) return strict;
  const properties = Object.entries(strict.properties).map(([name, member]) => [name, required.includes(name) ? member : orNull(member)]);
  return { ...strict, properties: Object.fromEntries(properties), required: Object.keys(strict.properties) };
}

function orNull(schema) {
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, { type: "null" }] };
  if (schema.type === "object") return { anyOf: [schema, { type: "null" }] };
  const type = [schema.type, "null"];
  return schema.enum ? { ...schema, type, enum: [...schema.enum, null] } : { ...schema, type };
}

/** A schema with those inside it changed. */
function mapped(schema, change) {
  const { properties, items } = schema;
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, change(member)])) }),
    ...(items && { items: change(items) }),
  };
}
