// A report that is requested before the renderer is built waits for it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { brand, createAccount, expectOk, fetchAs } from "../support/account.mjs";
import { demoData } from "../support/data.mjs";
import { MONTH, requestReport, waitForReport } from "../support/reports.mjs";

test("a report waits in the queue until the edge restarts with a renderer", async () => {
  let isBuilt = false;
  const edge = await startServingEdge(demoData, { hasRenderer: () => isBuilt });
  try {
    const account = await createAccount(edge, { brands: [brand("Quillovar")] });
    expectOk(await fetchAs(edge, account, "/v1/sentiment"));
    const { json } = await requestReport(edge, account, { ...MONTH, type: "brand_overview", formats: ["pdf"] });
    await edge.tick();
    assert.equal(expectOk(await fetchAs(edge, account, `/v1/reports/${json.id}`)).status, "queued");
    // It is queued again after half a minute of waiting.
    const database = await edge.mf.getD1Database("DB");
    await database.prepare("UPDATE report SET updated_at = updated_at - 31000").run();
    isBuilt = true;
    await edge.renew();
    const { status, artifacts } = await waitForReport(edge, account, json.id);
    assert.deepEqual([status, artifacts.length], ["ready", 1]);
  } finally {
    await edge.stop();
  }
});
