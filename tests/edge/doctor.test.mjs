// The first request checks a deployment's settings, and `overheard doctor` reports what is wrong with them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operate, operatorOf, runCli, startEdge, startServingEdge } from "./harness.mjs";
import { ask, operator, send } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { servedDatabase, servedGeneration } from "../support/dataset-database.mjs";
import { assertProblem } from "../support/problem.mjs";

/**
 * Source of an entry module that wraps the Worker. `POST /told` changes its environment: replaced bindings, and the
 * names of failing ones. `GET /logged` returns the errors that were logged since the last call.
 */
const ENTRY = `
import Worker from "./index.js";
export * from "./index.js";
let [told, failing, logged] = [{}, [], []];
const { error } = console;
console.error = (...words) => {
  logged.push(words.join(" "));
  error(...words);
};
const fails = () => Promise.reject(new Error("broken on purpose"));
const failsAt = (methods) => (binding) => new Proxy(binding, {
  get: (target, name) => {
    if (methods.includes(name)) return fails;
    // The runtime identifies a binding by the name of its class.
    return typeof target[name] === "function" && name !== "constructor" ? target[name].bind(target) : target[name];
  },
});
const objectsFail = (namespace) => new Proxy(namespace, { get: (target, name) => (name === "getByName" ? () => ({ ask: fails }) : target[name]) });
const BREAK = { KV: failsAt(["get"]), DB: failsAt(["batch"]), METER: objectsFail, VIEWS: objectsFail };
let env;
export default {
  async fetch(request, own, context) {
    const { pathname } = new URL(request.url);
    if (pathname === "/told") {
      ({ told = {}, failing = [] } = await request.json());
      env = undefined;
      return new Response();
    }
    if (pathname === "/logged") return Response.json(logged.splice(0));
    // One object for all requests, as on the platform.
    env ??= { ...own, ...told, ...Object.fromEntries(failing.map((name) => [name, BREAK[name](own[name])])) };
    return Worker.fetch(request, env, context);
  },
};
`;

let edge;
before(async () => (edge = await startServingEdge(demoData, { entry: ENTRY })));
after(() => edge?.stop());

/** Runs a function while the edge has another environment. */
async function withEnvironment(environment, run) {
  const tell = (body) => send(edge, "/told", { method: "POST", body: JSON.stringify(body) });
  await tell(environment);
  try {
    await run();
  } finally {
    await tell({});
  }
}

/** Runs the doctor. Returns its exit code, its findings by name, and its standard error. */
async function doctor(of = edge, env = operatorOf(of)) {
  const { code, stdout, stderr } = await runCli(["doctor", "--json", "--to", of.url], env);
  const { ok, checks } = JSON.parse(stdout);
  assert.equal(code, ok ? 0 : 1, stderr);
  assert.deepEqual([ok, !ok], [checks.every((check) => check.ok), checks.some((check) => check.advice !== undefined)]);
  return {
    code,
    stderr,
    checks,
    wrong: Object.fromEntries(
      checks.filter((check) => !check.ok).map(({ check, found, advice }) => [check, `${found} ${advice}`]),
    ),
  };
}

test("the doctor reports the settings and the dataset of a healthy edge", async () => {
  const { checks, wrong, stderr } = await doctor();
  assert.deepEqual([wrong, stderr], [{}, ""]);
  assert.deepEqual(
    checks.map(({ check }) => check),
    [
      "edge",
      "version",
      "settings",
      "clock",
      "secrets",
      "kv",
      "meter",
      "views",
      "reports",
      "webhooks",
      "documents",
      "database",
      "dataset",
    ],
  );
  const found = Object.fromEntries(checks.map(({ check, found }) => [check, found]));
  assert.equal(
    found.settings,
    "ENVELOPE flat, SERVED_FOR_SECONDS 5, CACHES on, D1_SESSIONS off, JURISDICTION none, LOCAL_WEBHOOKS off, MCP_WRITE_TOOLS off, ACCESS_TEAM_DOMAIN none, ACCESS_AUDIENCE none.",
  );
  assert.match(found.dataset, /^ds_[0-9a-f]{8} \(generation 1000001\): [\d,]+ videos, /);
  const { code, stdout } = await runCli(["doctor", "--to", edge.url], operatorOf(edge));
  assert.equal(code, 0);
  assert.match(stdout, /^check {6}state {2}found\nedge {7}good {3}http:\/\/127\.0\.0\.1:\d+ answers/);
  assert.equal(stdout.trimEnd().split("\n").length, 1 + checks.length);
});

const ASKED = ["/v1", "/v1/schema", "/v1/mentions", "/nothing", "/admin/v1/dataset", "/problems/not-found"];

test("an invalid setting is named at every request, once in the log, and by the doctor", async () => {
  await send(edge, "/logged");
  await withEnvironment({ told: { CACHES: "of", SERVED_FOR_SECONDS: "5s" } }, async () => {
    const says =
      "the deployment's settings are wrong: CACHES 'of' is not allowed. Allowed: [on, off] SERVED_FOR_SECONDS must be a whole number from 0 to 86400. Got '5s'.";
    for (const path of ASKED) {
      const answer = await send(edge, path, { headers: { "X-API-Key": edge.secret } });
      assert.equal(assertProblem(answer, "backend_unavailable").message, says);
      assert.equal(answer.headers.get("retry-after"), "2");
    }
    const logged = (await send(edge, "/logged")).json;
    assert.deepEqual(
      logged.filter((line) => line.includes("settings")),
      [says],
    );
    const { wrong } = await doctor();
    assert.deepEqual(Object.keys(wrong), ["settings"]);
    assert.equal(wrong.settings, `${says} Correct it in wrangler.toml, or as a secret, and deploy.`);
  });
  for (const wrong of [{ ENVELOPE: "Flat" }, { JURISDICTION: "us" }, { SERVED_FOR_SECONDS: "" }, { CACHES: true }]) {
    await withEnvironment({ told: wrong }, async () => assertProblem(await send(edge, "/v1"), "backend_unavailable"));
  }
});

test("a number in a settings file is equal to its text", async () => {
  await withEnvironment({ told: { SERVED_FOR_SECONDS: 7 } }, async () => {
    const { settings } = (await operator(edge, "GET", "/checks")).json;
    assert.deepEqual(settings, {
      ENVELOPE: "flat",
      SERVED_FOR_SECONDS: 7,
      CACHES: "on",
      D1_SESSIONS: "off",
      JURISDICTION: "",
      LOCAL_WEBHOOKS: "off",
      MCP_WRITE_TOOLS: "off",
      ACCESS_TEAM_DOMAIN: "",
      ACCESS_AUDIENCE: "",
    });
  });
});

test("a weak secret is named, and its value appears nowhere", async () => {
  const short = "a".repeat(31);
  await withEnvironment({ told: { SIGNING_SECRET: short } }, async () => {
    const { wrong } = await doctor();
    assert.deepEqual(Object.keys(wrong), ["secrets"]);
    assert.match(
      wrong.secrets,
      /^SIGNING_SECRET is too short: it must have at least 32 characters\. Until then .* secret put SIGNING_SECRET$/,
    );
    assert.ok(!JSON.stringify(wrong).includes(short));
  });
  await withEnvironment({ told: { ADMIN_SECRET: short } }, async () => {
    assert.match((await doctor()).wrong.settings, /^ADMIN_SECRET is too short/);
  });
  await withEnvironment({ told: { ADMIN_SECRET: "" } }, async () => {
    assert.match((await doctor()).wrong.secrets, /Without the secret ADMIN_SECRET the edge at .* has no admin surface/);
  });
  assert.match(
    (await doctor(edge, { OVERHEARD_ADMIN_SECRET: "b".repeat(64) })).wrong.secrets,
    /refuses the admin secret/,
  );
});

test("a part that does not respond is named with what to check", async () => {
  for (const [name, check] of [
    ["KV", "kv"],
    ["METER", "meter"],
    ["VIEWS", "views"],
    ["DB", "database"],
  ]) {
    await withEnvironment({ failing: [name] }, async () => {
      const { wrong } = await doctor();
      assert.deepEqual(Object.keys(wrong), [check]);
      assert.match(
        wrong[check],
        name === "DB"
          ? /^broken on purpose .*migrations: npm run deploy -- --go/
          : new RegExp(`did not answer.* binding ${name} in wrangler\\.toml`),
      );
    });
  }
});

test("an outdated word index is named, and queries that need it are refused until it is rebuilt", async () => {
  const old = await startServingEdge(demoData);
  try {
    const database = await servedDatabase(old);
    await database.exec("UPDATE layout SET body = json_remove(body, '$.text_rules')");
    const rebuild = /^an earlier version indexed the words and names, .* Rebuild the index: overheard dataset rebuild$/;
    assert.match((await doctor(old)).wrong.dataset, rebuild);
    const search = (body) => ask(old, "search", { index: "siv_info", size: 1, ...body });
    const refused = assertProblem(await search({ q: "serum" }), "backend_unavailable");
    assert.match(refused.message, /has to run 'overheard dataset rebuild'/);
    assert.equal((await search({})).status, 200);
    await operate(old, ["dataset", "rebuild"]);
    assert.deepEqual((await doctor(old)).wrong, {});
    assert.equal((await search({ q: "serum" })).status, 200);
  } finally {
    await old.stop();
  }
});

test("missing tables and a missing dataset are named", async () => {
  const empty = await startEdge();
  try {
    assert.deepEqual((await doctor(empty)).wrong, {
      dataset: "Nothing is served yet. Import files: overheard import DIR",
    });
    const database = await empty.mf.getD1Database("DB");
    await database.exec("DROP TABLE term");
    assert.match((await doctor(empty)).wrong.database, /^these tables are missing: term /);
    await database.exec("DROP TABLE generation");
    assert.match((await doctor(empty)).wrong.database, /^no such table: generation/);
  } finally {
    await empty.stop();
  }
  assert.match((await doctor(empty)).wrong.edge, /cannot be reached/);
  const [database, generation] = [await servedDatabase(edge), await servedGeneration(edge)];
  await database.exec(`DROP TABLE cube_${generation}`);
  assert.match(
    (await doctor()).wrong.database,
    /^these tables are missing: cube_1\d+ in DATA_0 .* import all documents again with --rebuild/,
  );
});
