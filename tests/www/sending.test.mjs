// Sending requests to an edge: handling of secrets, refusals and missing answers, and cancelling.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { createKey, operate } from "../edge/harness.mjs";
import { ask, send as request } from "../support/client.mjs";
import { eventually } from "../support/eventually.mjs";
import { addressWith, answerTab, choose, outcome, send, writeRequest } from "./support/actions.mjs";
import { NOWHERE, startPlayground } from "./support/playground.mjs";

const { url, edge, visit } = await startPlayground();

/** A well-formed key that was never issued. */
const WRONG = "ohk_test_SdM1SZioL1aTR1zxJb3YOnoEN0UyhrGR45IgvK";
const QUESTION = { index: "siv_info", group_by: "platform" };
const refusal = (page) => page.locator("#answer .refusal");
const origin = new URL(url).origin;
const baseUrl = (page, value) => page.getByLabel("Base URL").fill(value);

/** Returns all state of a page in which a secret could remain. */
const everythingKept = (page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const caches = await globalThis.caches.keys();
    const page = document.documentElement.cloneNode(true).outerHTML;
    return JSON.stringify([
      location.href,
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      history.state,
      databases,
      caches,
      page,
    ]);
  });

test("a key is sent only in its header, and is stored nowhere else", () =>
  visit(async (page) => {
    const sent = [];
    page.on("request", (asked) => asked.method() === "POST" && sent.push(asked));
    await writeRequest(page, QUESTION);
    await send(page, edge.secret);
    await addressWith(page, "aggregate", QUESTION);
    assert.equal(sent.length, 1);
    const { "x-api-key": key, ...others } = sent[0].headers();
    assert.equal(key, edge.secret);
    assert.ok(!JSON.stringify([others, sent[0].url(), sent[0].postData()]).includes(edge.secret));
    for (const name of ["Canonical", "curl", "Library", "fetch", "Agent tool"]) {
      await page.locator(".output").getByRole("tab", { name, exact: true }).click();
      const shown = await page.locator(".output pre").first().textContent();
      assert.ok(shown.length > 20 && !shown.includes(edge.secret.slice(9)), name);
      if (name === "curl") assert.match(shown, /^curl -s 'http.*\/v1\/aggregate' \\\n {2}-H "X-API-Key: \$KEY" \\\n/);
    }
    assert.ok(!(await everythingKept(page)).includes(edge.secret.slice(9)));
    assert.equal(await page.getByLabel("Key or browser token").getAttribute("type"), "password");
    assert.match(await page.locator("#secret-note").textContent(), /A key is for servers/);
    await page.reload();
    await page.locator("#request").waitFor();
    assert.equal(await page.getByLabel("Key or browser token").inputValue(), "");
  }));

test("a key in the wrong field is reported, and not put into the address", () =>
  visit(async (page) => {
    await writeRequest(page, { ...QUESTION, filters: { channel_name: edge.secret } });
    await page.getByText("This looks like a secret.").waitFor();
    await eventually(() => page.evaluate(() => location.hash), "");
    await page.getByLabel("Request as JSON").fill(JSON.stringify(QUESTION));
    await addressWith(page, "aggregate", QUESTION);
    assert.ok(!(await everythingKept(page)).includes(edge.secret.slice(9)));
  }));

test("without a key no request is sent, and the field is marked as required", () =>
  visit(async (page) => {
    page.on("request", (asked) => assert.notEqual(asked.method(), "POST"));
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await eventually(() => page.evaluate(() => document.activeElement.id), "secret");
    await eventually(() => page.locator("#announcement").textContent(), "Enter a key or a browser token to send");
  }));

test("a request with problems is not sent, and the problems are shown", () =>
  visit(async (page) => {
    page.on("request", (asked) => assert.notEqual(asked.method(), "POST"));
    await writeRequest(page, { index: "siv_info" });
    await page.getByLabel("Key or browser token").fill(edge.secret);
    await page.getByRole("button", { name: "Send", exact: true }).click({ force: true });
    await eventually(() => page.evaluate(() => document.activeElement.id), "problems");
  }));

test("an invalid key shows 403 with the edge's message and the request's id", () =>
  visit(async (page) => {
    await send(page, WRONG);
    assert.equal(await refusal(page).locator("h3").textContent(), "403 Invalid credentials");
    assert.equal(await refusal(page).locator(".what").textContent(), "Header X-API-Key does not hold a valid key.");
    assert.match(
      await refusal(page).locator("dl").textContent(),
      /invalid_credentials.*header:X-API-Key.*will be refused again/s,
    );
    assert.match(await page.locator("#answer > .facts").textContent(), /Status\s*403.*req_[0-9A-Z]{20}/s);
    await page.getByText("The whole problem").click();
    assert.equal(JSON.parse(await refusal(page).locator("pre").textContent()).code, "invalid_credentials");
    await eventually(
      () => page.locator("#announcement").textContent(),
      "Refused: Header X-API-Key does not hold a valid key.",
    );
    await send(page, edge.secret);
    await page.locator("answer-chart svg").waitFor();
  }));

test("a request that cannot be sent shows the reason without the secret", () =>
  visit(async (page) => {
    await send(page, "my secret word");
    assert.equal(await refusal(page).locator("h3").textContent(), "Not sent");
    assert.match(await refusal(page).textContent(), /key must begin with 'ohk_'/);
    assert.ok(!(await everythingKept(page)).includes("my secret word"));
    for (const address of [
      "http://insights.example",
      "ftp://insights.example",
      "https://user:pass@insights.example",
      "http://",
    ]) {
      await baseUrl(page, address);
      await send(page, edge.secret);
      await eventually(
        async () => (await refusal(page).locator(".what").textContent()).slice(0, 35),
        "baseUrl must be an https:// address",
      );
    }
    assert.ok(!(await page.locator(".output pre").textContent()).includes("pass@"));
  }));

test("an unreachable edge is reported", () =>
  visit(
    async (page) => {
      await baseUrl(page, NOWHERE);
      await send(page, edge.secret);
      assert.equal(await refusal(page).locator("h3").textContent(), "No answer");
      assert.match(await refusal(page).textContent(), /\/v1\/aggregate could not be reached/);
      assert.match(await refusal(page).textContent(), /No server may be listening at this address/);
    },
    { origins: [NOWHERE] },
  ));

test("a server that is no edge is reported", () =>
  visit(async (page) => {
    await page.route("**/edge/v1/aggregate", (route) =>
      route.fulfill({ status: 200, contentType: "text/html", body: "<p>hello</p>" }),
    );
    await send(page, edge.secret);
    assert.equal(await refusal(page).locator("h3").textContent(), "Not an answer of Overheard");
    assert.match(await refusal(page).locator(".what").textContent(), /the answer must be JSON\. Got '<p>hello<\/p>'/);
  }));

test("a pending request is shown as such, and can be aborted", () =>
  visit(async (page) => {
    let isHeld;
    const held = new Promise((resolve) => (isHeld = resolve));
    await page.route("**/edge/v1/aggregate", () => isHeld());
    const failed = page.waitForEvent("requestfailed");
    await page.getByLabel("Key or browser token").fill(edge.secret);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await held;
    await page.locator('#answer[aria-busy="true"]').waitFor();
    assert.equal(await page.locator("#send").getAttribute("aria-disabled"), "true");
    await page.getByRole("button", { name: "Abort" }).click();
    assert.equal((await failed).failure().errorText, "net::ERR_ABORTED");
    await outcome(page);
    assert.equal(await refusal(page).locator("h3").textContent(), "Aborted");
    assert.match(await refusal(page).locator(".what").textContent(), /^Cancelled after [\d,]+ milliseconds?\.$/);
    await eventually(() => page.evaluate(() => document.activeElement.id), "send");
    await page.unroute("**/edge/v1/aggregate");
    await send(page);
    await page.locator("answer-chart svg").waitFor();
  }));

test("an exhausted quota shows when to retry", async () => {
  await operate(edge, ["plans", "set", "single", "--face", "data", "--per-minute", "100", "--per-month", "1"]);
  const { secret } = await createKey(edge, { plan: "single", name: "single" });
  // All keys of an account share its monthly quota.
  await ask(edge, "aggregate", QUESTION);
  await visit(async (page) => {
    await send(page, secret);
    assert.equal(await refusal(page).locator("h3").textContent(), "429 Quota exceeded");
    assert.match(await refusal(page).textContent(), /the same request may succeed in [\d,]+ seconds?/);
  });
});

test("an answer that the key's access level has limited says so", async () => {
  const { secret } = await createKey(edge, { access: "aggregate", name: "aggregate" });
  await visit(async (page) => {
    await choose(page, "search", "Deals of a platform");
    await send(page, secret);
    assert.match(await page.locator("#answer .facts").textContent(), /Cut to\s*10 documents by the key's access level/);
    await answerTab(page, "Table");
    assert.equal(await page.locator("#answer .panel tbody tr").count(), 10);
  });
});

test("an edge of another origin accepts a key for the page's origin, and the page reads its headers", async () => {
  const options = [
    "--name",
    "page",
    "--plan",
    "ample",
    "--face",
    "data",
    "--access",
    "raw",
    "--test",
    "--origin",
    origin,
    "--json",
  ];
  const made = JSON.parse(await operate(edge, ["keys", "create", ...options]));
  await visit(
    async (page) => {
      await baseUrl(page, `${edge.url}/`);
      await send(page, made.secret);
      await page.locator("answer-chart svg").waitFor();
      assert.match(await page.locator("#answer .facts").textContent(), /Cost.*Left this minute.*Request\s*req_/s);
      // A key without allowed origins: the edge responds, but the browser withholds the response.
      await send(page, edge.secret);
      await eventually(() => refusal(page).locator("h3").textContent(), "No answer");
      assert.match(await refusal(page).textContent(), /must allow the page's origin/);
    },
    { origins: [edge.url] },
  );
});

test("a browser token allows its own operations only", async () => {
  const { json } = await request(edge, "/v1/_ext/browser-tokens", {
    method: "POST",
    headers: { "X-API-Key": edge.secret, "Content-Type": "application/json" },
    body: JSON.stringify({ origin, operations: ["aggregate"], expires_in: 300 }),
  });
  await visit(async (page) => {
    const sent = [];
    page.on("request", (asked) => asked.method() === "POST" && sent.push(asked.headers()));
    await send(page, json.token);
    await page.locator("answer-chart svg").waitFor();
    assert.equal(sent[0].authorization, `Bearer ${json.token}`);
    assert.equal(sent[0]["x-api-key"], undefined);
    assert.match(await page.locator("#secret-note").textContent(), /^A browser token/);
    await choose(page, "creators");
    await send(page);
    assert.equal(await refusal(page).locator("h3").textContent(), "403 Insufficient scope");
  });
});

test("the copied shell command sends the same query", () =>
  visit(async (page) => {
    const tricky = { index: "siv_info", q: 'it\'s "new" $HOME `x` \\', size: 2 };
    await choose(page, "search");
    await writeRequest(page, tricky);
    await baseUrl(page, edge.url);
    await page.locator(".output").getByRole("tab", { name: "curl", exact: true }).click();
    const line = await page.locator(".output pre").textContent();
    const { stdout } = await promisify(execFile)("sh", ["-c", line], { env: { ...process.env, KEY: edge.secret } });
    const { _meta: meta, ...answer } = JSON.parse(stdout);
    const { json } = await ask(edge, "search", tricky);
    assert.deepEqual(answer, json);
    assert.equal(meta.cost, 12);
  }));

test("without the chart code, a page shows tables and JSON", () =>
  visit(async (page) => {
    await page.route("**/chart-*.js", (route) => route.abort());
    await send(page, edge.secret);
    await page.getByText("The chart could not be loaded").waitFor();
    await answerTab(page, "Table");
    assert.equal(await page.locator("#answer .panel tbody tr").count(), 12);
  }));
