// Generates the methods of both clients: one for each operation, with its parameters and its answer.
import { Failure } from "../step.mjs";
import { documented, literal, parameterName, snake, wrapped } from "./source.mjs";
import { Types, metricName, named, union } from "./types.mjs";

/** Operations with a different method name: counts are of many mentions, and a comparison is an action. */
const NAMES = { "mention-stats": "mentions_stats", "trend-comparison": "compare_trends" };

/** Answers with more members than later reads have: the secret of a webhook is shown once. */
const ANSWERS = { "create-webhook": "CreatedWebhook" };

/** Operations with handwritten methods: a file is no answer with data. */
const BY_HAND = ["download-report"];

const method = (name) => NAMES[name] ?? snake(name);

/** Descriptions of operations that the core describes in its own schema document. */
const SUMMARIES = { schema: "What may be asked: operations, indices with their fields and uses, limits" };

/** Descriptions of parameters that the Data API's description does not have. */
const ABOUT = {
  index: "Which documents are asked.",
  group_by: "What they are grouped by.",
  metric: "What groups are ranked by; without it, how many documents they have.",
  filters: "What all documents must pass.",
  size: "How many are answered at most.",
  order: "By the metric.",
  q: 'Free text: words, word beginnings (seru*), "phrases", OR, NOT or -word, and parentheses.',
  sort_field: "What they are sorted by.",
  sort_order: "Which come first.",
  values: "What must occur together: two to five values.",
  field: "Where the values are.",
  brands: "The brands that are compared, up to 30.",
  from_date: "The first day.",
  to_date: "The last day, at most 24 months after the first.",
};

/** Returns a parameter with its description. */
function parameterOf(name, schema, types, isRequired, about) {
  const type = types.of(schema, "");
  const text = [schema.description ?? about ?? ABOUT[name]].filter(Boolean);
  if (text.length === 0) throw new Failure(`nobody says what the parameter ${name} is`);
  if (schema.default !== undefined && typeof schema.default !== "object" && !text[0].includes("Default"))
    text.push(`Default: \`${schema.default}\`.`);
  return {
    name,
    parameter: parameterName(name),
    type: isRequired ? type : union([type, "None"]),
    isRequired,
    text: text.join(" "),
  };
}

const parametersOf = ({ properties, required = [] }, types) =>
  Object.entries(properties)
    .map(([name, schema]) => parameterOf(name, schema, types, required.includes(name)))
    // Required parameters come first.
    .sort((one, other) => Number(other.isRequired) - Number(one.isRequired));

/** Returns the alternatives of a request as complete objects. Alternatives of parameters only have the differences. */
function alternativesOf({ oneOf, anyOf, ...base }, schemas) {
  const alternatives = oneOf ?? anyOf;
  if (!alternatives) return [base];
  return alternatives.map((one) => {
    if (one.$ref) return { name: named(one), ...schemas[named(one)] };
    const members = Object.entries(base.properties).filter(([name]) => one.properties[name] !== false);
    const properties = members.map(([name, schema]) => [
      name,
      one.properties[name] ? { description: schema.description, ...one.properties[name] } : schema,
    ]);
    return {
      properties: Object.fromEntries(properties),
      required: [...(base.required ?? []), ...(one.required ?? [])],
    };
  });
}

/** Returns the overloads of a method: the parameters and the answer of each. */
function overloadsOf(schema, schemas, answer, types) {
  const alternatives = alternativesOf(schema, schemas);
  return alternatives.flatMap((one) => {
    const whole = {
      ...one,
      properties: Object.fromEntries(
        Object.entries(one.properties).map(([name, held]) => [name, name === "metric" ? { $ref: "/Metric" } : held]),
      ),
    };
    const parameters = parametersOf(whole, types);
    if (!one.properties.metric)
      return [{ parameters, answer: typeof answer === "function" ? answer(one.name) : answer }];
    const creators = one.name.includes("ContentCreator") ? "Creator" : "";
    const measured = (type, isRequired) =>
      parameters
        .map((held) => (held.name === "metric" ? { ...held, type, isRequired } : held))
        .sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
    return [
      { parameters: measured("t.CountMetric | None", false), answer: `${creators}AggregateAnswer` },
      { parameters: measured(`t.${metricName(one.name)}`, true), answer: `Measured${creators}AggregateAnswer` },
    ];
  });
}

/** Qualifies the type names of a source with the module of types. */
const qualified = (type) =>
  type.replaceAll(/"[^"]*"|(?<!\bt\.)\b([A-Z]\w*)\b/g, (found, name) =>
    name === undefined || ["Literal", "Sequence", "Mapping", "None", "True", "False", "Any"].includes(name)
      ? found
      : `t.${name}`,
  );

/** Returns the parameters of all overloads together, for the implementation's signature. */
function together(ways) {
  const all = new Map();
  for (const { parameters } of ways)
    for (const held of parameters) all.set(held.name, [...(all.get(held.name) ?? []), held]);
  return [...all.values()]
    .map((held) => {
      const isRequired = held.length === ways.length && held.every((one) => one.isRequired);
      return {
        ...held[0],
        isRequired,
        type: union([...held.map(({ type }) => type), ...(isRequired ? [] : ["None"])]),
      };
    })
    .sort((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

/** Returns the first line of a method, up to the colon. */
function signature(name, { parameters, answer, isAwaited }, id, indent = "    ") {
  const keywords = parameters.filter((held) => held !== id);
  const lines = keywords
    .map(
      ({ parameter, type, isRequired }) =>
        `${indent}    ${parameter}: ${qualified(type)}${isRequired ? "" : " = None"},\n`,
    )
    .join("");
  const given = id ? `, ${id.parameter}: str` : "";
  const returned = qualified(answer);
  const beginning = `${indent}${isAwaited ? "async " : ""}def ${name}(`;
  if (keywords.length === 0) return `${beginning}self${given}) -> ${returned}:`;
  return `${beginning}\n${indent}    self${given},\n${indent}    *,\n${lines}${indent}) -> ${returned}:`;
}

const KEY = {
  name: "idempotency_key",
  parameter: "idempotency_key",
  type: "str | None",
  isRequired: false,
  text: "8 to 255 visible characters: with the same one it is made once. By default one that is made up.",
};

/** Returns the docstring of a method. */
function docs(summary, parameters) {
  const listed = parameters
    .map(({ parameter, text }) => `        - ${parameter}: ${wrapped(documented(text), "          ")}\n`)
    .join("");
  return `        """${documented(summary)}.${listed && `\n\n${listed}        `}"""\n`;
}

/** Returns the source of one method. */
function methodSource(operation, ways, isAsync) {
  const { name, description, isList, hasKey } = operation;
  const whole = together(ways);
  const id = whole.find((held) => held.name === "id");
  const keyed = hasKey ? [KEY] : [];
  const [wait, begin] = isAsync ? ["await ", { isAwaited: true }] : ["", {}];
  const overloads =
    ways.length < 2
      ? ""
      : ways
          .map(
            ({ parameters, answer }) =>
              `    @overload\n${signature(method(name), { parameters: [...parameters, ...keyed], answer, ...begin }, id)} ...\n`,
          )
          .join("");
  const answer = ways.length < 2 ? ways[0].answer : "Any";
  const question = `{${whole.map(({ name, parameter }) => `${literal(name)}: ${parameter}`).join(", ")}}`;
  const asked = (question) => `${literal(name)}, ${question}${hasKey ? ", idempotency_key" : ""}`;
  const body =
    answer === "None"
      ? `        ${wait}self._ask(${asked(question)})\n`
      : `        answer: ${qualified(answer)} = ${wait}self._ask(${asked(question)})\n        return answer\n`;
  const one = `${overloads}${signature(method(name), { parameters: [...whole, ...keyed], answer, ...begin }, id)}\n${docs(SUMMARIES[name] ?? description, [...whole, ...keyed])}${body}`;
  if (!isList) return one;
  const items = `${isAsync ? "Async" : ""}Items[${isList}]`;
  const all = signature(
    `iter_${method(name)}`,
    { parameters: whole, answer: items.replace(isList, `t.${isList}`) },
    id,
  ).replace(/t\.(Async)?Items/, "$1Items");
  return `${one}\n${all}\n        """Every item of \`${method(name)}\`, whose parameters it takes: further pages are asked for when they are needed."""\n        return self._items(${asked(question)})\n`;
}

/** Returns the operations of both clients with their overloads. */
function operationsOf(document, description, types) {
  const { schemas } = document.components;
  const described = new Map(
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([verb, operation]) => [`${verb} ${path.replace("{id}", ":id")}`, operation]),
    ),
  );
  const { browser_tokens: tokens } = description;
  const all = [
    ...description.data.map((one) => ({ ...one, parameters: { properties: {} } })),
    ...description.account.filter(({ name }) => !BY_HAND.includes(name)),
    {
      ...tokens,
      name: "create-browser-token",
      description: "Make a short-lived token for a page",
      parameters: { properties: {} },
      status: 201,
    },
  ];
  return all.map((one) => {
    const operation = described.get(`${one.method.toLowerCase()} ${one.path}`);
    const body = operation.requestBody?.content["application/json"].schema;
    const content = operation.responses[one.status].content?.["application/json"].schema;
    const answered = ANSWERS[one.name] ?? (content ? named(content) : "None");
    const answer = answered === "SearchAnswer" ? (name) => name.replace(/Request$/, "Answer") : answered;
    const schema = body ? (body.$ref ? schemas[named(body)] : body) : one.parameters;
    const page = one.answer === "ListPage" ? named(schemas[answered].properties.data.items) : undefined;
    return {
      name: one.name,
      description: one.description,
      hasKey: one.has_location ?? false,
      isList: page,
      ways: overloadsOf(schema, schemas, answer, types),
    };
  });
}

/** Returns the module of methods, of the blocking client or of the asynchronous one. */
export function methodsSource(document, description, isAsync) {
  const operations = operationsOf(document, description, new Types(true));
  const methods = operations.map(({ ways, ...operation }) => methodSource(operation, ways, isAsync));
  const [name, items, define] = isAsync ? ["AsyncMethods", "AsyncItems", "async def"] : ["Methods", "Items", "def"];
  return `from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

if TYPE_CHECKING:
    from .._pages import ${items}
    from . import types as t


class ${name}:
    """A method for each operation of both interfaces."""

    ${define} _ask(self, operation: str, question: Mapping[str, object], idempotency_key: str | None = None) -> Any:
        raise NotImplementedError

    def _items(self, operation: str, question: Mapping[str, object]) -> ${items}[Any]:
        raise NotImplementedError

${methods.join("\n")}`;
}
