// The package's types that follow from the core's description: the catalogue of each index, the parameters of
// addresses, and records. Types that depend on members of a request (pkg/types/requests.d.ts, results.d.ts) are written
// by hand, because no schema expresses them.
import { Failure } from "../step.mjs";

/** Names of enumerations, by their field. */
const ENUMERATIONS = {
  platform: "Platform",
  sentiment: "Sentiment",
  dominant_gender: "Gender",
  dominant_age_range: "AgeRange",
};

/** Notes for readers about members of a record. */
const NOTES = {
  context: "A paraphrase, never what somebody said.",
  engagement_rate_viewers: "Interactions per view: 0.1036 is 10.36 %.",
  duration: "Seconds.",
};

/** Types of values in answers. */
const HELD = {
  text: "string",
  texts: "string[]",
  date: "DateString",
  number: "number",
  whole: "number",
  flag: "boolean",
  numbers: "Record<string, number>",
  named_texts: "Record<string, string>",
};

/** Answers whose types depend on the request, and are written by hand. */
const BY_REQUEST = ["aggregate", "search", "creators"];

const quoted = (name) => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name));
const union = (names) => names.map((name) => JSON.stringify(name)).join(" | ") || "never";
const comment = (text, indent) => (text ? `${indent}/** ${text} */\n` : "");

/** Returns the types of each index's catalogue. @param description the output of overheard-describe */
export function catalogTypes({ schema, aliases }) {
  const values = new Map();
  for (const { fields } of schema.indices)
    for (const field of fields) if (field.values) values.set(field.name, field.values);
  const unnamed = [...values.keys()].filter((name) => !Object.hasOwn(ENUMERATIONS, name));
  if (unnamed.length > 0) throw new Failure(`the types have no name for the values of ${unnamed.join(", ")}`);
  const types = [...values].map(([name, list]) => `export type ${ENUMERATIONS[name]} = ${union(list)};`);
  return `import type { DateFilter, NumberFilter, TermFilter } from "../types/catalog.js";

${types.join("\n")}

/** The allowed names of each index. */
export interface Indices {
${schema.indices.map((index) => ofIndex(index, aliases[index.name])).join("")}}

/** An index with free text. */
export type TextIndex = ${union(schema.indices.filter((index) => index.full_text).map(({ name }) => name))};
/** An index whose values can co-occur. */
export type CoMentionIndex = ${union(schema.indices.filter((index) => index.co_mentions.field.length > 0).map(({ name }) => name))};
/** Computations of a metric. \`count\` needs no field. */
export type MetricType = ${union(schema.metric_types)};
`;
}

function ofIndex(index, aliases) {
  const field = (name) => index.fields.find((field) => field.name === name);
  const filters = index.filterable.map((name) => `      ${name}?: ${filterType(field(name))};\n`);
  const others = Object.entries(aliases).map(
    ([alias, name]) => `      /** Another name of \`${name}\`. */\n      ${alias}?: ${filterType(field(name))};\n`,
  );
  const { field: fields, group_by: groups } = index.co_mentions;
  const together =
    fields.length > 0 ? `{\n      field: ${union(fields)};\n      group_by: ${union(groups)};\n    }` : "never";
  return `  /** ${index.description}. */
  ${index.name}: {
    filters: {
${filters.concat(others).join("")}    };
    group_by: ${union(index.group_by)};
    metric: ${union(index.metrics)};
    sort: ${union(index.sortable)};
    /** ${index.full_text ? "Free text" : "There is no free text"}. */
    q: ${index.full_text ? "string" : "never"};
    co_mentions: ${together};
  };
`;
}

function filterType({ filter, values, name }) {
  const ofTerm = values ? `TermFilter<${ENUMERATIONS[name]}>` : "TermFilter";
  return { term: ofTerm, range: "NumberFilter", date_range: "DateFilter" }[filter];
}

/** Returns the types of each index's records. */
export function documentTypes({ answers: { documents }, schema }) {
  const usable = new Map(schema.indices.flatMap(({ fields }) => fields.map((field) => [field.name, field])));
  const held = ({ name, holds }) => {
    const field = usable.get(name);
    if (field?.values && holds === "text") return ENUMERATIONS[name];
    return holds === "text" && (field?.type === "date" || name.endsWith("_date")) ? "DateString" : heldType(holds);
  };
  const member = (member) =>
    `${comment(NOTES[member.name], "    ")}    ${member.name}: ${held(member)}${member.nullable ? " | null" : ""};\n`;
  const ofIndices = Object.entries(documents).map(
    ([index, members]) => `  ${index}: {\n${members.map(member).join("")}  };\n`,
  );
  return `import type { DateString } from "../types/catalog.js";
import type { ${Object.values(ENUMERATIONS).sort().join(", ")} } from "./catalog.js";

/** The records of each index. A member that is null is unknown, or of a sample too small to say. */
export interface DocumentOf {
${ofIndices.join("")}}
`;
}

/** Returns the type of an answer's member. */
function heldType(holds, named) {
  if (holds.one_of) return union(holds.one_of);
  if (holds.object) return named(holds.name, holds.object);
  if (holds.objects) return `${named(holds.name, holds.objects)}[]`;
  if (holds.list) return `(${heldType(holds.list, named)}${holds.nullable ? " | null" : ""})[]`;
  if (!Object.hasOwn(HELD, holds)) throw new Failure(`the types know nothing that holds ${JSON.stringify(holds)}`);
  return HELD[holds];
}

/** Returns the types of all answers, and of their objects under the core's names. */
export function answerTypes({ answers: { operations, account } }) {
  const interfaces = new Map();
  const named = (name, members) => {
    const text = bodyOf(members);
    if ((interfaces.get(name) ?? text) !== text)
      throw new Failure(`the types know two different objects with the name ${name}`);
    interfaces.set(name, text);
    return name;
  };
  const member = ({ name, holds, nullable, present }) =>
    `  ${quoted(name)}${present === "sometimes" ? "?" : ""}: ${heldType(holds, named)}${nullable ? " | null" : ""};\n`;
  const bodyOf = (members) => `{\n${members.map(member).join("")}}`;
  const answersOf = (all) =>
    Object.entries(all)
      .map(([name, members]) => `  ${quoted(name)}: ${bodyOf(members).replaceAll("\n", "\n  ")};\n`)
      .join("");
  const ofData = answersOf(
    Object.fromEntries(Object.entries(operations).filter(([name]) => !BY_REQUEST.includes(name))),
  );
  const ofAccount = answersOf(account);
  const objects = [...interfaces].map(([name, text]) => `export interface ${name} ${text}\n`);
  return `import type { DateString } from "../types/catalog.js";

${objects.join("\n")}
/** The answers of the Data API that do not depend on the request. */
export interface DataAnswerOf {
${ofData}}

/** The answer of each operation of the Account API. */
export interface AccountAnswerOf {
${ofAccount}}
`;
}

/** Returns the parameters of each operation of the Account API, or its body. */
export function parameterTypes({ account }) {
  const ofQuestions = account.map(
    ({ name, parameters, body }) => `  ${quoted(name)}: ${objectType(body ?? parameters, "  ")};\n`,
  );
  const bodies = account.filter(({ body }) => body !== null).map(({ name }) => name);
  return `import type { Optional } from "../types/catalog.js";

/** One value or several. */
type Several<T> = T | readonly T[];

/** The parameters of each operation, or its body. */
export interface AccountQuestionOf {
${ofQuestions.join("")}}

/** Operations with a body. */
export type AccountBody = ${union(bodies)};
`;
}

/** Returns an object's type. Alternatives restrict some members. */
function objectType({ properties, required = [], oneOf }, indent) {
  if (Object.keys(properties).length === 0) return "Record<string, never>";
  const depending = new Set((oneOf ?? []).flatMap((alternative) => Object.keys(alternative.properties)));
  const common = Object.entries(properties).filter(([name]) => !depending.has(name));
  const ofCommon = members(common, required, indent);
  if (!oneOf) return ofCommon;
  const alternatives = oneOf.map((alternative) => {
    const allowed = Object.entries(alternative.properties).filter(([, schema]) => schema !== false);
    const described = allowed.map(([name, schema]) => [name, { description: properties[name].description, ...schema }]);
    return members(described, [...required, ...(alternative.required ?? [])], `${indent}  `);
  });
  return `${ofCommon} & (\n${indent}  | ${alternatives.join(`\n${indent}  | `)}\n${indent})`;
}

function members(entries, required, indent, isNullable = true) {
  const member = ([name, schema]) => {
    const type = valueType(schema, `${indent}  `);
    const [mark, held] = required.includes(name) ? ["", type] : ["?", isNullable ? `Optional<${type}>` : type];
    return `${comment(sentence(schema), `${indent}  `)}${indent}  ${quoted(name)}${mark}: ${held};\n`;
  };
  return `{\n${entries.map(member).join("")}${indent}}`;
}

/** Describes a member with its limits and its default. */
function sentence({ description, minimum, maximum, maxProperties, default: usual, oneOf, ...schema }) {
  const list = schema.items && !schema.items.enum ? schema : oneOf?.find(({ type }) => type === "array");
  const parts = [description];
  if (minimum !== undefined)
    parts.push(
      maximum < Number.MAX_SAFE_INTEGER ? `${minimum} to ${maximum}.` : minimum > 0 ? `${minimum} at least.` : "",
    );
  if (maxProperties) parts.push(`Up to ${maxProperties}.`);
  if (list) parts.push(list.minItems > 1 ? `${list.minItems} to ${list.maxItems}.` : `Up to ${list.maxItems}.`);
  if (usual !== undefined) parts.push(`Default: \`${usual}\`.`);
  return parts.filter(Boolean).join(" ");
}

/**
 * Returns the type of a JSON Schema's values. Filters exclude null, because it would widen a query that they should
 * narrow.
 */
function valueType(schema, indent) {
  if (Array.isArray(schema.const)) return `readonly ${JSON.stringify(schema.const)}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map((one) => valueType(one, indent)).join(" | ");
  if (schema.enum) return union(schema.enum);
  if (schema.oneOf) return `Several<${valueType(schema.oneOf[0])}>`;
  if (schema.type === "array")
    return `readonly ${schema.items.enum ? `(${valueType(schema.items)})` : valueType(schema.items)}[]`;
  if (schema.type === "integer") return "number";
  if (schema.properties) return members(Object.entries(schema.properties), [], indent, false);
  if (schema.type === "object") return `Record<string, ${valueType(schema.additionalProperties)}>`;
  if (!["string", "number", "boolean"].includes(schema.type))
    throw new Failure(`the types know no ${JSON.stringify(schema)}`);
  return schema.type;
}
