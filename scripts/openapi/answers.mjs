// Schemas of the answers of both interfaces, from the shapes with which the core writes them.
import { Failure } from "../step.mjs";
import { ofIndex } from "./requests.mjs";
import { orNull, pascal, reference } from "./schemas.mjs";

const HELD = {
  text: { type: "string" },
  texts: { type: "array", items: { type: "string" } },
  date: { type: "string", format: "date" },
  number: { type: "number" },
  whole: { type: "integer", minimum: 0 },
  flag: { type: "boolean" },
  numbers: { type: "object", additionalProperties: { type: "number" } },
  named_texts: { type: "object", additionalProperties: { type: "string" } },
};

/** Members with these names contain a time. */
const TIMES = /_at$/;
/** Enumerations that are equal everywhere, by name. */
const CHOICES = { Tone: ["positive", "neutral", "negative", "unknown"] };

/** Converts shapes to schemas. */
export class Answers {
  constructor(schemas) {
    this.schemas = schemas;
  }

  /** Returns the schema of an object. `isThere` returns true if an optional member exists for the request. */
  object(members, isThere = () => false) {
    const required = members.filter(({ present }) => present === "always" || isThere(present)).map(({ name }) => name);
    const properties = members.map(({ name, holds, nullable }) => {
      const held = this.held(holds, name);
      return [name, nullable ? orNull(held) : held];
    });
    return { type: "object", required, properties: Object.fromEntries(properties) };
  }

  held(holds, member) {
    if (holds.one_of) return this.chosen(holds.one_of);
    if (holds.object) return this.named(holds.name, holds.object);
    if (holds.objects) return { type: "array", items: this.named(holds.name, holds.objects) };
    if (holds.list)
      return { type: "array", items: holds.nullable ? orNull(this.held(holds.list)) : this.held(holds.list) };
    if (!Object.hasOwn(HELD, holds))
      throw new Failure(`the OpenAPI document knows nothing that holds ${JSON.stringify(holds)}`);
    return holds === "text" && TIMES.test(member) ? { type: "string", format: "date-time" } : HELD[holds];
  }

  chosen(values) {
    const [name] = Object.entries(CHOICES).find(([, known]) => known.join() === values.join()) ?? [];
    if (name) return this.schemas.add(name, { type: "string", enum: values });
    return values.length === 1 ? { type: "string", const: values[0] } : { type: "string", enum: values };
  }

  named(name, members) {
    // The core does not name the records of an index. Only those of creators occur in an answer without its index.
    return name === undefined ? reference("CreatorDocument") : this.schemas.add(name, this.object(members));
  }
}

/** Operations of the Account API without metadata, because they do not read the dataset. */
export const WITHOUT_META = /report|webhook|^account/;

/** Adds the metadata that a request with `Prefer: meta` gets. */
const withMeta = (schema) => ({ ...schema, properties: { ...schema.properties, _meta: reference("Meta") } });

/**
 * Returns references to the answers by operation: `flat`, and `wrapped` if that form exists.
 * @param description the output of overheard-describe
 */
export function answerSchemas({ answers, data, account, schema }, schemas) {
  const shapes = new Answers(schemas);
  const documents = new Map(
    Object.entries(answers.documents).map(([index, members]) => [
      index,
      schemas.add(documentName(index), documentOf(index, members)),
    ]),
  );
  schemas.add("Meta", {
    ...shapes.object(answers.meta),
    description:
      "What a request with `Prefer: meta` gets besides: how the answer was made, and what may help to ask better.",
  });
  const found = new Map();
  for (const { name } of data.filter(({ name }) => Object.hasOwn(answers.operations, name))) {
    const title = `${pascal(name)}Answer`;
    const flat =
      name === "search"
        ? schemas.add(title, bySearched(answers.operations[name]))
        : schemas.add(title, withMeta(shapes.object(answers.operations[name])));
    found.set(name, { flat, wrapped: wrapped(title, flat) });
  }
  const schemaAnswer = schemas.add("SchemaAnswer", withMeta(schemaDocument(schema)));
  found.set("schema", { flat: schemaAnswer, wrapped: wrapped("SchemaAnswer", schemaAnswer) });
  for (const { name, answer } of account.filter(({ name }) => Object.hasOwn(answers.account, name))) {
    const members = answers.account[name];
    const held = shapes.object(members);
    found.set(name, {
      flat: schemas.add(
        answer === "ListPage" ? pageName(members) : answer,
        WITHOUT_META.test(name) ? held : withMeta(held),
      ),
    });
  }
  return found;

  function documentOf(index, members) {
    const fields = new Map(
      schema.indices.find(({ name }) => name === index).fields.map((field) => [field.name, field]),
    );
    const whole = shapes.object(members);
    for (const [name, held] of Object.entries(whole.properties)) {
      const field = fields.get(name);
      const isDate = field?.type === "date" || name.endsWith("_date");
      if (isDate && [held.type].flat()[0] === "string") whole.properties[name] = { ...held, format: "date" };
    }
    return {
      description: `${schema.indices.find(({ name }) => name === index).description}. A member that is null is unknown.`,
      ...whole,
    };
  }

  /** Returns one answer per index: a search returns records of its index. */
  function bySearched(members) {
    const alternatives = [...documents].map(([index, document]) => {
      const of = shapes.object(
        members.filter(({ holds }) => holds !== "documents"),
        (present) => present === "on_creators" && index === "siv_content_creator",
      );
      const { matched_creators: creators, ...others } = of.properties;
      const properties = {
        ...others,
        index: { const: index },
        ...(of.required.includes("matched_creators") && { matched_creators: creators }),
        results: { type: "array", items: document },
      };
      return schemas.add(
        `${pascal("search")}${ofIndex(index)}Answer`,
        withMeta({ ...of, required: [...of.required, "results"], properties }),
      );
    });
    const mapping = Object.fromEntries([...documents.keys()].map((index, at) => [index, alternatives[at].$ref]));
    return { oneOf: alternatives, discriminator: { propertyName: "index", mapping } };
  }

  /** Returns the wrapped form. Some operations repeat members of the request. */
  function wrapped(title, flat) {
    const echo = { AggregateAnswer: ["index", "group_by"], CoMentionsAnswer: ["field", "values", "group_by"] }[title];
    const texts = (name) => (name === "values" ? HELD.texts : HELD.text);
    const echoes = echo && {
      type: "object",
      required: echo,
      properties: Object.fromEntries(echo.map((name) => [name, texts(name)])),
    };
    const data = echoes ? { allOf: [flat, echoes] } : flat;
    const item = schemas.add(`Wrapped${title}Item`, { type: "object", required: ["data"], properties: { data } });
    return schemas.add(`Wrapped${title}`, {
      type: "object",
      required: ["status", "result"],
      properties: {
        status: { type: "string", const: "ok" },
        result: { type: "array", items: item, minItems: 1, maxItems: 1 },
      },
    });
  }
}

const documentName = (index) => (index === "siv_content_creator" ? "CreatorDocument" : `${ofIndex(index)}Document`);

/** Names a page after its items. */
function pageName(members) {
  const { name } = members.find(({ holds }) => holds.objects).holds;
  return `${name.replace(/(Answer|Summary|Details)$/, "")}Page`;
}

/** Returns the schema of the schema document: its members, with the types of their current values. */
function schemaDocument(schema) {
  const held = (value) =>
    Array.isArray(value)
      ? {
          type: "array",
          items:
            Array.isArray(value) && typeof value[0] === "string"
              ? { type: "string" }
              : { type: "object", additionalProperties: true },
        }
      : typeof value === "string"
        ? { type: "string" }
        : { type: "object", additionalProperties: true };
  const properties = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === "dataset_version" ? { type: ["string", "null"] } : held(value),
    ]),
  );
  return {
    type: "object",
    description:
      "What may be asked: operations, indices with their fields and uses, limits, and the JSON Schema of each body.",
    required: Object.keys(schema),
    properties,
  };
}
