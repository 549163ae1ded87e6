// Generates the Python client's tables: operations, members of answers, columns of rows, letters.
import { Failure } from "../step.mjs";
import { literal, tuple } from "./source.mjs";

/** The catalogue position of operations that the core does not check. */
const NOT_CHECKED = -1;

/** Returns the request form of each operation. */
export function operationsSource({ data, account, schema, browser_tokens: tokens }) {
  const asked = schema.operations.filter(({ request_schema: body }) => body !== null).map(({ name }) => name);
  const entry = ({ name, method, path, number, isAccount, hasBody, isMade }) =>
    `    ${literal(name)}: Operation(${[number, isAccount, hasBody, isMade].map(literal).join(", ")}, ${literal(method)}, ${literal(path.replace(":id", "{id}"))}),\n`;
  const all = [
    ...data.map(({ name, method, path }) => ({
      name,
      method,
      path,
      number: asked.includes(name) ? asked.indexOf(name) : NOT_CHECKED,
      isAccount: false,
      hasBody: method === "POST",
      isMade: false,
    })),
    ...account.map(({ name, method, path, body, has_location: isMade }, number) => ({
      name,
      method,
      path,
      number,
      isAccount: true,
      hasBody: body !== null,
      isMade,
    })),
    { name: "create-browser-token", ...tokens, number: NOT_CHECKED, isAccount: false, hasBody: true, isMade: false },
  ];
  return `from typing import NamedTuple


class Operation(NamedTuple):
    """How an operation is asked."""

    #: Its place in the core's catalogue; -1 where the core checks nothing.
    number: int
    #: Whether the catalogue is that of the Account API.
    is_account: bool
    has_body: bool
    #: Whether it makes something, once for an idempotency key.
    is_creation: bool
    method: str
    path: str


OPERATIONS = {
${all.map(entry).join("")}}
`;
}

/** Returns the members of the Data API's answers, by the names of objects. */
export function answersSource({ answers: { operations, documents, meta }, schema }) {
  const shapes = new Map();
  const kind = (holds, of) => {
    if (holds.one_of) return "text";
    if (holds === "documents") return "documents";
    if (holds.object || holds.objects) {
      const called = holds.name ?? "siv_content_creator";
      add(called, holds.object ?? holds.objects);
      return `${holds.object ? "object" : "objects"} ${called}`;
    }
    if (holds.list && !holds.nullable) return `list ${kind(holds.list, of)}`;
    if (typeof holds !== "string") throw new Failure(`the checks of answers know no ${JSON.stringify(holds)} (${of})`);
    return holds;
  };
  const add = (name, members) => {
    const lines = members.map(
      (member) =>
        `        ${tuple([literal(member.name), literal(kind(member.holds, member.name)), literal(member.nullable), literal(member.present)])},\n`,
    );
    const text = `(\n${lines.join("")}    )`;
    if ((shapes.get(name) ?? text) !== text)
      throw new Failure(`the checks of answers know two different objects with the name ${name}`);
    shapes.set(name, text);
  };
  add("_meta", meta);
  for (const [index, members] of Object.entries(documents)) add(index, members);
  for (const { name } of schema.operations) if (Object.hasOwn(operations, name)) add(name, operations[name]);
  return `# Name, what it holds, whether it may be null, and when it is there.
Member = tuple[str, str, bool, str]

SHAPES: dict[str, tuple[Member, ...]] = {
${[...shapes].map(([name, text]) => `    ${literal(name)}: ${text},\n`).join("")}}
`;
}

/** Returns the places of rows in answers: their names, and the members of a row. */
function rowsOf({ answers: { operations, documents, account } }) {
  const listed = (members, name) => members.find((member) => member.name === name).holds.objects;
  const { brands } = Object.fromEntries(operations.sector.map((member) => [member.name, member.holds.objects]));
  const brand = brands.filter(({ name }) => ["label", "coverage", "low_confidence"].includes(name));
  const compared = listed(account["trend-comparison"], "rows").map((member) => ({
    ...member,
    holds: member.holds.list ?? member.holds,
  }));
  const [topic, ...measures] = compared;
  return {
    ...documents,
    bucket: listed(operations.aggregate, "buckets"),
    co_mention: listed(operations["co-mentions"], "results"),
    sector: [...brand, ...listed(brands, "series")],
    mention: listed(account.mentions, "data"),
    influencer: listed(account.influencers, "data"),
    webhook: listed(account.webhooks, "data"),
    sentiment_timeline: listed(account["sentiment-timeline"], "data"),
    sentiment_breakdown: listed(account["sentiment-breakdown"], "data"),
    trends: listed(account.trends, "data"),
    emerging_trends: listed(account["emerging-trends"], "data"),
    trend_comparison: [topic, { name: "column", holds: "text" }, ...measures],
    account_usage: listed(account["account-usage"], "series"),
  };
}

/** Returns the type of a column from its name: the core has dates and times as text. */
function columnKind(name, holds) {
  if (holds === "date" || (holds === "text" && name.endsWith("_date"))) return "date";
  if (holds === "text" && name === "month") return "month";
  if (holds === "text" && name.endsWith("_at")) return "time";
  if (["text", "number", "whole", "flag"].includes(holds)) return holds;
  if (holds.one_of) return "text";
  if (holds === "texts" || holds.list || holds.objects) return "list";
  if (holds === "numbers" || holds === "named_texts") return "map";
  throw new Failure(`the columns of rows know no ${JSON.stringify(holds)} (${name})`);
}

/** Returns the columns of rows. Nested objects become columns with both names. */
export function columnsSource(description) {
  const columnsOf = (members, prefix = "") =>
    members.flatMap(({ name, holds }) =>
      holds.object ? columnsOf(holds.object, `${prefix}${name}_`) : [[`${prefix}${name}`, columnKind(name, holds)]],
    );
  const all = Object.entries(rowsOf(description)).map(([name, members]) => {
    const lines = columnsOf(members)
      .filter(([column]) => column !== "object")
      .map(([column, kind]) => `        ${literal(column)}: ${literal(kind)},\n`);
    return `    ${literal(name)}: {\n${lines.join("")}    },\n`;
  });
  return `COLUMNS: dict[str, dict[str, str]] = {\n${all.join("")}}\n`;
}

/**
 * Returns Unicode's letters and digits beyond ASCII, as the core classifies them: the bounds of each range, the second
 * exclusive.
 */
export function lettersSource({ letters }) {
  const bounds = letters.flatMap(([first, last]) => [first, last + 1]);
  const lines = Array.from(
    { length: Math.ceil(bounds.length / 16) },
    (_, at) => `    ${bounds.slice(at * 16, at * 16 + 16).join(", ")},\n`,
  );
  return `# A code point is a letter when an odd number of these is not above it.\nBOUNDS: tuple[int, ...] = (\n${lines.join("")})\n`;
}
