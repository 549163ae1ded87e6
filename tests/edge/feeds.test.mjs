// Feeds: secret addresses that answer one question each, at most once a minute.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createKey, startServingEdge } from "./harness.mjs";
import { brand, createAccount, expectOk, fetchAs } from "../support/account.mjs";
import { ask, operator, send } from "../support/client.mjs";
import { rowsOf } from "../support/csv.mjs";
import { demoData } from "../support/data.mjs";
import { assertProblem } from "../support/problem.mjs";

const FEEDS = "/v1/_ext/feeds";
const AGGREGATE = { index: "siv_business_ideas", group_by: "brand_name", size: 5 };
const JSON_TYPE = { "Content-Type": "application/json" };

let edge, account;
before(async () => {
  edge = await startServingEdge(demoData);
  account = await createAccount(edge, { brands: [brand("Velunara")] });
});
after(() => edge?.stop());

const asData = (secret = edge.secret) => ({ "X-API-Key": secret });
const asAccount = () => ({ Authorization: `Bearer ${account.token}` });
const create = (body, headers) =>
  send(edge, FEEDS, { method: "POST", headers: { ...headers, ...JSON_TYPE }, body: JSON.stringify(body) });
const created = async (body, headers) => expectOk(await create(body, headers));
const list = async (headers) => expectOk(await send(edge, FEEDS, { headers })).data;
const remove = (id, headers) => send(edge, `${FEEDS}/${id}`, { method: "DELETE", headers });
const usageOf = async () => expectOk(await fetchAs(edge, account, "/v1/account/usage"));

describe("a feed", () => {
  test("answers its question as CSV without a header, as its operation does", async () => {
    const feed = await created({ operation: "aggregate", request: AGGREGATE }, asData());
    assert.match(feed.url, new RegExp(`^${edge.url}/v1/feeds/ohf_[0-9A-Za-z]{38}\\.csv$`));
    const { status, text, headers } = await send(edge, feed.url);
    const asked = await ask(edge, "aggregate", AGGREGATE, { headers: { Accept: "text/csv" } });
    assert.deepEqual([status, text], [200, asked.text]);
    for (const name of ["content-type", "content-disposition"])
      assert.equal(headers.get(name), asked.headers.get(name), name);
    assert.deepEqual(
      ["x-robots-tag", "referrer-policy"].map((name) => headers.get(name)),
      ["noindex, nofollow", "no-referrer"],
    );
    assert.match(headers.get("cache-control"), /^private, max-age=(60|5\d)$/);
    assert.equal(headers.get("ratelimit"), null, "the limits are the owner's business");
    assert.equal((await send(edge, feed.url.replace(/\.csv$/, ""))).text, text, "the ending may be left out");
  });

  test("answers as JSON", async () => {
    const feed = await created({ operation: "aggregate", request: AGGREGATE, format: "json" }, asData());
    const { json } = await send(edge, feed.url);
    assert.deepEqual(json, (await ask(edge, "aggregate", AGGREGATE)).json);
  });

  test("of an account is about its brands, in the window of the day", async () => {
    const request = { interval: "month", platform: ["youtube", "tiktok"] };
    const feed = await created({ operation: "sentiment-timeline", request, window: "last_365_days" }, asAccount());
    const day = (back) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
    const asked = await fetchAs(
      edge,
      account,
      `/v1/sentiment/timeline?interval=month&platform=youtube,tiktok&from=${day(364)}&to=${day(0)}`,
      { headers: { Accept: "text/csv" } },
    );
    const { text } = await send(edge, feed.url);
    assert.equal(text, asked.text);
    assert.ok(rowsOf(text).length > 10);
  });

  test("is computed once a minute, whoever asks", async () => {
    const feed = await created({ operation: "mention-stats", window: "last_90_days" }, asAccount());
    const before = await usageOf();
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(edge, feed.url)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal(answers.filter(({ headers }) => headers.get("x-cache") === "miss").length, 1);
    const after_ = await usageOf();
    const requests = ({ series }) => series.reduce((sum, { requests }) => sum + requests, 0);
    assert.equal(requests(after_) - requests(before), 1 + 1, "the account is charged once, and for looking");
  });

  test("that cannot be computed is asked again at once, and the refusal is that of its operation", async () => {
    const feed = await created({ operation: "mentions", request: { brand: ["Nobody"] } }, asAccount());
    for (let time = 0; time < 2; time += 1) assertProblem(await send(edge, feed.url), "value_not_allowed");
    const { computed_at } = (await list(asAccount())).find(({ id }) => id === feed.id);
    assert.equal(computed_at, null);
  });

  test("is listed without its address, until it is removed", async () => {
    const feed = await created({ operation: "trends", request: { limit: 5 }, window: "last_quarter" }, asAccount());
    const { url, ...shown } = feed;
    assert.equal(feed.secret_hint, `ohf_…${url.slice(-4 - 4, -4)}`);
    assert.deepEqual(await list(asAccount()).then((feeds) => feeds.find(({ id }) => id === feed.id)), shown);
    assert.doesNotMatch(JSON.stringify(await list(asAccount())), /ohf_\w/);
    assert.ok(!(await list(asData())).some(({ id }) => id === feed.id), "other accounts do not see it");
    assertProblem(await remove(feed.id, asData()), "not_found");
    assert.equal((await remove(feed.id, asAccount())).status, 204);
    assertProblem(await remove(feed.id, asAccount()), "not_found");
    assertProblem(await send(edge, url), "not_found");
  });

  test("ends with the key that created it", async () => {
    const key = await createKey(edge);
    const feed = await created({ operation: "creators" }, asData(key.secret));
    expectOk(await operator(edge, "POST", `/keys/${key.id}/revoke`));
    assertProblem(await send(edge, feed.url), "not_found");
  });

  test("has the access of its key", async () => {
    const { secret } = await createKey(edge, { access: "aggregate" });
    const request = { index: "siv_info", size: 50 };
    const feed = await created({ operation: "search", request }, asData(secret));
    assert.equal(rowsOf((await send(edge, feed.url)).text).length, 1 + 10);
  });
});

test("an address that is none is not found, without the secret in the answer", async () => {
  const { url } = await created({ operation: "creators" }, asData());
  const wrong = url.replace(/(.)\.csv$/, (_, last) => `${last === "a" ? "b" : "a"}.csv`);
  for (const address of [wrong, `${edge.url}/v1/feeds/ohf_1.csv`, `${edge.url}/v1/feeds/x`]) {
    const answer = await send(edge, address);
    assertProblem(answer, "not_found");
    assert.doesNotMatch(answer.text, /ohf_\w/);
    assert.equal(answer.headers.get("x-robots-tag"), "noindex, nofollow");
  }
  assert.equal((await send(edge, url, { method: "POST" })).status, 405);
  assert.equal((await send(edge, url, { method: "HEAD" })).status, 200);
});

test("a request for a feed is checked before anything is stored", async () => {
  const before = (await list(asAccount())).length;
  const refused = [
    [{}, "missing_field", "/operation"],
    [{ operation: "create-report" }, "value_not_allowed", "/operation"],
    [{ operation: "mentions", request: { limit: 1000 } }, "limit_violation", "/request/limit"],
    [{ operation: "mentions", request: { nothing: 1 } }, "unknown_parameter", "/request/nothing"],
    [{ operation: "mentions", window: "last_month", request: { to: "2026-10-01" } }, "value_not_allowed", "/window"],
    [{ operation: "mentions", expires_in: 10 }, "limit_violation", "/expires_in"],
  ];
  for (const [body, code, param] of refused) {
    const problem = assertProblem(await create(body, asAccount()), code);
    assert.equal(problem.json?.param ?? problem.param, param, JSON.stringify(body));
  }
  assert.equal((await list(asAccount())).length, before);
});

test("only a key or an API token makes feeds", async () => {
  assertProblem(await create({ operation: "creators" }, {}), "missing_credentials");
  const { token } = expectOk(
    await send(edge, "/v1/_ext/browser-tokens", {
      method: "POST",
      headers: { ...asAccount(), ...JSON_TYPE },
      body: JSON.stringify({ origin: "https://dashboard.example" }),
    }),
  );
  const page = { Authorization: `Bearer ${token}`, Origin: "https://dashboard.example" };
  assertProblem(await create({ operation: "mentions" }, page), "invalid_credentials");
});

test("an account has a hundred feeds at most, and those that have ended do not count", async () => {
  const other = await createAccount(edge);
  const headers = { Authorization: `Bearer ${other.token}` };
  const feeds = [];
  for (let count = 0; count < 100; count += 1) feeds.push(await created({ operation: "mentions" }, headers));
  assertProblem(await create({ operation: "mentions" }, headers), "limit_reached");
  const database = await edge.mf.getD1Database("DB");
  await database.prepare("UPDATE feed SET expires_at = 1 WHERE id = ?").bind(feeds[0].id).run();
  assertProblem(await send(edge, feeds[0].url), "not_found");
  await created({ operation: "mentions" }, headers);
  assert.equal((await list(headers)).length, 100);
});
