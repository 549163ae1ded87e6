// Starts an edge for the tests of the Python client. It serves the demo dataset, prints its address and credentials,
// and ends with its standard input.
import { once } from "node:events";
import { startServingEdge } from "../../edge/harness.mjs";
import { brand, createAccount } from "../../support/account.mjs";
import { demoData } from "../../support/data.mjs";

const edge = await startServingEdge(demoData);
try {
  const account = await createAccount(edge, {
    brands: [brand("Velunara"), brand("Borealume"), brand("Cinderelm Beauty")],
  });
  process.stdout.write(`${JSON.stringify({ url: edge.url, key: edge.secret, token: account.token })}\n`);
  await once(process.stdin.resume(), "end");
} finally {
  await edge.stop();
}
