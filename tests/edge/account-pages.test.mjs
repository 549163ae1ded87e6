// Lists of the Account API page by page: complete and without duplicates, in any order, for any page size, and across
// an import between two pages.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { importFolder, startServingEdge } from "./harness.mjs";
import {
  brand,
  createAccount,
  createToken,
  expectOk,
  itemsOf,
  pagesOf,
  fetchAs,
  withParameter,
} from "../support/account.mjs";
import { eachOf } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { withIndexedAt, readDocuments, splitAtDays, writeNdjson } from "../support/documents.mjs";
import { differencesOf } from "../support/oracle.mjs";
import { assertProblem } from "../support/problem.mjs";

// Three later imports add the last days of the demo dataset; their mentions are known since then.
const [early, ...late] = splitAtDays(withIndexedAt(readDocuments(demoData)), 10, 10, 10);
for (const part of late) part.siv_business_ideas = part.siv_business_ideas.map(({ indexed_at, ...mention }) => mention);
const earlyFolder = writeNdjson(early);

/** Brands with few, some and many mentions. */
const FEW = [brand("Jubbleberry")];
const SOME = [brand("Quillovar"), brand("Isolanna")];
const MANY = [brand("Aozorelle"), brand("Neonquarry"), brand("Quillovar"), brand("Menmaruka")];

const MENTION_SORTS = {
  upload_date: (mention) => mention.upload_date,
  indexed_at: (mention) => mention.indexed_at,
  views: (mention) => mention.video.views,
  sentiment_score: (mention) => mention.sentiment.score,
};
const INFLUENCER_SORTS = {
  mentions: (influencer) => influencer.brand_stats.mentions,
  views: (influencer) => influencer.brand_stats.views,
  subscriber_count: (influencer) => influencer.subscriber_count,
  engagement_rate: (influencer) => influencer.engagement_rate_viewers,
  sentiment: (influencer) => influencer.brand_stats.average_sentiment,
  influence_score: (influencer) => influencer.influence_score,
};
const ORDERS = ["asc", "desc"];

/** The longest window that ends with the late days. */
const lastDay = late
  .at(-1)
  .siv_info.map(({ upload_date }) => upload_date)
  .sort()
  .at(-1);
const firstDay = `${Number(lastDay.slice(0, 4)) - 1}${lastDay.slice(4)}`.replace("-02-29", "-02-28");
const WINDOW = `from=${firstDay}&to=${lastDay}`;

let edge;
let few;
let some;
let many;
before(async () => {
  edge = await startServingEdge(earlyFolder);
  [few, some, many] = await eachOf([FEW, SOME, MANY], (brands) => createAccount(edge, { brands }));
});
after(() => edge?.stop());

const ids = (items) => items.map(({ id }) => id);

/** Checks that items are unique and sorted as requested, with missing values last. */
function assertOrdered(items, key, order, where) {
  assert.equal(new Set(ids(items)).size, items.length, `${where}: an item comes twice`);
  for (const [at, item] of items.entries()) {
    if (at === 0) continue;
    const [before, after] = [key(items[at - 1]), key(item)];
    if (after === null) continue;
    assert.ok(before !== null, `${where}: ${after} behind nothing`);
    // Answers have rounded keys. Items with equal rounded keys may be sorted by the exact ones.
    assert.ok(order === "asc" ? before <= after : before >= after, `${where}: ${after} behind ${before}`);
  }
}

/** Fetches a list in every order with these page sizes. Returns the ids that each of them must have found. */
async function walkEveryOrder(account, address, sorts, sizes) {
  const walks = Object.entries(sorts).flatMap(([sort, key]) =>
    ORDERS.flatMap((order) => sizes.map((size) => ({ sort, key, order, size }))),
  );
  const found = await eachOf(walks, async ({ sort, key, order, size }) => {
    const where = `${address} by ${sort} ${order}, ${size} a page`;
    const items = await itemsOf(
      edge,
      account,
      withParameter(withParameter(withParameter(address, "sort", sort), "order", order), "limit", size),
    );
    assertOrdered(items, key, order, where);
    return { where, items: ids(items) };
  });
  const whole = [...found[0].items].sort();
  for (const { where, items } of found) assert.deepEqual([...items].sort(), whole, where);
  // The same order gives the same list for every page size.
  for (const [at, { where, items }] of found.entries())
    assert.deepEqual(items, found[at - (at % sizes.length)].items, where);
  return whole;
}

/** Checks each page of a list against the records. */
async function assertAsDocumentsSay(account, operation, address, query) {
  const questions = [];
  let skip = 0;
  for await (const page of pagesOf(
    edge,
    account,
    `${address}?${query
      .filter(([name]) => name !== "id")
      .map((pair) => pair.join("="))
      .join("&")}`,
  )) {
    questions.push({
      brands: account.brands,
      operation,
      query,
      today: new Date().toISOString().slice(0, 10),
      skip,
      reply: { status: page.status, body: page.json },
    });
    skip += page.json.data.length;
  }
  assert.deepEqual(
    await differencesOf(earlyFolder, questions),
    questions.map(() => null),
  );
  return skip;
}

test("mentions are listed completely in every order and page size", async () => {
  const found = await walkEveryOrder(some, "/v1/mentions", MENTION_SORTS, [7, 100]);
  assert.equal(await assertAsDocumentsSay(some, "mentions", "/v1/mentions", [["limit", "100"]]), found.length);
  const each = await walkEveryOrder(few, "/v1/mentions", MENTION_SORTS, [1, 7]);
  assert.ok(each.length > 7, `${each.length} mentions`);
});

test("influencers are listed completely in every order and page size", async () => {
  const found = await walkEveryOrder(some, `/v1/influencers?${WINDOW}`, INFLUENCER_SORTS, [7, 100]);
  assert.equal(
    await assertAsDocumentsSay(some, "influencers", "/v1/influencers", [
      ["limit", "100"],
      ...new URLSearchParams(WINDOW),
    ]),
    found.length,
  );
  await walkEveryOrder(few, `/v1/influencers?${WINDOW}`, INFLUENCER_SORTS, [1, 7]);
});

test("mentions of one influencer are listed completely in every order and page size", async () => {
  const [busiest] = expectOk(await fetchAs(edge, many, `/v1/influencers?${WINDOW}&limit=1`)).data;
  const address = `/v1/influencers/${busiest.id}/mentions`;
  const found = await walkEveryOrder(many, address, MENTION_SORTS, [1, 7, 100]);
  assert.ok(found.length >= busiest.brand_stats.mentions && found.length > 7, `${found.length} mentions`);
  assert.equal(
    await assertAsDocumentsSay(many, "influencer-mentions", address, [
      ["limit", "100"],
      ["id", busiest.id],
    ]),
    found.length,
  );
});

test("the link to the next page and the cursor lead to the same page", async () => {
  for (const address of [
    "/v1/mentions?limit=7&brand=Quillovar&topic=-price,-a%20b",
    `/v1/influencers?${WINDOW}&limit=7&sort=sentiment`,
  ]) {
    const page = await fetchAs(edge, some, address);
    const [, target] = page.headers.get("link").match(/^<([^<>]+)>; rel="next"$/);
    assert.equal(new URLSearchParams(target.split("?")[1]).get("cursor"), page.json.next_cursor);
    assert.equal(new URL(target, `${edge.url}${address}`).origin, new URL(edge.url).origin);
    const [linked, next] = await eachOf([target, withParameter(address, "cursor", page.json.next_cursor)], (next) =>
      fetchAs(edge, some, next),
    );
    assert.deepEqual(expectOk(linked), expectOk(next));
    assert.notDeepEqual(ids(linked.json.data), ids(page.json.data));
  }
  const last = await fetchAs(edge, few, "/v1/mentions?limit=100");
  assert.deepEqual([last.json.has_more, last.json.next_cursor, last.headers.get("link")], [false, null, null]);
});

test("a cursor is valid for its own query only, with any page size", async () => {
  const asked = "/v1/mentions?sort=views&brand=Quillovar";
  const { next_cursor: cursor } = expectOk(await fetchAs(edge, some, `${asked}&limit=7`));
  const others = [
    "/v1/mentions?sort=views",
    "/v1/mentions?brand=Quillovar",
    `${asked}&order=asc`,
    `${asked}&topic=price`,
    "/v1/mentions?sort=views&brand=Isolanna",
    `/v1/influencers?${WINDOW}&sort=views&brand=Quillovar`,
  ];
  for (const other of others)
    assert.equal(
      assertProblem(await fetchAs(edge, some, withParameter(other, "cursor", cursor)), "cursor_query_mismatch").param,
      "?cursor",
    );
  // The same query may be written differently.
  for (const same of [`${asked}&limit=50`, "/v1/mentions?limit=3&order=desc&brand=Quillovar&sort=views"])
    expectOk(await fetchAs(edge, some, withParameter(same, "cursor", cursor)));
});

test("a cursor is valid for its own account only, even if another account has the same brands", async () => {
  const same = await createAccount(edge, { brands: SOME });
  for (const address of ["/v1/mentions?limit=7", `/v1/influencers?${WINDOW}&limit=7`]) {
    const { next_cursor: cursor } = expectOk(await fetchAs(edge, some, address));
    for (const other of [same, many]) {
      const body = assertProblem(
        await fetchAs(edge, other, withParameter(address, "cursor", cursor)),
        "invalid_cursor",
      );
      assert.equal(body.param, "?cursor");
    }
    // Another token of the same account can use the cursor.
    const token = (await createToken(edge, some)).secret;
    assert.deepEqual(
      expectOk(await fetchAs(edge, { token }, withParameter(address, "cursor", cursor))),
      expectOk(await fetchAs(edge, some, withParameter(address, "cursor", cursor))),
    );
  }
});

test("a changed or foreign cursor is refused", async () => {
  const { next_cursor: cursor } = expectOk(await fetchAs(edge, some, "/v1/mentions?limit=7"));
  const flipped = [...cursor].map(
    (letter, at) => cursor.slice(0, at) + (letter === "A" ? "B" : "A") + cursor.slice(at + 1),
  );
  const bytes = Buffer.from(cursor, "base64url");
  const longer = Buffer.concat([bytes, Buffer.from([0])]).toString("base64url");
  const unsigned = bytes.subarray(0, -16).toString("base64url");
  const wrong = [
    ...flipped.filter((_, at) => at % 5 === 0),
    cursor.slice(0, -1),
    longer,
    unsigned,
    "djF8",
    "A",
    "",
    "%00",
    "a".repeat(5000),
    cursor.toLowerCase(),
  ];
  await eachOf(
    wrong.filter((one) => one !== cursor),
    async (one) => {
      assert.equal(
        assertProblem(await fetchAs(edge, some, `/v1/mentions?limit=7&cursor=${one}`), "invalid_cursor").param,
        "?cursor",
        one,
      );
    },
  );
});

/** Lists items, runs an import after so many pages, and returns the items. */
async function walkAcross(account, address, folder, pagesBefore) {
  const items = [];
  let pages = 0;
  for await (const page of pagesOf(edge, account, address)) {
    items.push(...expectOk(page).data);
    pages += 1;
    if (pages === pagesBefore) assert.equal((await importFolder(edge, folder)).state, "served");
  }
  assert.ok(pages > pagesBefore, `${pages} pages`);
  return items;
}

test("an import between two pages of mentions neither moves nor repeats older mentions", async () => {
  const orders = [
    ["upload_date", "desc"],
    ["views", "asc"],
  ];
  const address = (sort, order) => `/v1/mentions?limit=7&sort=${sort}&order=${order}`;
  const before = await itemsOf(edge, some, address(...orders[0]));
  const began = await eachOf(orders, async ([sort, order]) =>
    expectOk(await fetchAs(edge, some, address(sort, order))),
  );
  const across = await walkAcross(some, address(...orders[0]), writeNdjson(late[0]), 3);
  const others = await eachOf(orders, async ([sort, order], at) => [
    ...began[at].data,
    ...(await itemsOf(edge, some, withParameter(address(sort, order), "cursor", began[at].next_cursor))),
  ]);
  const now = new Set(ids(await itemsOf(edge, some, address(...orders[0]))));
  assert.ok(now.size > before.length, "the import brought mentions");
  for (const items of [across, ...others]) {
    assert.equal(new Set(ids(items)).size, items.length);
    assert.deepEqual(
      ids(before).filter((id) => !ids(items).includes(id)),
      [],
    );
    assert.ok(ids(items).every((id) => now.has(id)));
  }
});

test("an import between two pages of influencers omits none whose position is unchanged", async () => {
  const address = `/v1/influencers?${WINDOW}&limit=7`;
  const keys = async () =>
    new Map((await itemsOf(edge, many, address)).map(({ id, brand_stats: { mentions } }) => [id, mentions]));
  const before = await keys();
  const found = ids(await walkAcross(many, address, writeNdjson(late[1]), 3));
  const after = await keys();
  const unmoved = [...before].filter(([id, mentions]) => after.get(id) === mentions).map(([id]) => id);
  assert.ok(unmoved.length < after.size, "the import brought mentions");
  for (const id of unmoved) assert.equal(found.filter((one) => one === id).length, 1, id);
});

test("a client that polls by arrival with its cursor finds everything that an import adds", async () => {
  const known = new Set();
  let cursor = null;
  const poll = async () => {
    const fresh = [];
    const address = "/v1/mentions?sort=indexed_at&order=asc&limit=7";
    for await (const page of pagesOf(
      edge,
      many,
      cursor === null ? address : withParameter(address, "cursor", cursor),
    )) {
      // The last page is fetched again, because later mentions are added to it.
      cursor = expectOk(page).next_cursor ?? cursor;
      fresh.push(...ids(page.json.data).filter((id) => !known.has(id)));
    }
    for (const id of fresh) known.add(id);
    return fresh;
  };
  const all = async () => new Set(ids(await itemsOf(edge, many, "/v1/mentions?limit=100")));
  await poll();
  assert.deepEqual(known, await all());
  assert.deepEqual(await poll(), []);
  await importFolder(edge, writeNdjson(late[2]));
  const added = await poll();
  assert.ok(added.length > 0);
  assert.deepEqual(known, await all());
});
