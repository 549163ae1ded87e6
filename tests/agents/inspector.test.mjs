// The MCP inspector's command line lists and calls every tool in both eras, and accepts every schema.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { inRoot, packagesIn } from "../../scripts/project.mjs";
import { credentials, startEdgeForAgents } from "./support/edge.mjs";
import { callEvery } from "./support/tools.mjs";

const INSPECTOR = packagesIn("tests", "@modelcontextprotocol", "inspector", "clients", "launcher", "build", "index.js");
const COMMAND = inRoot("pkg", "bin", "overheard.js");
const run = promisify(execFile);

// The inspector stores its data about servers below the home directory.
const home = mkdtempSync(join(tmpdir(), "overheard-inspector-"));
let edge;
before(async () => (edge = await startEdgeForAgents()));
after(async () => {
  await edge?.stop();
  rmSync(home, { recursive: true, force: true });
});

/**
 * Runs a method in the inspector. Returns its standard output and its standard error. Each call starts a new process,
 * but its code is compiled once.
 */
async function inspect(target, era, method, args = []) {
  const { stdout, stderr } = await run(
    process.execPath,
    [INSPECTOR, "--cli", "--protocol-era", era, "--method", method, "--format", "json", ...args, ...target],
    { env: { PATH: process.env.PATH, HOME: home, NODE_COMPILE_CACHE: join(home, "compiled") }, maxBuffer: 1 << 26 },
  );
  return { result: JSON.parse(stdout).result, said: stderr };
}

const inspecting = (target, era) => ({
  list: async () => {
    const { result, said } = await inspect(target, era, "tools/list", ["--strict"]);
    assert.equal(said, "", "schemas that every model's interface takes");
    return result.tools;
  },
  call: async (name, args) =>
    (await inspect(target, era, "tools/call", ["--tool-name", name, "--tool-args-json", JSON.stringify(args)])).result,
});

for (const era of ["modern", "legacy"]) {
  for (const api of ["data", "account"]) {
    test(`${era}: every tool of the ${api} interface`, async () => {
      const headers = Object.entries(credentials(edge)[api].headers).flatMap(([name, value]) => [
        "--header",
        `${name}: ${value}`,
      ]);
      await callEvery(api, inspecting([...headers, "--server-url", edge.mcp.href], era));
    });
  }

  test(`${era}: over the command`, async () => {
    const { OVERHEARD_KEY } = credentials(edge).data.env;
    const { list, call } = inspecting(
      ["-e", `OVERHEARD_KEY=${OVERHEARD_KEY}`, "--", process.execPath, COMMAND, "mcp", "--url", edge.url],
      era,
    );
    assert.equal((await list()).length, 6);
    assert.equal(
      (await call("co_mentions", { values: ["Velunara", "Borealume"], size: 1 })).structuredContent.results.length,
      1,
    );
  });
}
