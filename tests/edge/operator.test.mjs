// The operator's API needs the operator's secret, and does not exist without one.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createKey, operatorOf, runCli, startEdge } from "./harness.mjs";
import { operator, send } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { assertProblem } from "../support/problem.mjs";

/** Number of the first generation, which is in the first database of the ring: `DATA_0`. */
const FIRST = 1_000_001;

/** Source of an entry module that wraps the Worker and changes its column fingerprint to another one. */
const OTHER_COLUMNS = `
import Worker from "./index.js";
export * from "./index.js";
export default {
  fetch(request, env, context) {
    const headers = new Headers(request.headers);
    if (/^[0-9a-f]{64}$/.test(headers.get("x-schema-fingerprint"))) headers.set("x-schema-fingerprint", "0".repeat(64));
    return Worker.fetch(new Request(request, { headers }), env, context);
  },
};
`;

let edge;
before(async () => {
  edge = await startEdge();
  edge.secret = (await createKey(edge)).secret;
});
after(() => edge?.stop());

test("the operator's API does not exist without a secret in the deployment; with one, it is closed to others", async () => {
  const surface = [
    ["GET", "/keys"],
    ["POST", "/keys"],
    ["POST", "/keys/tok_1/revoke"],
    ["GET", "/dataset"],
    ["POST", "/dataset/rollback"],
    ["DELETE", "/dataset/previous"],
    ["GET", "/dataset/documents/video"],
    ["GET", "/dataset/rows/page"],
    ["POST", "/imports"],
    ["PUT", `/imports/${"a".repeat(64)}/video/0`],
  ];
  const bare = await startEdge({ adminSecret: null });
  try {
    for (const [method, path] of [...surface, ["DELETE", "/keys"], ["PATCH", "/dataset"]]) {
      for (const headers of [
        {},
        { Authorization: "Bearer " },
        { Authorization: "Bearer undefined" },
        { Authorization: `Bearer ${edge.adminSecret}` },
      ]) {
        assertProblem(await send(bare, `/admin/v1${path}`, { method, headers }), "not_found");
      }
    }
  } finally {
    await bare.stop();
  }
  for (const [method, path] of surface) {
    const asked = (headers) => send(edge, `/admin/v1${path}`, { method, headers });
    for (const headers of [
      {},
      { "X-API-Key": edge.secret },
      { Authorization: edge.adminSecret },
      { Authorization: `Basic ${edge.adminSecret}` },
    ]) {
      const answer = await asked(headers);
      assertProblem(answer, "missing_credentials");
      assert.match(answer.headers.get("www-authenticate"), /^Bearer /);
    }
    for (const wrong of [
      "",
      "x",
      edge.adminSecret.slice(0, -1),
      `${edge.adminSecret}0`,
      edge.adminSecret.toUpperCase(),
      edge.secret,
    ]) {
      const answer = await asked({ Authorization: `Bearer ${wrong}` });
      if (wrong === "" && answer.status === 401) continue; // An empty token may count as none.
      assertProblem(answer, "invalid_credentials");
    }
  }
});

test("the command refuses names with invisible characters, and escapes stored ones", async () => {
  const run = (...args) => runCli([...args, "--to", edge.url], operatorOf(edge));
  const made = (await operator(edge, "POST", "/accounts", { name: "Meridian", plan: "starter" })).json;
  for (const args of [
    ["accounts", "create", "--name", "\u202ename", "--plan", "starter"],
    ["accounts", "set", made.id, "--name", "\u202ename"],
    ["keys", "create", "--account", made.id, "--name", "\u202ename", "--face", "data"],
    ["members", "invite", made.id, "--label", "\u202elabel"],
    [
      "reports",
      "create",
      made.id,
      "--type",
      "sentiment",
      "--from",
      "2026-01-01",
      "--to-date",
      "2026-01-31",
      "--title",
      "\u202etitle",
    ],
  ]) {
    const { code, stderr } = await run(...args);
    const field = args.find((text) => text.startsWith("\u202e")).slice(1);
    assert.deepEqual(
      [code, stderr],
      [2, `overheard: ${field} must have no control, format or bidirectional characters. Got U+202E.\n`],
      args.join(" "),
    );
  }
  // An account from before the rule existed.
  const kv = await edge.mf.getKVNamespace("KV");
  const earlier = { ...made, id: "acc_0123456789", name: "a \u001b[2J\u202eb" };
  await kv.put(`account/${earlier.id}`, JSON.stringify(earlier));
  for (const args of [
    ["accounts", "list"],
    ["accounts", "show", earlier.id],
  ]) {
    const { stdout } = await run(...args);
    assert.ok(stdout.includes("a \\u{1b}[2J\\u{202e}b"), stdout);
    assert.doesNotMatch(stdout, /[\u001b\u202e]/);
  }
  const { stdout } = await run("accounts", "show", earlier.id, "--json");
  assert.doesNotMatch(stdout, /[\u001b\u202e]/);
  assert.equal(JSON.parse(stdout).name, earlier.name);
});

test("an invalid address is refused as a problem, and no id reaches another record", async () => {
  const asked = (method, path, body) => operator(edge, method, path, body);
  const [long, account] = [
    "a".repeat(600),
    (await asked("POST", "/accounts", { name: "Meridian", plan: "starter" })).json,
  ];
  const key = (await asked("POST", "/keys", { account_id: account.id })).json;
  for (const id of [long, `${account.id}%2Fcredential%2F${key.id}`, "%00"]) {
    assertProblem(await asked("GET", `/accounts/${id}`), "not_found");
    assertProblem(await asked("POST", `/keys/${id}/revoke`, {}), "not_found");
    assertProblem(
      await asked("POST", "/keys", { account_id: decodeURIComponent(id).slice(0, 200) }),
      "value_not_allowed",
    );
    assert.deepEqual((await asked("GET", `/keys?account_id=${id}`)).json, { keys: [], next: null });
  }
  for (const path of ["/accounts/%FF", "/dataset/rows/%FF"]) assertProblem(await asked("GET", path), "not_found");
  assertProblem(await asked("PUT", `/imports/${"a".repeat(64)}/video/first`, []), "not_found");
  for (const path of [
    "/accounts?after=a&after=b",
    "/keys?acount_id=acc_1",
    "/dataset/rows/page?behind=1",
    `/accounts?${long.repeat(5)}=1`,
  ])
    assertProblem(await asked("GET", path), "invalid_url");
  assert.match(
    (await asked("GET", "/keys?acount_id=acc_1")).json.message,
    /unknown field `acount_id`, expected `account_id` or `after`/,
  );
  assertProblem(await send(edge, "/problems/%FF"), "not_found");
});

const name = (digit) => digit.repeat(64);
const beginning = (digit, more = {}) => ({
  import: name(digit),
  inputs: name(digit),
  base: { generation: 0, revision: 0 },
  started_at: "2026-01-31T12:00:00Z",
  ...more,
});
const finishing = (content = {}, batches = {}) => ({
  content: { version: "ds_0123abcd", videos: 0, snapshots: 0, mentions: 0, ...content },
  batches,
});

test("an import accepts only its own requests in order, and publishes only matching tables", async () => {
  const asked = (method, path, body) => operator(edge, method, path, body);
  for (const wrong of [{ import: "x" }, { inputs: name("g") }])
    assertProblem(await asked("POST", "/imports", beginning("a", wrong)), "value_not_allowed");
  assertProblem(await asked("POST", "/imports", beginning("a", { started_at: "yesterday" })), "invalid_date");
  assertProblem(await asked("POST", "/imports", { import: name("a") }), "invalid_json");
  const begun = await asked("POST", "/imports", beginning("a"));
  assert.deepEqual(
    [begun.status, begun.json.state, begun.json.loaded, begun.json.phase],
    [200, "loading", {}, "loading"],
  );
  assert.deepEqual((await asked("POST", "/imports", beginning("a"))).json, begun.json, "it is begun once");

  const put = (table, batch, rows) => asked("PUT", `/imports/${name("a")}/${table}/${batch}`, rows);
  const video = (number) => [4096 * number, `v${number}`, `0${number}`];
  assertProblem(await put("video", 0, [[4096, "v1", "no digits"]]), "backend_unavailable");
  assertProblem(await put("nothing", 0, []), "not_found");
  for (const wrong of [{}, [1], [[1]], [[...video(1), null]]])
    assertProblem(await put("video", 0, wrong), "invalid_json");
  assertProblem(await put("video", 1, [video(1)]), "conflict");
  assert.equal((await put("video", 0, [video(1), video(2)])).status, 200);
  assert.equal((await put("video", 0, [video(3)])).status, 200, "it is loaded: an answer was lost");
  assertProblem(await operator(edge, "PUT", `/imports/${name("b")}/video/1`, [video(3)]), "conflict");

  const finish = (body) => asked("POST", `/imports/${name("a")}/finish`, body);
  for (const version of ["", "ds_", "ds_0123ABCD", "ds_0123abcde"])
    assertProblem(await finish(finishing({ version }, { video: 1 })), "value_not_allowed");
  assert.match(
    assertProblem(await finish(finishing({ videos: 2 }, { video: 2 })), "conflict").message,
    /1 batches of video are loaded. Got 2/,
  );
  assert.match(assertProblem(await finish(finishing({ videos: 2 })), "conflict").message, /Got 0/);
  const steps = [];
  for (let at = 0; at < 2; at += 1) {
    const { json } = await finish(finishing({ videos: 2 }, { video: 1 }));
    steps.push([json.state, json.done]);
    if (at === 0) assertProblem(await put("video", 1, [video(3)]), "conflict");
  }
  assert.deepEqual(steps, [
    ["loading", 1],
    ["served", 2],
  ]);
  assert.equal(
    (await finish(finishing({ videos: 2 }, { video: 1 }))).json.state,
    "served",
    "it is published: an answer was lost",
  );
  const { served, loading } = (await asked("GET", "/dataset")).json;
  assert.deepEqual([served.version, served.generation, served.videos, loading], ["ds_0123abcd", FIRST, 2, null]);
});

test("an import whose tables differ from its description is discarded", async () => {
  assert.match(
    assertProblem(await operator(edge, "POST", "/imports", beginning("c")), "conflict").message,
    /another version was published/,
  );
  assert.equal(
    (await operator(edge, "POST", "/imports", beginning("c", { base: { generation: FIRST, revision: 0 } }))).status,
    200,
  );
  const finish = () => operator(edge, "POST", `/imports/${name("c")}/finish`, finishing({ mentions: 1 }));
  assert.equal((await finish()).status, 200);
  assert.match(assertProblem(await finish(), "conflict").message, /given up/);
  const { served, previous, loading } = (await operator(edge, "GET", "/dataset")).json;
  assert.deepEqual([served.generation, previous, loading], [FIRST, null, null]);
  assertProblem(await finish(), "conflict");
});

test("a command with other columns is refused for every request, and stores nothing", async () => {
  const before = (await operator(edge, "GET", "/dataset")).json;
  const base = { generation: FIRST, revision: 0 };
  const begun = `/imports/${name("d")}`;
  const requests = [
    ["POST", "/imports", beginning("d", { base })],
    ["PUT", `${begun}/video/0`, []],
    ["POST", `${begun}/finish`, finishing()],
    ["POST", "/increments", {}],
    ["POST", "/dataset/reads", { base, wanted: { layouts: {} } }],
    ["GET", "/dataset/documents/video"],
    ["GET", "/dataset/rows/video"],
  ];
  for (const [method, path, body] of requests) {
    const { message } = assertProblem(
      await operator(edge, method, path, body, { "X-Schema-Fingerprint": "0".repeat(64) }),
      "conflict",
    );
    assert.match(
      message,
      /different columns or words\. Nothing was changed: deploy the edge of the command's version, or build/,
    );
  }
  assert.deepEqual((await operator(edge, "GET", "/dataset")).json, before);
});

test("a command names its columns: an edge with others refuses its import", async () => {
  const other = await startEdge({ entry: OTHER_COLUMNS });
  try {
    const { code, stderr } = await runCli(["import", demoData, "--to", other.url], operatorOf(other));
    assert.equal(code, 1);
    assert.match(stderr, /answered 409: .* different columns/);
    const { served, previous, loading } = (await operator(other, "GET", "/dataset")).json;
    assert.deepEqual([served, previous, loading], [null, null, null]);
  } finally {
    await other.stop();
  }
});

test("the active version is exported page by page, sorted by key", async () => {
  const exported = async (path) => (await operator(edge, "GET", `/dataset/${path}`)).json;
  assert.deepEqual(await exported("documents/video"), {
    generation: FIRST,
    version: "ds_0123abcd",
    rows: [
      [4096, "v1", "01"],
      [8192, "v2", "02"],
    ],
  });
  assert.deepEqual((await exported("documents/video?after=4096")).rows, [[8192, "v2", "02"]]);
  assert.deepEqual((await exported("documents/video?after=8192")).rows, []);
  assert.deepEqual((await exported("rows/video?after=%5B4096%5D")).rows, [[8192, "v2", "02"]]);
  assert.deepEqual((await exported("rows/word?after=%5B%22mserum%22,0%5D")).rows, []);
  for (const path of ["documents/page", "documents/nothing", "rows/nothing", "rows/generation"])
    assertProblem(await operator(edge, "GET", `/dataset/${path}`), "not_found");
  for (const path of ["documents/video?after=x", "rows/video?after=4096", "rows/word?after=%5B1%5D"])
    assertProblem(await operator(edge, "GET", `/dataset/${path}`), "value_not_allowed");
});
