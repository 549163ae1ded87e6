// How long questions take that nobody asked before, one after the other, with the meter and without.
import { performance } from "node:perf_hooks";
import { Failure } from "../../scripts/step.mjs";
import { median } from "../cost/time.mjs";
import { questionsAbout, variantOf } from "../questions.mjs";

/** Rounds of all kinds of questions that come first, so that both edges are warm. */
const WARM = 2;
/** Variants that were asked when the questions were put together. */
const ASKED = 5;

/** Rounds at most: a question has as many variants as it may have documents. */
export const MAX_ROUNDS = 40;

/**
 * Asks every edge the same questions of all kinds, in turns; the median milliseconds of each edge, and how many were
 * timed.
 */
export async function latencies(edges, rounds) {
  const kinds = await questionsAbout(edges[0]);
  const took = edges.map(() => []);
  for (let round = 0; round < WARM + rounds; round += 1) {
    for (const [number, kind] of kinds.entries()) {
      const question = variantOf(kind, ASKED + round);
      // Who comes first changes, so that neither always finds the machine as the other one left it.
      for (const at of edges.map((_, at) => (at + number + round) % edges.length)) {
        const milliseconds = await ask(edges[at], question);
        if (round >= WARM) took[at].push(milliseconds);
      }
    }
  }
  return { medians: took.map(median), questions: took[0].length };
}

async function ask(edge, { operation, request }) {
  const headers = { "X-API-Key": edge.secret, "Content-Type": "application/json" };
  const began = performance.now();
  const answer = await fetch(new URL(`/v1/${operation}`, edge.url), {
    method: "POST",
    headers,
    body: JSON.stringify(request),
  });
  const text = await answer.text();
  const took = performance.now() - began;
  if (answer.status !== 200 || answer.headers.get("x-cache") !== "miss")
    throw new Failure(`a distinct question: ${answer.status} ${answer.headers.get("x-cache")} ${text.slice(0, 300)}`);
  return took;
}
