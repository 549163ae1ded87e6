// An account of some size: what preparing its view takes, and what its questions cost then.
import { performance } from "node:perf_hooks";
import { Failure } from "../../scripts/step.mjs";
import { eachOf } from "../../tests/support/client.mjs";
import { memoryOf } from "../cost/packed.mjs";
import { median } from "../cost/time.mjs";
import { ask, good, makeAccount, prepare } from "./customers.mjs";
import { WINDOWS, questionsOf } from "./questions.mjs";

/** Requests under way at once: as many as small machines have cores. */
const AT_ONCE = 2;

/**
 * Makes an account, has its view prepared, and asks each question so many times: `{ brands, mentions, …, questions }`.
 */
export async function measureView(edge, brands, { runs, inTurn }) {
  const account = await makeAccount(edge, brands);
  const { was_prepared: wasPrepared, ...prepared } = await prepare(edge, account);
  if (wasPrepared) throw new Failure("two accounts see the same: each needs another number of mentions");
  const { dataset } = await good(ask(edge, account, "/v1/account"));
  const [first] = (await good(ask(edge, account, "/v1/mentions?limit=1"))).data;
  const about = {
    last: dataset.last_date,
    mention: first.id,
    influencer: first.channel.influencer_id,
    brands: brands.map(({ label }) => label),
  };
  const questions = [];
  for (const [window, days] of Object.entries(WINDOWS)) {
    for (const [name, address] of Object.entries(questionsOf(about, days)))
      questions.push({ window, name, ...(await measure(edge, account, address, runs, inTurn ? 1 : AT_ONCE)) });
  }
  return { brands: about.brands, ...prepared, memory_bytes: await memoryOf(edge), questions };
}

async function measure(edge, account, address, runs, atOnce) {
  // What the program does for the first time is compiled then: that is of its start, not of the question.
  await good(ask(edge, account, address(runs)));
  const all = await eachOf(
    Array.from({ length: runs }, (_, run) => run),
    async (run) => {
      const began = performance.now();
      const { _meta: meta, data } = await good(ask(edge, account, address(run), { Prefer: "meta" }));
      const listed = Array.isArray(data) ? data.filter(({ object }) => object === "mention").length : 0;
      return { milliseconds: performance.now() - began, rows_read: meta.rows_read, listed };
    },
    atOnce,
  );
  const milliseconds = all.map((one) => one.milliseconds).sort((one, other) => one - other);
  const p95 = milliseconds[Math.min(runs - 1, Math.floor(0.95 * runs))];
  return { median_ms: median(milliseconds), p95_ms: p95, max_ms: milliseconds.at(-1), runs: all };
}
