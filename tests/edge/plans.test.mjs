// Plans with limits for one interface only: the warning before keys become invalid, and the responses to keys.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operate, operatorOf, runCli, startEdge } from "./harness.mjs";
import { operator, send } from "../support/client.mjs";
import { assertProblem } from "../support/problem.mjs";

let edge;
before(async () => (edge = await startEdge({ bindings: { CACHES: "off" } })));
after(() => edge?.stop());

const create = async (...options) => JSON.parse(await operate(edge, [...options, "--json"]));
const command = (...args) => runCli([...args, "--to", edge.url], operatorOf(edge));
const askedWith = ({ face, secret }) =>
  send(edge, face === "data" ? "/v1/schema" : "/v1/account", {
    headers: face === "data" ? { "X-API-Key": secret } : { Authorization: `Bearer ${secret}` },
  });

test("a plan that would close valid tokens needs force; then their responses give the reason", async () => {
  const account = await create("accounts", "create", "--name", "Meridian", "--plan", "starter");
  const key = (...options) => create("keys", "create", "--account", account.id, ...options);
  const [data, token, own, revoked] = [
    await key(),
    await key("--face", "account"),
    await key("--face", "account", "--plan", "starter"),
    await key("--face", "account"),
  ];
  await operate(edge, ["keys", "revoke", revoked.id]);
  const refused = await command("accounts", "set", account.id, "--plan", "trial");
  assert.equal(refused.code, 1);
  assert.equal(
    refused.stderr,
    `overheard: 1 active token of ${account.id} would lose access with plan trial: it has no limits on the Account API. Nothing was changed. Set limits there first (overheard plans set trial --face account --per-minute N), choose another plan, or add --force\n`,
  );
  assert.equal((await operator(edge, "GET", `/accounts/${account.id}`)).json.plan, "starter");
  for (const good of [data, token, own]) assert.equal((await askedWith(good)).status, 200);

  const forced = await command("accounts", "set", account.id, "--plan", "trial", "--force");
  assert.equal(forced.code, 0, forced.stderr);
  assert.match(
    forced.stderr,
    /^1 active token of acc_\w+ loses access with plan trial: it has no limits on the Account API\.$/m,
  );
  assert.match(
    forced.stdout,
    /^Plan trial has no limits on the Account API, so it gives no access there\. Set limits: overheard plans set trial --face account --per-minute N$/m,
  );
  for (const good of [data, own]) assert.equal((await askedWith(good)).status, 200);
  const closed = assertProblem(await askedWith(token), "insufficient_scope");
  assert.equal(
    closed.message,
    "plan 'trial' has no limits on the Account API, so nothing of it is open. Ask the operator for limits or another plan.",
  );
  assert.equal(closed.param, "header:Authorization");

  await operate(edge, ["plans", "set", "trial", "--face", "account", "--per-minute", "10"]);
  assert.equal((await askedWith(token)).status, 200);
});

test("a plan that closes no valid credential is accepted, and an unknown one is refused", async () => {
  await operate(edge, ["plans", "set", "tokens-only", "--face", "account", "--per-minute", "10"]);
  const account = await create("accounts", "create", "--name", "Meridian", "--plan", "starter");
  await create("keys", "create", "--account", account.id, "--face", "account");
  const taken = await command("accounts", "set", account.id, "--plan", "tokens-only");
  assert.equal(taken.code, 0, taken.stderr);
  assert.match(taken.stdout, /^Plan tokens-only has no limits on the Data API/m);
  const unknown = await command("accounts", "set", account.id, "--plan", "gold");
  assert.equal(unknown.code, 1);
  assert.match(
    unknown.stderr,
    /plan 'gold' is not allowed\. Allowed: \[trial, starter, professional, enterprise, tokens-only\]/,
  );
});

test("a new account gets the interfaces that its plan opens", async () => {
  await operate(edge, ["plans", "set", "keys-only", "--face", "data", "--per-minute", "10"]);
  const offered = await operate(edge, ["accounts", "create", "--name", "Meridian", "--plan", "keys-only"]);
  assert.match(offered, /^Create a key: overheard keys create --account acc_\w{20}$/m);
  assert.doesNotMatch(offered, /--face account$/m);
  assert.match(offered, /^Plan keys-only has no limits on the Account API/m);
  const [, id] = /--account (acc_\w+)/.exec(offered);
  const refused = await command("keys", "create", "--account", id, "--face", "account");
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /plan 'keys-only' has no limits on the Account API\. Allowed: \[starter, professional, enterprise, /,
  );
});
