// No malformed body causes a fault of the edge.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { ask, eachOf } from "../support/client.mjs";
import { FILES, bodyOf, casesOf } from "../support/corpus.mjs";
import { demoData } from "../support/data.mjs";
import { mutate } from "../support/mutate.mjs";
import { random } from "../support/random.mjs";

/** Mutated bodies per file of the corpus. */
const MUTATIONS = 350;
const SEED = 20261121;

let edge;
before(async () => (edge = await startServingEdge(demoData)));
after(() => edge?.stop());

for (const [file, operation] of Object.entries(FILES)) {
  test(`mutated bodies of ${file} are answered or refused, and cause no fault`, async () => {
    const next = random(SEED);
    const bodies = casesOf(file).map(bodyOf);
    const mutated = Array.from({ length: MUTATIONS }, () => mutate(bodies, next));
    await eachOf(mutated, async (body) => {
      const { status, json, text } = await ask(edge, operation, body);
      const shown = `${JSON.stringify(body.toString("latin1"))} gave ${status} ${text}`;
      assert.ok(status === 200 || (status === 400 && json?.errors?.length > 0), shown);
    });
    const question = { index: "siv_business_ideas", group_by: "platform" };
    assert.equal((await ask(edge, "aggregate", question)).status, 200, "the edge answers afterwards");
  });
}
