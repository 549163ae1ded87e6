// Answers as CSV and as lines of JSON: every cell of every operation is a value of its JSON answer.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { brand, createAccount, expectOk, fetchAs, pagesOf } from "../support/account.mjs";
import { ask, send } from "../support/client.mjs";
import { cellOf, cellsOf, rowsOf } from "../support/csv.mjs";
import { demoData } from "../support/data.mjs";
import { assertProblem } from "../support/problem.mjs";
import { registerWebhook } from "../support/webhooks.mjs";

const CSV = { Accept: "text/csv" };
const NDJSON = { Accept: "application/x-ndjson" };
const WINDOW = "from=2026-09-01&to=2026-10-31";
/** Members whose objects are one cell. */
const MAPS = ["viewer_age_distribution", "viewer_gender_distribution", "viewer_country_distribution", "metadata"];

/** Requests of the Data API: operation, body, and the rows of the answer. */
const DATA = [
  ["aggregate", { index: "siv_business_ideas", group_by: "brand_name", size: 50 }, "buckets"],
  [
    "aggregate",
    { index: "siv_content_creator", group_by: "country", metric: { type: "avg", field: "subscriber_count" } },
    "buckets",
  ],
  ["search", { index: "siv_info", q: "review", size: 50 }, "results"],
  ["search", { index: "siv_business_ideas", size: 50 }, "results"],
  ["search", { index: "siv_content_creator", size: 50 }, "results"],
  ["creators", { size: 50 }, "results"],
  ["co-mentions", { values: ["Velunara", "Borealume"], size: 50 }, "results"],
  [
    "sector",
    {
      brands: ["Velunara", "Ostrivane"].map((label) => ({ label, terms: [label] })),
      from_date: "2025-01-01",
      to_date: "2026-02-10",
    },
    sectorRows,
  ],
];

function sectorRows({ brands }) {
  return brands.flatMap(({ label, series }) =>
    series.flatMap(({ month, top_topics: _, ...measures }) =>
      Object.entries(measures).map(([measure, value]) => ({ brand: label, month, measure, value })),
    ),
  );
}

/** Returns the rows of an analysis: its measures, and those of each group. */
function measureRows({ object: _, meta: __, ...measures }, name = "") {
  return Object.entries(measures).flatMap(([member, value]) => {
    const measure = name === "" ? member : `${name}_${member}`;
    if (Array.isArray(value))
      return value.flatMap((group) => {
        const [[, key], ...others] = Object.entries(group);
        return others.map(([of, number]) => ({ dimension: measure, key, measure: of, value: number }));
      });
    if (typeof value === "object" && value !== null) return measureRows(value, measure);
    return [{ dimension: "total", key: null, measure, value }];
  });
}

function comparisonRows({ columns, rows }) {
  return rows.flatMap((topic) =>
    columns.map(({ key }, at) => ({
      topic: topic.topic,
      column: key,
      ...Object.fromEntries(
        ["volume", "share_pct", "average_sentiment", "delta_pct", "per_day"].map((name) => [
          name,
          (Array.isArray(topic[name]) ? topic[name][at] : topic[name]) ?? null,
        ]),
      ),
    })),
  );
}

function explanationRows(answer) {
  const row = (dimension, { key = null, channel, ...numbers }) => ({
    dimension,
    key,
    channel: channel?.name ?? null,
    ...numbers,
  });
  return ["platforms", "creators", "videos", "topics"].flatMap((dimension) => [
    ...answer[dimension].data.map((part) => row(dimension, part)),
    row(`${dimension}_other`, answer[dimension].other),
  ]);
}

let edge;
let account;
/** Requests of the Account API: address, and the rows of the answer. */
let asked;
before(async () => {
  edge = await startServingEdge(demoData, { bindings: { LOCAL_WEBHOOKS: "on" } });
  account = await createAccount(edge, { brands: [brand("Quillovar"), brand("Isolanna")] });
  await registerWebhook(edge, account, "http://127.0.0.1:9/");
  const [mention] = expectOk(await fetchAs(edge, account, "/v1/mentions?limit=1")).data;
  asked = [
    [`/v1/mentions?${WINDOW}&limit=100`, "data"],
    [`/v1/influencers?${WINDOW}`, "data"],
    [`/v1/influencers/${mention.channel.influencer_id}/mentions`, "data"],
    [`/v1/mentions/stats?${WINDOW}`, measureRows],
    [`/v1/sentiment?${WINDOW}`, measureRows],
    [`/v1/sentiment/timeline?${WINDOW}&interval=week`, "data"],
    [`/v1/sentiment/breakdown?${WINDOW}&by=language`, "data"],
    [`/v1/trends?${WINDOW}`, "data"],
    [`/v1/trends/emerging?${WINDOW}&min_support=1&min_z=0&min_videos=1&min_channels=1`, "data"],
    [`/v1/trends/compare?by=brand&brand=Quillovar,Isolanna&${WINDOW}`, comparisonRows],
    ["/v1/trends/compare?by=period&period=2026-09-01..2026-09-30,2026-10-01..2026-10-15", comparisonRows],
    ["/v1/_ext/explain-change?date=2026-10-20&interval=week", explanationRows],
    ["/v1/webhooks", "data"],
    ["/v1/account/usage", "series"],
  ];
});
after(() => edge?.stop());

/** Asserts that the CSV and the lines of an answer have the values of its JSON. */
function assertSame(about, rows, json, csv, lines) {
  for (const answer of [json, csv, lines]) assert.equal(answer.status, 200, `${about}: ${answer.text}`);
  assert.equal(csv.headers.get("content-type"), "text/csv; charset=utf-8", about);
  assert.equal(lines.headers.get("content-type"), "application/x-ndjson", about);
  for (const [{ headers }, ending] of [
    [csv, "csv"],
    [lines, "ndjson"],
  ]) {
    const name = new RegExp(`^attachment; filename="[a-z0-9_-]+\\.${ending}"$`);
    assert.match(headers.get("content-disposition"), name, about);
    assert.ok(headers.get("vary").split(", ").includes("Accept"), about);
    assert.equal(headers.get("link"), json.headers.get("link"), about);
    assert.equal(headers.get("x-hint"), json.headers.get("x-hint"), about);
    assert.equal(headers.get("cache-control"), json.headers.get("cache-control"), about);
    assert.equal(headers.get("x-query-cost"), json.headers.get("x-query-cost"), about);
  }
  assert.equal(json.headers.get("content-disposition"), null);
  const items = typeof rows === "string" ? json.json[rows] : rows(json.json);
  assert.ok(items.length > 0, `${about}: no rows`);
  const [header, ...cells] = rowsOf(csv.text);
  assert.equal(cells.length, items.length, about);
  let count = 0;
  for (const [at, item] of items.entries()) {
    const expected = Object.fromEntries(typeof rows === "string" ? cellsOf(item, MAPS) : plainCells(item));
    assert.equal(cells[at].length, header.length, about);
    const nested = Object.keys(item).filter((name) => item[name] === null);
    for (const name of Object.keys(expected))
      assert.ok(header.includes(name) || nested.includes(name), `${about}: no column ${name}`);
    for (const [column, name] of header.entries()) {
      assert.equal(cells[at][column], expected[name] ?? "", `${about}: ${name} of row ${at}`);
      count += 1;
    }
  }
  const parsed = lines.text.split("\n");
  assert.equal(parsed.pop(), "", "every line ends");
  assert.deepEqual(
    parsed.map((line) => JSON.parse(line)),
    items,
    about,
  );
  return count;
}

const plainCells = (item) => Object.entries(item).map(([name, value]) => [name, cellOf(value)]);

describe("every table has the values of the JSON answer", () => {
  test("of the Data API", async () => {
    for (const [operation, body, rows] of DATA) {
      const [json, csv, lines] = [
        await ask(edge, operation, body),
        await ask(edge, operation, body, { headers: CSV }),
        await ask(edge, operation, body, { headers: NDJSON }),
      ];
      assertSame(operation, rows, json, csv, lines);
      // The answer is computed once.
      assert.deepEqual(
        [csv, lines].map(({ headers }) => headers.get("x-cache")),
        ["hit", "hit"],
      );
    }
  });

  test("of the Account API", async () => {
    // The usage of an account changes with every request.
    for (const [address, rows] of asked.slice(0, -1)) {
      const [json, csv, lines] = [
        await fetchAs(edge, account, address),
        await fetchAs(edge, account, address, { headers: CSV }),
        await fetchAs(edge, account, address, { headers: NDJSON }),
      ];
      assertSame(address, rows, json, csv, lines);
    }
    const [[address, list]] = asked.slice(-1);
    const past = `${address}?from=2026-01-01&to=2026-01-31`;
    const as = (headers) => fetchAs(edge, account, past, { headers });
    assertSame(past, list, await as({}), await as(CSV), await as(NDJSON));
  });

  test("page by page, by Link alone", async () => {
    const path = `/v1/mentions?brand=Quillovar&sort=upload_date&limit=7`;
    const items = [];
    let pages = 0;
    for await (const page of pagesOf(edge, account, path)) {
      items.push(...expectOk(page).data.map(({ id }) => id));
      if (++pages === 4) break;
    }
    const ids = [];
    let next = path;
    for (let page = 0; page < pages; page += 1) {
      const { headers, text } = await fetchAs(edge, account, next, { headers: CSV });
      const [header, ...rows] = rowsOf(text);
      ids.push(...rows.map((row) => row[header.indexOf("id")]));
      next = /^<(.+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];
    }
    assert.ok(pages === 4 && ids.length === 28);
    assert.deepEqual(ids, items);
  });
});

test("the header row is left out on request", async () => {
  const [operation, body] = DATA[0];
  const as = async (Accept) => ask(edge, operation, body, { headers: { Accept } });
  const [present, absent] = [await as("text/csv"), await as("text/csv;header=absent")];
  assert.equal(absent.headers.get("content-type"), "text/csv; charset=utf-8; header=absent");
  assert.equal(present.text, `key,count,creators,metric,metric_type\r\n${absent.text}`);
});

test("JSON stays as it is for wildcards, and wins unless a table is preferred", async () => {
  const [operation, body] = DATA[0];
  const plain = await ask(edge, operation, body);
  for (const Accept of ["*/*", "application/*", "application/json, text/csv", "text/csv;q=0.5, */*"]) {
    const answer = await ask(edge, operation, body, { headers: { Accept } });
    assert.deepEqual([answer.text, answer.headers.get("content-type")], [plain.text, "application/json"], Accept);
  }
  const preferred = await ask(edge, operation, body, { headers: { Accept: "application/json;q=0.9, text/csv" } });
  assert.equal(preferred.headers.get("content-type"), "text/csv; charset=utf-8");
});

test("406 names what is allowed, and operations without a table refuse one", async () => {
  const [operation, body] = DATA[0];
  const refused = async (answer) => assertProblem(await answer, "not_acceptable").message;
  const other = { Accept: "text/html" };
  assert.equal(
    await refused(ask(edge, operation, body, { headers: other })),
    "Accept must allow application/json, with profile flat or wrapped if any, text/csv or application/x-ndjson.",
  );
  assert.equal(
    await refused(fetchAs(edge, account, "/v1/trends", { headers: other })),
    "Accept must allow application/json, text/csv or application/x-ndjson.",
  );
  const [mention] = expectOk(await fetchAs(edge, account, "/v1/mentions?limit=1")).data;
  for (const path of [`/v1/mentions/${mention.id}`, "/v1/account"])
    assert.equal(
      await refused(fetchAs(edge, account, path, { headers: CSV })),
      "Accept must allow application/json.",
      path,
    );
  await refused(send(edge, "/v1/schema", { headers: { "X-API-Key": edge.secret, ...CSV } }));
});

test("an error is a problem document", async () => {
  assertProblem(await ask(edge, "aggregate", {}, { headers: CSV }), "missing_field");
  assertProblem(await fetchAs(edge, account, "/v1/mentions?limit=0", { headers: NDJSON }), "limit_violation");
});

test("each format has a validator of its own, whatever is preferred besides", async () => {
  const [address] = asked[0];
  const as = (headers) => fetchAs(edge, account, address, { headers });
  const answers = [await as({}), await as(CSV), await as(NDJSON)];
  const tags = answers.map(({ headers }) => headers.get("etag"));
  assert.equal(new Set(tags).size, 3);
  for (const [at, format] of [{}, CSV, NDJSON].entries()) {
    for (const [known, tag] of tags.entries()) {
      const { status, text, headers } = await as({ ...format, "If-None-Match": tag });
      assert.equal(status, known === at ? 304 : 200);
      if (known !== at) continue;
      assert.deepEqual([text, headers.get("etag"), headers.get("x-quota-charged")], ["", tag, "false"]);
      assert.deepEqual([headers.get("content-type"), headers.get("content-disposition")], [null, null]);
    }
  }
  // An empty list has empty bodies in two formats.
  const none = `/v1/mentions?${WINDOW}&topic=nosuchtopic`;
  const empty = [{ Accept: "text/csv;header=absent" }, NDJSON].map((headers) =>
    fetchAs(edge, account, none, { headers }),
  );
  const [one, other] = await Promise.all(empty);
  assert.deepEqual([one.text, other.text], ["", ""]);
  assert.notEqual(one.headers.get("etag"), other.headers.get("etag"));
  // `_meta` is a member of JSON.
  const preferring = await as({ ...CSV, Prefer: "meta" });
  assert.deepEqual(
    [preferring.text, preferring.headers.get("preference-applied"), preferring.headers.get("etag")],
    [answers[1].text, null, tags[1]],
  );
});

test("a file is named after its question", async () => {
  const name = ({ headers }) => /filename="(.+)"/.exec(headers.get("content-disposition"))[1];
  const [operation, body] = DATA.at(-1);
  assert.equal(
    name(await ask(edge, operation, body, { headers: CSV })),
    "sector_velunara-ostrivane_2025-01-01_2026-02-10.csv",
  );
  const address = `/v1/sentiment/timeline?brand=Quillovar&${WINDOW}`;
  assert.equal(
    name(await fetchAs(edge, account, address, { headers: NDJSON })),
    "sentiment-timeline_quillovar_2026-09-01_2026-10-31.ndjson",
  );
});
