// Sends every request of the request collections with the runners of Postman and of Bruno.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { strFromU8, unzipSync } from "fflate";
import newman from "newman";
import sdk from "postman-collection";
import { description } from "../../scripts/description.mjs";
import { openapi } from "../../scripts/openapi/document.mjs";
import { COLLECTIONS, writeCollections } from "../../scripts/site/collections.mjs";
import { operationsOf } from "../../scripts/site/operations.mjs";
import { startReceiver } from "../support/receiver.mjs";
import { waitForReport } from "../support/reports.mjs";
import { startAskedEdge } from "./support/edge.mjs";
import { node } from "./support/programs.mjs";
import { temporaryFolder } from "./support/written.mjs";

const { Collection } = sdk;
/** The addresses to which webhooks and alerts of the collections deliver. */
const TARGETS = /https:\/\/hooks\.(?:example\.com\/overheard|slack\.com\/services\/\w+\/\w+\/\w+)/g;
/** The download of a report's file, which needs a finished report. */
const LATER = "downloadReport";

const folder = temporaryFolder();
let edge, receiver, document, postman, bruno;
before(async () => {
  receiver = await startReceiver();
  [edge, document] = await Promise.all([
    startAskedEdge({ bindings: { LOCAL_WEBHOOKS: "on" } }),
    description().then(openapi),
  ]);
  await writeCollections(folder, document);
  postman = JSON.parse(readFileSync(join(folder, COLLECTIONS.postman), "utf8"));
  bruno = Object.fromEntries(
    Object.entries(unzipSync(readFileSync(join(folder, COLLECTIONS.bruno)))).map(([path, bytes]) => [
      path,
      strFromU8(bytes),
    ]),
  );
});
after(async () => {
  await edge?.stop();
  await receiver?.stop();
});

const ids = () =>
  operationsOf(document)
    .map(({ operationId }) => operationId)
    .sort();
const variables = () => ({ baseUrl: edge.url, apiKey: edge.secret, accountToken: edge.account.token });
/** Replaces the delivery addresses by a receiver on this machine. */
const delivering = (text, name) => text.replaceAll(TARGETS, receiver.url("ok", name));
const isMaking = (id) => id.startsWith("create") || id === "testAlert";

/** Checks the status of every response: 201 or 202 for requests that create something, otherwise 200 or 204. */
function assertAnswered(answers) {
  assert.deepEqual(
    answers.map(({ id }) => id).sort(),
    ids().filter((id) => id !== LATER),
  );
  for (const { id, status } of answers)
    assert.ok(isMaking(id) ? [201, 202].includes(status) : [200, 204].includes(status), `${id}: ${status}`);
}

test("the collection for Postman is one of format 2.1 with a request for each operation, in folders", () => {
  assert.equal(postman.info.schema, "https://schema.getpostman.com/json/collection/v2.1.0/collection.json");
  assert.ok(Collection.isCollection(new Collection(postman)));
  const names = [];
  new Collection(postman).forEachItem(({ name, request }) => {
    names.push(name);
    assert.match(request.url.toString(), /^\{\{baseUrl\}\}\/v1\//);
  });
  assert.deepEqual(names.sort(), ids());
  assert.deepEqual(
    postman.item.map(({ name }) => name),
    ["Data API", "Account API", "Browser tokens", "Alerts", "Feeds", "Documents"],
  );
});

test("no collection has a secret, or an address other than that of npm start", () => {
  for (const text of [JSON.stringify(postman), ...Object.values(bruno)]) {
    assert.doesNotMatch(text, /\b(?:ohk|oht)_(?:live|test)_\w{8}|\bohb_\w{8}|\bwhsec_\w/);
    for (const [, host] of text.matchAll(/https?:\/\/([^/"\s\\]+)/g))
      assert.match(
        host,
        /^(127\.0\.0\.1:8787|schema\.getpostman\.com|hooks\.example\.com|hooks\.slack\.com|dashboard\.example)$/,
      );
  }
  assert.deepEqual(
    postman.variable.filter(({ key }) => /key|token/i.test(key)).map(({ value }) => value),
    ["", ""],
  );
  assert.match(bruno["overheard/environments/Overheard.bru"], /vars:secret \[\s+apiKey,\s+accountToken\s+\]/);
});

test("Postman's runner sends every request from top to bottom, and each succeeds", async () => {
  const run = (collection, more = {}) =>
    promisify(newman.run)({
      collection,
      envVar: Object.entries({ ...variables(), ...more }).map(([key, value]) => ({ key, value })),
    });
  const only = (wanted) => ({
    ...postman,
    item: postman.item.map((one) => ({ ...one, item: one.item.filter(({ name }) => wanted(name)) })),
  });
  const collection = JSON.parse(delivering(JSON.stringify(only((name) => name !== LATER)), "postman"));
  const {
    run: { executions, failures },
  } = await run(collection);
  assert.deepEqual(
    failures.map(({ error }) => error.message),
    [],
  );
  assertAnswered(executions.map(({ item, response }) => ({ id: item.name, status: response.code })));
  const { id } = executions.find(({ item }) => item.name === "createReport").response.json();
  await waitForReport(edge, edge.account, id);
  const {
    run: {
      executions: [file],
    },
  } = await run(
    only((name) => name === LATER),
    { reportId: id },
  );
  assert.deepEqual([file.response.code, file.response.text().split(",")[0]], [200, "section"]);
});

test("Bruno's runner does the same", async () => {
  for (const [path, text] of Object.entries(bruno)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), delivering(text, "bruno"));
  }
  const report = join(folder, "results.json");
  const run = async (paths, more = {}) => {
    const values = Object.entries({ ...variables(), ...more }).flatMap(([name, value]) => [
      "--env-var",
      `${name}=${value}`,
    ]);
    const { code, output } = await node(
      "tests/node_modules/@usebruno/cli/bin/bru.js",
      ["run", ...paths, "--env", "Overheard", ...values, "--reporter-json", report],
      { cwd: join(folder, "overheard") },
    );
    assert.equal(code, 0, output);
    return JSON.parse(readFileSync(report, "utf8"))[0].results.map(({ name, response }) => ({ id: name, ...response }));
  };
  const wanted = Object.keys(bruno)
    .filter((path) => /\/[^/]+\/\w+\.bru$/.test(path) && !/\/(environments|folder\.bru|downloadReport\.bru)/.test(path))
    .map((path) => path.replace("overheard/", ""));
  const answers = await run(wanted);
  assertAnswered(answers);
  const { id } = answers.find(({ id }) => id === "createReport").data;
  await waitForReport(edge, edge.account, id);
  const [file] = await run([`Account API/${LATER}.bru`], { reportId: id });
  assert.deepEqual([file.status, file.data.split(",")[0]], [200, "section"]);
});
