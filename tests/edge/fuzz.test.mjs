// No body, however broken, is a fault of the edge's.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { ask, eachOf } from "./support/client.mjs";
import { FILES, bodyOf, casesOf } from "./support/corpus.mjs";
import { demoData } from "./support/data.mjs";
import { random } from "./support/random.mjs";

/** Mutated bodies per file of the corpus. */
const MUTATIONS = 350;
const SEED = 20261121;

let edge;
before(async () => (edge = await startServingEdge(demoData)));
after(() => edge?.stop());

/** One to three changes of bytes: flipped, inserted, cut out, repeated, or crossed with another body. */
function mutate(bodies, next) {
  const pick = (list) => list[Math.floor(next() * list.length)];
  let body = Buffer.from(pick(bodies));
  for (let change = 1 + Math.floor(next() * 3); change > 0; change -= 1) {
    const at = Math.floor(next() * (body.length + 1));
    const length = 1 + Math.floor(next() * 12);
    const byte = Buffer.from([Math.floor(next() * 256)]);
    const [head, tail] = [body.subarray(0, at), body.subarray(at)];
    body = Buffer.concat(
      pick([
        () => [head, byte, tail.subarray(1)],
        () => [head, Buffer.from(pick(['"', "{", "}", "[", "]", ",", ":", "null", "1e999", "-0", "\\ud800", "\u0000"])), tail],
        () => [head, tail.subarray(length)],
        () => [head, tail.subarray(0, length), tail],
        () => [head, pick(bodies).subarray(at)],
      ])(),
    );
  }
  return body;
}

for (const [file, operation] of Object.entries(FILES)) {
  test(`mutated bodies of ${file} are answered or refused, never a fault`, async () => {
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
