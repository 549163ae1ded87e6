// Missing, short or equal secrets are not used: requests that need them are refused, and the log names the secrets.
import assert from "node:assert/strict";
import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { brand, createAccount, expectOk, fetchAs } from "../support/account.mjs";
import { operator, send } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { assertProblem } from "../support/problem.mjs";

/**
 * Source of an entry module that wraps the Worker. The header `x-secrets` replaces secrets for one request. `GET
 * /logged` returns the errors that were logged since the last call.
 */
const ENTRY = `
import Worker from "./index.js";
export * from "./index.js";
let logged = [];
const { error } = console;
console.error = (...words) => {
  logged.push(words.join(" "));
  error(...words);
};
export default {
  async fetch(request, env, context) {
    if (new URL(request.url).pathname === "/logged") {
      const told = logged;
      logged = [];
      return Response.json(told);
    }
    const secrets = JSON.parse(request.headers.get("x-secrets") ?? "{}");
    return Worker.fetch(request, { ...env, ...secrets }, context);
  },
};
`;
const [ADMIN_SECRET, SIGNING_SECRET] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];
const ORIGIN = "https://dashboard.example";
const LIST = "/v1/mentions?limit=1";

let edge;
let account;
before(async () => {
  edge = await startServingEdge(demoData, { entry: ENTRY, adminSecret: ADMIN_SECRET, bindings: { SIGNING_SECRET } });
  account = await createAccount(edge, { brands: [brand("Quillovar")] });
});
after(() => edge?.stop());

const logged = async () => (await send(edge, "/logged")).json.join("\n");
const having = (secrets) => ({ "x-secrets": JSON.stringify(secrets) });
const makeToken = (headers = {}) =>
  send(edge, "/v1/_ext/browser-tokens", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-API-Key": edge.secret, ...headers },
    body: JSON.stringify({ origin: ORIGIN }),
  });

/** Sends every kind of request that needs a signature: creating and using browser tokens, and lists with cursors. */
async function signedAnswers(headers) {
  const { token } = expectOk(await makeToken());
  const asked = send(edge, "/v1/schema", { headers: { Authorization: `Bearer ${token}`, Origin: ORIGIN, ...headers } });
  return [await makeToken(headers), await asked, await fetchAs(edge, account, LIST, { headers })];
}

const BAD = {
  missing: [{ SIGNING_SECRET: "" }, /^SIGNING_SECRET is not set: give the deployment one of 32 characters or more\.$/m],
  short: [{ SIGNING_SECRET: "a".repeat(31) }, /^SIGNING_SECRET is too short: it must have at least 32 characters\.$/m],
  "the operator's": [
    { SIGNING_SECRET: ADMIN_SECRET },
    /^SIGNING_SECRET must not be the same as ADMIN_SECRET: give the deployment another one\.$/m,
  ],
};
for (const [what, [secrets, says]] of Object.entries(BAD)) {
  test(`a signing secret that is ${what} signs nothing: the log names it, the response does not`, async () => {
    await logged();
    for (const answer of await signedAnswers(having(secrets))) {
      const { message } = assertProblem(answer, "backend_unavailable");
      assert.equal(message, "the deployment lacks a secret that this needs; its log tells the operator which.");
    }
    const log = await logged();
    assert.match(log, says);
    assert.doesNotMatch(log, new RegExp(`${ADMIN_SECRET}|a{31}`));
    // Requests that need no signature are answered.
    expectOk(await send(edge, "/v1/schema", { headers: { "X-API-Key": edge.secret, ...having(secrets) } }));
    expectOk(await fetchAs(edge, account, "/v1/account", { headers: having(secrets) }));
  });
}

test("an operator's secret that is short or equals the signing secret gives no access, and the log names it", async () => {
  for (const [secrets, given, says] of [
    [
      { ADMIN_SECRET: "b".repeat(31) },
      "b".repeat(31),
      /^ADMIN_SECRET is too short: it must have at least 32 characters\./,
    ],
    [{ ADMIN_SECRET: SIGNING_SECRET }, SIGNING_SECRET, /^ADMIN_SECRET must not be the same as SIGNING_SECRET/],
  ]) {
    for (const [method, path] of [
      ["GET", "/dataset"],
      ["POST", "/keys"],
      ["DELETE", "/keys"],
    ]) {
      const refused = await send(edge, `/admin/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${given}`, ...having(secrets) },
      });
      const { message } = assertProblem(refused, "backend_unavailable");
      assert.match(message, says);
      assert.ok(!message.includes(given));
    }
    assert.match(await logged(), says);
  }
  const long = "ß".repeat(32);
  assertProblem(
    await operator(edge, "GET", "/dataset", undefined, { ...having({ ADMIN_SECRET: long }) }),
    "invalid_credentials",
  );
});

test("each purpose has its own derived key, which no other secret of the deployment yields", async () => {
  const { token } = expectOk(await makeToken());
  const [payload, signature] = token.slice("ohb_".length).split(".");
  const { next_cursor: cursor } = expectOk(await fetchAs(edge, account, LIST));
  const bytes = Buffer.from(cursor, "base64url");
  const [signed, ofCursor] = [bytes.subarray(0, -16), bytes.subarray(-16)];
  const derived = (label) => Buffer.from(hkdfSync("sha256", SIGNING_SECRET, "", `overheard signing 1: ${label}`, 32));
  const mac = (key, ...parts) => parts.reduce((hmac, part) => hmac.update(part), createHmac("sha256", key)).digest();
  const ofToken = (key) => mac(key, "browser-token.", payload).toString("base64url") === signature;
  const ofList = (key) => mac(key, "cursor.", account.id, "|", signed).subarray(0, 16).equals(ofCursor);
  assert.ok(ofToken(derived("browser tokens")) && ofList(derived("cursors")));
  for (const key of [SIGNING_SECRET, ADMIN_SECRET, "", derived("cursors")]) assert.ok(!ofToken(key));
  for (const key of [SIGNING_SECRET, ADMIN_SECRET, "", derived("browser tokens")]) assert.ok(!ofList(key));
  expectOk(await fetchAs(edge, account, `${LIST}&cursor=${cursor}`));
  const other = having({ SIGNING_SECRET: randomBytes(32).toString("hex") });
  // Another limit, because the answer to the same query is cached.
  assertProblem(
    await fetchAs(edge, account, `/v1/mentions?limit=2&cursor=${cursor}`, { headers: other }),
    "invalid_cursor",
  );
});
