// Collects one problem of each kind from the edge, by requests that violate a rule and by parts that fail.
import { changeAccount, brand, createAccount, createToken, expectOk, fetchAs } from "../../support/account.mjs";
import { ask, send } from "../../support/client.mjs";
import { createKey, operate } from "../../edge/harness.mjs";
import { createReport } from "../../support/reports.mjs";
import { requestWebhook } from "../../support/webhooks.mjs";
import { broken, expired, underway } from "./reports.mjs";

const MONTH = { from: "2026-10-01", to: "2026-10-31" };
const AGGREGATE = { index: "siv_business_ideas", group_by: "brand_name" };
const SECTOR = { brands: [{ label: "Velunara", terms: ["velunara"] }], from_date: "2025-11-01", to_date: "2026-10-31" };
const REPORT = { type: "trends", formats: ["csv"], ...MONTH };

/** Requests that violate a rule, by the code of the problem. */
const REFUSED = {
  invalid_json: ({ edge }) => ask(edge, "aggregate", '{"index":"siv_info",'),
  invalid_type: ({ edge }) => ask(edge, "aggregate", { ...AGGREGATE, filters: { category: null } }),
  missing_field: ({ edge }) => ask(edge, "aggregate", { index: "siv_info" }),
  unknown_field: ({ edge }) => ask(edge, "aggregate", { ...AGGREGATE, limit: 5 }),
  value_not_allowed: ({ edge }) => ask(edge, "aggregate", { ...AGGREGATE, filters: { platform: "YouTube" } }),
  field_not_allowed: ({ edge }) => ask(edge, "aggregate", { index: "siv_info", group_by: "brand_name" }),
  limit_violation: ({ edge }) => ask(edge, "aggregate", { ...AGGREGATE, size: 51 }),
  invalid_query: ({ edge }) => ask(edge, "search", { index: "siv_info", q: 'retinol "night cream' }),
  window_too_long: ({ edge }) => ask(edge, "sector", { ...SECTOR, from_date: "2024-01-01" }),
  invalid_date: ({ edge }) => ask(edge, "sector", { ...SECTOR, to_date: "2026-02-30" }),
  invalid_range: ({ edge }) => ask(edge, "sector", { ...SECTOR, from_date: "2026-11-01" }),
  duplicate_value: ({ edge }) => ask(edge, "co-mentions", { values: ["Velunara", "Velunara"] }),
  unknown_parameter: ({ edge, account }) => fetchAs(edge, account, "/v1/mentions?limt=3"),
  invalid_url: ({ edge, account }) => requestWebhook(edge, account, { url: "https://intranet/hook", events: ["*"] }),
  invalid_cursor: ({ edge, account }) => fetchAs(edge, account, "/v1/mentions?cursor=abc"),
  cursor_query_mismatch: async ({ edge, account }) => {
    const { next_cursor: cursor } = expectOk(await fetchAs(edge, account, "/v1/mentions?limit=1"));
    return fetchAs(edge, account, `/v1/mentions?brand=Borealume&cursor=${cursor}`);
  },
  invalid_header: ({ edge, account, target }) =>
    requestWebhook(edge, account, target("once"), { "Idempotency-Key": "short" }),
  not_found: ({ edge, account }) => fetchAs(edge, account, "/v1/mentions/men_0000000000"),
  not_acceptable: ({ edge }) => ask(edge, "aggregate", AGGREGATE, { headers: { Accept: "text/html" } }),
  payload_too_large: ({ edge }) => ask(edge, "aggregate", " ".repeat(70_000)),
  unsupported_media_type: ({ edge }) =>
    ask(edge, "aggregate", AGGREGATE, { headers: { "Content-Type": "text/plain" } }),
  idempotency_key_reused: async ({ edge, account, target }) => {
    const key = { "Idempotency-Key": "8d0f6a52-5a0e-4f6b-9c1e-3d1c8a7b2f40" };
    expectOk(await requestWebhook(edge, account, target("once"), key));
    return requestWebhook(edge, account, target("again"), key);
  },
  webhook_exists: ({ edge, account, target }) => requestWebhook(edge, account, target("once")),
};

/** Requests without access. */
const KEPT_OUT = {
  missing_credentials: ({ edge }) => send(edge, "/v1/schema"),
  missing_token: ({ edge }) => send(edge, "/v1/account"),
  invalid_credentials: ({ edge }) => send(edge, "/v1/schema", { headers: { "X-API-Key": "ohk_live_mistyped" } }),
  invalid_token: ({ edge }) => fetchAs(edge, { token: "oht_live_mistyped" }, "/v1/account"),
  insufficient_scope: ({ page }) => page("/v1/schema"),
  origin_not_allowed: ({ page }) => page("/v1/schema", "https://elsewhere.example"),
  plan_upgrade_required: async ({ edge, account }) =>
    fetchAs(edge, { token: (await createToken(edge, account, { plan: "starter" })).secret }, "/v1/trends"),
  account_suspended: async ({ edge }) => {
    const suspended = await createAccount(edge);
    await changeAccount(edge, suspended, { status: "suspended" });
    return fetchAs(edge, suspended, "/v1/account");
  },
  https_required: async ({ edge }) => {
    const response = await edge.mf.dispatchFetch("http://insights.example.com/v1/schema", {
      headers: { "x-break": "away" },
    });
    return { status: response.status, json: await response.json() };
  },
};

/** Requests beyond a limit. */
const USED_UP = {
  rate_limited: ({ edge }) => twice(edge, "one-a-minute", ["--per-minute", "1"]),
  quota_exceeded: ({ edge }) => twice(edge, "one-a-month", ["--per-minute", "100", "--per-month", "1"]),
  limit_reached: async ({ edge, account, target }) => {
    for (let at = 1; ; at++) {
      const answer = await requestWebhook(edge, account, target(`${at}`));
      if (answer.status !== 201) return answer;
    }
  },
};

async function twice(edge, plan, limits) {
  await operate(edge, ["plans", "set", plan, "--face", "data", ...limits]);
  const { secret } = await createKey(edge, { plan });
  await ask(edge, "aggregate", AGGREGATE, { secret });
  return ask(edge, "aggregate", AGGREGATE, { secret });
}

/** Downloads of missing and expired files. */
const REPORTS = {
  report_not_ready: ({ edge, account }) => fileOf(edge, account, underway),
  report_failed: ({ edge, account }) => fileOf(edge, account, broken),
  report_expired: ({ edge, account }) => fileOf(edge, account, expired),
  range_not_satisfiable: async ({ edge, account }) => {
    const { id } = await createReport(edge, account, REPORT);
    return fetchAs(edge, account, `/v1/reports/${id}/download`, { headers: { Range: "bytes=1000000-" } });
  },
};

const fileOf = async (edge, account, report) =>
  fetchAs(edge, account, `/v1/reports/${await report(edge, account, REPORT)}/download`);

/** Requests to a part that fails or is too slow. */
const BROKEN = {
  backend_unavailable: ({ edge }) =>
    ask(edge, "aggregate", { ...AGGREGATE, filters: { components: "niacinamide" } }, { headers: { "x-break": "DB" } }),
  query_timeout: ({ edge }) =>
    ask(edge, "aggregate", { ...AGGREGATE, filters: { components: "squalane" } }, { headers: { "x-break": "slow" } }),
  view_preparing: async ({ edge }) =>
    fetchAs(edge, await createAccount(edge, { brands: [brand("Slow")] }), "/v1/sentiment"),
};

/** Names of problems that differ from their code: the same codes for the other interface. */
export const CODES = { missing_token: "missing_credentials", invalid_token: "invalid_credentials" };

/**
 * Returns the bodies of all problems, by their names.
 * @param asked the `edge`, an `account`, a `page` with a browser token, and the `target` of webhooks
 */
export async function askProblems(asked) {
  const kinds = { ...REFUSED, ...KEPT_OUT, ...USED_UP, ...REPORTS };
  // These requests wait, while the others are sent.
  const slow = Promise.all(Object.entries(BROKEN).map(async ([name, provoke]) => [name, await provoke(asked)]));
  const answers = [];
  for (const [name, provoke] of Object.entries(kinds)) answers.push([name, await provoke(asked)]);
  return Object.fromEntries(
    [...answers, ...(await slow)].map(([name, { status, json }]) => {
      if (json?.code !== (CODES[name] ?? name)) throw new Error(`${name}: ${status} ${JSON.stringify(json)}`);
      return [name.replaceAll("_", "-"), json];
    }),
  );
}
