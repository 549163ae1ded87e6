// The command for desktop agents: its description, its errors, and its exit.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { inRoot } from "../../scripts/project.mjs";
import { startEdgeForAgents } from "./support/edge.mjs";

const COMMAND = inRoot("pkg", "bin", "overheard.js");
const KEY = `ohk_live_${"a".repeat(38)}`;
const { version } = JSON.parse(readFileSync(inRoot("pkg", "package.json"), "utf8"));

let edge;
before(async () => (edge = await startEdgeForAgents()));
after(() => edge?.stop());

/** Starts the command. `ended` resolves to its exit code or signal, and its output. */
function start(args, env = {}) {
  const child = spawn(process.execPath, [COMMAND, ...args], { env: { PATH: process.env.PATH, ...env } });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) child[name].setEncoding("utf8").on("data", (text) => (said[name] += text));
  const ended = new Promise((resolve) =>
    child.on("close", (code, signal) => resolve({ code: code ?? signal, ...said })),
  );
  return { child, ended, said };
}

/** Runs the command with lines as input. Returns its exit code and output, with the messages that it wrote. */
async function run(lines, { url = edge.url, env = { OVERHEARD_KEY: edge.secret } } = {}) {
  const { child, ended } = start(["mcp", "--url", url], env);
  child.stdin.end(lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""));
  const { stdout, ...rest } = await ended;
  return {
    ...rest,
    messages: stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}

const request = (id, method, params = {}) => ({ jsonrpc: "2.0", id, method, params });
const stateless = (id, method, params = {}) =>
  request(id, method, {
    ...params,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  });
const byId = (messages) => Object.fromEntries(messages.map((message) => [message.id, message]));

test("--help and --version describe the command", async () => {
  for (const option of ["--help", "-h"]) {
    const { code, stdout, stderr } = await start([option]).ended;
    assert.deepEqual([code, stderr], [0, ""]);
    for (const word of ["--url", "OVERHEARD_KEY", "OVERHEARD_TOKEN"]) assert.ok(stdout.includes(word), word);
  }
  assert.deepEqual(await start(["mcp", "--version"]).ended, { code: 0, stdout: `${version}\n`, stderr: "" });
});

test("usage errors are written to standard error only", async () => {
  const url = ["--url", "https://insights.example"];
  const wrong = [
    [[], {}, /a command is missing/],
    [["serve"], {}, /there is no command 'serve'. There is: mcp/],
    [["mcp"], { OVERHEARD_KEY: KEY }, /--url is missing/],
    [["mcp", "--url"], {}, /--url/],
    [["mcp", "--port", "1"], {}, /unknown option '--port'/],
    [["mcp", "--url", "insights"], { OVERHEARD_KEY: KEY }, /--url must be an https:\/\/ address/],
    [["mcp", "--url", "http://insights.example"], { OVERHEARD_KEY: KEY }, /--url must be an https:\/\/ address/],
    [["mcp", ...url], {}, /one of OVERHEARD_KEY and OVERHEARD_TOKEN must be set/],
    [
      ["mcp", ...url],
      { OVERHEARD_KEY: KEY, OVERHEARD_TOKEN: "oht_live_x" },
      /only one of OVERHEARD_KEY and OVERHEARD_TOKEN/,
    ],
    [["mcp", ...url], { OVERHEARD_TOKEN: KEY }, /OVERHEARD_TOKEN must begin with 'oht_'/],
    [["mcp", ...url, KEY], {}, /read from the environment, never from arguments/],
    [["mcp", ...url, `--key=${KEY}`], {}, /unknown option '--key'/],
    [[KEY], {}, /read from the environment, never from arguments/],
  ];
  for (const [args, env, says] of wrong) {
    const { code, stdout, stderr } = await start(args, env).ended;
    assert.deepEqual([code, stdout], [2, ""], args.join(" "));
    assert.match(stderr, says);
    assert.match(stderr, /^overheard: .+\nTry 'overheard --help'\.\n$/);
    assert.ok(!stderr.includes(KEY), "a secret is not repeated");
  }
});

test("the command passes on messages of both eras, and ends with its input", async () => {
  const hello = request(1, "initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });
  const call = { name: "co_mentions", arguments: { values: ["Velunara", "Borealume"], size: 1 } };
  const { code, stderr, messages } = await run([
    hello,
    { jsonrpc: "2.0", method: "notifications/initialized" },
    request("two", "tools/call", call),
    stateless(3, "server/discover"),
    stateless(4, "tools/call", { ...call, name: "séctor" }),
    request(5, "nothing/known"),
    "",
  ]);
  assert.deepEqual([code, stderr, messages.length], [0, "", 5]);
  const { 1: initialized, two: called, 3: discovered, 4: refused, 5: unknown } = byId(messages);
  assert.equal(initialized.result.protocolVersion, "2025-06-18");
  assert.equal(called.result.structuredContent.results.length, 1);
  assert.ok(discovered.result.supportedVersions.includes("2026-07-28"));
  assert.deepEqual(
    [refused.result.isError, refused.result.structuredContent.did_you_mean],
    [true, "sector"],
    "a name that no header holds as it is",
  );
  assert.equal(unknown.error.code, -32601);
});

test("an invalid message gets an error response, and the next one is read", async () => {
  const { messages, code } = await run([
    "{",
    "[]",
    "5",
    "x".repeat(1_000_000),
    JSON.stringify({ jsonrpc: "2.0", id: 7, result: {} }),
    request(8, "ping"),
  ]);
  assert.equal(code, 0);
  assert.deepEqual(
    messages
      .filter(({ id }) => id === null)
      .map(({ error }) => error.code)
      .sort(),
    [-32600, -32600, -32600, -32700],
  );
  assert.deepEqual(
    messages.filter(({ id }) => id !== null),
    [{ jsonrpc: "2.0", id: 8, result: {} }],
  );
});

test("an unreachable edge and a refused credential are reported to the client and in the log", async () => {
  const nowhere = await run([request(1, "ping"), request(2, "tools/list")], { url: "http://127.0.0.1:1" });
  assert.equal(nowhere.code, 0);
  for (const { error } of nowhere.messages)
    assert.match(error.message, /^http:\/\/127\.0\.0\.1:1\/mcp could not be reached/);
  assert.match(nowhere.stderr, /could not be reached/);
  const stranger = await run([request(1, "tools/list")], { env: { OVERHEARD_KEY: KEY } });
  assert.equal(stranger.messages[0].error.data.code, "invalid_credentials");
  assert.match(stranger.stderr, /does not hold a valid key/);
  assert.ok(!stranger.stderr.includes(KEY));
});

/** Starts a server that never responds. `asked` resolves when it gets a request. */
async function silent() {
  let asked;
  const isAsked = new Promise((resolve) => (asked = resolve));
  const server = createServer(() => asked());
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => (server.closeAllConnections(), server.close());
  return { url: `http://127.0.0.1:${server.address().port}`, isAsked, stop };
}

test("a signal ends the command, even while it waits", async () => {
  for (const signal of ["SIGTERM", "SIGINT"]) {
    const server = await silent();
    const { child, ended } = start(["mcp", "--url", server.url], { OVERHEARD_KEY: KEY });
    child.stdin.write(`${JSON.stringify(request(1, "tools/list"))}\n`);
    await server.isAsked;
    child.kill(signal);
    assert.deepEqual(await ended, { code: 0, stdout: "", stderr: "" }, signal);
    server.stop();
  }
});

test("a cancelled request gets no response", async () => {
  const server = await silent();
  const { child, ended } = start(["mcp", "--url", server.url], { OVERHEARD_KEY: KEY });
  child.stdin.write(`${JSON.stringify(request(1, "tools/list"))}\n`);
  await server.isAsked;
  child.stdin.end(
    `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } })}\n`,
  );
  assert.deepEqual(await ended, { code: 0, stdout: "", stderr: "" });
  server.stop();
});
