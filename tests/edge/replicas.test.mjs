// With D1_SESSIONS, replicas may answer the Data API. The table `ring` then has the bookmark of the served database.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createKey, operate, startEdge } from "./harness.mjs";
import { ask } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { readDocuments, writeNdjson } from "../support/documents.mjs";
import { QUESTIONS } from "../support/questions.mjs";

let edge;
before(async () => {
  edge = await startEdge({ bindings: { D1_SESSIONS: "on", SERVED_FOR_SECONDS: "0" }, caches: false });
  edge.secret = (await createKey(edge)).secret;
});
after(() => edge?.stop());

const bookmark = async () => (await edge.mf.getD1Database("DB")).prepare("SELECT bookmark FROM ring").first("bookmark");

test("each change of the served database stores its bookmark", async () => {
  await operate(edge, ["import", demoData]);
  const imported = await bookmark();
  assert.match(imported, /^[0-9a-f]{8}-/);
  const asked = () => ask(edge, "aggregate", QUESTIONS.aggregate);
  const original = await asked();
  assert.equal(original.status, 200);

  // One more mention of each brand in the answer.
  const brands = original.json.buckets.map((bucket) => bucket.key);
  const mentions = readDocuments(demoData).siv_business_ideas;
  const increment = brands.map((brand, at) => ({
    ...mentions.find((mention) => mention.brand_name === brand),
    mention_id: `increment_${at}`,
  }));
  const more = writeNdjson({ siv_business_ideas: increment });
  await operate(edge, ["import", more]);
  const increased = await bookmark();
  assert.ok(increased > imported, `${increased} is not after ${imported}`);
  assert.notEqual((await asked()).text, original.text);

  await operate(edge, ["dataset", "rollback", "--yes"]);
  assert.ok((await bookmark()) > increased);
  assert.equal((await asked()).text, original.text);
});
