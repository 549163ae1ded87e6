// Fifty wrong calls by an agent become right calls within two corrections, using only the texts of the responses.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { corrected } from "./support/corrections.mjs";
import { credentials, startEdgeForAgents } from "./support/edge.mjs";

const MOST = 2;
const QUESTIONS = JSON.parse(readFileSync(new URL("questions.json", import.meta.url), "utf8"));
/** Members that differ between two answers to the same query. */
const VOLATILE = ["_meta", "generated_at", "next_cursor"];

let edge;
before(async () => (edge = await startEdgeForAgents()));
after(() => edge?.stop());

async function called(api, { name, arguments: args }) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
  const response = await fetch(edge.mcp, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...credentials(edge)[api].headers },
    body,
  });
  const { result } = await response.json();
  return result;
}

const lasting = ({ structuredContent }) =>
  JSON.parse(JSON.stringify(structuredContent, (name, value) => (VOLATILE.includes(name) ? undefined : value)));

test("there are fifty calls, of both interfaces, each with a different mistake", () => {
  assert.equal(QUESTIONS.length, 50);
  for (const api of ["data", "account"]) {
    const slips = QUESTIONS.filter((question) => question.api === api).map(({ slip }) => slip);
    assert.ok(slips.length >= 20 && new Set(slips).size === slips.length, `${api}: ${slips.length}`);
  }
});

const needed = [];
for (const { slip, api, asked, right } of QUESTIONS) {
  test(`${api}: ${slip}`, async (context) => {
    const expected = await called(api, right);
    assert.equal(expected.isError, false, "the right call is answered");
    const calls = [asked];
    const moved = new Set();
    let answer = await called(api, asked);
    for (
      let next = corrected(asked, answer, { wanted: right, moved });
      next && calls.length <= MOST;
      next = corrected(calls.at(-1), answer, { wanted: right, moved })
    ) {
      calls.push(next);
      answer = await called(api, next);
    }
    const corrections = calls.length - 1;
    context.diagnostic(`${corrections} corrections`);
    needed.push(corrections);
    assert.equal(answer.isError, false, `${JSON.stringify(calls)}\n${answer.content[0].text}`);
    assert.deepEqual(lasting(answer), lasting(expected), JSON.stringify(calls));
  });
}

test("the number of corrections is within the limits", (context) => {
  const count = (corrections) => needed.filter((one) => one === corrections).length;
  context.diagnostic(
    Array.from({ length: MOST + 1 }, (_, corrections) => `${corrections}: ${count(corrections)}`).join(", "),
  );
  assert.equal(needed.length, QUESTIONS.length);
  // A call that is understood as it is needs no correction. Most of them are wrong.
  assert.ok(count(0) < 5, `${count(0)} needed none`);
});
