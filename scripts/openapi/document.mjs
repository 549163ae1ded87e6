// The OpenAPI 3.1 document of both interfaces, made of what the core says of itself.
import { readFileSync } from "node:fs";
import { inRoot } from "../project.mjs";
import { WITHOUT_META, answerSchemas } from "./answers.mjs";
import { documentPaths } from "./documents.mjs";
import { accountBodies, dataBodies, tokenBody } from "./requests.mjs";
import { headerComponents, headers, operationId, problemResponses, problems } from "./responses.mjs";
import { Schemas, reference } from "./schemas.mjs";

const WRAPPED = 'application/json;profile="wrapped"';
const PLANS = ["starter", "professional", "enterprise"];
/** The names of reads that would be those of what they read. */
const IDS = {
  mentions: "listMentions", mention: "getMention", "mention-stats": "getMentionStats", sentiment: "getSentiment", "sentiment-timeline": "getSentimentTimeline",
  "sentiment-breakdown": "getSentimentBreakdown", influencers: "listInfluencers", influencer: "getInfluencer", "influencer-mentions": "listInfluencerMentions",
  trends: "listTrends", "emerging-trends": "listEmergingTrends", "trend-comparison": "compareTrends", report: "getReport", webhooks: "listWebhooks",
  account: "getAccount", "account-usage": "getAccountUsage", schema: "getSchema",
};

/** @param description what overheard-describe prints */
export function openapi(description) {
  const schemas = new Schemas();
  const bodies = new Map([...dataBodies(description, schemas), ...accountBodies(description, schemas)]);
  const token = tokenBody(description, schemas);
  const answers = answerSchemas(description, schemas);
  const responses = problemResponses(description, schemas);
  const paths = {};
  const add = (path, method, operation) => ((paths[path.replace(":id", "{id}")] ??= {})[method.toLowerCase()] = operation);
  for (const one of description.data) add(one.path, one.method, operation(one, "Data API"));
  for (const one of description.account) add(one.path, one.method, operation(one, "Account API"));
  add(description.browser_tokens.path, description.browser_tokens.method, tokens());
  Object.assign(paths, documentPaths(headers));
  const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  return {
    openapi: "3.1.0",
    info: {
      title: "Overheard", version,
      description: "Read-only insights over a dataset of mentions in public video: brands, tone, topics, creators. The Data API takes a key in `X-API-Key`, the Account API a token in `Authorization: Bearer`.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The deployment that is asked." }],
    tags: [
      { name: "Data API", description: "Questions about the whole dataset, with a key." },
      { name: "Account API", description: "Questions about the brands of an account, with an API token." },
      { name: "Browser tokens", description: "Short-lived credentials for pages." },
      { name: "Documents", description: "What describes the service, for everybody." },
    ],
    paths,
    webhooks: webhooks(description, schemas),
    components: {
      schemas: schemas.all(), responses, headers: headerComponents(),
      parameters: {
        Prefer: { name: "Prefer", in: "header", description: "`meta`: the answer also has `_meta`.", schema: { type: "string", enum: ["meta"] } },
        IfNoneMatch: { name: "If-None-Match", in: "header", description: "The `ETag` of an answer that the client has: 304 if it is still good.", schema: { type: "string" } },
        IdempotencyKey: { name: "Idempotency-Key", in: "header", description: "Names the request, so that it is done once within 24 hours.", schema: { type: "string", minLength: 8, maxLength: 255, pattern: "^[!-~]+$" } },
      },
      securitySchemes: {
        dataKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "A key of the Data API: `ohk_…`." },
        accountToken: { type: "http", scheme: "bearer", description: "A token of the Account API: `oht_…`." },
        browserToken: { type: "http", scheme: "bearer", description: "A browser token, `ohb_…`, from the origin that it was made for." },
      },
    },
  };

  function operation(one, tag) {
    const isData = tag === "Data API";
    const body = bodies.get(one.name);
    const hasForms = isData;
    const isTagged = one.cache_control !== "no-store";
    const isFile = one.name === "download-report";
    const hasMeta = isData || !WITHOUT_META.test(one.name);
    const named = (name) => ({ $ref: `#/components/parameters/${name}` });
    const parameters = [
      ...Object.entries(one.parameters?.properties ?? {}).map(([name, schema]) => parameter(name, schema, one)),
      ...(hasMeta ? [named("Prefer")] : []),
      ...(isTagged ? [named("IfNoneMatch")] : []),
      ...(one.has_location ? [named("IdempotencyKey")] : []),
    ];
    const statuses = [400, 401, 403, ...(one.path.includes(":id") ? [404] : []), ...(one.status === 204 ? [] : [406]), ...(one.has_location || isFile ? [409] : []), ...(isFile ? [410] : []), ...(body ? [413, 415] : []), ...(one.has_location ? [422] : []), 429, 500, 503];
    return {
      operationId: IDS[one.name] ?? operationId(one.name), tags: [tag], summary: one.description,
      security: isData ? [{ dataKey: [] }, { browserToken: [] }] : [{ accountToken: [] }, { browserToken: [] }],
      "x-cost": one.cost, "x-plans": isData ? null : PLANS.slice(PLANS.indexOf(one.plan)),
      ...(parameters.length > 0 && { parameters }),
      ...(body && { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
      responses: { [one.status]: good(one, { hasForms, isTagged, isFile }), ...(isTagged && { 304: { description: "The client has it already.", headers: headers("ETag") } }), ...problems(...statuses) },
    };
  }

  function good(one, { hasForms, isTagged, isFile }) {
    const limits = ["Cache-Control", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];
    const more = headers(...limits, ...(isTagged ? ["ETag"] : []), ...(one.has_location ? ["Location"] : []), ...(one.answer === "ListPage" ? ["Link"] : []));
    if (one.status === 204) return { description: "It is removed.", headers: more };
    const file = { "application/pdf": { schema: { type: "string", format: "binary" } }, "text/csv": { schema: { type: "string" } } };
    const { flat, wrapped } = answers.get(one.name) ?? {};
    const content = isFile ? file : { "application/json": { schema: flat }, ...(hasForms && { [WRAPPED]: { schema: wrapped } }) };
    return { description: one.description, headers: more, content };
  }

  function parameter(name, { description: about, oneOf, ...schema }, one) {
    if (name === "id") return { name, in: "path", required: true, description: about, schema };
    const list = oneOf?.find(({ type }) => type === "array");
    const held = list ? { ...list, items: list.items.type === "string" && !list.items.pattern ? { ...list.items, pattern: "^[^,]+$" } : list.items } : schema;
    const required = one.parameters.required?.includes(name);
    return { name, in: "query", description: list ? `${about} Several: repeated, or with commas.` : about, ...(required && { required }), ...(list && { style: "form", explode: true }), schema: list ? { ...held, minItems: 1 } : held };
  }

  function tokens() {
    const text = { type: "string" };
    const answer = schemas.add("BrowserToken", {
      type: "object", required: ["token", "expires_at", "origin", "operations", "filters"],
      properties: { token: text, expires_at: { type: "string", format: "date-time" }, origin: text, operations: { type: "array", items: text }, filters: { type: ["object", "null"], additionalProperties: true } },
    });
    return {
      operationId: "createBrowserToken", tags: ["Browser tokens"], summary: "Make a short-lived token for a page", "x-cost": "0",
      security: [{ dataKey: [] }, { accountToken: [] }],
      requestBody: { required: true, content: { "application/json": { schema: token } } },
      responses: { 201: { description: "The token.", headers: headers("Cache-Control"), content: { "application/json": { schema: answer } } }, ...problems(400, 401, 403, 413, 415, 429, 500, 503) },
    };
  }
}

/** What is delivered to webhooks: an envelope, and data by the type of the event. */
function webhooks({ events }, schemas) {
  const text = { type: "string" };
  return Object.fromEntries(events.map((type) => {
    const name = `${type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter) => letter.toUpperCase())}Event`;
    const properties = { id: text, type: { const: type }, timestamp: { type: "string", format: "date-time" }, api_version: text, account_id: text, data: { type: "object", additionalProperties: true } };
    schemas.add(name, { type: "object", required: Object.keys(properties), properties });
    return [type, {
      post: {
        operationId: `on${name}`, tags: ["Account API"], summary: `The event ${type}`, security: [],
        parameters: ["webhook-id", "webhook-timestamp", "webhook-signature"].map((header) => ({ name: header, in: "header", required: true, description: "As Standard Webhooks has it.", schema: text })),
        requestBody: { required: true, content: { "application/json": { schema: reference(name) } } },
        responses: { "2XX": { description: "It arrived." } },
      },
    }];
  }));
}
