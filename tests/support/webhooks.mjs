// Test kit for webhooks of accounts.
import assert from "node:assert/strict";
import { good, see } from "./account.mjs";
import { operator } from "./client.mjs";

/** Sends a request that registers a webhook. */
export const registering = (edge, account, body, headers = {}) =>
  see(edge, account, "/v1/webhooks", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** Registers a webhook. Returns it with its secret. */
export async function registered(edge, account, url, more = {}) {
  const answer = await registering(edge, account, { url, events: ["*"], ...more });
  assert.equal(answer.status, 201, answer.text);
  return answer.json;
}

/** Returns a webhook from the operator's API. */
export const webhookOf = async (edge, { id }) => good(await operator(edge, "GET", `/webhooks/${id}`));

/** Returns all deliveries of a webhook, the latest first. */
export async function deliveriesOf(edge, { id }, status) {
  const all = [];
  for (let after = ""; after !== null; ) {
    const page = good(
      await operator(
        edge,
        "GET",
        `/webhooks/${id}/deliveries?${new URLSearchParams({ ...(status && { status }), ...(after && { after }) })}`,
      ),
    );
    all.push(...page.deliveries);
    after = page.next;
  }
  return all;
}
