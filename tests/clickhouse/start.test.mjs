// `npm start` with the dataset in ClickHouse, which runs on this machine if no server is named.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { builtClickHouseWorker } from "../../scripts/project.mjs";
import { startClickHouse } from "../support/clickhouse.mjs";
import { ask } from "../support/client.mjs";
import { linkProject } from "../support/linked-project.mjs";
import { QUESTIONS } from "../support/questions.mjs";

/** Records everything as built from the present sources, so that nothing is compiled here. */
const RECORD_BUILT = `
  import { recordBuilt, sourcesNow } from "./build/sources.mjs";
  const from = sourcesNow();
  for (const part of ["worker", "package", "site", "cli", "renderer"]) recordBuilt(part, { quick: false, from });
`;
const CLICKHOUSE = { DATASET: "clickhouse" };

let project;
before(async () => {
  project = linkProject({ build: builtClickHouseWorker.build });
  writeFileSync(join(project.folder, "scripts", "record-built.mjs"), RECORD_BUILT);
  const { code, stderr } = await project.run(["scripts/record-built.mjs"], CLICKHOUSE);
  assert.equal(code, 0, stderr);
});
after(() => project?.remove());

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

/** Starts until the link is printed. Returns what was printed, an answer of the edge, and how to stop it. */
async function start(options, env) {
  const { child, said, ended } = project.start(["scripts/start.mjs", "--port", await freePort(), ...options], env);
  const stop = async () => {
    child.kill("SIGINT");
    return ended;
  };
  let code;
  ended.then((ended) => (code = ended));
  while (!/\/join#ohi_\w+/.test(said.stdout)) {
    assert.equal(code, undefined, said.stderr);
    await setTimeout(50);
  }
  const [, url] = said.stdout.match(/^Overheard answers at (\S+)$/m);
  const [, secret] = said.stdout.match(/^Demo key: (\S+)$/m);
  const [, clickhouse] = said.stdout.match(/need --clickhouse (\S+)$/m);
  const { status, text } = await ask({ url, secret }, "aggregate", QUESTIONS.aggregate);
  assert.equal(status, 200, text);
  return { said, text, clickhouse, stop };
}

test("without an address, ClickHouse runs on this machine and keeps its tables", async () => {
  const first = await start([], CLICKHOUSE);
  assert.match(first.said.stderr, /Importing the demo dataset: done/);
  assert.equal(await first.stop(), 0);
  await assert.rejects(fetch(`${first.clickhouse}/ping`), "it ends with the edge");
  const again = await start([], CLICKHOUSE);
  assert.match(again.said.stderr, /Importing the demo dataset: .* are served already/);
  assert.equal(again.text, first.text);
  assert.equal(await again.stop(), 0);
});

test("a named server is used", async () => {
  const server = await startClickHouse();
  try {
    const { code, stderr } = await project.run(["scripts/start.mjs", "--clickhouse", "ftp://127.0.0.1"]);
    assert.equal(code, 1);
    assert.match(stderr, /^overheard: --clickhouse ftp:\/\/127\.0\.0\.1 is no address/);
    const started = await start(["--clickhouse", server.url]);
    assert.equal(started.clickhouse, server.url);
    assert.ok((await server.query("SELECT name FROM system.tables WHERE name LIKE 'mention_%'")).length > 0);
    assert.equal(await started.stop(), 0);
    assert.equal((await fetch(`${server.url}/ping`)).status, 200, "it is not ours to end");
  } finally {
    await server.stop();
  }
});
