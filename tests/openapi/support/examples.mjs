// Collects the examples of the OpenAPI document: real answers over the demo dataset, with placeholders for values that
// differ in every run. `node tests/openapi/support/examples.mjs` gets all of them from an edge and writes
// scripts/openapi/examples.json.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { inRoot } from "../../../scripts/project.mjs";
import { main } from "../../../scripts/step.mjs";
import { createKey, startServingEdge } from "../../edge/harness.mjs";
import { createAccount, expectOk, fetchAs } from "../../support/account.mjs";
import { ask, send } from "../../support/client.mjs";
import { demoData } from "../../support/data.mjs";
import { startReceiver } from "../../support/receiver.mjs";
import { waitForReport } from "../../support/reports.mjs";
import { BREAKABLE_ENTRY } from "./broken.mjs";
import { askEvents } from "./events.mjs";
import { withPlaceholders } from "./settled.mjs";
import { askProblems } from "./problems.mjs";
import { ACCOUNT, ALERT, BRANDS, DATA, FEEDS, MAKING, TOKENS } from "./questions.mjs";

const FILE = inRoot("scripts", "openapi", "examples.json");
const WRAPPED = { Accept: 'application/json;profile="wrapped"' };
const JSON_TYPE = { "Content-Type": "application/json" };
const TOKEN_PATH = "/v1/_ext/browser-tokens";
const ALERT_PATH = "/v1/_ext/alerts";
const FEED_PATH = "/v1/_ext/feeds";

/** Returns an address with parameters. A parameter with several values is repeated. */
function addressOf(path, parameters = {}) {
  const query = Object.entries(parameters).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
}

/**
 * Sends all requests to an edge.
 *
 * @param described the output of overheard-describe
 * @param start starts an edge that serves a folder
 * @param withProblems also asks for refusals and faults; the faults are those of D1
 */
export async function askExamples(described, { start = startServingEdge, withProblems = true } = {}) {
  const receiver = await startReceiver();
  const edge = await start(demoData, { entry: BREAKABLE_ENTRY, bindings: { LOCAL_WEBHOOKS: "on" } });
  try {
    const { secret } = await createKey(edge, { plan: "professional", access: "aggregate" });
    const asked = {
      edge: { ...edge, secret },
      account: await createAccount(edge, { plan: "professional", brands: BRANDS }),
    };
    const target = (name) => ({ url: receiver.url("ok", name), events: ["report.ready"] });
    const operations = {};
    for (const [name, questions] of Object.entries(ACCOUNT))
      operations[name] = await askAccount(asked, pathOf(described, name), questions);
    Object.assign(
      operations,
      await askData(asked),
      await askOne(asked, operations),
      await askMaking(asked, target),
      await askTokens(asked),
      await askFeeds(asked),
      await askAlerts(asked, receiver),
    );
    // An import changes the dataset, so the answers come before it. Faults come last.
    const told = { ...asked, account: await createAccount(edge, { plan: "professional", brands: BRANDS }) };
    const events = await askEvents(told, receiver);
    operations["list-fired-alerts"] = {
      one: {
        summary: "The message of an alert",
        answer: expectOk(await fetchAs(edge, told.account, `${ALERT_PATH}/fired`)),
      },
    };
    if (!withProblems) return withPlaceholders({ operations, events });
    const problems = await askProblems({ ...asked, page: await pageOf(asked), target });
    return withPlaceholders({ operations, events, problems });
  } finally {
    await edge.stop();
    await receiver.stop();
  }
}

const pathOf = ({ account }, name) => account.find((one) => one.name === name).path;

/** Sends each query in both envelopes. */
async function askData({ edge }) {
  const operations = {};
  for (const [name, questions] of Object.entries(DATA)) {
    operations[name] = {};
    for (const [title, { summary, body }] of Object.entries(questions)) {
      const [answer, wrapped] = [
        expectOk(await ask(edge, name, body)),
        expectOk(await ask(edge, name, body, { headers: WRAPPED })),
      ];
      operations[name][title] = { summary, body, answer, wrapped };
    }
  }
  return operations;
}

async function askAccount({ edge, account }, path, questions) {
  const examples = {};
  for (const [title, { summary, parameters }] of Object.entries(questions)) {
    examples[title] = {
      summary,
      ...(parameters && { parameters }),
      answer: expectOk(await fetchAs(edge, account, addressOf(path, parameters))),
    };
  }
  return examples;
}

/** Sends the queries about a single item: the first one of its list. */
async function askOne({ edge, account }, { mentions, influencers }) {
  const first = (list) => Object.values(list)[0].answer.data[0].id;
  const one = async (summary, path, id, parameters = {}) => ({
    summary,
    parameters: { id, ...parameters },
    answer: expectOk(await fetchAs(edge, account, addressOf(path.replace(":id", id), parameters))),
  });
  const [mention, creator] = [first(mentions), first(influencers)];
  return {
    mention: { mention: await one("A mention, with what else was said in its video", "/v1/mentions/:id", mention) },
    influencer: {
      influencer: await one("A creator, with audience and mentions of the brands", "/v1/influencers/:id", creator),
    },
    "influencer-mentions": {
      newest: await one("The newest mentions of a creator", "/v1/influencers/:id/mentions", creator, { limit: 1 }),
    },
  };
}

/** Creates a report and downloads its file. Creates a webhook and lists the webhooks. */
async function askMaking({ edge, account }, target) {
  const make = async (path, { summary, body }) => ({
    summary,
    body,
    answer: expectOk(
      await fetchAs(edge, account, path, { method: "POST", headers: JSON_TYPE, body: JSON.stringify(body) }),
    ),
  });
  const report = await make("/v1/reports", MAKING["create-report"].emerging);
  const exported = await make("/v1/reports", MAKING["create-report"].export);
  const [[id, ready, csv], [exportId, , ndjson]] = [
    await download({ edge, account }, report, "csv"),
    await download({ edge, account }, exported, "ndjson"),
  ];
  const { summary, body } = MAKING["create-webhook"].mentions;
  const webhook = await make("/v1/webhooks", { summary, body: { ...target("overheard"), ...body } });
  const webhooks = expectOk(await fetchAs(edge, account, "/v1/webhooks"));
  expectOk(await fetchAs(edge, account, `/v1/webhooks/${webhook.answer.id}`, { method: "DELETE" }));
  return {
    "create-report": { emerging: report, export: exported },
    report: { ready: { summary: "A report that is ready", parameters: { id }, answer: ready } },
    "download-report": {
      csv: { summary: "The CSV", parameters: { id, format: "csv" }, answer: csv },
      ndjson: {
        summary: "Mentions, one JSON object per line",
        parameters: { id: exportId, format: "ndjson" },
        answer: ndjson,
      },
    },
    "create-webhook": { mentions: webhook },
    webhooks: { one: { summary: "The one that there is", answer: webhooks } },
    "delete-webhook": { one: { summary: "The one that was made", parameters: { id: webhook.answer.id } } },
  };
}

/** Waits for a report. Returns its id, its record and its file. */
async function download({ edge, account }, { answer: { id } }, format) {
  const ready = await waitForReport(edge, account, id);
  const file = await send(edge, `/v1/reports/${id}/download?format=${format}`, {
    headers: { Authorization: `Bearer ${account.token}` },
  });
  assert.equal(file.status, 200, file.text);
  return [id, ready, file.text];
}

async function askTokens({ edge, account }) {
  const credentials = { data: { "X-API-Key": edge.secret }, account: { Authorization: `Bearer ${account.token}` } };
  const examples = {};
  for (const [name, { summary, body }] of Object.entries(TOKENS)) {
    examples[name] = {
      summary,
      body,
      answer: expectOk(
        await send(edge, TOKEN_PATH, {
          method: "POST",
          headers: { ...credentials[name], ...JSON_TYPE },
          body: JSON.stringify(body),
        }),
      ),
    };
  }
  return { "create-browser-token": examples };
}

/** Creates a feed with each kind of credential. Lists those of the account, reads one and removes it. */
async function askFeeds({ edge, account }) {
  const credentials = { data: { "X-API-Key": edge.secret }, account: { Authorization: `Bearer ${account.token}` } };
  const examples = {};
  for (const [name, { summary, body }] of Object.entries(FEEDS)) {
    const headers = { ...credentials[name], ...JSON_TYPE };
    const answer = expectOk(await send(edge, FEED_PATH, { method: "POST", headers, body: JSON.stringify(body) }));
    examples[name] = { summary, body, answer };
  }
  const listed = expectOk(await send(edge, FEED_PATH, { headers: credentials.account }));
  const { id, url } = examples.account.answer;
  const read = expectOk(await send(edge, url));
  expectOk(await send(edge, `${FEED_PATH}/${id}`, { method: "DELETE", headers: credentials.account }));
  return {
    "create-feed": examples,
    "list-feeds": { one: { summary: "The one that there is", answer: listed } },
    "read-feed": {
      json: {
        summary: "The answer of the feed",
        parameters: { secret: new URL(url).pathname.split("/").at(-1) },
        answer: read,
      },
    },
    "delete-feed": { one: { summary: "The one that was made", parameters: { id } } },
  };
}

/** Creates an alert. Lists, changes, tests and removes it. */
async function askAlerts({ edge, account }, receiver) {
  const change = (method, path, body) =>
    fetchAs(edge, account, `${ALERT_PATH}${path}`, {
      method,
      headers: JSON_TYPE,
      ...(body && { body: JSON.stringify(body) }),
    });
  const { summary } = ALERT;
  const body = { ...ALERT.body, target: { type: "slack", url: receiver.url("ok", "XXXX") } };
  const created = expectOk(await change("POST", "", body));
  const parameters = { id: created.id };
  const changed = { muted: true, digest: { every: "weekly", day: 5, hour: 16 } };
  const one = async (title, method, path, more) => ({
    one: {
      summary: title,
      parameters,
      ...more,
      answer: expectOk(await change(method, `/${created.id}${path}`, more?.body)),
    },
  });
  const examples = {
    "create-alert": { slack: { summary, body, answer: created } },
    "list-alerts": {
      one: { summary: "The one that there is", answer: expectOk(await fetchAs(edge, account, ALERT_PATH)) },
    },
    "get-alert": await one("The one that was made", "GET", ""),
    "test-alert": await one("A test message", "POST", "/test"),
    "change-alert": await one("A weekly digest on Fridays, muted", "PATCH", "", { body: changed }),
    "delete-alert": { one: { summary: "The one that was made", parameters } },
  };
  expectOk(await change("DELETE", `/${created.id}`));
  return examples;
}

/** Returns a function that sends requests as a page with a token for the aggregate operation only. */
async function pageOf({ edge }) {
  const origin = "https://dashboard.example";
  const { token } = expectOk(
    await send(edge, TOKEN_PATH, {
      method: "POST",
      headers: { "X-API-Key": edge.secret, ...JSON_TYPE },
      body: JSON.stringify({ origin, operations: ["aggregate"] }),
    }),
  );
  return (path, from = origin) => send(edge, path, { headers: { Authorization: `Bearer ${token}`, Origin: from } });
}

await main(import.meta.url, async () => {
  const { description } = await import("../../../scripts/description.mjs");
  writeFileSync(FILE, `${JSON.stringify(await askExamples(await description()), null, 1)}\n`);
});
