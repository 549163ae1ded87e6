// Runs every example of the library in the documents against an edge, and checks the stated results.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import * as query from "@tanstack/query-core";
import * as overheard from "overheard";
import * as forms from "overheard/forms";
import * as queries from "overheard/query";
import * as agentTools from "overheard/tools";
import { inRoot } from "../../scripts/project.mjs";
import { startServingEdge } from "../edge/harness.mjs";
import { brand, createAccount } from "../support/account.mjs";
import { demoData } from "../support/data.mjs";
import { blocks } from "../support/documents-shown.mjs";

const ORIGIN = "https://dashboard.example";
const WEBHOOK_SECRET = "whsec_c3Bva2VuLXZpZGVvLWluc2lnaHRzLXRlc3Qta2V5MzI=";
/** An import that only bundlers support; tests/packaging/browsers.test.mjs bundles it. */
const BUNDLED = /^import wasm from "overheard\/overheard\.wasm";$/m;

/** The modules that examples import. */
const MODULES = {
  overheard,
  "overheard/forms": forms,
  "overheard/query": queries,
  "overheard/tools": agentTools,
  "@tanstack/query-core": query,
};
/** Examples that need an account's token. */
const OF_ACCOUNT = /shape\("sentiment"|client\.(each|mentions)/;

const AsyncFunction = (async () => {}).constructor;
const document = (name) => readFileSync(inRoot(...name.split("/")), "utf8");

let edge;
let account;
before(async () => {
  edge = await startServingEdge(demoData);
  account = await createAccount(edge, { brands: [brand("Velunara"), brand("Borealume")] });
});
after(() => edge?.stop());

/** Variables that examples use without defining them. */
async function given(text) {
  const key = edge.secret;
  const client = new overheard.Overheard({
    baseUrl: edge.url,
    ...(OF_ACCOUNT.test(text) ? { token: account.token } : { key }),
  });
  return {
    ...overheard,
    ...forms,
    base: edge.url,
    key,
    client,
    process: { env: { OVERHEARD_KEY: key, OVERHEARD_TOKEN: account.token, WEBHOOK_SECRET } },
    request: text.includes("verifyWebhook") ? delivery() : { index: "siv_info", group_by: "platform" },
    response: text.includes('decode("search"') && (await ask("/v1/search", { index: "siv_info", size: 3 })),
    form: { brands: [{ label: "Velunara", terms: ["velunara"] }], from_date: "2026-01-01", to_date: "yesterday" },
    labels: { to_date: "The last day" },
    id: text.includes("client.influencer") && (await influencer()),
    problem: overheard.check("aggregate", { index: "siv_info", group_by: "brand_name" }),
    Overheard: InPage,
    fetch: fetchInPage,
    model: { messages: { create: callTools } },
  };
}

const ask = (path, question) =>
  fetch(edge.url + path, {
    method: "POST",
    headers: { "X-API-Key": edge.secret, "Content-Type": "application/json" },
    body: JSON.stringify(question),
  });

/** Returns the id of a creator who mentions a brand of the account. */
async function influencer() {
  const {
    data: [{ id }],
  } = await new overheard.Overheard({ baseUrl: edge.url, token: account.token }).influencers({ limit: 1 });
  return id;
}

/** A client that sends the page's origin. A browser adds it by itself, but Node.js does not. */
class InPage extends overheard.Overheard {
  constructor(options) {
    const fetchFromPage = (address, init) =>
      fetch(address, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), Origin: ORIGIN } });
    super({ ...options, ...(options.browserToken && { fetch: fetchFromPage }) });
  }
}

/** Requests to a path go to the reader's own server, which creates a browser token. */
const fetchInPage = (address, init) =>
  address.startsWith("/") ? ask("/v1/_ext/browser-tokens", { origin: ORIGIN }) : fetch(address, init);

/** Returns a signed delivery of a webhook. */
function delivery() {
  const body = '{"type":"report.ready"}';
  const [id, timestamp] = ["msg_1", String(Math.floor(Date.now() / 1000))];
  const signature = createHmac("sha256", Buffer.from(WEBHOOK_SECRET.slice("whsec_".length), "base64"))
    .update(`${id}.${timestamp}.${body}`)
    .digest("base64");
  const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
  return new Request("https://dashboard.example/webhook", { method: "POST", headers, body });
}

/** Acts as a model that calls its tools, one of them with wrong arguments. */
function callTools({ tools }) {
  assert.ok(tools.some(({ name }) => name === "aggregate"));
  const calls = [
    { index: "siv_info", group_by: "platform" },
    { index: "siv_info", group_by: "brand_name" },
  ];
  return { content: calls.map((input) => ({ type: "tool_use", name: "aggregate", input })) };
}

/**
 * Turns an example into the body of a function, with its imports, the edge's address, and its comments about results as
 * assertions.
 */
function program(text) {
  return text
    .replaceAll(/^import (\{.+\}) from ("(?:overheard|@tanstack)[^"]*");$/gm, "const $1 = every(modules[$2]);")
    .replaceAll('"https://insights.example"', "base")
    .replaceAll("create({ …, ", "create({ ")
    .replace(/^(for await .+) …$/gm, "$1 break;")
    .replaceAll(/^(?!const |await |\/\/)(.+);\s*\/\/ (.+)$/gm, (line, expression, says) => {
      const value = /^(null|\d+)\b|^["'[{].+["'\]}]$/.exec(says)?.[0];
      return value === undefined ? line : `claim(${expression}, ${value}, ${JSON.stringify(expression)});`;
    });
}

/** Runs an example; returns its number of assertions. */
async function run(text, more = "") {
  let claims = 0;
  const claim = (value, says, expression) => {
    claims += 1;
    assert.deepEqual(value, says, expression);
  };
  const every = (module) =>
    new Proxy(module, {
      get: (of, name) => (assert.ok(Object.hasOwn(of, name), `nothing is called ${name}`), of[name]),
    });
  const results = [];
  const shown = [];
  const showAt = (...what) => shown.push(what);
  const written = [];
  const writeFile = async (name, content) =>
    void written.push(name, Buffer.concat(await Array.fromAsync(content)).toString());
  const scope = { ...(await given(text)), modules: MODULES, claim, every, results, showAt, show: showAt, writeFile };
  await new AsyncFunction(...Object.keys(scope), `{ ${program(text)}\n${more} }`)(...Object.values(scope));
  if (text.includes("showAt"))
    assert.deepEqual(shown, [["to_date", "The last day must be a date of the form YYYY-MM-DD. Got 'yesterday'."]]);
  if (text.includes("writeFile")) {
    assert.deepEqual(shown.at(-1), ["ready", 100]);
    assert.ok(written[1].startsWith("section,brand,period,dimension,key,metric,value\r\n"));
  }
  if (text.includes("callTool"))
    assert.deepEqual(
      results.map(({ type, content, is_error }) => [type, content.length, is_error]),
      [
        ["tool_result", 1, false],
        ["tool_result", 1, true],
      ],
    );
  return claims;
}

/** Code that sends a request with the client of an example that only creates one. */
const askedAfter = (text) =>
  text.includes("browserToken:")
    ? 'claim((await client.aggregate({ index: "siv_info", group_by: "platform" })).buckets.length, 3, "asked with a browser token");'
    : "";

for (const [name, leastClaims] of [
  ["README.md", 1],
  ["pkg/README.md", 2],
  ["docs/library.md", 18],
]) {
  describe(name, () => {
    let claims = 0;
    for (const { line, lines } of blocks(document(name)).filter(({ language }) => language === "js")) {
      const text = lines.join("\n");
      if (BUNDLED.test(text)) continue;
      test(`${name}:${line}`, async () => void (claims += await run(text, askedAfter(text))));
    }
    test("states its results", () => assert.ok(claims >= leastClaims, `${claims} claims`));
  });
}

test("the compiler refuses the examples that should not compile", () => {
  const illegal = document("tests/library/types/illegal.ts");
  const shown = blocks(document("docs/library.md"))
    .filter(({ language }) => language === "ts")
    .flatMap(({ lines }) => lines);
  assert.ok(shown.length >= 4);
  for (const line of shown) assert.ok(illegal.includes(line), line);
});
