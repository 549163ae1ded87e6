// An interrupted import leaves the active version unchanged, and resumes where it stopped.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  createKey,
  datasetStatus,
  importFolder,
  operate,
  operatorOf,
  startCli,
  startEdge,
  startServingEdge,
} from "./harness.mjs";
import { demoData } from "../support/data.mjs";
import { databaseOf } from "../support/dataset-database.mjs";
import { readDocuments, writeNdjson } from "../support/documents.mjs";
import { startProxy } from "../support/proxy.mjs";
import { broadAnswers, broadReader } from "../support/questions.mjs";

const documents = readDocuments(demoData);
/** The demo dataset with changes in every video, snapshot and mention, so that nearly every answer differs. */
const changed = writeNdjson({
  siv_info: documents.siv_info.map((video) => ({
    ...video,
    views: (video.views ?? 0) + 1000,
    tags: [...(video.tags ?? []), "changed"],
  })),
  siv_content_creator: documents.siv_content_creator.map((snapshot) => ({
    ...snapshot,
    subscriber_count: (snapshot.subscriber_count ?? 0) + 7,
  })),
  siv_business_ideas: documents.siv_business_ideas.map((mention) => ({
    ...mention,
    sentiment: "positive",
    sentiment_score: 0.5,
    context: "Changed.",
  })),
});

let edge;
let old;
let expected;
before(async () => {
  // Without caches, every answer is read from the tables that an import may disturb.
  edge = await startServingEdge(demoData, { caches: false });
  old = await broadAnswers(edge);
  // An edge on which the same import runs without interruption.
  const undisturbed = await startServingEdge(demoData);
  try {
    const { dataset } = await importFolder(undisturbed, changed);
    expected = { version: dataset.version, answers: await broadAnswers(undisturbed) };
  } finally {
    await undisturbed.stop();
  }
  const same = expected.answers.filter((answer, at) => answer === old[at]).length;
  assert.ok(same <= 2, `${same} answers do not tell the versions apart`);
});
after(() => edge?.stop());

/** Runs the import. Kills the command at the nth matching request, before the edge acts or after it. */
async function importKilledAt({ edge: at = edge, request, moment, times = 1 }) {
  let seen = 0;
  let killed = false;
  let cli;
  const proxy = await startProxy(at, (line, now) => {
    if (!killed && now === moment && request.test(line) && ++seen === times) {
      killed = true;
      cli.child.kill("SIGKILL");
      return false;
    }
    return true;
  });
  try {
    cli = startCli(["import", changed, "--json", "--to", proxy.url], operatorOf(at));
    return { ...(await cli.ended), killed };
  } finally {
    await proxy.stop();
  }
}

const MOMENTS = {
  "while what is served is downloaded": { request: /GET .*\/documents\/mention/, moment: "answered" },
  "before it begins": { request: /POST .*\/imports$/, moment: "asked" },
  "when it has begun and does not know": { request: /POST .*\/imports$/, moment: "answered" },
  "before its first batch is stored": { request: /PUT .*\/mention\/0$/, moment: "asked" },
  "after a batch is stored that it does not know of": { request: /PUT .*\/mention\/0$/, moment: "answered" },
  "while pages are loaded": { request: /PUT .*\/page\/0$/, moment: "asked" },
  "while what all versions share is loaded": { request: /PUT .*\/name\/0$/, moment: "answered" },
  "before it is finished": { request: /POST .*\/finish$/, moment: "asked" },
  "after its first step of finishing": { request: /POST .*\/finish$/, moment: "answered" },
};

for (const [when, moment] of Object.entries(MOMENTS)) {
  test(`an import that is killed ${when} leaves the active version unchanged`, async () => {
    const { signal, killed } = await importKilledAt(moment);
    assert.deepEqual([killed, signal], [true, "SIGKILL"]);
    assert.deepEqual(await broadAnswers(edge), old);
  });
}

test("a repeated import resumes and publishes the same result; readers see only the old or the new version", async () => {
  const { served: before, loading } = await datasetStatus(edge);
  assert.equal(loading.step, 1, "the step that was done before it was killed is not lost");
  const versions = new Set();
  let ended = false;
  const reading = (async () => {
    for await (const { at, status, version, text } of broadReader(edge, () => ended)) {
      assert.equal(status, 200, text);
      versions.add(version);
      assert.ok(
        version === expected.version ? text === expected.answers[at] : text === old[at],
        `answer ${at} of ${version} is of another version`,
      );
    }
  })();
  const report = await importFolder(edge, changed).finally(() => (ended = true));
  await reading;
  assert.equal(report.dataset.version, expected.version);
  assert.deepEqual(await broadAnswers(edge), expected.answers);
  assert.ok(versions.size >= 1);
  assert.equal((await datasetStatus(edge)).previous.version, before.version);
  assert.match(await operate(edge, ["dataset", "verify"]), /All rows agree with the documents/);
});

test("an import that is killed before it learns of its publication is published once", async () => {
  const edge = await startServingEdge(demoData);
  try {
    const { killed } = await importKilledAt({ edge, request: /POST .*\/finish$/, moment: "answered", times: 2 });
    assert.ok(killed);
    const status = await datasetStatus(edge);
    assert.deepEqual([status.served.version, status.loading], [expected.version, null]);
    assert.equal((await importFolder(edge, changed)).state, "already_served");
    assert.deepEqual(await datasetStatus(edge), status);
    assert.deepEqual(await broadAnswers(edge), expected.answers);
  } finally {
    await edge.stop();
  }
});

test("an abandoned import is discarded by another one after a minute, not before", async () => {
  const other = await startEdge();
  try {
    other.secret = (await createKey(other)).secret;
    const begin = (digit) =>
      fetch(`${other.url}/admin/v1/imports`, {
        method: "POST",
        headers: { Authorization: `Bearer ${other.adminSecret}` },
        body: JSON.stringify({
          import: digit.repeat(64),
          inputs: digit.repeat(64),
          base: { generation: 0, revision: 0 },
          started_at: "2026-01-31T12:00:00Z",
        }),
      });
    assert.equal((await begin("a")).status, 200);
    const refused = await begin("b");
    assert.equal(refused.status, 409);
    const db = await databaseOf(other, (await datasetStatus(other)).loading.generation);
    const { message } = await refused.json();
    assert.match(
      message,
      /active in the last 60 seconds; it began at 2026-01-31T12:00:00Z\. Let it finish, or run it again if it was interrupted/,
    );
    const { touched_at } = await db.prepare("SELECT touched_at FROM generation WHERE state = 'loading'").first();
    const until = new Date((touched_at + 60) * 1_000).toISOString().replace(".000", "");
    assert.ok(message.endsWith(`To discard it, run this at ${until} or later.`), message);
    await db.prepare("UPDATE generation SET touched_at = touched_at - 61").run();
    assert.equal((await begin("b")).status, 200);
    assert.equal((await datasetStatus(other)).loading.import, "b".repeat(64));
  } finally {
    await other.stop();
  }
});
