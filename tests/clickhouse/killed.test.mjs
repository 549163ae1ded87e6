// A database process that is killed at any moment leaves the old version or the new one, and the import runs again.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { builtClickHouseWorker } from "../../scripts/project.mjs";
import { createKey, operate, operatorOf, startCli, startEdge } from "../edge/harness.mjs";
import { startClickHouse } from "../support/clickhouse.mjs";
import { demoData } from "../support/data.mjs";
import { readDocuments, temporaryFolder, writeNdjson } from "../support/documents.mjs";
import { broadAnswers, broadReader } from "../support/questions.mjs";

/** The number of imports during which the process is killed, at random moments. */
const KILLS = Number(process.env.OVERHEARD_KILLS ?? 2);

const folder = temporaryFolder();
let clickhouse;
let edge;
before(async () => {
  clickhouse = await startClickHouse({ folder });
  // Without caches, every answer is read from the tables.
  edge = await startEdge({
    worker: builtClickHouseWorker,
    caches: false,
    bindings: { CLICKHOUSE_URL: clickhouse.url },
  });
  edge.secret = (await createKey(edge)).secret;
});
after(async () => {
  await edge?.stop();
  await clickhouse?.stop();
});

/** Kills the process and starts it again on the same tables and the same port. */
async function killAndRestart() {
  await clickhouse.kill();
  clickhouse = await startClickHouse({ folder, port: Number(new URL(clickhouse.url).port) });
}

const documents = readDocuments(demoData);
/** Returns the answers to the broad queries, written as those of the reader. */
const answersNow = async () => (await broadAnswers(edge)).map((text) => JSON.stringify(JSON.parse(text)));
const importArguments = (from) => ["import", from, "--replace", "--clickhouse", clickhouse.url, "--to", edge.url];

/** Imports, and returns the milliseconds that it takes. */
async function importAll(from) {
  const began = Date.now();
  await operate(edge, importArguments(from).slice(0, -2));
  return Date.now() - began;
}

test(`the process is killed ${KILLS} times during imports and questions`, async (t) => {
  const usual = await importAll(demoData);
  let answers = await answersNow();
  for (let round = 1; round <= KILLS; round += 1) {
    const changed = writeNdjson({
      ...documents,
      siv_info: documents.siv_info.map((video) => ({ ...video, views: (video.views ?? 0) + 1000 * round })),
    });
    const moment = Math.round(usual * Math.random());
    const cli = startCli(importArguments(changed), operatorOf(edge));
    let over = false;
    const read = (async () => {
      const all = [];
      for await (const answer of broadReader(edge, () => over)) all.push(answer);
      return all;
    })();
    await setTimeout(moment);
    await killAndRestart();
    const { code, stderr } = await cli.ended;
    over = true;
    const seen = await read;
    if (code !== 0) await importAll(changed);
    const [before_, after_] = [answers, await answersNow()];
    assert.notDeepEqual(after_, before_);
    for (const { at, status, text } of seen) {
      if (status === 503) continue;
      assert.equal(status, 200, text);
      assert.ok(text === before_[at] || text === after_[at], `${at}: ${text}`);
    }
    const counts = [200, 503].map((wanted) => seen.filter(({ status }) => status === wanted).length);
    t.diagnostic(
      `killed after ${moment} of ${usual} ms: the import ended with ${code}; ${counts[0]} answers, ${counts[1]} refused`,
    );
    if (code !== 0) assert.match(stderr, /ClickHouse/);
    answers = after_;
  }
});
