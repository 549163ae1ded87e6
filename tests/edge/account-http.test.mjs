// HTTP behaviour of the Account API: paths, methods, validators, caching and parameters.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { brand, createAccount, expectOk, fetchAs, withParameter } from "../support/account.mjs";
import { operator, send } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { eventually } from "../support/eventually.mjs";
import { assertProblem } from "../support/problem.mjs";

let edge;
let account;
let lists;
let analyses;
before(async () => {
  edge = await startServingEdge(demoData);
  account = await createAccount(edge, { brands: [brand("Quillovar"), brand("Isolanna")] });
  const [mention] = expectOk(await fetchAs(edge, account, "/v1/mentions?limit=1")).data;
  const influencer = `/v1/influencers/${mention.channel.influencer_id}`;
  lists = ["/v1/mentions", "/v1/influencers", `${influencer}/mentions`];
  analyses = [
    "mentions/stats",
    "sentiment",
    "sentiment/timeline",
    "sentiment/breakdown",
    "trends",
    "trends/emerging",
    "trends/compare?by=period",
    "_ext/explain-change",
  ].map((name) => `/v1/${name}`);
  analyses.push(`/v1/mentions/${mention.id}`, influencer);
});
after(() => edge?.stop());

/** Headers that differ between two responses to the same request. */
const OF_THE_MOMENT = [
  "x-request-id",
  "server-timing",
  "date",
  "ratelimit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-cache",
  "content-length",
  "transfer-encoding",
  "connection",
  "keep-alive",
];
const lasting = ({ headers }) => Object.fromEntries([...headers].filter(([name]) => !OF_THE_MOMENT.includes(name)));

test("an unknown path is 404 for every method", async () => {
  for (const path of [
    "/v1/mention",
    "/v1/mentions/",
    "/v1/mentions/stats/",
    "/v1/sentiment/timelines",
    "/v1/influencers/inf_0123456789/mention",
    "/v1/trends/compare/1",
    "/v1/accounts",
    "/v2/mentions",
  ]) {
    for (const method of ["GET", "POST", "DELETE"])
      assertProblem(await fetchAs(edge, account, path, { method }), "not_found");
  }
});

test("an unsupported method is 405, and Allow lists the supported ones", async () => {
  for (const address of [...lists, ...analyses, "/v1/account", "/v1/account/usage"]) {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const answer = await fetchAs(edge, account, address, { method });
      assertProblem(answer, "method_not_allowed");
      assert.deepEqual(
        answer.headers
          .get("allow")
          .split(",")
          .map((name) => name.trim())
          .sort(),
        ["GET", "HEAD"],
        `${method} ${address}`,
      );
    }
  }
});

test("HEAD has the headers of GET and no body", async () => {
  for (const address of [...lists, ...analyses, "/v1/account", "/v1/account/usage"]) {
    const [head, get] = [
      await fetchAs(edge, account, address, { method: "HEAD" }),
      await fetchAs(edge, account, address),
    ];
    assert.deepEqual([head.status, head.text], [200, ""], address);
    assert.deepEqual(lasting(head), lasting(get), address);
  }
  const missing = await fetchAs(edge, account, "/v1/mentions/men_0000000000", { method: "HEAD" });
  assert.deepEqual([missing.status, missing.text], [404, ""]);
});

test("lists may be stored but are revalidated, analyses are fresh for a minute, the account is not stored", async () => {
  const control = async (address) => (await fetchAs(edge, account, address)).headers.get("cache-control");
  for (const address of lists) assert.equal(await control(address), "private, no-cache", address);
  for (const address of analyses) assert.equal(await control(address), "private, max-age=60", address);
  for (const address of ["/v1/account", "/v1/account/usage"]) assert.equal(await control(address), "no-store", address);
  const refused = await fetchAs(edge, account, "/v1/mentions?nonsense=1");
  assert.deepEqual([refused.headers.get("cache-control"), refused.headers.get("etag")], ["no-store", null]);
});

test("every response has a strong validator that changes with the response only", async () => {
  const tags = new Set();
  for (const address of [...lists, ...analyses]) {
    const [first, again] = [await fetchAs(edge, account, address), await fetchAs(edge, account, address)];
    assert.match(first.headers.get("etag"), /^"[\w-]{22}"$/, address);
    assert.equal(again.headers.get("etag"), first.headers.get("etag"), address);
    assert.equal(again.headers.get("x-cache"), "hit", address);
    assert.equal(again.text, first.text);
    tags.add(first.headers.get("etag"));
  }
  assert.equal(tags.size, lists.length + analyses.length);
});

test("a matching validator is 304 without a body, and is not charged", async () => {
  const one = await createAccount(edge, { plan: "professional", brands: [brand("Quillovar"), brand("Isolanna")] });
  const used = async () => expectOk(await fetchAs(edge, one, "/v1/account")).usage.day.used;
  const leftOfDay = ({ headers }) => headers.get("ratelimit").match(/"day";r=(\d+)/)[1];
  let charged = 0;
  for (const address of [...lists, ...analyses]) {
    const { headers } = await fetchAs(edge, one, address);
    charged += 1;
    const etag = headers.get("etag");
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await fetchAs(edge, one, address, { headers: { "If-None-Match": known } });
      assert.deepEqual(
        [again.status, again.text, again.headers.get("x-quota-charged"), again.headers.get("x-query-cost")],
        [304, "", "false", "0"],
        `${known} ${address}`,
      );
      for (const name of ["etag", "cache-control", "vary", "link"])
        assert.equal(again.headers.get(name), headers.get(name), name);
      assert.equal(again.headers.get("content-type"), null);
      assert.equal(leftOfDay(again), leftOfDay({ headers }));
    }
    // A star lists no tag. Accepting it would compute every answer for a 304.
    for (const others of ['"other"', "*"]) {
      const other = await fetchAs(edge, one, address, { headers: { "If-None-Match": others } });
      assert.deepEqual([other.status, other.headers.get("x-quota-charged")], [200, "true"], others);
      charged += 1;
    }
  }
  // Refunds reach the meter after the response.
  await eventually(used, charged);
  const { rows } = expectOk(await operator(edge, "GET", `/accounts/${one.id}/usage`));
  const of = (status) => rows.filter((row) => row.status === status && !row.endpoint.startsWith("GET /v1/account"));
  const sum = (rows, member) => rows.reduce((total, row) => total + row[member], 0);
  assert.deepEqual(
    [sum(of("2xx"), "charged"), sum(of("3xx"), "requests"), sum(of("3xx"), "charged")],
    [charged, charged, 0],
  );
});

test("an Accept header that excludes JSON is 406", async () => {
  for (const Accept of [
    "text/html",
    "image/*",
    "application/json;q=0",
    "application/xml, text/plain",
    'application/json;profile="wrapped"',
  ]) {
    for (const address of ["/v1/mentions", "/v1/sentiment", "/v1/account"]) {
      assert.equal(
        assertProblem(await fetchAs(edge, account, address, { headers: { Accept } }), "not_acceptable").param,
        "header:Accept",
      );
    }
  }
  for (const Accept of ["*/*", "application/*", "application/json", "text/html, application/json;q=0.1"])
    expectOk(await fetchAs(edge, account, "/v1/sentiment", { headers: { Accept } }));
});

test("an unknown parameter is refused with a list of the known ones", async () => {
  for (const address of [...lists, ...analyses, "/v1/account/usage"]) {
    const body = assertProblem(
      await fetchAs(edge, account, withParameter(address, "plattform", "youtube")),
      "unknown_parameter",
    );
    assert.equal(body.param, "?plattform");
    // The endpoint for one mention has no parameters besides the id in the path.
    const allowed = body.allowed ?? [];
    assert.equal(allowed.length > 0, !/^\/v1\/mentions\/men_/.test(address), address);
    assert.ok(!allowed.includes("id"), address);
    assert.equal(body.did_you_mean, allowed.includes("platform") ? "platform" : undefined);
  }
  const { errors } = assertProblem(
    await fetchAs(edge, account, "/v1/mentions?limit=0&platform=radio&from=2026-02-30"),
    "limit_violation",
  );
  assert.deepEqual(
    errors.map(({ code, param }) => [code, param]),
    [
      ["limit_violation", "?limit"],
      ["value_not_allowed", "?platform"],
      ["invalid_date", "?from"],
    ],
  );
});

test("an id in a path accepts ids only", async () => {
  for (const prefix of ["/v1/mentions", "/v1/influencers"]) {
    for (const id of [
      "x",
      "men_",
      "men_0123456789ABCDEFGHJKMNPQRSTV",
      "inf_ilou000000",
      "men_0000000000&limit=1",
      "inf_0000000000&from=2026-01-01",
      "a+b",
      "%26",
      "%",
      "%ff",
      "..;",
      `inf_${"0".repeat(500)}`,
    ]) {
      const body = assertProblem(await fetchAs(edge, account, `${prefix}/${id}`), "not_found");
      assert.ok(body.message.length < 150, body.message);
    }
  }
  const [known] = expectOk(await fetchAs(edge, account, "/v1/mentions?limit=1")).data;
  assertProblem(await fetchAs(edge, account, `/v1/mentions/${known.id}&brand=Quillovar`), "not_found");
});

test("an id as a parameter is refused, whether or not it equals the one in the path", async () => {
  const [mention] = expectOk(await fetchAs(edge, account, "/v1/mentions?limit=1")).data;
  const influencer = mention.channel.influencer_id;
  const paths = {
    [`/v1/mentions/${mention.id}`]: mention.id,
    [`/v1/influencers/${influencer}`]: influencer,
    [`/v1/influencers/${influencer}/mentions`]: influencer,
    "/v1/mentions": mention.id,
  };
  for (const [path, id] of Object.entries(paths)) {
    for (const value of [id, "inf_0000000000", ""]) {
      const body = assertProblem(await fetchAs(edge, account, `${path}?id=${value}`), "unknown_parameter");
      assert.deepEqual([body.param, body.errors.length], ["?id", 1], path);
      assert.match(body.message, /^parameter 'id' is not allowed\.( Allowed: \[(?!.*\bid\b).*\])?$/);
    }
  }
});

test("numeric filters accept the full range, and a refusal names the limit", async () => {
  const most = Number.MAX_SAFE_INTEGER;
  const filters = {
    min_views: "/v1/sentiment",
    min_subscribers: "/v1/influencers",
    max_subscribers: "/v1/influencers",
    min_mentions: "/v1/influencers",
  };
  for (const [name, path] of Object.entries(filters)) {
    for (const value of [0, 2 ** 32, most]) expectOk(await fetchAs(edge, account, `${path}?${name}=${value}`));
    for (const value of ["-1", `${most + 1}`, "99999999999999999999"]) {
      const { message } = assertProblem(await fetchAs(edge, account, `${path}?${name}=${value}`), "limit_violation");
      assert.equal(message, `${name} must be between 0 and ${most}. Got ${value}.`);
    }
  }
  assert.equal(expectOk(await fetchAs(edge, account, `/v1/sentiment?min_views=${most}`)).meta.mentions, 0);
  assert.equal(
    expectOk(await fetchAs(edge, account, `/v1/influencers?max_subscribers=${most}&limit=100`)).data.every(
      ({ subscriber_count: count }) => count <= most,
    ),
    true,
  );
});

test("brands are compared in the order of the request, each once, by label or by id", async () => {
  const [quillovar, isolanna] = account.brands;
  const window = "from=2025-01-01&to=2026-04-30&topics=price";
  const compared = async (...brands) =>
    expectOk(await fetchAs(edge, account, `/v1/trends/compare?by=brand&brand=${brands.join(",")}&${window}`));
  const forth = await compared(quillovar.label, isolanna.label);
  const back = await compared(isolanna.label, quillovar.label);
  assert.deepEqual(
    forth.columns.map(({ key }) => key),
    ["Quillovar", "Isolanna"],
  );
  assert.deepEqual(back.columns, forth.columns.toReversed());
  assert.deepEqual(back.rows[0].volume, forth.rows[0].volume.toReversed());
  for (const brands of [
    [quillovar.id, isolanna.id],
    [quillovar.id, isolanna.label],
    [quillovar.label, isolanna.id],
  ]) {
    assert.deepEqual(await compared(...brands), forth, `${brands}`);
    assert.deepEqual(await compared(...brands.toReversed()), back, `${brands}`);
  }
  const twice = async (brands) =>
    assertProblem(
      await fetchAs(edge, account, `/v1/trends/compare?by=brand&brand=${brands}&${window}`),
      "duplicate_value",
    );
  assert.equal((await twice(`${quillovar.label},${quillovar.label}`)).message, "brand 'Quillovar' is given twice.");
  for (const brands of [`${quillovar.label},${quillovar.id}`, `${isolanna.label},${quillovar.id},${quillovar.label}`]) {
    const { param, message } = await twice(brands);
    assert.equal(param, "?brand");
    assert.match(message, /is given twice, by its label and by its id\.$/);
  }
  const month = "2026-01-01..2026-01-31";
  assert.equal(
    assertProblem(
      await fetchAs(edge, account, `/v1/trends/compare?by=period&period=${month},${month}`),
      "duplicate_value",
    ).param,
    "?period",
  );
});

/** Members that an answer with averages, sums or trends also has: the number of values behind each. */
const restOn = (address) =>
  ({
    "/v1/mentions/stats": ["known", "known_by"],
    "/v1/sentiment": ["known"],
    "/v1/sentiment/timeline": ["known_by"],
    "/v1/sentiment/breakdown": ["known_by"],
    "/v1/trends": ["baseline_mentions", "known_by", "topics"],
    "/v1/trends/emerging": ["baseline_mentions", "known_by", "topics"],
    "/v1/trends/compare?by=period": ["known_by", "scored_by_topic"],
    "/v1/influencers": ["known_by"],
    [analyses.at(-1)]: ["known", "known_by"],
  })[address] ?? [];

test("an answer with _meta has its cost, and is not stored", async () => {
  for (const address of [...lists, ...analyses]) {
    const [plain, answer] = [
      await fetchAs(edge, account, address),
      await fetchAs(edge, account, address, { headers: { Prefer: "meta" } }),
    ];
    const { _meta: meta, ...documented } = expectOk(answer);
    assert.deepEqual(documented, plain.json);
    const all = [
      "cache",
      "cost",
      "dataset_version",
      "hints",
      "request_id",
      "rows_read",
      "size_applied",
      "took_ms",
      "warnings",
      ...restOn(address),
    ];
    assert.deepEqual(Object.keys(meta).sort(), all.sort(), address);
    assert.equal(meta.request_id, answer.headers.get("x-request-id"));
    assert.equal(String(meta.cost), answer.headers.get("x-query-cost"));
    const kept = ["preference-applied", "cache-control", "etag"].map((name) => answer.headers.get(name));
    assert.deepEqual(kept, ["meta", "no-store", null]);
    assert.equal(plain.headers.get("preference-applied"), null);
  }
});

test("pages of other origins are refused", async () => {
  const answer = await fetchAs(edge, account, "/v1/account", { headers: { Origin: "https://example.com" } });
  assert.deepEqual([answer.status, answer.headers.get("access-control-allow-origin")], [200, null]);
  const preflight = await send(edge, "/v1/account", {
    method: "OPTIONS",
    headers: {
      Origin: "https://example.com",
      "Access-Control-Request-Method": "GET",
      "Access-Control-Request-Headers": "authorization",
    },
  });
  // A preflight has no token, so the edge does not know its origins. The later response says whether a page may read
  // it.
  assert.deepEqual([preflight.status, preflight.headers.get("access-control-allow-methods")], [204, "GET"]);
});
