// Measures the first requests of new runtimes.
import { performance } from "node:perf_hooks";
import { median } from "../cost/time.mjs";

const RUNS = 7;

/** Sends a request that reads KV and D1 but computes nothing. Returns the milliseconds until its answer. */
async function schemaMs({ url, secret }) {
  const began = performance.now();
  const answer = await fetch(new URL("/v1/schema", url), { headers: { "X-API-Key": secret } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`GET /v1/schema: status ${answer.status}`);
  return performance.now() - began;
}

/** Starts each edge some times. Returns, for each, medians of milliseconds of the first and of the second request. */
export async function coldStarts(starts) {
  const samples = starts.map(() => ({ first: [], second: [] }));
  for (let run = 0; run < RUNS; run += 1) {
    for (const [at, start] of starts.entries()) {
      const edge = await start();
      try {
        samples[at].first.push(await schemaMs(edge));
        samples[at].second.push(await schemaMs(edge));
      } finally {
        await edge.stop();
      }
    }
  }
  return samples.map(({ first, second }) => ({ first: median(first), second: median(second) }));
}
