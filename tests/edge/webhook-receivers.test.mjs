// Runs the receivers of docs/webhooks.md, where their runtimes exist, with deliveries of the edge. Also runs the
// official libraries of Standard Webhooks.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { hostProgram } from "../../scripts/host-program.mjs";
import { inRoot } from "../../scripts/project.mjs";
import { hasPython, projectPython } from "../../scripts/python/environment.mjs";
import { startEdge } from "./harness.mjs";
import { createAccount, expectOk } from "../support/account.mjs";
import { operator } from "../support/client.mjs";
import { blocks } from "../support/documents-shown.mjs";
import { temporaryFolder } from "../support/documents.mjs";
import { eventually } from "../support/eventually.mjs";
import { startReceiver } from "../support/receiver.mjs";
import { deliveriesOf, registerWebhook } from "../support/webhooks.mjs";

const SHOWN = blocks(readFileSync(inRoot("docs", "webhooks.md"), "utf8"));
const shown = (language) => `${SHOWN.find((block) => block.language === language).lines.join("\n")}\n`;
/** Time limit for a start, in milliseconds. Compiling a receiver takes a while. */
const STARTED_WITHIN_MS = 60_000;

let edge;
let account;
const folder = temporaryFolder();
before(async () => {
  edge = await startEdge({ bindings: { LOCAL_WEBHOOKS: "on" } });
  account = await createAccount(edge);
});
after(() => edge?.stop());

const has = (program, ...args) => spawnSync(program, args).status === 0;

/** Writes a receiver into a folder of its own and returns the file. */
function writeReceiver(language, name) {
  mkdirSync(join(folder, language));
  const file = join(folder, language, name);
  writeFileSync(file, shown(language));
  return file;
}

/** For each language, whether its runtime exists, and the command. */
const RECEIVERS = {
  js: { canRun: () => true, command: async () => [process.execPath, [writeReceiver("js", "receiver.mjs")]] },
  python: {
    canRun: () => has("python3", "--version"),
    command: async () => ["python3", [writeReceiver("python", "receiver.py")]],
  },
  rust: {
    canRun: () => true,
    command: async () => [await hostProgram("overheard-receiver", "overheard-receiver"), []],
  },
  go: { canRun: () => has("go", "version"), command: async () => ["go", ["run", writeReceiver("go", "receiver.go")]] },
  php: {
    canRun: () => has("php", "--version"),
    command: async (port) => ["php", ["-S", `127.0.0.1:${port}`, writeReceiver("php", "receiver.php")]],
  },
};

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Starts a receiver with a secret. `said` is its output. */
async function startProgram({ command }, port, secret) {
  const [program, args] = await command(port);
  const child = spawn(program, args, {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port), GOCACHE: join(folder, "cache") },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  for (const until = Date.now() + STARTED_WITHIN_MS; ; await sleep(100)) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" }).catch(() => undefined);
    if (answer) break;
    assert.ok(Date.now() < until && child.exitCode === null, said);
  }
  return { said: () => said, stop: () => process.kill(-child.pid, "SIGKILL") };
}

for (const [language, receiver] of Object.entries(RECEIVERS)) {
  test(`the receiver in ${language} accepts genuine deliveries only`, {
    skip: receiver.canRun() ? false : "its runtime is not here",
  }, async () => {
    const port = await freePort();
    const webhook = await registerWebhook(edge, account, `http://127.0.0.1:${port}/`, {
      events: ["report.ready"],
      description: language,
    });
    const running = await startProgram(receiver, port, webhook.secret);
    try {
      const { event } = expectOk(await operator(edge, "POST", `/webhooks/${webhook.id}/test`));
      await eventually(
        async () => (await deliveriesOf(edge, webhook)).find((delivery) => delivery.event === event).status,
        "delivered",
        10_000,
      );
      await eventually(() => running.said().includes("webhook.ping"), true);
      const [{ attempts }] = (await deliveriesOf(edge, webhook)).filter((delivery) => delivery.event === event);
      assert.equal(attempts.at(-1).status, 204);
      const genuine = signed(webhook.secret, "msg_1", new Date(), '{"type":"report.ready"}');
      assert.equal(await posted(port, genuine), 204);
      const forged = [
        { ...genuine, body: '{"type":"report.ready","more":1}' },
        { ...genuine, headers: { ...genuine.headers, "webhook-id": "msg_2" } },
        { ...genuine, headers: {} },
        signed(`whsec_${Buffer.alloc(32, 7).toString("base64")}`, "msg_1", new Date(), "{}"),
        signed(webhook.secret, "msg_1", new Date(Date.now() - 301_000), "{}"),
      ];
      for (const delivery of forged) assert.equal(await posted(port, delivery), 400, JSON.stringify(delivery));
      const both = {
        ...genuine,
        headers: { ...genuine.headers, "webhook-signature": `v1,AAAA ${genuine.headers["webhook-signature"]}` },
      };
      assert.equal(await posted(port, both), 204, "one good signature is enough");
    } finally {
      running.stop();
    }
  });
}

function signed(secret, id, date, body) {
  const signature = new Webhook(secret).sign(id, date, body);
  return {
    body,
    headers: {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(date.getTime() / 1000)),
      "webhook-signature": signature,
    },
  };
}

const posted = async (port, { body, headers }) =>
  (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body, headers })).status;

test("the receiver in Rust is the one in the guide", () => {
  assert.equal(readFileSync(inRoot("tests", "receiver", "src", "main.rs"), "utf8"), shown("rust"));
});

/** Returns a delivery of the edge to a receiver, and the secret. */
async function deliveryOf() {
  const receiver = await startReceiver();
  try {
    const { secret } = await registerWebhook(edge, account, receiver.url("ok", "library"));
    await eventually(() => receiver.received("library").length, 1);
    const [{ headers, body }] = receiver.received("library");
    return { secret, headers, body };
  } finally {
    await receiver.stop();
  }
}

test("the official library in JavaScript verifies deliveries of the edge", async () => {
  const { secret, headers, body } = await deliveryOf();
  assert.equal(new Webhook(secret).verify(body, headers).type, "webhook.ping");
  assert.throws(() => new Webhook(secret).verify(body.replace("ping", "pong"), headers));
});

const PYTHON = `
import json, sys
from standardwebhooks.webhooks import Webhook, WebhookVerificationError
given = json.load(sys.stdin)
webhook = Webhook(given["secret"])
assert webhook.verify(given["body"], given["headers"])["type"] == "webhook.ping"
try:
    webhook.verify(given["body"].replace("ping", "pong"), given["headers"])
except WebhookVerificationError:
    print("verified")
`;

test("the official library in Python verifies deliveries of the edge", {
  skip: hasPython() ? false : "there is no Python to make an environment of",
}, async () => {
  const python = await projectPython();
  const checked = spawnSync(python, ["-c", PYTHON], { encoding: "utf8", input: JSON.stringify(await deliveryOf()) });
  assert.equal(checked.stdout, "verified\n", checked.stderr);
});
