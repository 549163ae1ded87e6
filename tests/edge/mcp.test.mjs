// The wire format of POST /mcp: both eras of the protocol, the tools of each interface, errors and costs. The official
// clients are in tests/agents.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import { startServingEdge } from "./harness.mjs";
import { brand, createAccount, createToken, expectOk, fetchAs } from "../support/account.mjs";
import { operator, send } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { assertProblem } from "../support/problem.mjs";

const STATELESS = "2026-07-28";
const HANDSHAKE = ["2025-11-25", "2025-06-18", "2025-03-26"];
const VERSION = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

let edge;
let account;
let starter;
before(async () => {
  edge = await startServingEdge(demoData);
  account = await createAccount(edge, { brands: [brand("Quillovar"), brand("Isolanna")] });
  starter = await createAccount(edge, { plan: "starter", brands: [brand("Quillovar")] });
});
after(() => edge?.stop());

const key = () => ({ "X-API-Key": edge.secret });
const token = (of = account) => ({ Authorization: `Bearer ${of.token}` });
const post = (body, headers = {}, to = edge) =>
  send(to, "/mcp", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

/** Returns a request of the protocol without sessions. */
function stateless(method, params, credential, { to, ...headers } = {}) {
  const named = { "tools/call": params?.name, "resources/read": params?.uri }[method];
  const meta = { [VERSION]: STATELESS, [CAPABILITIES]: {} };
  const body = { jsonrpc: "2.0", id: 7, method, params: { ...params, _meta: meta } };
  return post(
    body,
    {
      "MCP-Protocol-Version": STATELESS,
      "Mcp-Method": method,
      ...(named && { "Mcp-Name": named }),
      ...credential,
      ...headers,
    },
    to,
  );
}

/** Returns a request of the protocol with a handshake. */
const legacy = (method, params, credential, version = HANDSHAKE[0]) =>
  post(
    { jsonrpc: "2.0", id: "a", method, params },
    { ...(version && { "MCP-Protocol-Version": version }), ...credential },
  );

function result(answer) {
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.json.jsonrpc, "2.0");
  assert.ok(answer.json.result, answer.text);
  return answer.json.result;
}
const call = async (name, args, credential, more) =>
  result(await stateless("tools/call", { name, arguments: args }, credential, more));
const list = async (credential, more) => result(await stateless("tools/list", {}, credential, more)).tools;
const names = async (credential, more) => (await list(credential, more)).map(({ name }) => name);

test("a request without a valid credential gets no information", async () => {
  for (const method of ["tools/list", "server/discover", "tools/call"]) {
    const nobody = await stateless(method, { name: "schema" }, {});
    assertProblem(nobody, "missing_credentials");
    assert.match(nobody.headers.get("www-authenticate"), /^Bearer /);
    const bad = await stateless(method, { name: "account" }, { Authorization: "Bearer oht_live_wrong" });
    assert.equal(bad.status, 401, bad.text);
    assertProblem(
      await stateless(method, { name: "schema" }, { "X-API-Key": "ohk_live_wrong" }),
      "invalid_credentials",
    );
  }
});

test("a client of the protocol without sessions discovers the tools", async () => {
  const discovered = result(await stateless("server/discover", {}, key()));
  assert.deepEqual(discovered.supportedVersions, [STATELESS, ...HANDSHAKE]);
  assert.deepEqual([discovered.resultType, discovered.cacheScope, discovered.ttlMs], ["complete", "private", 300_000]);
  assert.equal(discovered._meta["io.modelcontextprotocol/serverInfo"].name, "overheard");
  assert.match(
    discovered.instructions,
    /Mentions are from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d; the dataset's version is/,
  );
  const listed = result(await stateless("tools/list", {}, key()));
  assert.deepEqual([listed.resultType, listed.cacheScope, listed.ttlMs], ["complete", "private", 300_000]);
});

test("a client of the older protocol does a handshake, and the edge stores nothing", async () => {
  for (const version of HANDSHAKE) {
    const hello = { protocolVersion: version, capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const answer = await legacy("initialize", hello, key(), null);
    assert.equal(result(answer).protocolVersion, version);
    assert.equal(answer.headers.get("mcp-session-id"), null);
    const ready = await post(
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { ...key(), "MCP-Protocol-Version": version },
    );
    assert.deepEqual([ready.status, ready.text], [202, ""]);
    assert.deepEqual(result(await legacy("ping", {}, key(), version)), {});
    const { tools, resultType } = result(await legacy("tools/list", {}, key(), version));
    assert.deepEqual([tools.length, resultType], [6, undefined]);
    const found = result(await legacy("tools/call", { name: "schema", arguments: {} }, key(), version));
    assert.equal(found.structuredContent.schema_version, JSON.parse(found.content[0].text).schema_version);
  }
  assert.equal(
    result(await legacy("initialize", { protocolVersion: "1999-01-01", capabilities: {} }, key(), null))
      .protocolVersion,
    HANDSHAKE[0],
  );
});

test("headers and body must agree", async () => {
  const refused = async (answer, status, code) => {
    const { status: got, json } = await answer;
    assert.deepEqual([got, json.error?.code], [status, code], JSON.stringify(json));
    return json.error;
  };
  await refused(stateless("tools/list", {}, key(), { "Mcp-Method": "tools/call" }), 400, -32020);
  await refused(stateless("tools/list", {}, key(), { "MCP-Protocol-Version": HANDSHAKE[0] }), 400, -32020);
  await refused(stateless("tools/call", { name: "schema" }, key(), { "Mcp-Name": "sector" }), 400, -32020);
  const { data } = await refused(legacy("tools/list", {}, key(), "2001-01-01"), 400, -32022);
  assert.deepEqual(data, { supported: [STATELESS, ...HANDSHAKE], requested: "2001-01-01" });
  await refused(stateless("prompts/list", {}, key()), 404, -32601);
  await refused(legacy("prompts/list", {}, key()), 200, -32601);
  await refused(post("{", key()), 400, -32700);
  await refused(post([{ jsonrpc: "2.0", id: 1, method: "ping" }], key()), 400, -32600);
  await refused(stateless("resources/read", { uri: "file:///etc/passwd" }, key()), 200, -32602);
});

test("only JSON-RPC messages are accepted", async () => {
  for (const method of ["GET", "DELETE"]) {
    const answer = await send(edge, "/mcp", { method, headers: key() });
    assertProblem(answer, "method_not_allowed");
    assert.equal(answer.headers.get("allow"), "POST");
  }
  assertProblem(await post({}, { ...key(), "Content-Type": "text/plain" }), "unsupported_media_type");
  assertProblem(await post({}, { ...key(), Accept: "text/event-stream" }), "not_acceptable");
  assertProblem(await post(`"${"x".repeat(70_000)}"`, key()), "payload_too_large");
});

test("the credential is checked first", async () => {
  for (const [body, headers] of [
    ["{", {}],
    ["{}", { "Content-Type": "text/plain" }],
    ["{}", { Accept: "text/html" }],
    [{ jsonrpc: "2.0", method: "notifications/initialized" }, {}],
    [`"${"x".repeat(70_000)}"`, {}],
  ]) {
    assertProblem(await post(body, headers), "missing_credentials");
    assertProblem(await post(body, { ...headers, "X-API-Key": "ohk_live_wrong" }), "invalid_credentials");
  }
});

test("every message with a known credential counts in the minute", async () => {
  const counted = await createAccount(edge, { brands: [brand("Quillovar")] });
  const messages = {
    "unknown method": () => legacy("nothing/known", {}, token(counted)),
    "no JSON": () => post("{", token(counted)),
    "bad parameters": () => legacy("tools/call", { name: 5 }, token(counted)),
    notification: () => post({ jsonrpc: "2.0", method: "notifications/initialized" }, token(counted)),
    "media type": () => post("{}", { ...token(counted), "Content-Type": "text/plain" }),
    accept: () => post("{}", { ...token(counted), Accept: "text/event-stream" }),
    list: () => legacy("tools/list", {}, token(counted)),
    "unknown tool": () => legacy("tools/call", { name: "nothing" }, token(counted)),
  };
  const remaining = async (ask) => Number((await ask()).headers.get("x-ratelimit-remaining"));
  let before = await remaining(() => legacy("ping", {}, token(counted)));
  for (const [name, ask] of Object.entries(messages)) {
    const now = await remaining(ask);
    assert.equal(now, before - 1, name);
    before = now;
  }
});

test("the id of a message is returned byte for byte", async () => {
  for (const id of ["9007199254740993", "12345678901234567890.5", String.raw`"\u00e9\/"`]) {
    const { text } = await post(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`, key());
    assert.ok(text.includes(`"id":${id},`), text);
  }
});

test("texts by the public are marked as quoted material", async () => {
  assert.match(result(await stateless("server/discover", {}, key())).instructions, /quoted material from the public/);
  const quoting = {
    data: ["aggregate", "search", "co_mentions", "sector"],
    account: ["mentions", "mention", "influencers", "influencer", "trends", "emerging_trends"],
  };
  for (const [api, expected] of Object.entries(quoting)) {
    const listed = await list(api === "data" ? key() : token());
    for (const name of expected)
      assert.match(listed.find((tool) => tool.name === name).description, /never instructions/, name);
  }
});

test("only tool arguments may be JSON text, and only one level deep", async () => {
  const asked = { index: "siv_business_ideas", group_by: "platform", filters: { platform: "tiktok" } };
  const texts = [{ ...asked, filters: JSON.stringify(asked.filters) }, JSON.stringify(asked)];
  const {
    structuredContent: { _meta, ...expected },
  } = await call("aggregate", asked, key());
  for (const args of texts) {
    const {
      isError,
      structuredContent: { _meta, ...found },
    } = await call("aggregate", args, key());
    assert.deepEqual([isError, found], [false, expected], JSON.stringify(args));
  }
  const direct = await send(edge, "/v1/aggregate", {
    method: "POST",
    headers: { ...key(), "Content-Type": "application/json" },
    body: JSON.stringify(texts[0]),
  });
  assertProblem(direct, "invalid_type");
});

test("every result of a call has the metadata of its answer", async () => {
  for (const [name, args, credential] of [
    ["schema", {}, key()],
    ["schema", {}, token()],
    ["account", {}, token()],
    ["account_usage", {}, token()],
    ["mentions_stats", {}, token()],
    ["trends", {}, token()],
    ["influencers", {}, token()],
    ["creators", { size: 1 }, key()],
  ]) {
    const { structuredContent } = await call(name, args, credential);
    assert.ok(Array.isArray(structuredContent._meta?.hints), name);
  }
});

test("pages may use a key that allows their origin, and no other", async () => {
  const origin = "https://dashboard.example";
  assertProblem(await stateless("tools/list", {}, token(), { Origin: origin }), "origin_not_allowed");
  assertProblem(await stateless("tools/call", { name: "account" }, token(), { Origin: origin }), "origin_not_allowed");
  const { secret } = await createToken(edge, account, { origins: [origin] });
  const answer = await stateless(
    "tools/call",
    { name: "account" },
    { Authorization: `Bearer ${secret}` },
    { Origin: origin },
  );
  assert.equal(result(answer).isError, false);
  assert.equal(answer.headers.get("access-control-allow-origin"), origin);
});

test("the tools are those of the credential and its plan", async () => {
  assert.deepEqual(await names(key()), ["aggregate", "search", "creators", "co_mentions", "sector", "schema"]);
  assert.deepEqual(
    await names({ Authorization: `Bearer ${edge.secret}` }),
    await names(key()),
    "agents may put a key where they put tokens",
  );
  const reads = [
    "mentions",
    "mention",
    "mentions_stats",
    "sentiment",
    "sentiment_timeline",
    "sentiment_breakdown",
    "influencers",
    "influencer",
    "influencer_mentions",
    "trends",
    "emerging_trends",
    "compare_trends",
    "explain_change",
    "account",
    "account_usage",
    "schema",
  ];
  assert.deepEqual(await names(token()), reads);
  assert.deepEqual(
    await names(token(starter)),
    reads.filter((name) => !/influencer|trends|explain/.test(name)),
  );
  assert.deepEqual(await list(key()), await list(key()), "in the same order, with the same words");
  for (const { name, description, annotations, inputSchema } of [...(await list(key())), ...(await list(token()))]) {
    assert.match(description, /Mentions are from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d/, name);
    assert.deepEqual(
      [annotations.readOnlyHint, annotations.destructiveHint, annotations.idempotentHint, annotations.openWorldHint],
      [true, false, true, false],
      name,
    );
    assert.equal(inputSchema.type, "object", name);
  }
});

/** Arguments that each tool answers, with ids that exist. */
const ARGUMENTS = {
  aggregate: { index: "siv_business_ideas", group_by: "brand_name", size: 3 },
  search: { index: "siv_business_ideas", filters: { brand_name: "Quillovar" }, size: 2 },
  creators: { size: 2 },
  co_mentions: { values: ["Quillovar", "Isolanna"] },
  sector: { brands: [{ label: "Q", terms: ["Quillovar"] }], from_date: "2026-01-01", to_date: "2026-03-31" },
  mentions: { limit: 2, platform: ["youtube", "tiktok"] },
  sentiment_breakdown: { by: "language" },
  influencers: { limit: 2 },
  compare_trends: { by: "period" },
};

test("every tool's result matches its schema, and its text is the same", async () => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const {
    data: [mention],
  } = expectOk(await fetchAs(edge, account, "/v1/mentions?limit=1"));
  const ids = {
    mention: mention.id,
    influencer: mention.channel.influencer_id,
    influencer_mentions: mention.channel.influencer_id,
  };
  for (const credential of [key(), token()]) {
    for (const { name, inputSchema, outputSchema } of await list(credential)) {
      const args = { ...ARGUMENTS[name], ...(ids[name] && { id: ids[name] }) };
      assert.ok(ajv.validate(inputSchema, args), `${name}: ${ajv.errorsText()}`);
      const { isError, content, structuredContent, resultType } = await call(name, args, credential);
      assert.deepEqual([isError, resultType, content.length], [false, "complete", 1], `${name}: ${content[0].text}`);
      assert.deepEqual(JSON.parse(content[0].text), structuredContent, name);
      assert.ok(ajv.validate(outputSchema, structuredContent), `${name}: ${ajv.errorsText()}`);
    }
  }
});

test("an answer and its cost are the same as without the protocol", async () => {
  const plain = expectOk(await fetchAs(edge, account, "/v1/sentiment?platform=youtube"));
  const answer = await stateless("tools/call", { name: "sentiment", arguments: { platform: "youtube" } }, token());
  const { _meta, ...told } = result(answer).structuredContent;
  assert.deepEqual(told, plain);
  assert.equal(answer.headers.get("x-query-cost"), String(_meta.cost));
  assert.equal(answer.headers.get("x-quota-charged"), "true");
  const listed = await stateless("tools/list", {}, token());
  assert.deepEqual([listed.headers.get("x-quota-charged"), listed.headers.get("x-query-cost")], ["false", "0"]);
  const groups = expectOk(await fetchAs(edge, account, "/v1/account/usage?group_by=endpoint")).groups;
  const requests = (endpoint) => groups.find((group) => group.endpoint === endpoint)?.requests ?? 0;
  assert.ok(requests("GET /v1/sentiment") >= 2 && requests("POST /mcp") >= 1, JSON.stringify(groups));
});

test("invalid arguments give a result that lists what is allowed", async () => {
  const wrong = async (name, args, credential, code, param) => {
    const { isError, structuredContent, content } = await call(name, args, credential);
    assert.equal(isError, true, content[0].text);
    assert.deepEqual(JSON.parse(content[0].text), structuredContent);
    assert.deepEqual([structuredContent.code, structuredContent.errors[0].param], [code, param]);
    return structuredContent.errors[0];
  };
  const { did_you_mean } = await wrong(
    "aggregate",
    { index: "siv_info", group_by: "tagz" },
    key(),
    "field_not_allowed",
    "/group_by",
  );
  assert.equal(did_you_mean, "tags");
  await wrong("mention", {}, token(), "missing_field", "?id");
  await wrong("mentions", { platform: "you tube" }, token(), "value_not_allowed", "?platform");
  await wrong("mentions", { limit: { more: 1 } }, token(), "invalid_type", "?limit");
  const { allowed, did_you_mean: meant } = await wrong("agregate", {}, key(), "value_not_allowed", "name");
  assert.deepEqual([allowed.length, meant], [6, "aggregate"]);
  await wrong("create_report", { type: "sentiment" }, token(), "value_not_allowed", "name");
  const { isError } = await call("co-mentions", ARGUMENTS.co_mentions, key());
  assert.equal(isError, false, "names are understood as models spell them");
  const closed = await call("trends", {}, token(starter));
  assert.deepEqual([closed.isError, closed.structuredContent.code], [true, "plan_upgrade_required"]);
});

test("the model gets an exceeded limit with the time to wait", async () => {
  await operator(edge, "PUT", "/plans/account/tiny", { per_minute: 2, per_day: 100 });
  const few = await createAccount(edge, { plan: "tiny", brands: [brand("Quillovar")] });
  const answers = [];
  for (let count = 0; count < 4; count++)
    answers.push(await stateless("tools/call", { name: "sentiment", arguments: {} }, token(few)));
  const last = answers.at(-1);
  assert.deepEqual([result(last).isError, result(last).structuredContent.code], [true, "rate_limited"]);
  assert.ok(Number(last.headers.get("retry-after")) > 0);
});

test("resources are the schema and the description of the interfaces", async () => {
  const { resources } = result(await stateless("resources/list", {}, key()));
  assert.deepEqual(
    resources.map(({ uri }) => uri),
    ["schema://current", "openapi://current"],
  );
  assert.deepEqual(result(await legacy("resources/templates/list", {}, key())).resourceTemplates, []);
  const read = async (uri, credential) =>
    JSON.parse(result(await stateless("resources/read", { uri }, credential)).contents[0].text);
  assert.deepEqual(await read("schema://current", key()), expectOk(await send(edge, "/v1/schema", { headers: key() })));
  const { operations, plan } = await read("schema://current", token(starter));
  assert.deepEqual(
    [plan, operations.some(({ tool }) => tool === "sentiment"), operations.some(({ tool }) => tool === "trends")],
    ["starter", true, false],
  );
  assert.equal((await read("openapi://current", key())).openapi.slice(0, 3), "3.1");
});

test("tools that change something exist only if a setting enables them", async () => {
  const writing = await startServingEdge(demoData, { bindings: { MCP_WRITE_TOOLS: "on" } });
  try {
    const owner = await createAccount(writing, { brands: [brand("Quillovar")] });
    const to = { to: writing };
    const tools = await list(token(owner), to);
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    assert.deepEqual(
      [hints.create_report.readOnlyHint, hints.delete_webhook.destructiveHint, hints.create_webhook.openWorldHint],
      [false, true, true],
    );
    const report = { type: "sentiment", from: "2026-02-01", to: "2026-02-28" };
    const once = { ...to, "Idempotency-Key": "the-same-report" };
    const [first, second] = [
      await call("create_report", report, token(owner), once),
      await call("create_report", report, token(owner), once),
    ];
    assert.equal(first.isError, false, first.content[0].text);
    assert.equal(second.structuredContent.id, first.structuredContent.id);
    assert.equal(
      (await call("report", { id: first.structuredContent.id }, token(owner), to)).structuredContent.object,
      "report",
    );
    const webhook = await call(
      "create_webhook",
      { url: "https://hooks.example.com/overheard", events: ["report.ready"] },
      token(owner),
      to,
    );
    assert.ok(!/"secret"|whsec_[A-Za-z0-9+/=]{20}/.test(JSON.stringify(webhook)), webhook.content[0].text);
    const [hint] = webhook.structuredContent._meta.hints;
    assert.ok(hint.includes(`${writing.url}/webhooks?webhook=${webhook.structuredContent.id}&make=secret`), hint);
    for (const { name, description, annotations } of tools.filter(({ annotations }) => !annotations.readOnlyHint)) {
      assert.match(description, /person/, `${name}: ${JSON.stringify(annotations)}`);
    }
    const removed = await call("delete_webhook", { id: webhook.structuredContent.id }, token(owner), to);
    assert.deepEqual([removed.isError, Object.keys(removed.structuredContent)], [false, ["_meta"]]);
    assert.deepEqual((await call("webhooks", {}, token(owner), to)).structuredContent.data, []);
  } finally {
    await writing.stop();
  }
});
