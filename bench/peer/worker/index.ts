import { Hono, type Context } from "hono";
import type * as z from "zod";
import { authenticate } from "./auth.ts";
import { LIMITS } from "./catalogue.ts";
import { aggregate } from "./ops/aggregate.ts";
import { coMentions } from "./ops/co-mentions.ts";
import { datasetVersion, schema } from "./ops/schema.ts";
import { creators, search } from "./ops/search.ts";
import { sector } from "./ops/sector.ts";
import { Problem } from "./problem.ts";
import { meter } from "./quota.ts";
import {
  aggregateSchema,
  check,
  coMentionsSchema,
  creatorsSchema,
  searchSchema,
  sectorSchema,
  type Aggregate,
  type CoMentions,
  type Creators,
  type Search,
  type Sector,
} from "./schemas.ts";
import { Db, type AppEnv } from "./types.ts";

const app = new Hono<AppEnv>();
type C = Context<AppEnv>;

const POSTS = ["aggregate", "search", "creators", "co-mentions", "sector"];
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const requestId = () => `req_${[...crypto.getRandomValues(new Uint8Array(12))].map((b) => ALPHABET[b & 31]).join("")}`;

// ------------------------------------------------------------------------------------------ common to all answers
function finish(c: C, res: Response) {
  const h = res.headers;
  h.set("X-Request-Id", c.get("requestId"));
  h.set("X-API-Version", "1.0.0");
  h.set("X-Quota-Charged", String(res.status >= 200 && res.status < 300 && c.req.path !== "/v1/schema"));
  h.set("Vary", "Authorization, X-API-Key, Accept");
  h.set("X-Content-Type-Options", "nosniff");
  h.set("Strict-Transport-Security", "max-age=31536000");
  if (!h.has("Cache-Control")) h.set("Cache-Control", "no-store");
  for (const [k, v] of Object.entries(c.get("rate") ?? {})) h.set(k, v);
  if (c.get("cost") !== undefined) h.set("X-Query-Cost", String(c.get("cost")));
  if (c.get("cache")) h.set("X-Cache", c.get("cache")!);
  h.set("X-Rows-Read", String(c.get("db")?.rowsRead ?? 0));
}

function problem(c: C, p: Problem): Response {
  const res = new Response(JSON.stringify(p.body(c.get("requestId"))), {
    status: p.status,
    headers: { "Content-Type": "application/problem+json", ...p.headers },
  });
  finish(c, res);
  return res;
}

app.onError((err, c) => {
  if (err instanceof Problem) return problem(c, err);
  console.error(err);
  if (/^D1_|^KV /.test(err.message))
    return problem(
      c,
      Problem.of(503, "backend_unavailable", "The data backend is temporarily unavailable.", null, {
        "Retry-After": "2",
      }),
    );
  return problem(c, Problem.of(500, "internal_error", "Internal error."));
});
app.notFound((c) => problem(c as C, Problem.of(404, "not_found", "No such path.")));

app.use(async (c, next) => {
  c.set("requestId", requestId());
  await next();
});

// path 404 (router) -> method 405 -> key -> size -> type -> burst and quota
app.use("/v1/:operation", async (c, next) => {
  const op = c.req.param("operation");
  if (!POSTS.includes(op) && op !== "schema") return next();
  const allowed = op === "schema" ? "GET" : "POST";
  if (c.req.method !== allowed)
    throw Problem.of(405, "method_not_allowed", `Method ${c.req.method} is not allowed. Allowed: [${allowed}]`, null, {
      Allow: allowed,
    });
  const caller = await authenticate(c.env, c.req.header("X-API-Key"));
  c.set("caller", caller);
  if (allowed === "POST") {
    if (Number(c.req.header("Content-Length") ?? 0) > LIMITS.body)
      throw Problem.of(413, "payload_too_large", "body must be at most 65536 bytes.");
    if (!/^application\/json\b/i.test(c.req.header("Content-Type") ?? ""))
      throw Problem.of(415, "unsupported_media_type", "Content-Type must be application/json.", "header:Content-Type");
  }
  const { headers, charge } = await meter(c.env, c.executionCtx, caller);
  c.set("rate", headers);
  c.set("charge", charge);
  c.set("db", new Db(c.env.DB));
  await next();
});

// ------------------------------------------------------------------------------------------ results seen lately
const TTL = 60_000,
  MAX_ENTRIES = 1000;
const results = new Map<string, { until: number; body: string }>();

async function answer(
  c: C,
  op: string,
  request: unknown,
  size: number,
  run: () => Promise<unknown>,
): Promise<Response> {
  const use = c.env.RESULT_CACHE !== "off";
  const key = use ? `${await datasetVersion(c.get("db"))}|${op}|${size}|${canonical(request)}` : "";
  const hit = use ? results.get(key) : undefined;
  let body: string;
  if (hit && hit.until > Date.now()) {
    c.set("cache", "hit");
    body = hit.body;
  } else {
    body = JSON.stringify(await run());
    if (use) {
      c.set("cache", "miss");
      results.delete(key);
      results.set(key, { until: Date.now() + TTL, body });
      if (results.size > MAX_ENTRIES) results.delete(results.keys().next().value!);
    }
  }
  c.get("charge")?.();
  const res = new Response(body, { headers: { "Content-Type": "application/json" } });
  finish(c, res);
  return res;
}
function canonical(v: unknown): string {
  return JSON.stringify(v, (_, x) =>
    x && typeof x === "object" && !Array.isArray(x)
      ? Object.fromEntries(Object.entries(x).sort(([a], [b]) => (a < b ? -1 : 1)))
      : x,
  );
}

async function read<T extends z.ZodType>(c: C, schema: T, keys: string[]): Promise<z.output<T>> {
  const text = await c.req.text();
  if (text.length > LIMITS.body) throw Problem.of(413, "payload_too_large", "body must be at most 65536 bytes.");
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw Problem.of(400, "invalid_json", "body must be valid JSON.", "");
  }
  return check(schema, body, keys);
}
const capped = (c: C, size: number) => Math.min(size, c.get("caller").key.access_level === "raw" ? 50 : 10);

// ------------------------------------------------------------------------------------------ the six operations
app.post("/v1/aggregate", async (c) => {
  const body = (await read(c, aggregateSchema, [
    "index",
    "group_by",
    "metric",
    "filters",
    "size",
    "order",
  ])) as Aggregate;
  c.set("cost", 10);
  return answer(c, "aggregate", body, body.size, () => aggregate(c.get("db"), body));
});
app.post("/v1/search", async (c) => {
  const body = (await read(c, searchSchema, ["index", "filters", "q", "sort_field", "sort_order", "size"])) as Search;
  const size = capped(c, body.size);
  c.set("cost", 10 + size);
  return answer(c, "search", body, size, () => search(c.get("db"), body, size));
});
app.post("/v1/creators", async (c) => {
  const body: Creators = await read(c, creatorsSchema, ["filters", "sort_field", "sort_order", "size"]);
  const size = capped(c, body.size);
  c.set("cost", 10 + size);
  return answer(c, "creators", body, size, () => creators(c.get("db"), body, size));
});
app.post("/v1/co-mentions", async (c) => {
  const body: CoMentions = await read(c, coMentionsSchema, ["values", "index", "field", "group_by", "size"]);
  c.set("cost", 10 + 2 * body.values.length);
  return answer(c, "co-mentions", body, body.size, () => coMentions(c.get("db"), body));
});
app.post("/v1/sector", async (c) => {
  const body: Sector = await read(c, sectorSchema, ["brands", "from_date", "to_date"]);
  const months =
    (+body.to_date.slice(0, 4) - +body.from_date.slice(0, 4)) * 12 +
    (+body.to_date.slice(5, 7) - +body.from_date.slice(5, 7)) +
    1;
  c.set("cost", 10 + body.brands.length * months);
  return answer(c, "sector", body, 0, () => sector(c.get("db"), body));
});

const schemas = new Map<string, { body: string; etag: string }>();
app.get("/v1/schema", async (c) => {
  c.set("cost", 0);
  const key = `${await datasetVersion(c.get("db"))}|${JSON.stringify(c.get("caller").plan)}`;
  let s = schemas.get(key);
  if (!s) {
    const body = JSON.stringify(await schema(c.get("db"), c.get("caller")));
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body))).subarray(
      0,
      16,
    );
    const etag = `"${btoa(String.fromCharCode(...digest))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "")}"`;
    schemas.set(key, (s = { body, etag }));
  }
  const same = c.req.header("If-None-Match") === s.etag;
  const res = new Response(same ? null : s.body, {
    status: same ? 304 : 200,
    headers: { "Content-Type": "application/json", ETag: s.etag, "Cache-Control": "private, max-age=300" },
  });
  finish(c, res);
  return res;
});

export default app;
