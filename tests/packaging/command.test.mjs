// The published command: it exists where the library is installed, and connects to an edge.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { environment, inRoot } from "../../scripts/project.mjs";
import { startServingEdge } from "../edge/harness.mjs";
import { demoData } from "../support/data.mjs";
import { binary, output, packed, project } from "./support/project.mjs";

const { version } = JSON.parse(readFileSync(inRoot("pkg", "package.json"), "utf8"));
const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';

/** Returns the command's response to a request for its tools. */
async function listed(command, args, cwd, env) {
  const child = spawn(command, args, { cwd, env: { ...environment(), ...env }, stdio: ["pipe", "pipe", "inherit"] });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (said += text));
  const ended = new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  child.stdin.end(LIST);
  assert.equal(await ended, 0);
  return JSON.parse(said).result.tools.map(({ name }) => name);
}

test("npx finds the command of an installed package", async () => {
  const cwd = await project("command", {});
  assert.equal(await output("npx", ["--offline", "overheard", "--version"], cwd), `${version}\n`);
  assert.match(
    await output("npx", ["--offline", "overheard", "mcp", "--help"], cwd),
    /^Gives a desktop agent the tools/,
  );
  const { path } = await packed();
  assert.equal(
    await output("npx", ["--offline", "--yes", "--package", path, "overheard", "--version"], dirname(path)),
    `${version}\n`,
    "of a package that nobody installed",
  );
});

test("the command lists the tools of an edge, in every runtime that runs scripts of Node.js", async () => {
  const edge = await startServingEdge(demoData);
  try {
    const cwd = await project("desktop", {});
    const script = join(cwd, "node_modules", "overheard", "bin", "overheard.js");
    const commands = [
      ["npx", ["--offline", "overheard"]],
      [binary("bun"), ["run", script]],
      [binary("deno"), ["run", "--no-prompt", "--allow-read", "--allow-env", "--allow-net=127.0.0.1", script]],
    ];
    for (const [command, args] of commands) {
      const names = await listed(command, [...args, "mcp", "--url", edge.url], cwd, {
        OVERHEARD_KEY: edge.secret,
        OVERHEARD_TOKEN: "",
      });
      assert.deepEqual(names, ["aggregate", "search", "creators", "co_mentions", "sector", "schema"], command);
    }
  } finally {
    await edge.stop();
  }
});
