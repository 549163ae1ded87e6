// An import that is interrupted leaves what is served whole, and goes on where it stopped.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createKey, datasetStatus, importFolder, operatorOf, startCli, startEdge, startServingEdge } from "./harness.mjs";
import { demoData } from "./support/data.mjs";
import { readDocuments, writeNdjson } from "./support/documents.mjs";
import { startProxy } from "./support/proxy.mjs";
import { broadAnswers, broadReader } from "./support/questions.mjs";

const documents = readDocuments(demoData);
/** The demo dataset with every video, snapshot and mention changed, so that nearly every answer is another one. */
const changed = writeNdjson({
  siv_info: documents.siv_info.map((video) => ({ ...video, views: (video.views ?? 0) + 1000, tags: [...(video.tags ?? []), "changed"] })),
  siv_content_creator: documents.siv_content_creator.map((snapshot) => ({ ...snapshot, subscriber_count: (snapshot.subscriber_count ?? 0) + 7 })),
  siv_business_ideas: documents.siv_business_ideas.map((mention) => ({ ...mention, sentiment: "positive", sentiment_score: 0.5, context: "Changed." })),
});

let edge;
let old;
let expected;
before(async () => {
  // Every answer is read from the tables that an import may disturb.
  edge = await startServingEdge(demoData, { caches: false });
  old = await broadAnswers(edge);
  // What an import that nobody interrupts makes of the same files.
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

/** Runs the import and kills the command when a request is asked or answered for the nth time. */
async function importKilledAt({ request, moment, times = 1 }) {
  let seen = 0;
  let killed = false;
  let cli;
  const proxy = await startProxy(edge, (line, now) => {
    if (!killed && now === moment && request.test(line) && ++seen === times) {
      killed = true;
      cli.child.kill("SIGKILL");
      return false;
    }
    return true;
  });
  try {
    cli = startCli(["import", changed, "--json", "--to", proxy.url], operatorOf(edge));
    return { ...(await cli.ended), killed };
  } finally {
    await proxy.stop();
  }
}

const MOMENTS = {
  "before it begins": { request: /POST .*\/imports$/, moment: "asked" },
  "while the served documents are carried over": { request: /POST .*\/steps$/, moment: "answered", times: 2 },
  "before its first batch is stored": { request: /PUT .*\/video\/0$/, moment: "asked" },
  "after a batch is stored that it does not know of": { request: /PUT .*\/video\/3$/, moment: "answered" },
  "while mentions are loaded": { request: /PUT .*\/mention\/5$/, moment: "asked" },
  "after its first step of finishing": { request: /POST .*\/finish$/, moment: "answered" },
  "in the midst of finishing": { request: /POST .*\/finish$/, moment: "answered", times: 7 },
};

for (const [when, moment] of Object.entries(MOMENTS)) {
  test(`killed ${when}, it leaves the served version whole`, async () => {
    const { signal, killed } = await importKilledAt(moment);
    assert.deepEqual([killed, signal], [true, "SIGKILL"]);
    assert.deepEqual(await broadAnswers(edge), old);
  });
}

test("run again, it goes on and publishes what an undisturbed import does; readers see the old version or the new one", async () => {
  const { loading } = await datasetStatus(edge);
  assert.ok(loading.step > 6, "the steps that were done before it was killed are not lost");
  const versions = new Set();
  let ended = false;
  const reading = (async () => {
    for await (const { at, status, version, text } of broadReader(edge, () => ended)) {
      assert.equal(status, 200, text);
      versions.add(version);
      assert.ok(version === expected.version ? text === expected.answers[at] : text === old[at], `answer ${at} of ${version} is of another version`);
    }
  })();
  const report = await importFolder(edge, changed).finally(() => (ended = true));
  await reading;
  assert.equal(report.dataset.version, expected.version);
  assert.deepEqual(await broadAnswers(edge), expected.answers);
  assert.ok(versions.size >= 1);
});

test("what nobody takes up again is discarded by another import after a minute, not before", async () => {
  const other = await startEdge();
  try {
    other.secret = (await createKey(other)).secret;
    const begin = (digit) => fetch(`${other.url}/admin/v1/imports`, { method: "POST", headers: { Authorization: `Bearer ${other.adminSecret}` }, body: JSON.stringify({ import: digit.repeat(64) }) });
    assert.equal((await begin("a")).status, 200);
    const refused = await begin("b");
    assert.equal(refused.status, 409);
    assert.match((await refused.json()).message, /active in the last 60 seconds/);
    const db = await other.mf.getD1Database("DB");
    await db.prepare("UPDATE generation SET touched_at = touched_at - 61").run();
    assert.equal((await begin("b")).status, 200);
    assert.equal((await datasetStatus(other)).loading.import, "b".repeat(64));
  } finally {
    await other.stop();
  }
});
