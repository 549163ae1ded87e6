// How long distinct questions take, one after the other, with the meter and without.
import { performance } from "node:perf_hooks";
import { Failure } from "../../scripts/step.mjs";
import { median } from "../cost/time.mjs";
import { distinct } from "./edges.mjs";

/** Questions that come first, so that both are warm. */
const WARM = 30;

/** Asks the same questions of every edge, in turns; the median milliseconds of each edge. */
export async function latencies(edges, questions) {
  const took = edges.map(() => []);
  for (let number = 0; number < WARM + questions; number += 1) {
    // Who comes first changes, so that neither always finds the machine as the other one left it.
    const order = edges.map((_, at) => (at + number) % edges.length);
    for (const at of order) {
      const milliseconds = await ask(edges[at], number);
      if (number >= WARM) took[at].push(milliseconds);
    }
  }
  return took.map(median);
}

async function ask(edge, number) {
  const { path, headers, body } = distinct(edge.secret, number);
  const began = performance.now();
  const answer = await fetch(new URL(path, edge.url), { method: "POST", headers, body });
  const text = await answer.text();
  const took = performance.now() - began;
  if (answer.status !== 200 || answer.headers.get("x-cache") !== "miss") throw new Failure(`a distinct question: ${answer.status} ${answer.headers.get("x-cache")} ${text.slice(0, 300)}`);
  return took;
}
