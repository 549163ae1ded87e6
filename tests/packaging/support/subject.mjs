// What every runtime and bundle is made to do, and what comes of it.
import assert from "node:assert/strict";

/** The statements that set `answer`, once the core is loaded. */
export const ask = `
const answer = {
  refused: check("aggregate", { index: "siv_info", group_by: "brand_name" }).message,
  accepted: check("search", '{"index":"siv_info"}'),
  shaped: shape("creators", { size: 3 }),
  decoded: decode("co-mentions", '{"status":"ok","result":[{"data":{"results":[]}}]}'),
};`;

/** Fails unless an answer is the one of the edge's own guardrails. */
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

/** A page's script: it loads the core, asks, and leaves the answer or the failure where a test finds it. */
export const pageScript = (imports, loading) => `
${imports}
(async () => {
  ${loading}
  ${ask}
  return { answer };
})().catch((error) => ({ failure: String(error) })).then((outcome) => { globalThis.outcome = outcome; });`;
