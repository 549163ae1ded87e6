// An edge whose dataset is in ClickHouse gives the same answers, byte for byte, as one whose dataset is in D1.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { builtClickHouseWorker, inRoot } from "../../scripts/project.mjs";
import {
  createKey,
  datasetStatus,
  operate,
  operatorOf,
  runCli,
  startCli,
  startEdge,
  startServingEdge,
} from "../edge/harness.mjs";
import { brand, createAccount, fetchAs } from "../support/account.mjs";
import { startClickHouse } from "../support/clickhouse.mjs";
import { ask, operator } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { readDocuments, temporaryFolder, writeNdjson } from "../support/documents.mjs";
import { assertProblem } from "../support/problem.mjs";
import { startProxy } from "../support/proxy.mjs";
import { QUESTIONS, broadAnswers } from "../support/questions.mjs";

let clickhouse;
/** The connection of the edge to ClickHouse, and what happens there before a request is passed on. */
let connection;
let beforeRequest = () => true;
/** An edge on ClickHouse, and one on D1 that serves the demo dataset. */
let edge;
let other;
before(async () => {
  clickhouse = await startClickHouse();
  connection = await startProxy(clickhouse, (_, moment) => moment === "answered" || beforeRequest());
  // Without caches, every answer is read from the tables.
  const bindings = { CLICKHOUSE_URL: connection.url };
  edge = await startEdge({ worker: builtClickHouseWorker, caches: false, bindings });
  edge.secret = (await createKey(edge)).secret;
  other = await startServingEdge(demoData, { caches: false });
});
after(async () => {
  await Promise.all([edge?.stop(), other?.stop(), connection?.stop()]);
  await clickhouse?.stop();
});

const server = (url = clickhouse.url) => ["--clickhouse", url];
const operateBoth = async (args) => [
  JSON.parse(await operate(edge, [...args, ...server(), "--json"])),
  JSON.parse(await operate(other, [...args, "--json"])),
];

/** Checks that both edges serve the same version with the same answers. */
async function assertSame() {
  const [{ served }, expected] = [await datasetStatus(edge), await datasetStatus(other)];
  assert.equal(served.version, expected.served.version);
  assert.deepEqual(
    [served.videos, served.snapshots, served.mentions],
    [expected.served.videos, expected.served.snapshots, expected.served.mentions],
  );
  assert.deepEqual(await broadAnswers(edge), await broadAnswers(other));
  return served;
}

/** Returns the numbers of the generations that have tables. */
const generations = async () => {
  const names = await clickhouse.query("SELECT name FROM system.tables WHERE database = currentDatabase()");
  return [...new Set(names.map((name) => Number(name.split("_").at(-2))))].sort((one, two) => one - two);
};

const documents = readDocuments(demoData);

/** Returns the arguments of the import that docs/clickhouse.md shows, with this test's folder and addresses. */
function importOfGuide() {
  const [shown] = readFileSync(inRoot("docs", "clickhouse.md"), "utf8").match(/^overheard import .*$/m);
  const own = {
    "exports/": demoData,
    "https://insights.example.com": edge.url,
    "https://clickhouse.example.com:8443": clickhouse.url,
  };
  return shown
    .split(" ")
    .slice(1)
    .map((word) => own[word] ?? word);
}

/** Requests of the Account API that together read all of what a view has. */
const WINDOW = "from=2025-07-01&to=2025-12-31";
const ACCOUNT_REQUESTS = [
  `/v1/mentions?limit=20&${WINDOW}`,
  `/v1/mentions?limit=20&sort=views&${WINDOW}`,
  `/v1/mentions/stats?${WINDOW}`,
  `/v1/sentiment?${WINDOW}`,
  `/v1/sentiment/timeline?${WINDOW}`,
  `/v1/sentiment/breakdown?by=platform&${WINDOW}`,
  `/v1/influencers?limit=20&${WINDOW}`,
  `/v1/trends?${WINDOW}`,
  `/v1/trends/compare?by=brand&brand=Velunara,Ostrivane&${WINDOW}`,
  `/v1/trends/emerging?${WINDOW}`,
  "/v1/_ext/explain-change?date=2026-10-20&interval=week",
];

/**
 * Returns the answers to these requests, for a new account with some brands. Ids of brands, cursors, times of
 * imports and times of answers differ between edges.
 */
async function accountAnswers(at) {
  const account = await createAccount(at, { brands: ["Velunara", "Ostrivane", "Drakenfold"].map(brand) });
  const ids = Object.fromEntries(account.brands.map(({ id, label }) => [id, label]));
  const answers = [];
  for (const address of ACCOUNT_REQUESTS) {
    const { status, text } = await fetchAs(at, account, address);
    const same = text
      .replace(/"(brd_\w+)"/g, (_, id) => `"${ids[id] ?? id}"`)
      .replace(/"(next_cursor|indexed_at|generated_at)":"[^"]*"/g, '"$1":""');
    answers.push(`${address}: ${status} ${same}`);
  }
  return answers;
}

test("before the first import there is nothing to answer from", async () => {
  assertProblem(await ask(edge, "aggregate", QUESTIONS.aggregate), "backend_unavailable");
});

test("an import gives the version and the answers of D1", async () => {
  const { code, stdout, stderr } = await runCli([...importOfGuide(), "--json"], operatorOf(edge));
  assert.equal(code, 0, stderr);
  assert.equal(JSON.parse(stdout).state, "served");
  await assertSame();
  const again = JSON.parse(await operate(edge, ["import", demoData, ...server(), "--json"]));
  assert.equal(again.state, "already_served");
  const verified = JSON.parse(await operate(edge, ["dataset", "verify", ...server(), "--json"]));
  assert.equal(verified.agrees, true);
});

test("accounts get the answers of D1 too", async () => {
  const answers = await accountAnswers(edge);
  assert.deepEqual(answers, await accountAnswers(other));
  for (const answer of answers) assert.match(answer, /^\S+: 200 /);
});

test("the command writes to the database that the edge reads", async () => {
  for (const [at, args, message] of [
    [edge, [], /add --clickhouse URL/],
    [other, server(), /run the command without --clickhouse/],
  ]) {
    const { code, stderr } = await runCli(["import", demoData, ...args, "--to", at.url], operatorOf(at));
    assert.equal(code, 2, stderr);
    assert.match(stderr, message);
  }
});

test("an active import is in the way of others until it is given up", async () => {
  const name = "0".repeat(64);
  const begin = { import: name, inputs: name, base: null, started_at: "2026-01-01T00:00:00Z" };
  assert.equal((await operator(edge, "POST", "/imports", begin)).status, 200);
  const path = `/imports/${name}`;
  const active = await operator(edge, "PUT", path);
  assert.equal(active.status, 200, active.text);
  const few = writeNdjson({ siv_info: documents.siv_info.slice(0, 1) });
  const refused = await runCli(["import", few, ...server(), "--to", edge.url], operatorOf(edge));
  assert.equal(refused.code, 1, refused.stderr);
  assert.match(refused.stderr, /another import has been active/);
  assert.equal((await operator(edge, "DELETE", path)).status, 200);
  assertProblem(await operator(edge, "PUT", path), "conflict");
  assert.equal((await datasetStatus(edge)).loading, null);
});

test("a connection that breaks once is tried again, and a slow server is given up", async () => {
  const { status, text } = await ask(edge, "aggregate", QUESTIONS.aggregate);
  let broken = 1;
  beforeRequest = () => broken-- <= 0;
  assert.deepEqual(await ask(edge, "aggregate", QUESTIONS.aggregate).then((again) => [again.status, again.text]), [
    status,
    text,
  ]);
  broken = 2;
  assertProblem(await ask(edge, "aggregate", QUESTIONS.aggregate), "backend_unavailable");
  beforeRequest = () => new Promise((resolve) => setTimeout(() => resolve(false), 8_000).unref());
  assertProblem(await ask(edge, "aggregate", QUESTIONS.aggregate), "query_timeout");
  beforeRequest = () => true;
});

test("an import that is killed leaves the version as it is, and runs again at once", async () => {
  const changed = writeNdjson({
    siv_info: documents.siv_info.slice(0, 500).map((video) => ({ ...video, views: (video.views ?? 0) + 1000 })),
  });
  const before = await broadAnswers(edge);
  const { served } = await datasetStatus(edge);
  // While rows are inserted, and once one of the tables is made.
  for (const statement of [/INSERT INTO loading_video_/, /INSERT INTO video_\d+_0 /]) {
    let cli;
    let killed = false;
    const proxy = await startProxy(clickhouse, (line, moment, body) => {
      const isMeant = statement.test(decodeURIComponent(line)) || statement.test(body);
      if (killed || moment !== "answered" || !isMeant) return true;
      killed = true;
      cli.child.kill("SIGKILL");
      return false;
    });
    cli = startCli(["import", changed, ...server(proxy.url), "--to", edge.url], operatorOf(edge));
    const { signal } = await cli.ended;
    await proxy.stop();
    assert.equal(signal, "SIGKILL");
    assert.equal((await datasetStatus(edge)).served.version, served.version);
    assert.deepEqual(await broadAnswers(edge), before);
  }
  const [report] = await operateBoth(["import", changed]);
  assert.equal(report.state, "served");
  const { generation } = await assertSame();
  assert.deepEqual(await generations(), [served.generation, generation], "nothing is left of interrupted imports");
});

test("a rollback serves the version before, and again the one after", async () => {
  const { served, previous } = await datasetStatus(edge);
  for (const expected of [previous, served]) {
    await operate(edge, ["dataset", "rollback", "--yes"]);
    assert.equal((await datasetStatus(edge)).served.version, expected.version);
  }
  await assertSame();
});

test("a few records replace those of the served version and are added to it", async () => {
  const [video] = documents.siv_info;
  const few = writeNdjson({
    siv_info: [{ ...video, title: "Another title", tags: ["one more tag"] }],
    siv_business_ideas: [
      {
        ...documents.siv_business_ideas.find((mention) => mention.video_id !== video.video_id),
        brand_name: "Nimbreth",
      },
      { mention_id: "new", video_id: video.video_id, brand_name: "Nimbreth", context: "A new mention." },
    ],
  });
  const [report, expected] = await operateBoth(["import", few]);
  assert.deepEqual([report.state, expected.state], ["served", "served"]);
  await assertSame();
  const [unchanged] = await operateBoth(["import", join(few, "siv_info.ndjson")]);
  assert.equal(unchanged.state, "unchanged");
  assert.equal((await datasetStatus(edge)).loading, null);
});

test("deleted records are gone from all tables", async () => {
  const ids = join(temporaryFolder(), "ids");
  const [first, second] = documents.siv_info.map((video) => video.video_id);
  writeFileSync(ids, `${first}\n${second}\nunknown\n`);
  const [deleted, expected] = await operateBoth(["delete", "--index", "siv_info", "--ids", ids, "--yes"]);
  assert.deepEqual(
    [deleted.videos, deleted.mentions, deleted.previous_dropped],
    [expected.videos, expected.mentions, expected.previous_dropped],
  );
  const { generation } = await assertSame();
  assert.deepEqual(await generations(), [generation]);
  // A second deletion finds nothing to do.
  const again = JSON.parse(
    await operate(edge, ["delete", "--index", "siv_info", "--ids", ids, "--yes", ...server(), "--json"]),
  );
  assert.equal(again.dataset.generation, generation);
});

test("the doctor finds that the Worker may write", async () => {
  const { stdout } = await runCli(["doctor", ...server(), "--json", "--to", edge.url], operatorOf(edge));
  const checks = Object.fromEntries(JSON.parse(stdout).checks.map((check) => [check.check, check]));
  assert.match(checks.clickhouse.found, /the Worker's user may INSERT, CREATE TABLE, DROP TABLE/);
  for (const name of ["import server", "import clock", "import user", "database", "dataset"])
    assert.equal(checks[name].ok, true, JSON.stringify(checks[name]));
});

test("without ClickHouse, questions are a 503 and cost nothing", async () => {
  await clickhouse.stop();
  for (const [operation, request] of Object.entries(QUESTIONS)) {
    const answer = await ask(edge, operation, request);
    assertProblem(answer, "backend_unavailable");
    assert.ok(answer.headers.get("retry-after"), operation);
    assert.equal(answer.headers.get("x-query-cost"), "0");
  }
  // The versions are in D1.
  assert.equal((await operator(edge, "GET", "/dataset")).status, 200);
});
