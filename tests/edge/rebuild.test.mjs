// Static files beside the Worker: a build replaces them while an edge serves them, and reading them may fail.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { inRoot, projectNode, siteFolder } from "../../scripts/project.mjs";
import { replaceFolder } from "../../scripts/replace.mjs";
import { startEdge } from "./harness.mjs";
import { send } from "../support/client.mjs";
import { assertProblem } from "../support/problem.mjs";

const PATHS = [
  "/",
  "/docs/",
  "/explore/",
  "/v1/openapi.json",
  "/llms.txt",
  "/docs/guides/webhooks/",
  "/docs/licenses/",
];

/** Runs a function with a copy of the site and an edge that serves it. `ask` fetches a file of each kind. */
async function withSite(run) {
  const parent = mkdtempSync(join(tmpdir(), "overheard-site-"));
  const site = join(parent, "site");
  cpSync(siteFolder, site, { recursive: true });
  const edge = await startEdge({ site });
  const ask = async () => {
    for (const path of PATHS) {
      const { status, text } = await send(edge, path);
      assert.deepEqual([status, text.length > 0], [200, true], path);
    }
  };
  try {
    await run({ site, ask });
  } finally {
    await edge.stop();
    rmSync(parent, { recursive: true, force: true });
  }
}

test("files that are replaced beside a running edge leave every response complete", () =>
  withSite(async ({ site, ask }) => {
    await ask();
    await replaceFolder(site, async (staged) => {
      await ask();
      writeFileSync(join(staged, "index.html"), "new");
      await ask();
    });
    await Promise.all([ask(), ask(), ask()]);
    assert.equal(readFileSync(join(site, "index.html"), "utf8"), "new");
    await assert.rejects(
      replaceFolder(site, () => Promise.reject(new Error("it does not compile"))),
      /does not compile/,
    );
    assert.equal(readFileSync(join(site, "index.html"), "utf8"), "new");
    assert.ok(![`${site}.new`, `${site}.old`].some(existsSync));
  }));

test("a whole build beside a running edge leaves every response complete", () =>
  withSite(async ({ site, ask }) => {
    const build = `import { buildSite } from ${JSON.stringify(inRoot("scripts", "site.mjs"))}; await buildSite({ target: ${JSON.stringify(site)} });`;
    const child = spawn(projectNode, ["--input-type=module", "--eval", build], { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text) => (said += text));
    let code;
    child.on("close", (ended) => (code = ended ?? 1));
    let asked = 0;
    while (code === undefined) {
      await ask();
      asked += 1;
    }
    assert.equal(code, 0, said);
    assert.ok(asked > 1);
    await ask();
  }));

/** Source of an entry module that wraps the Worker. Its static files fail as a header says. */
const BREAKING = `
import Worker from "./index.js";
export * from "./index.js";
const failing = (controller) => controller.error(new Error("cut off"));
const WAYS = {
  throws: () => { throw new Error("no service"); },
  rejects: async () => { throw new Error("no service"); },
  status: async () => new Response(null, { status: 500 }),
  body: async () => new Response(new ReadableStream({ pull: failing })),
};
export default {
  fetch(request, env, context) {
    const fetch = WAYS[request.headers.get("x-way")];
    if (!fetch) return Worker.fetch(request, env, context);
    const changed = new Proxy(env, { get: (of, name) => (name === "ASSETS" ? Object.assign(new (class Fetcher {})(), { fetch }) : of[name]) });
    return Worker.fetch(request, changed, context);
  },
};
`;

test("a file that cannot be read is a retryable 503", async () => {
  const edge = await startEdge({ entry: BREAKING });
  try {
    for (const way of ["throws", "rejects", "status", "body"]) {
      const answer = await send(edge, "/v1/openapi.json", { headers: { "x-way": way } });
      assertProblem(answer, "backend_unavailable");
      assert.ok(Number(answer.headers.get("retry-after")) > 0, way);
    }
    assert.equal((await send(edge, "/v1/openapi.json")).status, 200);
  } finally {
    await edge.stop();
  }
});
