// Test kit for webhooks of accounts.
import assert from "node:assert/strict";
import { expectOk, fetchAs } from "./account.mjs";
import { operator } from "./client.mjs";

/** Sends a request that registers a webhook. */
export const requestWebhook = (edge, account, body, headers = {}) =>
  fetchAs(edge, account, "/v1/webhooks", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** Registers a webhook. Returns it with its secret. */
export async function registerWebhook(edge, account, url, more = {}) {
  const answer = await requestWebhook(edge, account, { url, events: ["*"], ...more });
  assert.equal(answer.status, 201, answer.text);
  return answer.json;
}

/** Returns a webhook from the operator's API. */
export const webhookOf = async (edge, { id }) => expectOk(await operator(edge, "GET", `/webhooks/${id}`));

/** Returns all deliveries of a webhook, the latest first. */
export async function deliveriesOf(edge, { id }, status) {
  const all = [];
  for (let after = ""; after !== null; ) {
    const page = expectOk(
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
