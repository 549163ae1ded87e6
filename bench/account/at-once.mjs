// Questions that find their view unprepared: one alone, and many at once of an account of the same size.
import { setTimeout as sleep } from "node:timers/promises";
import { performance } from "node:perf_hooks";
import { Failure } from "../../scripts/step.mjs";
import { eachOf } from "../../tests/support/client.mjs";
import { redefined } from "./brands.mjs";
import { ask, makeAccount, prepare } from "./customers.mjs";
import { counted } from "./edge.mjs";

const MANY = 20;
const QUESTION = "/v1/sentiment";

/**
 * `{ mentions, measured: [alone, many] }`, each of brands that nobody has monitored before, with the mentions of these.
 */
export async function measureAtOnce(edge, brands) {
  const measured = [];
  for (const askers of [1, MANY])
    measured.push(await firstQuestions(edge, redefined(brands, `askers${askers}`), askers));
  return { mentions: measured[0].mentions, measured };
}

/** So many first questions at once, each asked again when the edge says so, until it is answered. */
async function firstQuestions(edge, brands, askers) {
  const account = await makeAccount(edge, brands);
  await counted(edge);
  const began = performance.now();
  const answers = await eachOf(Array.from({ length: askers }), () => answered(edge, account, began), askers);
  const { objects, requests } = await counted(edge);
  const times = answers.map(({ milliseconds }) => milliseconds);
  return {
    askers,
    mentions: (await prepare(edge, account)).mentions,
    preparing: objects,
    requests,
    refused: answers.reduce((sum, { refused }) => sum + refused, 0),
    first_ms: Math.min(...times),
    last_ms: Math.max(...times),
  };
}

async function answered(edge, account, began) {
  for (let refused = 0; ; refused += 1) {
    const { status, json, text, headers } = await ask(edge, account, QUESTION);
    if (status === 200) return { refused, milliseconds: performance.now() - began };
    if (json?.code !== "view_preparing") throw new Failure(`${QUESTION}: ${status} ${text.slice(0, 300)}`);
    await sleep(1000 * Number(headers.get("retry-after")));
  }
}
