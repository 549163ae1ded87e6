// The edge refuses the addresses that the corpus refuses, with the specified errors. Accepted addresses depend on the
// account and the dataset; other tests send them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { brand, createAccount, fetchAs } from "../support/account.mjs";
import { eachOf } from "../support/client.mjs";
import { casesOf } from "../support/corpus.mjs";
import { demoData } from "../support/data.mjs";
import { assertProblem } from "../support/problem.mjs";

/** Paths that differ from the operation's name with slashes. */
const PATHS = {
  mention: "mentions/:id",
  "mention-stats": "mentions/stats",
  influencer: "influencers/:id",
  "influencer-mentions": "influencers/:id/mentions",
  "emerging-trends": "trends/emerging",
  "trend-comparison": "trends/compare",
  "explain-change": "_ext/explain-change",
  report: "reports/:id",
  "download-report": "reports/:id/download",
  "delete-webhook": "webhooks/:id",
};

/** Returns the address of a case. Its first id is part of the path if the path has an id. */
function addressOf({ operation, query }) {
  const path = PATHS[operation] ?? operation.replace("-", "/");
  const rest = path.includes(":id") ? query.replace(/^id=[^&]*&?/, "") : query;
  const id = new URLSearchParams(query).get("id");
  return `/v1/${path.replace(":id", encodeURIComponent(id))}${rest && `?${rest}`}`;
}

let edge;
let account;
before(async () => {
  edge = await startServingEdge(demoData);
  account = await createAccount(edge, { brands: [brand("Velunara"), brand("Borealume")] });
});
after(() => edge?.stop());

test("every address that the corpus refuses is refused with the listed violations", async () => {
  const failures = [];
  // A path without an id is the path of a list.
  const cases = casesOf("account.json").filter(({ refuse, name }) => refuse && name !== "rejects_a_missing_id");
  await eachOf(cases, async (example) => {
    try {
      const { refuse, refuse_status: status = 400 } = example;
      const method = example.operation === "delete-webhook" ? "DELETE" : "GET";
      const answer = await fetchAs(edge, account, addressOf(example), { method });
      const body = assertProblem(answer, refuse[0].code);
      const violations = status === 400 ? body.errors : [body];
      assert.equal(violations.length, refuse.length, JSON.stringify(violations, null, 1));
      refuse.forEach((expected, at) => {
        for (const member of ["code", "param", "message", "allowed", "did_you_mean"]) {
          const withMessage = ["allowed", "did_you_mean"].includes(member) && "message" in expected;
          if (member in expected || withMessage) assert.deepEqual(violations[at][member], expected[member], member);
        }
      });
    } catch (error) {
      failures.push(`${example.name} (${example.rule}): ${error.message}`);
    }
  });
  assert.ok(cases.length >= 60, `${cases.length} cases`);
  assert.equal(failures.length, 0, `${failures.length} of ${cases.length} cases differ:\n${failures.join("\n\n")}`);
});
