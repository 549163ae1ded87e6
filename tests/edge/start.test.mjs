// Runs `npm start` beside a running edge, and checks how scripts show their steps.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { PROVING } from "../../scripts/proof.mjs";
import { operate, startServingEdge } from "./harness.mjs";
import { ask, operator, send } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { linkProject } from "../support/linked-project.mjs";
import { shell } from "../support/shell.mjs";

let edge;
let project;
let folder;
const run = (...args) => project.run(...args);
before(async () => {
  // Changed limits are effective at once.
  edge = await startServingEdge(demoData, { entry: PROVING, caches: false });
  project = linkProject();
  folder = project.folder;
  writeFileSync(join(folder, ".dev.vars"), `ADMIN_SECRET=${edge.adminSecret}\nSIGNING_SECRET=${"0".repeat(64)}\n`);
});
after(async () => {
  project?.remove();
  await edge?.stop();
});

/** Starts once more, and returns the printed key. */
async function startAgain(...options) {
  mkdirSync(join(folder, ".wrangler"), { recursive: true });
  writeFileSync(join(folder, ".wrangler", "edge.json"), JSON.stringify({ pid: process.pid, url: edge.url }));
  const { code, stdout, stderr } = await run(["scripts/start.mjs", ...options]);
  assert.equal(code, 0, stderr);
  assert.ok(stdout.includes(`Overheard answers at ${edge.url}\n`), stdout);
  const [, key] = /^Demo key: (ohk_test_\w+)$/m.exec(stdout);
  assert.equal(readFileSync(join(folder, ".demo-key"), "utf8"), `${key}\n`);
  // The link is the last line.
  const link = stdout.trim().split("\n").at(-1);
  assert.ok(link.startsWith(`${edge.url}/join#ohi_`), link);
  return { key, link, stderr };
}

const keys = async () => (await operator(edge, "GET", "/keys")).json.keys.filter(({ name }) => name === "demo");

test("a second start prints the address and a valid key again", async () => {
  const first = await startAgain();
  const again = await startAgain();
  assert.equal(again.key, first.key);
  assert.equal((await keys()).length, 1);
  assert.equal((await send(edge, "/v1/schema", { headers: { "X-API-Key": again.key } })).status, 200);
  assert.match(
    again.stderr,
    /^1\/2 Making the demo key: there is one in \.demo-key\n2\/2 Inviting you to the demo account: done \(.+\)\n$/,
  );
});

test("the link signs in to an account of the most mentioned brands, and the previous link has ended", async () => {
  const first = await startAgain();
  const again = await startAgain();
  const signIn = ({ link }) =>
    send(edge, "/dashboard/v1/sign-in", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Overheard-Dashboard": "1",
        Origin: edge.url,
        "Sec-Fetch-Site": "same-origin",
      },
      body: JSON.stringify({ invitation: link.split("#")[1] }),
    });
  assert.equal((await signIn(first)).status, 403);
  const { status, json } = await signIn(again);
  assert.equal(status, 200);
  assert.deepEqual([json.account.name, json.account.plan, json.member.role], ["Demo", "professional", "admin"]);
  const { buckets } = (
    await ask({ ...edge, secret: again.key }, "aggregate", {
      index: "siv_business_ideas",
      group_by: "brand_name",
      size: 50,
    })
  ).json;
  const labels = json.account.brands.map(({ label }) => label);
  assert.equal(labels.length, 3);
  assert.ok(
    labels.every((label) => buckets.some(({ key }) => key === label)),
    labels.join(),
  );
});

test("an exhausted key is kept, and one that the edge does not know is replaced", async () => {
  const { key } = await startAgain();
  const before_ = await keys();
  await operate(edge, ["plans", "set", "professional", "--face", "data", "--per-minute", "0"]);
  assert.equal((await send(edge, "/v1/schema", { headers: { "X-API-Key": key } })).status, 429);
  assert.equal((await startAgain()).key, key);
  assert.equal((await keys()).length, before_.length);
  await operate(edge, ["plans", "set", "professional", "--face", "data", "--per-minute", "300"]);
  await operate(edge, ["keys", "revoke", before_[0].id]);
  const next = await startAgain();
  assert.notEqual(next.key, key);
  assert.match(next.stderr, /^1\/2 Making the demo key: done \(\d+\.\d s\)\n2\/2 /);
});

test("a folder is imported into the running edge, and another port is refused", async () => {
  const { stderr } = await startAgain("--data", demoData);
  assert.match(stderr, /^1\/3 Importing .*demo-data: done \(.+\)\n/);
  const { code, stderr: refused } = await run(["scripts/start.mjs", "--port", "9"]);
  assert.equal(code, 1);
  assert.match(
    refused,
    /^overheard: the edge of this project runs already at .*: stop it first to have it listen on port 9\n$/,
  );
});

test("the command starts the edge of its project if it is not running, also if the usual port is in use", async () => {
  rmSync(join(folder, ".wrangler"), { recursive: true });
  const seen = [];
  const stranger = createServer((request, response) => response.end(seen.push(request.headers.authorization) && "{}"));
  // Another process may already use the port; the test works with that too.
  await new Promise((resolve) => stranger.once("error", resolve).listen(8787, "127.0.0.1", resolve));
  try {
    const { code, output } = await shell("overheard dataset status && ls .wrangler", { cwd: folder });
    assert.equal(code, 0, output);
    assert.match(
      output,
      /^Starting the local edge …\nUsing the edge at http:\/\/127\.0\.0\.1:(?!8787)\d+, of the project .*\nServed: {3}nothing yet/m,
    );
    assert.match(output, /^state$/m);
    assert.doesNotMatch(output, /edge\.json/, "it has ended with the command");
    assert.deepEqual(seen, []);
  } finally {
    await new Promise((resolve) => stranger.close(resolve));
  }
});

test("a start that cannot succeed says in one line what to do, before it builds anything", async () => {
  rmSync(join(folder, ".wrangler"), { recursive: true, force: true });
  const taken = createServer();
  await new Promise((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const { port } = taken.address();
  const cases = [
    [
      ["--port", String(port)],
      {},
      `port ${port} cannot be used (EADDRINUSE): stop what uses it, or choose another with --port`,
    ],
    [["--port", "none"], {}, "--port none is no port. Allowed: 1 to 65535"],
    [["--data", "nowhere"], {}, "--data nowhere is no folder"],
    [["--clickhouse", "nowhere"], {}, "--clickhouse nowhere is no address such as https://clickhouse.example.com:8443"],
    [
      [],
      { PATH: "/nowhere", CARGO_HOME: "/nowhere" },
      "Rust is missing: install it with rustup (https://rustup.rs), then run the command again",
    ],
  ];
  try {
    for (const [options, env, line] of cases) {
      const { code, stdout, stderr } = await run(["scripts/start.mjs", ...options], env);
      assert.deepEqual([code, stdout, stderr], [1, "", `overheard: ${line}\n`]);
    }
  } finally {
    await new Promise((resolve) => taken.close(resolve));
  }
});

test("without a terminal a step is one line, however long it takes", async () => {
  const steps = `
    import { expectSteps, skip, step, work } from "./scripts/step.mjs";
    expectSteps(3);
    await step("Waiting", "sleep", ["4.5"]);
    skip("Nothing", "not needed");
    await work("Failing", () => Promise.reject(new Error("as it should"))).catch(() => {});
  `;
  writeFileSync(join(folder, "scripts", "three.mjs"), steps.replaceAll("./scripts/", "./"));
  const { stderr } = await run(["scripts/three.mjs"]);
  assert.match(
    stderr,
    /^1\/3 Waiting: done \(4\.\d s\)\n2\/3 Nothing: not needed\n3\/3 Failing: failed \(0\.\d s\)\n$/,
  );
  // Another process continues the count.
  const { stderr: later } = await run(["scripts/three.mjs"], { OVERHEARD_STEPS_DONE: "4" });
  assert.match(later, /^5\/7 Waiting: done/);
});
