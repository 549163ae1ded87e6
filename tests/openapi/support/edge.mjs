// Starts an edge with the demo dataset for many requests: a key and an account whose plans have ample limits.
import { operate, startServingEdge } from "../../edge/harness.mjs";
import { createAccount, fetchAs } from "../../support/account.mjs";
import { demoData } from "../../support/data.mjs";
import { eventually } from "../../support/eventually.mjs";
import { BRANDS } from "./questions.mjs";

/** Starts an edge with the `secret` of a data key, and an `account` with its `token` and a prepared view. */
export async function startAskedEdge(options = {}) {
  const edge = await startServingEdge(demoData, options);
  try {
    await operate(edge, [
      "plans",
      "set",
      "endless",
      "--face",
      "account",
      "--per-minute",
      "1000000",
      "--per-day",
      "1000000000",
    ]);
    const account = await createAccount(edge, { plan: "endless", brands: BRANDS });
    await eventually(async () => (await fetchAs(edge, account, "/v1/sentiment")).status, 200);
    return { ...edge, account };
  } catch (error) {
    await edge.stop();
    throw error;
  }
}
