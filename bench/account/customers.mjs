// Accounts that monitor brands: made, and their views prepared.
import { performance } from "node:perf_hooks";
import { Failure } from "../../scripts/step.mjs";
import { operator, send } from "../../tests/support/client.mjs";

const PLAN = "bench";

/** Makes the plan of the accounts, which nobody reaches the end of. */
export const makePlan = (edge) => good(operator(edge, "PUT", `/plans/account/${PLAN}`, { per_minute: 1_000_000 }));

/** Makes an account: its `id`, a `token` of it, and its `brands`. */
export async function makeAccount(edge, brands) {
  const { id } = await good(operator(edge, "POST", "/accounts", { name: "Bench", plan: PLAN, brands }));
  const { secret } = await good(operator(edge, "POST", "/keys", { account_id: id, face: "account" }));
  return { id, token: secret, brands };
}

/**
 * Has an account's view prepared: `{ mentions, was_prepared, milliseconds, rows_read, rows_written }`. Rows are those
 * of the request and of the object that it waits for; null for a view that was done while nobody waited.
 */
export async function prepare(edge, { id }) {
  const began = performance.now();
  for (let polls = 0; ; polls += 1) {
    const { prepared, mentions, was_prepared, rows_read, rows_written } = await good(
      operator(edge, "POST", `/accounts/${id}/view`, {}),
    );
    if (!prepared) continue;
    const rows = polls > 0 && was_prepared ? { rows_read: null, rows_written: null } : { rows_read, rows_written };
    return { mentions, was_prepared: was_prepared && polls === 0, milliseconds: performance.now() - began, ...rows };
  }
}

/** Asks as an account, whatever becomes of it. */
export const ask = (edge, { token }, path, headers = {}) =>
  send(edge, path, { headers: { Authorization: `Bearer ${token}`, ...headers } });

/** The body of an answer that is good. */
export async function good(asked) {
  const { status, json, text } = await asked;
  if (status >= 300) throw new Failure(`an answer that was not expected: ${status} ${text.slice(0, 300)}`);
  return json;
}
