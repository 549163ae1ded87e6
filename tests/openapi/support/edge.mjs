// An edge that serves the demo dataset to whoever asks much: a key and an account whose plans nobody reaches the end
// of.
import { operate, startServingEdge } from "../../edge/harness.mjs";
import { createAccount, see } from "../../support/account.mjs";
import { demoData } from "../../support/data.mjs";
import { eventually } from "../../support/eventually.mjs";
import { BRANDS } from "./questions.mjs";

/** An edge with `secret`, that of a data key, and `account` with its `token`, whose mentions are prepared. */
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
    await eventually(async () => (await see(edge, account, "/v1/sentiment")).status, 200);
    return { ...edge, account };
  } catch (error) {
    await edge.stop();
    throw error;
  }
}
