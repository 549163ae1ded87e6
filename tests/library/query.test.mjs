// The query options, used by TanStack Query itself with a real edge.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/query-core";
import { Overheard, ProblemError } from "overheard";
import { queries } from "overheard/query";
import { accountReads, operationNames } from "../../pkg/generated/names.js";
import { startServingEdge } from "../edge/harness.mjs";
import { brand, createAccount } from "../support/account.mjs";
import { demoData } from "../support/data.mjs";

const WINDOW = { from: "2026-10-01", to: "2026-10-31" };

let edge;
let token;
before(async () => {
  edge = await startServingEdge(demoData);
  ({ token } = await createAccount(edge, { brands: [brand("Velunara"), brand("Borealume")] }));
});
after(() => edge?.stop());

/** Returns a query cache, the options of a client, and the client's requests with their responses. */
function connected(t, { key, prefix } = {}) {
  const answered = [];
  const fetch = async (url, init) => {
    const response = await globalThis.fetch(url, init);
    answered.push([url.slice(edge.url.length), response.status]);
    return response;
  };
  const client = new Overheard({ baseUrl: edge.url, fetch, ...(key ? { key } : { token }) });
  const cache = new QueryClient();
  cache.mount();
  t.after(() => {
    cache.clear();
    cache.unmount();
  });
  return { ask: queries(client, prefix && { prefix }), cache, answered };
}

/** Returns the settled state of a query's observer, as a component would see it. */
async function settled(t, observer) {
  t.after(observer.subscribe(() => {}));
  while (observer.getCurrentResult().isFetching) await new Promise((resolve) => setTimeout(resolve, 5));
  return observer.getCurrentResult();
}
const observed = (t, cache, options) => settled(t, new QueryObserver(cache, options));

test("every operation with a client method has options", (t) => {
  const { ask } = connected(t);
  assert.equal(Object.keys(ask).length, operationNames.length + accountReads.length + 1);
  for (const name of Object.keys(ask)) assert.equal(typeof Overheard.prototype[name], "function", name);
});

test("equivalent queries have the same key, and different ones have different keys", (t) => {
  const { ask } = connected(t, { prefix: ["meridian"] });
  const same = [
    [
      ask.sentiment({ brand: ["b", "a"], from: "2026-10-01" }),
      ask.sentiment({ from: "2026-10-01", brand: ["a", "b"], topic: undefined, region: null }),
    ],
    [ask.mentions(), ask.mentions({ limit: 25, order: "desc" })],
    [ask.influencer("inf_5T0W9C2MXA"), ask.influencer("inf_5T0W9C2MXA", {})],
    [ask.creators(), ask.creators({ filters: {}, sort_order: "desc" })],
    [
      ask.aggregate({ index: "siv_info", group_by: "tags" }),
      ask.aggregate({ group_by: "tags", metric: null, index: "siv_info", size: 10 }),
    ],
  ];
  const keys = same.map(([one, other]) => {
    assert.deepEqual(one.queryKey, other.queryKey);
    return JSON.stringify(one.queryKey);
  });
  assert.equal(
    new Set([
      ...keys,
      JSON.stringify(ask.mentions({ limit: 5 }).queryKey),
      JSON.stringify(ask.mentions.infinite().queryKey),
    ]).size,
    keys.length + 2,
  );
  assert.deepEqual(same[0][0].queryKey, ["meridian", "sentiment", "/v1/sentiment?brand=a,b&from=2026-10-01"]);
});

test("equivalent queries share an answer, which stays fresh as long as the edge says", async (t) => {
  const { ask, cache, answered } = connected(t);
  const [one, other] = await Promise.all([
    observed(t, cache, ask.sentiment({ ...WINDOW, brand: "Velunara" })),
    observed(t, cache, ask.sentiment({ brand: ["Velunara"], ...WINDOW })),
  ]);
  assert.equal(one.data.object, "sentiment");
  assert.equal(one.data, other.data);
  assert.equal(answered.length, 1);

  // Cache-Control is private, max-age=60.
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 59_000 });
  assert.equal((await observed(t, cache, ask.sentiment({ ...WINDOW, brand: "Velunara" }))).data, one.data);
  assert.equal(answered.length, 1);
  t.mock.timers.setTime(Date.now() + 2_000);
  const again = await observed(t, cache, ask.sentiment({ ...WINDOW, brand: "Velunara" }));
  assert.deepEqual(
    answered.map(([, status]) => status),
    [200, 304],
  );
  // The data is unchanged, so no component renders again.
  assert.equal(again.data, one.data);
});

test("an answer that must be revalidated is stale at once, and free if it is unchanged", async (t) => {
  const { ask, cache, answered } = connected(t);
  await observed(t, cache, ask.mentions({ limit: 2 }));
  await observed(t, cache, ask.mentions({ limit: 2 }));
  assert.deepEqual(
    answered.map(([, status]) => status),
    [200, 304],
  );
});

test("queries of the Data API, and the schema, which stays fresh for five minutes", async (t) => {
  const { ask, cache, answered } = connected(t, { key: edge.secret });
  const { data } = await observed(t, cache, ask.aggregate({ index: "siv_info", group_by: "platform" }));
  assert.equal(data.buckets.length, 3);
  await observed(t, cache, ask.schema());
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 299_000 });
  assert.equal((await observed(t, cache, ask.schema())).data.operations.length, 6);
  assert.deepEqual(answered, [
    ["/v1/aggregate", 200],
    ["/v1/schema", 200],
  ]);
});

test("a refusal is immediate: no request is sent, and none is retried", async (t) => {
  const { ask, cache, answered } = connected(t);
  const here = await observed(t, cache, ask.mentions({ platform: "vimeo" }));
  assert.ok(here.error instanceof ProblemError);
  assert.equal(here.error.problem.param, "?platform");
  assert.deepEqual(answered, []);
  const there = await observed(t, cache, ask.sentiment({ brand: "Nobody" }));
  assert.ok(there.error.response.status >= 400);
  assert.equal(answered.length, 1);
});

test("pages are requested one by one, with the cursor of the previous one", async (t) => {
  const { ask, cache, answered } = connected(t);
  const question = { ...WINDOW, brand: "Velunara", limit: 10 };
  const observer = new InfiniteQueryObserver(cache, ask.mentions.infinite(question));
  const { data, hasNextPage } = await settled(t, observer);
  assert.deepEqual([data.pages.length, hasNextPage], [1, true]);
  while (observer.getCurrentResult().hasNextPage) assert.equal((await observer.fetchNextPage()).error, null);
  const items = observer.getCurrentResult().data.pages.flatMap(({ data }) => data);
  assert.equal(answered.length, Math.ceil(items.length / 10));
  const known = await cache.fetchQuery(ask.mentions({ ...question, limit: 100 }));
  assert.deepEqual(items, known.data);
  // A single page and the list of all pages are separate entries.
  assert.ok(Array.isArray((await cache.fetchQuery(ask.mentions(question))).data));
  const creators = await settled(t, new InfiniteQueryObserver(cache, ask.influencers.infinite({ limit: 1 })));
  const mentions = await settled(
    t,
    new InfiniteQueryObserver(cache, ask.influencerMentions.infinite(creators.data.pages[0].data[0].id, { limit: 1 })),
  );
  assert.equal(mentions.data.pages[0].data[0].channel.influencer_id, creators.data.pages[0].data[0].id);
});

test("an unneeded request is cancelled", async (t) => {
  const { ask, cache } = connected(t);
  let reason;
  const { queryFn } = ask.trends({ window_days: 90 });
  const observer = new QueryObserver(cache, {
    ...ask.trends({ window_days: 90 }),
    queryFn: (context) => queryFn(context).catch((error) => ((reason = error), Promise.reject(error))),
  });
  observer.subscribe(() => {})();
  while (reason === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(reason.name, "AbortError");
});

test("answers can be invalidated by their operation", async (t) => {
  const { ask, cache, answered } = connected(t);
  await observed(t, cache, ask.sentiment(WINDOW));
  await observed(t, cache, ask.trends(WINDOW));
  await cache.invalidateQueries({ queryKey: ["overheard", "sentiment"] });
  assert.deepEqual(
    answered.map(([path]) => path.split("?")[0]),
    ["/v1/sentiment", "/v1/trends", "/v1/sentiment"],
  );
});
