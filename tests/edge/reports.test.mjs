// Reports: requested, created in the background, downloaded, and finally expired.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { inRoot } from "../../scripts/project.mjs";
import { startServingEdge } from "./harness.mjs";
import { brand, createAccount, expectOk, fetchAs } from "../support/account.mjs";
import { demoData } from "../support/data.mjs";
import { assertProblem } from "../support/problem.mjs";
import {
  MONTH,
  requestReport,
  downloadFile,
  createReport,
  nativeDigests,
  parseCsv,
  waitForReport,
  textOf,
} from "../support/reports.mjs";

let edge;
let account;
before(async () => {
  edge = await startServingEdge(demoData);
  account = await createAccount(edge, {
    brands: [brand("Quillovar"), brand("Isolanna"), { label: "Nobody", terms: ["nobody has this name"] }],
  });
  expectOk(await fetchAs(edge, account, "/v1/sentiment"));
});
after(() => edge?.stop());

const TYPES = ["brand_overview", "sentiment", "influencers", "trends", "share_of_voice"];

test("a report is accepted at once, with the documented response", async () => {
  const answer = await requestReport(edge, account, {
    ...MONTH,
    type: "brand_overview",
    title: "February review",
    formats: ["csv"],
    metadata: { team: "care" },
  });
  assert.equal(answer.status, 202);
  const report = answer.json;
  assert.equal(answer.headers.get("location"), `/v1/reports/${report.id}`);
  assert.equal(answer.headers.get("retry-after"), "5");
  assert.equal(answer.headers.get("x-query-cost"), "100");
  assert.match(report.id, /^rpt_[0-9A-Z]{10,}$/);
  const { id, created_at, estimated_ready_at, ...rest } = report;
  assert.equal(Date.parse(estimated_ready_at) - Date.parse(created_at), 20_000);
  assert.deepEqual(rest, {
    object: "report",
    type: "brand_overview",
    title: "February review",
    status: "queued",
    progress: 0,
    ...MONTH,
    brands: account.brands.map(({ id }) => id),
    filters: {},
    sections: ["volume", "sentiment", "top_topics", "top_influencers"],
    formats: ["csv"],
    artifacts: [],
    error: null,
    metadata: { team: "care" },
    started_at: null,
    completed_at: null,
    expires_at: null,
  });
  const ready = await waitForReport(edge, account, id);
  assert.deepEqual([ready.status, ready.progress, ready.error, ready.estimated_ready_at], ["ready", 100, null, null]);
  assert.equal(Date.parse(ready.expires_at) - Date.parse(ready.completed_at), 30 * 86_400_000);
});

test("every type is created in both formats, and every number of the CSV is in an answer", {
  timeout: 300_000,
}, async () => {
  for (const type of TYPES) {
    const report = await createReport(edge, account, { ...MONTH, type });
    assert.deepEqual([report.status, report.error], ["ready", null], type);
    assert.deepEqual(
      report.artifacts.map(({ format }) => format),
      ["pdf", "csv"],
    );
    for (const artifact of report.artifacts) {
      const { bytes, headers } = await downloadFile(edge, account, artifact.download_path);
      assert.equal(bytes.length, artifact.bytes);
      assert.equal(createHash("sha256").update(bytes).digest("hex"), artifact.sha256);
      assert.equal(headers.get("etag"), `"${artifact.sha256}"`);
      assert.equal(headers.get("repr-digest"), `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`);
      assert.equal(headers.get("content-type"), artifact.content_type);
      assert.equal(headers.get("accept-ranges"), "bytes");
      assert.equal(headers.get("cache-control"), "private, max-age=3600");
      if (artifact.format === "pdf") assert.equal(bytes.subarray(0, 8).toString(), "%PDF-1.7");
      else assert.equal(parseCsv(bytes).length, artifact.rows);
    }
  }
  const [csv] = (await createReport(edge, account, { ...MONTH, type: "brand_overview", formats: ["csv"] })).artifacts;
  const rows = parseCsv((await downloadFile(edge, account, csv.download_path)).bytes);
  const stats = expectOk(
    await fetchAs(edge, account, `/v1/mentions/stats?from=${MONTH.from}&to=${MONTH.to}&brand=Quillovar`),
  );
  const value = (find) =>
    rows.find((row) => Object.entries(find).every(([name, expected]) => row[name] === expected))?.value;
  const total = { section: "volume", brand: "Quillovar", period: "2026-01", dimension: "total", key: "all" };
  assert.equal(value({ ...total, metric: "mentions" }), String(stats.totals.mentions));
  assert.equal(value({ ...total, metric: "views" }), String(stats.totals.views));
  for (const { key, mentions } of stats.by_platform)
    assert.equal(value({ ...total, dimension: "platform", key, metric: "mentions" }), String(mentions));
  assert.equal(value({ ...total, brand: "Nobody", metric: "mentions" }), "0");
});

test("every number of a PDF is that of the endpoint", { timeout: 120_000 }, async () => {
  const window = `from=${MONTH.from}&to=${MONTH.to}`;
  const answer = async (path) =>
    expectOk(await fetchAs(edge, account, `${path}${path.includes("?") ? "&" : "?"}${window}`));
  const report = await createReport(edge, account, {
    ...MONTH,
    type: "brand_overview",
    title: "Überblick أوريليا 奥蕾莉亚",
  });
  const text = await textOf((await downloadFile(edge, account, report.artifacts[0].download_path)).bytes);
  const numbers = new Set(
    [...text.matchAll(/-?\d[\d,]*(?:\.\d+)?/g)].map(([number]) =>
      number.replace(/,$/, "").replaceAll(/,(?=\d{3})/g, ""),
    ),
  );
  const holds = (number, of) => assert.ok(numbers.has(String(number)), `${of}: ${number}\n${text}`);
  for (const part of ["Überblick", "أوريليا", "奥蕾莉亚", ...account.brands.map(({ label }) => label)])
    assert.ok(text.includes(part), part);
  for (const brand of account.brands) {
    const { totals, by_platform } = await answer(`/v1/mentions/stats?brand=${brand.id}`);
    for (const name of ["mentions", "unique_videos", "unique_channels", "views"])
      holds(totals[name], `${brand.label} ${name}`);
    if (totals.average_sentiment !== null) holds(totals.average_sentiment, `${brand.label} average`);
    const { net_sentiment, counts } = await answer(`/v1/sentiment?brand=${brand.id}`);
    if (net_sentiment !== null) holds(net_sentiment, `${brand.label} net sentiment`);
    for (const [label, count] of Object.entries(counts)) holds(count, `${brand.label} ${label}`);
    assert.ok(by_platform.length <= 3);
  }
  for (const { key, mentions, views } of (await answer("/v1/mentions/stats?top=10")).by_platform)
    [mentions, views].forEach((number) => holds(number, key));
  const trends = expectOk(
    await fetchAs(edge, account, `/v1/trends?limit=20&${window}`, { headers: { Prefer: "meta" } }),
  );
  for (const [at, { topic, volume, share_pct, direction }] of trends.data.entries()) {
    assert.ok(text.includes(topic), topic);
    const { supported, share_growth_pct } = trends._meta.topics[at];
    // The growth of a small sample is not quoted.
    const isSmall = ["new", "rising"].includes(direction) && !supported;
    [volume, share_pct, isSmall ? null : share_growth_pct]
      .filter((number) => number !== null)
      .forEach((number) => holds(number, topic));
  }
  for (const { channel, influence_score, subscriber_count, brand_stats } of (
    await answer("/v1/influencers?sort=influence_score&limit=20")
  ).data) {
    [influence_score, subscriber_count, brand_stats.mentions, brand_stats.views]
      .filter((number) => number !== null)
      .forEach((number) => holds(number, channel.name));
  }
});

test("the same request on the same dataset creates the same files", async () => {
  const shas = async () =>
    (await createReport(edge, account, { ...MONTH, type: "share_of_voice", title: "Twice" })).artifacts.map(
      ({ sha256 }) => sha256,
    );
  assert.deepEqual(await shas(), await shas());
});

test("files equal those of the native program byte by byte", { timeout: 120_000 }, async () => {
  const bodies = [...TYPES, "mentions_export"].map((type) => ({ ...MONTH, type, title: "Überblick أوريليا 奥蕾莉亚" }));
  bodies.push({ ...MONTH, type: "mentions_export", formats: ["ndjson"] });
  const expected = await nativeDigests({
    data: demoData,
    fonts: inRoot("worker/render/build/fonts"),
    account: account.name,
    brands: account.brands,
    dataset_version: expectOk(await fetchAs(edge, account, "/v1/account")).dataset.version,
    reports: bodies,
  });
  const reports = await Promise.all(bodies.map((body) => createReport(edge, account, body)));
  const digests = reports.map(({ artifacts }) =>
    Object.fromEntries(artifacts.map(({ format, sha256 }) => [format, sha256])),
  );
  assert.deepEqual(digests, expected);
});

test("exported mentions have the order of the list", async () => {
  const report = await createReport(edge, account, { ...MONTH, type: "mentions_export", brands: ["Quillovar"] });
  assert.equal(report.status, "ready");
  const rows = parseCsv((await downloadFile(edge, account, report.artifacts[0].download_path)).bytes);
  const listed = [];
  const address = `/v1/mentions?brand=Quillovar&from=${MONTH.from}&to=${MONTH.to}&sort=upload_date&order=asc&limit=100`;
  for (let cursor = ""; cursor !== null; ) {
    const page = expectOk(await fetchAs(edge, account, cursor ? `${address}&cursor=${cursor}` : address));
    listed.push(...page.data);
    cursor = page.next_cursor;
  }
  assert.ok(rows.length > 0);
  assert.deepEqual(
    rows.map(({ id }) => id),
    listed.map(({ id }) => id),
  );
  assert.deepEqual(
    rows.map(({ video_title }) => video_title.replace(/^'/, "")),
    listed.map(({ video }) => video.title ?? ""),
  );
});

test("an export has each of its formats, and a line of NDJSON is a mention", async () => {
  const report = await createReport(edge, account, {
    ...MONTH,
    type: "mentions_export",
    brands: ["Quillovar"],
    formats: ["ndjson", "csv"],
  });
  assert.deepEqual(
    report.artifacts.map(({ format, content_type }) => [format, content_type]),
    [
      ["csv", "text/csv; charset=utf-8"],
      ["ndjson", "application/x-ndjson"],
    ],
  );
  const [csv, ndjson] = report.artifacts;
  assert.equal(csv.rows, ndjson.rows);
  const { bytes, headers } = await downloadFile(edge, account, `/v1/reports/${report.id}/download`, {
    Accept: "application/x-ndjson",
  });
  assert.equal(headers.get("content-type"), "application/x-ndjson");
  assert.equal(createHash("sha256").update(bytes).digest("hex"), ndjson.sha256);
  const lines = bytes.toString().trimEnd().split("\n");
  assert.equal(lines.length, ndjson.rows);
  const path = `/v1/mentions?brand=Quillovar&from=${MONTH.from}&to=${MONTH.to}&sort=upload_date&order=asc&limit=3`;
  const { data } = expectOk(await fetchAs(edge, account, path));
  assert.deepEqual(
    lines.slice(0, 3),
    data.map((mention) => JSON.stringify(mention)),
  );
});

test("more rows than the requested limit fail the report with this reason", async () => {
  const report = await createReport(edge, account, { ...MONTH, type: "mentions_export", row_limit: 1 });
  assert.deepEqual(
    [report.status, report.error],
    ["failed", { code: "too_large", message: "row_limit reached before the window ended.", retryable: false }],
  );
  const answer = await fetchAs(edge, account, `/v1/reports/${report.id}/download`);
  assertProblem(answer, "report_failed");
  assert.equal(answer.json.report_status, "failed");
});

test("downloads support a byte order mark, a format by Accept, and validators", async () => {
  const report = await createReport(edge, account, { ...MONTH, type: "trends", title: "Überblick: Trends & mehr" });
  const path = `/v1/reports/${report.id}/download`;
  const plain = await downloadFile(edge, account, `${path}?format=csv`);
  const marked = await downloadFile(edge, account, `${path}?format=csv&bom=1`);
  assert.deepEqual([...marked.bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.deepEqual(marked.bytes.subarray(3), plain.bytes);
  assert.equal(marked.headers.get("etag"), `"${createHash("sha256").update(marked.bytes).digest("hex")}"`);
  assert.equal(
    plain.headers.get("content-disposition"),
    `attachment; filename="uberblick-trends-mehr_${MONTH.from}_${MONTH.to}.csv"`,
  );
  const type = async (accept) =>
    (await downloadFile(edge, account, path, { Accept: accept })).headers.get("content-type");
  assert.equal(await type("text/csv"), "text/csv; charset=utf-8");
  assert.equal(await type("text/csv;q=0.5, application/pdf"), "application/pdf");
  assert.equal(await type("*/*"), "application/pdf");
  assertProblem(await fetchAs(edge, account, path, { headers: { Accept: "image/png" } }), "not_acceptable");
  const known = await fetchAs(edge, account, `${path}?format=csv`, {
    headers: { "If-None-Match": plain.headers.get("etag") },
  });
  assert.deepEqual([known.status, known.text], [304, ""]);
});

test("a download resumes where it stopped, as long as the file is the same", async () => {
  const report = await createReport(edge, account, { ...MONTH, type: "trends", formats: ["csv"] });
  const path = `/v1/reports/${report.id}/download`;
  const range = async (query, headers) => {
    const response = await fetch(new URL(`${path}?${query}`, edge.url), {
      headers: { Authorization: `Bearer ${account.token}`, Connection: "close", ...headers },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, bytes, headers: response.headers };
  };
  for (const query of ["format=csv", "format=csv&bom=1"]) {
    const { bytes: whole, headers } = await downloadFile(edge, account, `${path}?${query}`);
    const [etag, size] = [headers.get("etag"), whole.length];
    for (const [wanted, first, last] of [
      ["bytes=0-0", 0, 0],
      ["bytes=1-1", 1, 1],
      ["bytes=1-9", 1, 9],
      [`bytes=${size - 7}-`, size - 7, size - 1],
      ["bytes=-5", size - 5, size - 1],
      [`bytes=0-${size * 2}`, 0, size - 1],
    ]) {
      const part = await range(query, { Range: wanted, "If-Range": etag });
      assert.equal(part.status, 206, wanted);
      assert.equal(part.headers.get("content-range"), `bytes ${first}-${last}/${size}`);
      assert.deepEqual([part.headers.get("etag"), part.headers.get("repr-digest")], [etag, headers.get("repr-digest")]);
      assert.deepEqual(part.bytes, whole.subarray(first, last + 1));
    }
    for (const ignored of [
      { Range: "bytes=0-1", "If-Range": '"another"' },
      { Range: "bytes=0-1,3-4" },
      { Range: "lines=0-1" },
    ]) {
      const answer = await range(query, ignored);
      assert.deepEqual([answer.status, answer.headers.get("content-range")], [200, null]);
      assert.deepEqual(answer.bytes, whole);
    }
    const complete = await range(query, { Range: `bytes=${size}-` });
    assert.deepEqual([complete.status, complete.headers.get("content-range")], [416, `bytes */${size}`]);
    assert.equal(JSON.parse(complete.bytes).code, "range_not_satisfiable");
    assert.equal((await range(query, { Range: "bytes=0-1", "If-None-Match": etag })).status, 304);
  }
});

test("an unavailable report is refused with the reason", async () => {
  const report = await createReport(edge, account, { ...MONTH, type: "trends", formats: ["csv"] });
  const answer = await fetchAs(edge, account, `/v1/reports/${report.id}/download?format=pdf`);
  assertProblem(answer, "value_not_allowed");
  assert.deepEqual(answer.json.allowed, ["csv"]);
  assertProblem(await fetchAs(edge, account, "/v1/reports/rpt_0000000000"), "not_found");
  assertProblem(await fetchAs(edge, account, "/v1/reports/rpt_0000000000/download"), "not_found");
  const other = await createAccount(edge, { brands: [brand("Quillovar")] });
  assertProblem(await fetchAs(edge, other, `/v1/reports/${report.id}`), "not_found");
  const small = await createAccount(edge, { plan: "starter", brands: [brand("Quillovar")] });
  assertProblem(await requestReport(edge, small, { ...MONTH, type: "trends" }), "plan_upgrade_required");
  for (const [body, message] of [
    [{ type: "trends" }, "from is required."],
    [{ ...MONTH, type: "trend" }, /^type 'trend' is not allowed\. Allowed: \[brand_overview, /],
    [
      { ...MONTH, type: "trends", sections: ["volume"] },
      /^sections\[0\] 'volume' is not allowed\. Allowed: \[top_topics, /,
    ],
    [
      { ...MONTH, type: "mentions_export", formats: ["pdf"] },
      "formats[0] 'pdf' is not allowed. Allowed: [csv, ndjson, parquet]",
    ],
    [
      { ...MONTH, type: "trends", brands: ["Quilovar"] },
      /^brands\[0\] 'Quilovar' is not allowed\. Allowed: \[Quillovar, /,
    ],
    [{ ...MONTH, type: "trends", filters: { platform: null } }, "filters.platform must be a string. Got null."],
    [{ ...MONTH, type: "trends", row_limit: 50_001 }, "row_limit must be between 1 and 50000. Got 50001."],
    [{ ...MONTH, type: "trends", title: "x".repeat(121) }, "title must be between 1 and 120 characters. Got 121."],
    [{ ...MONTH, type: "trends", metadata: { a: 1 } }, "metadata.a must be a string. Got 1."],
    [{ from: MONTH.to, to: MONTH.from, type: "trends" }, /^from must not be after to\./],
    [{ from: "2023-01-01", to: "2026-01-31", type: "trends" }, /^the window must be at most 24 months\./],
  ]) {
    const refused = await requestReport(edge, account, body);
    assert.equal(refused.status, 400, JSON.stringify(refused.json));
    if (typeof message === "string") assert.equal(refused.json.message, message);
    else assert.match(refused.json.message, message);
  }
});

test("the same idempotency key returns the same report, and refuses another body", async () => {
  const key = "a key of our own";
  const ask = (body, idempotency = key.replaceAll(" ", "-")) =>
    requestReport(edge, account, body, { "Idempotency-Key": idempotency });
  const body = { ...MONTH, type: "trends", formats: ["csv"] };
  const first = await ask(body);
  const again = await ask({ formats: ["csv"], type: "trends", to: MONTH.to, from: MONTH.from });
  assert.deepEqual(
    [again.status, again.text, again.headers.get("idempotency-replayed"), again.headers.get("location")],
    [202, first.text, "true", first.headers.get("location")],
  );
  assert.equal(first.headers.get("idempotency-replayed"), null);
  assertProblem(await ask({ ...body, title: "another" }), "idempotency_key_reused");
  for (const wrong of ["short", "x".repeat(256), "with space"]) assertProblem(await ask(body, wrong), "invalid_header");
  const twenty = await Promise.all(
    Array.from({ length: 20 }, () => ask({ ...body, title: "at once" }, "twenty-at-once")),
  );
  assert.deepEqual(new Set(twenty.map(({ status, json }) => `${status} ${json.id}`)).size, 1);
});

test("an account has at most ten unfinished reports", { timeout: 120_000 }, async () => {
  const busy = await createAccount(edge, { brands: [brand("Quillovar")] });
  const answers = await Promise.all(
    Array.from({ length: 14 }, () => requestReport(edge, busy, { ...MONTH, type: "trends", formats: ["csv"] })),
  );
  const limited = answers.filter(({ status }) => status === 409);
  assert.ok(limited.length > 0, "some are one too many");
  for (const answer of limited) assertProblem(answer, "limit_reached");
  for (const { json } of answers.filter(({ status }) => status === 202))
    assert.equal((await waitForReport(edge, busy, json.id)).status, "ready");
});
