// The OpenAPI operations of both interfaces, and the operation that creates browser tokens.
import { answersExamples, bodyExamples, parameterExample } from "./examples.mjs";
import { LIMITS, headers } from "./headers.mjs";
import { links } from "./links.mjs";
import { problems } from "./responses.mjs";
import { pascal } from "./schemas.mjs";
import { WITHOUT_META } from "./answers.mjs";

const JSON_TYPE = "application/json";
const WRAPPED = 'application/json;profile="wrapped"';
/** The standard plans, the smallest first. */
export const PLANS = {
  "Data API": ["trial", "starter", "professional", "enterprise"],
  "Account API": ["starter", "professional", "enterprise"],
};
/** Operation ids of reads whose default id would equal the name of their result. */
const IDS = {
  mentions: "listMentions",
  mention: "getMention",
  "mention-stats": "getMentionStats",
  sentiment: "getSentiment",
  "sentiment-timeline": "getSentimentTimeline",
  "sentiment-breakdown": "getSentimentBreakdown",
  influencers: "listInfluencers",
  influencer: "getInfluencer",
  "influencer-mentions": "listInfluencerMentions",
  trends: "listTrends",
  "emerging-trends": "listEmergingTrends",
  "trend-comparison": "compareTrends",
  report: "getReport",
  webhooks: "listWebhooks",
  account: "getAccount",
  "account-usage": "getAccountUsage",
  schema: "getSchema",
};

/** The header with the file name of a table. JSON does not have it. */
const TABLE_NAME = { description: "The name of the file of a table.", schema: { type: "string" } };

const operationId = (name) => IDS[name] ?? pascal(name).replace(/^./, (letter) => letter.toLowerCase());

/** Request headers that several operations accept. */
export const PARAMETERS = {
  Prefer: {
    name: "Prefer",
    in: "header",
    description: "`meta`: the answer also has `_meta` (RFC 7240). Other preferences are passed over.",
    schema: { type: "string" },
    examples: { meta: { value: "meta" } },
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The `ETag` of an answer that the client has: 304 if it is still good.",
    schema: { type: "string" },
  },
  Range: {
    name: "Range",
    in: "header",
    description: "One range of bytes of the file, to resume a download. Several ranges are passed over.",
    schema: { type: "string", pattern: "^bytes=(\\d+-\\d*|-\\d+)$" },
  },
  IfRange: {
    name: "If-Range",
    in: "header",
    description: "The `ETag` of the file that the range belongs to. The whole file is sent if it has changed.",
    schema: { type: "string" },
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: "Names the request, so that it is done once within 24 hours.",
    schema: { type: "string", minLength: 8, maxLength: 255, pattern: "^[!-~]+$" },
  },
};
const named = (name) => ({ $ref: `#/components/parameters/${name}` });

/**
 * Returns the paths of all operations in the core's description.
 * @param made the `bodies` and `answers` as schemas, by operation, and those of `tokens`
 */
export function operationPaths({ data, account, browser_tokens, changelog }, { bodies, answers, tokens }) {
  const paths = {};
  const ends = new Set(changelog.deprecations.map(({ operation }) => operation));
  const add = ({ path, method }, operation) =>
    ((paths[path.replace(":id", "{id}")] ??= {})[method.toLowerCase()] = operation);
  for (const one of data) add(one, operation(one, "Data API"));
  for (const one of account) add(one, operation(one, "Account API"));
  add(browser_tokens, tokenOperation(tokens));
  return paths;

  function operation(one, tag) {
    const is = traits(one, tag);
    const body = bodies.get(one.name);
    const parameters = [
      ...Object.entries(one.parameters?.properties ?? {}).map(([name, schema]) => parameter(name, schema, one)),
      ...(is.metaAware ? [named("Prefer")] : []),
      ...(is.tagged ? [named("IfNoneMatch")] : []),
      ...(one.has_location ? [named("IdempotencyKey")] : []),
      ...(is.file ? [named("Range"), named("IfRange")] : []),
    ];
    return {
      operationId: operationId(one.name),
      tags: [tag],
      summary: one.description,
      ...(ends.has(one.name) && { deprecated: true }),
      security:
        tag === "Data API" ? [{ dataKey: [] }, { browserToken: [] }] : [{ accountToken: [] }, { browserToken: [] }],
      "x-cost": one.cost,
      "x-plans": PLANS[tag].slice(Math.max(0, PLANS[tag].indexOf(one.plan))),
      ...(parameters.length > 0 && { parameters }),
      ...(body && {
        requestBody: { required: true, content: { [JSON_TYPE]: { schema: body, ...bodyExamples(one.name) } } },
      }),
      responses: {
        [one.status]: good(one, is),
        ...(is.file && { 206: rangeOf(good(one, is)) }),
        ...(is.tagged && { 304: { description: "The client has it already.", headers: headers("ETag", ...LIMITS) } }),
        ...problems(...refusals(one, is, body)),
      },
    };
  }

  function good(one, is) {
    const told = headers(
      ...LIMITS,
      ...(is.tagged ? ["ETag"] : []),
      ...(is.kept ? ["X-Cache"] : []),
      ...(is.metaAware ? ["Preference-Applied"] : []),
      ...(is.hinted ? ["X-Hint"] : []),
      ...(is.cut ? ["X-Size-Applied"] : []),
      ...(one.has_location ? ["Location", "Idempotency-Replayed"] : []),
      ...(one.answer === "ListPage" ? ["Link"] : []),
      ...(is.file ? ["Content-Disposition", "Repr-Digest", "Accept-Ranges"] : []),
      ...(one.name === "report" ? ["Retry-After"] : []),
    );
    if (one.columns) told["Content-Disposition"] = TABLE_NAME;
    if (one.status === 204) return { description: "It is removed.", headers: told };
    return { description: one.description, headers: told, content: content(one, is), ...links(operationId(one.name)) };
  }

  function content(one, is) {
    const examples = answersExamples(one.name);
    if (is.file) {
      const only = (name) => ({ examples: { [name]: examples.flat.examples[name] } });
      return {
        "application/pdf": { schema: { type: "string", format: "binary" } },
        "text/csv": { schema: { type: "string" }, ...only("csv") },
        "application/x-ndjson": { schema: { type: "string" }, ...only("ndjson") },
        "application/vnd.apache.parquet": { schema: { type: "string", format: "binary" } },
      };
    }
    const { flat, wrapped } = answers.get(one.name);
    return {
      [JSON_TYPE]: { schema: flat, ...examples.flat },
      ...(wrapped && { [WRAPPED]: { schema: wrapped, ...examples.wrapped } }),
      ...tables(one.columns),
    };
  }
}

/** Returns the response to a request for a range of a file, from the one with the whole file. */
const rangeOf = ({ headers: told, content }) => ({
  description: "A range of the file.",
  headers: { ...told, ...headers("Content-Range") },
  content: Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }])),
});

/** Returns the formats of an operation's table. A search has columns by index. */
function tables(columns) {
  if (!columns) return {};
  const list = (names) => names.map((name) => `\`${name}\``).join(", ");
  const described = Array.isArray(columns)
    ? list(columns)
    : Object.entries(columns)
        .map(([index, names]) => `${list(names)} (\`${index}\`)`)
        .join("; ");
  const text = (description) => ({ schema: { type: "string", description } });
  return {
    "text/csv": text(`CSV (RFC 4180) with a header row. Columns: ${described}.`),
    "application/x-ndjson": text("One JSON object per line."),
  };
}

/** Returns the traits of an operation that determine its headers and parameters. */
function traits({ name, method, cache_control, parameters }, tag) {
  const isData = tag === "Data API";
  return {
    metaAware: isData || !WITHOUT_META.test(name),
    tagged: cache_control !== "no-store",
    kept: isData ? method === "POST" : !WITHOUT_META.test(name),
    hinted: isData ? method === "POST" : Boolean(parameters?.properties.q),
    cut: name === "search" || name === "creators",
    file: name === "download-report",
  };
}

/** Returns the statuses of an operation's possible errors. */
const refusals = ({ path, status, has_location: makes }, is, body) => [
  400,
  401,
  403,
  ...(path.includes(":id") ? [404] : []),
  ...(status === 204 ? [] : [406]),
  ...(makes || is.file ? [409] : []),
  ...(is.file ? [410] : []),
  ...(body ? [413, 415] : []),
  ...(is.file ? [416] : []),
  ...(makes ? [422] : []),
  429,
  500,
  503,
];

/** A value of a list as it is sent: without commas, or in quotation marks. */
const LIST_VALUE = '^([^,"-][^,]*|-[^,"][^,]*|-?"([^"]|"")+")$';
const QUOTING = 'A value with a comma is quoted: `"a, b"`, with two quotation marks for one.';

/** Returns a query parameter. One that accepts several values is an array. */
function parameter(name, { description, oneOf, ...schema }, { name: operation, parameters }) {
  const example = parameterExample(operation, name);
  if (name === "id") return { name, in: "path", required: true, description, schema, ...example };
  const list = oneOf?.find(({ type }) => type === "array");
  const required = parameters.required?.includes(name) && { required: true };
  if (!list) return { name, in: "query", description, ...required, schema, ...example };
  // Commas separate values, and quotation marks enclose one. The pattern describes what is sent.
  const isFree = list.items.type === "string" && !list.items.pattern;
  const items = isFree ? { ...list.items, pattern: LIST_VALUE } : list.items;
  return {
    name,
    in: "query",
    description: `${description} Several: repeated, or with commas. ${isFree ? QUOTING : ""}`.trim(),
    ...required,
    style: "form",
    explode: true,
    schema: { ...list, items, minItems: Math.max(1, list.minItems) },
    ...example,
  };
}

/** Returns the operation that both interfaces share. */
const tokenOperation = ({ body, answer }) => ({
  operationId: "createBrowserToken",
  tags: ["Browser tokens"],
  summary: "Make a short-lived token for a page",
  "x-cost": "0",
  "x-plans": PLANS["Data API"],
  security: [{ dataKey: [] }, { accountToken: [] }],
  requestBody: { required: true, content: { [JSON_TYPE]: { schema: body, ...bodyExamples("create-browser-token") } } },
  responses: {
    201: {
      description: "The token.",
      headers: headers(...LIMITS),
      content: { [JSON_TYPE]: { schema: answer, ...answersExamples("create-browser-token").flat } },
    },
    ...problems(400, 401, 403, 413, 415, 429, 500, 503),
  },
});
