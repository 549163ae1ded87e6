// `overheard compare` asks two edges the same questions.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createKey, runCli, startEdge, startServingEdge } from "./harness.mjs";
import { demoData } from "../support/data.mjs";

/** Source of an entry module that wraps the Worker and changes its answers about co-mentions. */
const OTHER_ANSWERS = `
import Worker from "./index.js";
export * from "./index.js";
export default {
  async fetch(request, env, context) {
    const answer = await Worker.fetch(request, env, context);
    if (!request.url.endsWith("/v1/co-mentions") || answer.status !== 200) return answer;
    return new Response((await answer.text()) + " ", answer);
  },
};
`;

const edges = {};
before(async () => {
  edges.one = await startServingEdge(demoData);
  edges.same = await startServingEdge(demoData);
  edges.other = await startServingEdge(demoData, { entry: OTHER_ANSWERS });
  edges.empty = await startEdge();
  edges.empty.secret = (await createKey(edges.empty)).secret;
});
after(() => Promise.all(Object.values(edges).map((edge) => edge.stop())));

const compare = (edge, other, ...options) =>
  runCli(["compare", edge.url, other.url, ...options], {
    OVERHEARD_API_KEY: edge.secret,
    OVERHEARD_OTHER_API_KEY: other.secret,
  });

test("edges with the same dataset give equal answers to every question", async () => {
  const { code, stdout, stderr } = await compare(edges.one, edges.same, "--sample", "200", "--json");
  assert.equal(code, 0, stderr);
  const { questions, equal, refused, different } = JSON.parse(stdout);
  assert.deepEqual([questions, equal, refused, different], [200, 200, 0, []]);
});

test("answers that differ are shown with their question", async () => {
  const { code, stdout, stderr } = await compare(edges.one, edges.other, "--sample", "100");
  assert.equal(code, 1);
  assert.match(stdout, /^ds_[0-9a-f]{8}: 100 questions, \d+ equal answers, \d+ refused, [1-9]\d* different\n/);
  assert.match(stdout, /\n\nco-mentions \{"index":.*\}\n {2}\{"results"/);
  assert.match(stderr, /overheard: [1-9]\d* answers differ\n$/);
});

test("edges that serve other versions are not compared", async () => {
  const { code, stderr } = await compare(edges.one, edges.empty);
  assert.deepEqual([code, stderr], [1, `overheard: ${edges.empty.url} serves no dataset\n`]);
});

test("a missing key and a wrong address are usage errors", async () => {
  const missing = await runCli(["compare", edges.one.url, edges.same.url], { OVERHEARD_API_KEY: edges.one.secret });
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /^overheard: OVERHEARD_OTHER_API_KEY is not set: it must hold a data key of http/);
  const local = await runCli(["compare", "local", edges.same.url], { OVERHEARD_API_KEY: edges.one.secret });
  assert.deepEqual(
    [local.code, local.stderr],
    [2, "overheard: both edges must be URLs, such as https://insights.example.com\n"],
  );
});
