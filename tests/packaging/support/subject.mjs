// The code that every runtime and bundle runs, and its expected answer.
import assert from "node:assert/strict";

/** The statements that set `answer`, once the core is loaded. */
export const ask = `
const answer = {
  refused: check("aggregate", { index: "siv_info", group_by: "brand_name" }).message,
  accepted: check("search", '{"index":"siv_info"}'),
  shaped: shape("creators", { size: 3 }),
  decoded: decode("co-mentions", '{"status":"ok","result":[{"data":{"results":[]}}]}'),
};`;

/** Fails unless an answer equals that of the edge's guardrails. */
export function assertAnswer(answer) {
  assert.deepEqual(answer, {
    refused:
      "group_by 'brand_name' is not allowed on index 'siv_info'. Allowed: [channel_name, platform, category, tags]",
    accepted: null,
    shaped: {
      method: "POST",
      path: "/v1/creators",
      headers: { "Content-Type": "application/json" },
      body: '{"filters":{},"size":3,"sort_field":"subscriber_count","sort_order":"desc"}',
      cost: 13,
    },
    decoded: { results: [] },
  });
}

/** Returns a page's script. It loads the core, computes the answer, and stores it or the failure for the test. */
export const pageScript = (imports, loading) => `
${imports}
(async () => {
  ${loading}
  ${ask}
  return { answer };
})().catch((error) => ({ failure: String(error) })).then((outcome) => { globalThis.outcome = outcome; });`;
