// Files beside the Worker: they are replaced while an edge serves them, and may be out of reach.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { siteFolder } from "../../scripts/project.mjs";
import { replaceFolder } from "../../scripts/replace.mjs";
import { startEdge } from "./harness.mjs";
import { send } from "./support/client.mjs";
import { assertProblem } from "./support/problem.mjs";

test("a build beside a running edge leaves every answer whole", async () => {
  const parent = mkdtempSync(join(tmpdir(), "overheard-site-"));
  const site = join(parent, "site");
  cpSync(siteFolder, site, { recursive: true });
  const edge = await startEdge({ site });
  try {
    const paths = [
      "/",
      "/docs/",
      "/explore/",
      "/v1/openapi.json",
      "/llms.txt",
      "/docs/guides/webhooks/",
      "/docs/licenses/",
    ];
    const ask = async () => {
      for (const path of paths) {
        const { status, text } = await send(edge, path);
        assert.deepEqual([status, text.length > 0], [200, true], path);
      }
    };
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
  } finally {
    await edge.stop();
    rmSync(parent, { recursive: true, force: true });
  }
});

/** Stands before the Worker: its files fail in the way that a header names. */
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
export default class extends Worker {
  async fetch(request) {
    const fetch = WAYS[request.headers.get("x-way")];
    if (!fetch) return super.fetch(request);
    const env = new Proxy(this.env, { get: (of, name) => (name === "ASSETS" ? Object.assign(new (class Fetcher {})(), { fetch }) : of[name]) });
    return new Worker(this.ctx, env).fetch(request);
  }
}
`;

test("a file that cannot be read is a 503 that may be tried again", async () => {
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
