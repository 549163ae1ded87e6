// The operator's command uses the edge of the project in whose folder it runs, and no other.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { PROVING, provesSecret } from "../../scripts/proof.mjs";
import { startEdge } from "./harness.mjs";
import { send } from "../support/client.mjs";
import { makeProject } from "../support/project.mjs";
import { shell } from "../support/shell.mjs";

const STATUS = "overheard dataset status --json";

let edge;
let project;
before(async () => {
  edge = await startEdge({ entry: PROVING });
  project = makeProject(edge);
});
after(async () => {
  project?.remove();
  await edge?.stop();
});

/** Starts a foreign server. It records its requests and responds to all of them with `answer`. */
async function startForeignServer(answer = (_, response) => response.end("{}")) {
  const seen = [];
  const server = createServer((request, response) => {
    seen.push({ path: request.url, authorization: request.headers.authorization });
    answer(request, response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  const stop = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  return { url: `http://127.0.0.1:${port}`, port: String(port), seen, stop };
}

test("the command finds the project's edge on any port, from every folder of the project, and names it", async () => {
  const below = join(project.root, "exports", "2026");
  mkdirSync(below, { recursive: true });
  for (const cwd of [project.root, below]) {
    const { code, stdout, output } = await shell(STATUS, { cwd });
    assert.equal(code, 0, output);
    const { database_bytes, ...versions } = JSON.parse(stdout);
    assert.deepEqual(versions, { served: null, previous: null, loading: null });
    assert.ok(database_bytes > 0);
    assert.ok(output.includes(`Using the edge at ${edge.url}, of the project ${project.root}\n`), output);
  }
});

test("outside of a project the command says so and lists the alternatives", async () => {
  const { code, output } = await shell(STATUS, { cwd: "/" });
  assert.equal(code, 2);
  assert.match(
    output,
    /^overheard: \/ is not in a project folder .*: run this inside the project, or name the edge with --to URL\n$/,
  );
});

test("the secret of a project whose edge is not running is not sent to another server on the usual port", async () => {
  const stranger = await startForeignServer();
  const own = makeProject({ adminSecret: "0".repeat(64) });
  try {
    const { code, output } = await shell(STATUS, { cwd: own.root, env: { OVERHEARD_LOCAL_PORT: stranger.port } });
    assert.equal(code, 1);
    assert.match(output, /the local edge is not running and cannot be started/);
    assert.deepEqual(stranger.seen, []);
  } finally {
    own.remove();
    await stranger.stop();
  }
});

test("a server on the port of the project's edge gets only a request for a proof", async () => {
  const answers = [
    (_, response) => response.end("{}"),
    (_, response) => response.end(JSON.stringify({ proof: "0".repeat(64) })),
    (_, response) => response.writeHead(302, { location: `${edge.url}/.overheard/proof` }).end(),
    (request, response) =>
      response.end(JSON.stringify({ proof: new URL(request.url, "http://x").searchParams.get("challenge") })),
    (request) => request.socket.destroy(),
  ];
  for (const answer of answers) {
    const stranger = await startForeignServer(answer);
    const own = makeProject({ ...edge, url: stranger.url });
    try {
      assert.equal((await shell(STATUS, { cwd: own.root })).code, 1);
      assert.ok(stranger.seen.length > 0);
      for (const { path, authorization } of stranger.seen) {
        assert.match(path, /^\/\.overheard\/proof\?challenge=[0-9a-f]{64}$/);
        assert.equal(authorization, undefined);
      }
    } finally {
      own.remove();
      await stranger.stop();
    }
  }
});

test("the edge of another project is not used", async () => {
  const other = makeProject({ url: edge.url, adminSecret: "1".repeat(64) });
  try {
    const { code, output } = await shell(STATUS, { cwd: other.root });
    assert.equal(code, 1);
    assert.match(output, /the local edge is not running and cannot be started/);
  } finally {
    other.remove();
  }
});

test("a remote address needs no proof", async () => {
  const own = makeProject({ ...edge, url: edge.url.replace("127.0.0.1", "localhost") });
  try {
    assert.equal((await shell(STATUS, { cwd: own.root })).code, 1);
  } finally {
    own.remove();
  }
});

test("an edge proves that it has the secret, and passes all other requests to the Worker", async () => {
  assert.equal(await provesSecret(edge.url, edge.adminSecret), true);
  assert.equal(await provesSecret(edge.url, `${edge.adminSecret}0`), false);
  assert.equal(await provesSecret("http://127.0.0.1:9", edge.adminSecret), undefined);
  assert.equal((await send(edge, "/v1/schema")).json.code, "missing_credentials");
  const bare = await startEdge();
  try {
    assert.equal(await provesSecret(bare.url, bare.adminSecret), false, "a deployment has no such path");
    assert.equal((await send(bare, "/.overheard/proof?challenge=1")).status, 404);
  } finally {
    await bare.stop();
  }
});
