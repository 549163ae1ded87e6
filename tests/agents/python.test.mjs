// The official MCP client in Python lists and calls every tool, in both eras of the protocol: over HTTP, and over the
// package's command.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { inRoot } from "../../scripts/project.mjs";
import { projectPython } from "../../scripts/python/environment.mjs";
import { credentials, startEdgeForAgents } from "./support/edge.mjs";
import { callEvery } from "./support/tools.mjs";

const PROGRAM = fileURLToPath(new URL("support/python_client.py", import.meta.url));
const COMMAND = inRoot("pkg", "bin", "overheard.js");
/** The client's modes, each with the version that it negotiates. */
const MODES = { auto: "2026-07-28", legacy: "2025-11-25" };

let edge;
let python;
before(async () => {
  python = await projectPython(inRoot("tests", "agents", "requirements.txt"));
  assert.ok(python, "a Python is there: npm test installs one");
  edge = await startEdgeForAgents();
});
after(() => edge?.stop());

/** Starts the client with a target, runs `work` with it and ends it. */
async function connected(mode, target, env, work) {
  const child = spawn(python, [PROGRAM, mode, ...target], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const closed = new Promise((resolve) => child.on("close", resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const said = async () => {
    const { value, done } = await lines.next();
    assert.ok(!done, "the client ended");
    return JSON.parse(value);
  };
  const ask = (what) => {
    child.stdin.write(`${JSON.stringify(what)}\n`);
    return said();
  };
  try {
    const { version, instructions } = await said();
    assert.equal(version, MODES[mode]);
    assert.match(instructions, /Mentions are from \d{4}-\d\d-\d\d to/);
    await work({ list: () => ask("list"), call: (name, args) => ask({ name, arguments: args }) });
  } finally {
    child.stdin.end();
  }
  assert.equal(await closed, 0);
}

for (const mode of Object.keys(MODES)) {
  for (const api of ["data", "account"]) {
    test(`${mode}: every tool of the ${api} interface over HTTP`, () =>
      connected(mode, ["http", edge.mcp.href], { HEADERS: JSON.stringify(credentials(edge)[api].headers) }, (client) =>
        callEvery(api, client),
      ));
  }

  test(`${mode}: every tool over the command`, () =>
    connected(
      mode,
      ["stdio", process.execPath, COMMAND, "mcp", "--url", edge.url],
      { COMMAND_ENV: JSON.stringify(credentials(edge).data.env) },
      (client) => callEvery("data", client),
    ));
}
