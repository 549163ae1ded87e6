// Text that resembles one of our secrets is never repeated, wherever it was sent.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createKey, startEdge } from "./harness.mjs";
import { createAccount, fetchAs } from "../support/account.mjs";
import { ask, operator, send } from "../support/client.mjs";
import { QUESTIONS } from "../support/questions.mjs";

const RANDOM = "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5kL";
const SECRETS = [
  `ohk_live_${RANDOM}`,
  `ohk_test_${RANDOM}`,
  `oht_live_${RANDOM}`,
  `ohb_${RANDOM}.${RANDOM}`,
  `ohs_${RANDOM}`,
  `ohi_${RANDOM}`,
];

let edge;
let account;
before(async () => {
  edge = await startEdge();
  edge.secret = (await createKey(edge)).secret;
  account = await createAccount(edge);
});
after(() => edge?.stop());

/** Checks that an error names at most the kind of a secret. */
function assertSilent({ status, text, headers }, where) {
  assert.ok(status >= 400, `${where}: ${status}`);
  const all = `${text} ${[...headers].join(" ")}`;
  for (let at = 0; at + 6 <= RANDOM.length; at += 3)
    assert.ok(!all.includes(RANDOM.slice(at, at + 6)), `${where}: ${text.slice(0, 300)}`);
}

for (const secret of SECRETS) {
  const kind = secret.slice(0, secret.indexOf(RANDOM));

  test(`${kind}… in a body`, async () => {
    const bodies = {
      "a value": { ...QUESTIONS.aggregate, index: secret },
      "a value behind others": { ...QUESTIONS.aggregate, index: `${"x".repeat(45)} ${secret}` },
      "a filter": { ...QUESTIONS.aggregate, filters: { platform: secret } },
      "the name of a filter": { ...QUESTIONS.aggregate, filters: { [secret]: "a" } },
      "a name": { ...QUESTIONS.aggregate, [secret]: 1 },
      "a name inside": { ...QUESTIONS.aggregate, metric: { type: "avg", [`a/${secret}`]: 1 } },
      "a name that is given twice": `{"index":"siv_info","${secret}":1,"${secret}":2}`,
    };
    for (const [where, body] of Object.entries(bodies)) {
      const refused = await ask(edge, "aggregate", body);
      assertSilent(refused, where);
      assert.ok(refused.text.includes(`${kind}…`), `${where}: ${refused.text}`);
    }
    assertSilent(await ask(edge, "co-mentions", { values: [secret, secret] }), "values");
    assertSilent(await ask(edge, "sector", { ...QUESTIONS.sector, from_date: secret }), "a date");
  });

  test(`${kind}… in a path`, async () => {
    const escaped = secret.replaceAll("_", "%5F");
    for (const path of [
      `/${secret}`,
      `/v1/${secret}`,
      `/v1/search/${secret}`,
      `/problems/${secret}`,
      `/v1/${escaped}`,
      `/v1/schema/..${escaped}`,
    ]) {
      for (const method of ["GET", "POST"]) assertSilent(await send(edge, path, { method }), path);
    }
    assertSilent(await fetchAs(edge, account, `/v1/mentions/${secret}`), "an id");
    for (const path of [
      `/accounts/${secret}`,
      `/plans/data/${secret}`,
      `/dataset/rows/${secret}`,
      `/explain/${secret}`,
    ])
      assertSilent(await operator(edge, "GET", path), path);
    assertSilent(await operator(edge, "POST", `/keys/${secret}/revoke`, {}), "a key's id");
  });

  test(`${kind}… in a query`, async () => {
    for (const query of [
      `brand=${secret}`,
      `platform=${secret}`,
      `${secret}=1`,
      secret,
      `from=${secret}`,
      `topic=Bearer%20${secret}`,
    ]) {
      assertSilent(await fetchAs(edge, account, `/v1/sentiment?${query}`), query);
      assertSilent(await send(edge, `/v1/sentiment?${query}`), query);
    }
    for (const query of [`${secret}=1`, `after=a&after=${secret}`])
      assertSilent(await operator(edge, "GET", `/accounts?${query}`), query);
  });

  test(`${kind}… in a header`, async () => {
    const headers = [{ Accept: secret }, { "Content-Type": secret }, { "Content-Encoding": secret }];
    for (const one of headers)
      assertSilent(await ask(edge, "aggregate", QUESTIONS.aggregate, { headers: one }), JSON.stringify(one));
    assertSilent(await send(edge, "/v1/schema", { headers: { "X-API-Key": secret } }), "a key");
    assertSilent(await send(edge, "/v1/sentiment", { headers: { Authorization: `Bearer ${secret}` } }), "a token");
  });

  test(`${kind}… in an operator's request`, async () => {
    for (const body of [
      { name: "a", plan: secret },
      { [secret]: 1 },
      { name: "a", plan: "trial", brands: [{ label: "a", terms: ["a"], [secret]: 1 }] },
    ]) {
      assertSilent(await operator(edge, "POST", "/accounts", body), JSON.stringify(body));
    }
    assertSilent(await operator(edge, "POST", "/keys", { account_id: secret }), "account_id");
    assertSilent(await operator(edge, "POST", "/imports", { [secret]: 1 }), "a body of another form");
  });
}
