// Generates the types of the Python client from the OpenAPI document and the core's description: requests as
// dictionaries of callers, and answers.
import { ofIndex } from "../openapi/requests.mjs";
import { pascal } from "../openapi/schemas.mjs";
import { Failure } from "../step.mjs";
import { documented, isName, literal, wrapped } from "./source.mjs";

/** Names of enumerations, by their values. */
const CHOICES = {
  Platform: ["youtube", "tiktok", "instagram"],
  Sentiment: ["positive", "neutral", "negative"],
  Tone: ["positive", "neutral", "negative", "unknown"],
  Gender: ["female", "male", "other"],
  Order: ["asc", "desc"],
};
/** Query parameters exclude a value by a leading minus. */
for (const name of ["Platform", "Tone"])
  CHOICES[`${name}Term`] = [...CHOICES[name], ...CHOICES[name].map((value) => `-${value}`)];

/** Schemas without a generated type: the class `Problem` reads errors, and the wrapped form is unwrapped. */
const EXCLUDED = /^(Wrapped|Problem$|Violation$|Aggregate(Answer|.*Request)$|Bucket$|SchemaAnswer$|.*Metric$)/;

/** Returns the name in a reference. */
export const named = ({ $ref }) => $ref.split("/").at(-1);

/** Types of some values: one of them, or a sequence. A list literal matches only one of these types. */
const LISTED = [
  [/^Literal\[([^[\]]*)\]$/, (values) => `Literal[${values}]`],
  [/^Sequence\[Literal\[([^[\]]*)\]\]$/, (values) => `Sequence[Literal[${values}]]`],
];

/** Returns the union of types without duplicates: types that list values are merged, and None comes last. */
export function union(types) {
  const each = [...new Set(types.flatMap((type) => type.split(" | ")))];
  const lists = LISTED.flatMap(([pattern, written]) => {
    const values = each.filter((type) => pattern.test(type)).flatMap((type) => pattern.exec(type)[1].split(", "));
    return values.length > 0 ? [written([...new Set(values)].join(", "))] : [];
  });
  const others = each.filter((type) => type !== "None" && !LISTED.some(([pattern]) => pattern.test(type)));
  return [...lists, ...others, ...(each.includes("None") ? ["None"] : [])].join(" | ");
}

/** Converts schemas to Python types. In a request, a list is any sequence and a date may be a date object. */
export class Types {
  /** Unnamed objects by their generated names. */
  met = new Map();

  constructor(isRequest) {
    this.isRequest = isRequest;
  }

  /** Returns the type of a schema; `name` is for an object without one. */
  of(schema, name) {
    if (schema.$ref) return named(schema);
    const alternatives = schema.oneOf ?? (schema.properties ? undefined : schema.anyOf);
    if (alternatives) return union(alternatives.map((one) => this.of(one, name)));
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => this.of({ ...schema, type }, name)));
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return this.#choice(schema.enum);
    if (schema.properties) return this.#object(schema, name);
    if (schema.type === "array") return `${this.isRequest ? "Sequence" : "list"}[${this.of(schema.items, name)}]`;
    if (schema.type === "object") return this.#names(schema);
    if (schema.type === "string" && this.isRequest)
      return { date: "Day", "date-time": "Moment" }[schema.format] ?? "str";
    const type = { string: "str", integer: "int", number: "float", boolean: "bool", null: "None" }[schema.type];
    if (type === undefined) throw new Failure(`the Python client's types know no ${JSON.stringify(schema)}`);
    return type;
  }

  #choice(values) {
    const [name] = Object.entries(CHOICES).find(([, known]) => known.join() === values.join()) ?? [];
    return name ?? `Literal[${values.map(literal).join(", ")}]`;
  }

  #names({ additionalProperties: held }) {
    const value = held === true || held === undefined ? (this.isRequest ? "object" : "Any") : this.of(held);
    return `${this.isRequest ? "Mapping" : "dict"}[str, ${value}]`;
  }

  /** Returns an object's type. Equal ranges share one type. */
  #object(schema, name) {
    const isRange = Object.keys(schema.properties).join() === "gte,lte";
    const called = isRange ? name.replace(/Filter$/, "Range") : name;
    this.met.set(called, schema);
    return called;
  }
}

/** Returns an object as a TypedDict. In a request, an optional member may also be null, except inside of filters. */
export function typedDict(name, { properties, required = [], description }, types) {
  const isNullable = types.isRequest && !/Filters?$|Range$/.test(name);
  const members = Object.entries(properties).map(([member, schema]) => {
    const held = types.of(schema, `${name}${pascal(member.replaceAll("_", "-"))}`);
    const isThere = required.includes(member);
    return [member, isThere ? held : `NotRequired[${isNullable ? union([held, "None"]) : held}]`];
  });
  const about = documented(description ?? "");
  if (!members.every(([member]) => isName(member))) {
    const comment = about ? `# ${wrapped(about, "# ")}\n` : "";
    return `${comment}${name} = TypedDict(\n    "${name}",\n    {\n${members.map(([member, held]) => `        "${member}": ${literal(held)},\n`).join("")}    },\n)\n`;
  }
  const docs = about ? `    """${wrapped(about, "    ")}"""\n\n` : "";
  const lines = members.map(([member, held]) => `    ${member}: ${held}\n`).join("");
  return `class ${name}(TypedDict):\n${docs}${lines}`;
}

/** Returns the names of schemas that one refers to, directly and indirectly. */
function reachable(from, schemas) {
  const found = new Set();
  const visit = (text) => {
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(JSON.stringify(schemas[name]));
    }
  };
  visit(JSON.stringify(from));
  return found;
}

/** Returns the types of groups, which have more members if creators are counted and if a metric is requested. */
function aggregateTypes(
  {
    answers: {
      operations: { aggregate },
    },
  },
  answers,
) {
  const groups = aggregate.find(({ name }) => name === "buckets").holds.objects;
  const held = { whole: "int", number: "float", text: "str" };
  const listed = (members, isThere) =>
    members
      .filter(({ present }) => present === "always" || isThere.includes(present))
      .map(({ name, holds, nullable }) => `    ${name}: ${held[holds]}${nullable ? " | None" : ""}\n`)
      .join("");
  const source = [];
  for (const [prefix, isThere, about] of [
    ["", [], "documents are counted"],
    ["Measured", ["with_metric"], "a metric is computed; it is None where no document of the group has the field"],
    ["Creator", ["on_creators"], "creators are counted beside their snapshots"],
    ["MeasuredCreator", ["on_creators", "with_metric"], "creators are counted and a metric is computed"],
  ]) {
    source.push(`class ${prefix}Bucket(TypedDict):\n    """A group, where ${about}."""\n\n${listed(groups, isThere)}`);
    const whole = listed(
      aggregate.filter(({ name }) => name !== "buckets"),
      isThere,
    );
    source.push(
      `class ${prefix}AggregateAnswer(TypedDict):\n    """Groups of an index, where ${about}."""\n\n${whole}    buckets: list[${prefix}Bucket]\n    _meta: NotRequired[Meta]\n`,
    );
    answers.push(`${prefix}Bucket`, `${prefix}AggregateAnswer`);
  }
  return source;
}

/** Returns the types of requested metrics. Counting needs no field. */
function metricTypes({ schema }, requests) {
  requests.push("CountMetric");
  const types = schema.metric_types.filter((type) => type !== "count");
  const ofIndices = schema.indices.map(({ name, metrics }) => {
    requests.push(metricName(ofIndex(name)));
    return `class ${metricName(ofIndex(name))}(TypedDict):\n    """A number that groups of ${name} are ranked by."""\n\n    type: Literal[${types.map(literal).join(", ")}]\n    field: Literal[${metrics.map(literal).join(", ")}]\n`;
  });
  return ['class CountMetric(TypedDict):\n    """Counts documents."""\n\n    type: Literal["count"]\n', ...ofIndices];
}

/** Returns the name of an index's metric, given the name of the index or of its requests. */
export const metricName = (name) => `${name.replace(/^Aggregate(.*)Request$/, "$1")}Metric`;

/** Returns the name of the parameters of an Account API operation. */
const questionName = (name) => `${pascal(name)}Question`;

/** Returns the module of types. */
export function typesSource(document, description) {
  const { schemas } = document.components;
  const operations = Object.values(document.paths).flatMap(Object.values);
  const taken = reachable([operations.map(({ requestBody }) => requestBody), {}], schemas);
  const given = reachable([operations.map(({ responses }) => responses), document.webhooks], schemas);
  const both = [...taken].filter((name) => given.has(name) && !schemas[name].enum);
  if (both.length > 0)
    throw new Failure(`the Python client's types do not know whether ${both.join(", ")} is asked or answered`);
  const [requests, answers] = [new Types(true), new Types(false)];
  const names = { requests: [], answers: [] };
  const define = (name, schema, types, list) => {
    list.push(name);
    return schema.properties
      ? typedDict(name, schema, types)
      : `${name}: TypeAlias = ${literal(types.of(schema, name))}\n`;
  };
  const aggregates = Object.entries(schemas).filter(([name]) => /^Aggregate.+Request$/.test(name));
  const ofRequests = [
    ...metricTypes(description, names.requests),
    ...aggregates.map(([name, { title: _, ...schema }]) => {
      names.requests.push(name);
      return typedDict(
        name,
        {
          ...schema,
          properties: {
            ...schema.properties,
            metric: { oneOf: [{ $ref: "/CountMetric" }, { $ref: `/${metricName(name)}` }] },
          },
        },
        requests,
      );
    }),
    `AggregateRequest: TypeAlias = ${literal(aggregates.map(([name]) => name).join(" | "))}\n`,
  ];
  names.requests.push("AggregateRequest");
  for (const [name, schema] of Object.entries(schemas)) {
    if (EXCLUDED.test(name) || Object.hasOwn(CHOICES, name)) continue;
    if (taken.has(name)) ofRequests.push(define(name, schema, requests, names.requests));
  }
  for (const { name, parameters, body } of description.account) {
    if (body === null && Object.keys(parameters.properties).length > 0) {
      ofRequests.push(define(questionName(name), { ...parameters, description: "" }, requests, names.requests));
    }
  }
  for (const [name, schema] of requests.met) ofRequests.push(define(name, schema, requests, names.requests));
  const ofAnswers = aggregateTypes(description, names.answers);
  for (const [name, schema] of Object.entries(schemas)) {
    if (EXCLUDED.test(name) || Object.hasOwn(CHOICES, name)) continue;
    if (given.has(name)) ofAnswers.push(define(name, schema, answers, names.answers));
  }
  const { required, ...webhook } = schemas.WebhookDetails;
  ofAnswers.push(
    define(
      "CreatedWebhook",
      {
        ...webhook,
        required: [...required, "secret"],
        description: "A webhook that was just made, with the secret that is told this once.",
      },
      answers,
      names.answers,
    ),
  );
  const events = Object.values(document.webhooks).map(({ post }) =>
    named(post.requestBody.content["application/json"].schema),
  );
  ofAnswers.push(
    `#: What is delivered to a webhook, told apart by its type. Types that are not known yet may come as well.\nWebhookEvent: TypeAlias = ${literal(events.join(" | "))}\n`,
  );
  names.answers.push("WebhookEvent");
  // Programs read the schema document by names that they know.
  ofAnswers.push('SchemaAnswer: TypeAlias = "dict[str, Any]"\n');
  names.answers.push("SchemaAnswer");
  for (const [name, schema] of answers.met) ofAnswers.push(define(name, schema, answers, names.answers));
  const choices = Object.entries({
    Index: description.schema.indices.map(({ name }) => name),
    EventType: description.events,
    ...CHOICES,
  }).map(([name, values]) => `${name}: TypeAlias = Literal[${values.map(literal).join(", ")}]\n`);
  const all = [
    "Day",
    "Moment",
    "Index",
    "EventType",
    ...Object.keys(CHOICES),
    ...names.requests,
    ...names.answers,
  ].sort();
  return `from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, Literal, TypeAlias, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired

__all__ = [
${all.map((name) => `    "${name}",\n`).join("")}]

#: A calendar date: YYYY-MM-DD, or a date.
Day: TypeAlias = str | date
#: A point in time: RFC 3339 in UTC, or a datetime with a time zone.
Moment: TypeAlias = str | datetime

${choices.join("")}

# What requests take.


${ofRequests.join("\n\n")}

# What answers hold.


${ofAnswers.join("\n\n")}`;
}
